package isa

import "fmt"

// MaxStages is the number of general stages that the state words have room for.
const MaxStages = 8

// Offsets of the state words (methods of NV20); a word is 4 bytes apart from that of the next stage.
const (
	OffsetInAlpha    = 0x0260
	OffsetFinal0     = 0x0288
	OffsetFinal1     = 0x028c
	OffsetConstant0  = 0x0a60
	OffsetConstant1  = 0x0a80
	OffsetOutAlpha   = 0x0aa0
	OffsetInRGB      = 0x0ac0
	OffsetFinalConst = 0x1e20 // constant 0; constant 1 is 4 bytes further
	OffsetOutRGB     = 0x1e40
	OffsetControl    = 0x1e60

	OffsetBits = 13
)

// StageWords are the words of a general stage.
type StageWords struct {
	InRGB, InAlpha, OutRGB, OutAlpha uint32
	Constants                        [2]uint32 // A 31:24, R 23:16, G 15:8, B 7:0
}

// Words are the 53 state words of a program state.
type Words struct {
	Stages         [MaxStages]StageWords
	Final          [2]uint32
	FinalConstants [2]uint32
	Control        uint32
}

// The words after a reset, GL's defaults.
const (
	ResetInRGB   = 0x04200000
	ResetInAlpha = 0x14301010
	ResetOut     = 0x00000c00
	ResetFinal0  = 0x130e0300
	ResetFinal1  = 0x00001c80
	ResetControl = 0x00000101
)

// ResetWords are the words after a reset, GL's defaults in every stage.
func ResetWords() Words {
	w := Words{Final: [2]uint32{ResetFinal0, ResetFinal1}, Control: ResetControl}
	for i := range w.Stages {
		w.Stages[i] = StageWords{InRGB: ResetInRGB, InAlpha: ResetInAlpha, OutRGB: ResetOut, OutAlpha: ResetOut}
	}
	return w
}

// At is the word at an offset, which the caller may write, or nil if no state word has the offset.
func (w *Words) At(offset int) *uint32 {
	if offset&3 != 0 {
		return nil
	}
	switch offset {
	case OffsetFinal0:
		return &w.Final[0]
	case OffsetFinal1:
		return &w.Final[1]
	case OffsetFinalConst:
		return &w.FinalConstants[0]
	case OffsetFinalConst + 4:
		return &w.FinalConstants[1]
	case OffsetControl:
		return &w.Control
	}
	for i := range w.Stages {
		s := &w.Stages[i]
		switch offset - 4*i {
		case OffsetInRGB:
			return &s.InRGB
		case OffsetInAlpha:
			return &s.InAlpha
		case OffsetOutRGB:
			return &s.OutRGB
		case OffsetOutAlpha:
			return &s.OutAlpha
		case OffsetConstant0:
			return &s.Constants[0]
		case OffsetConstant1:
			return &s.Constants[1]
		}
	}
	return nil
}

// Offsets are those of all state words of a unit with the given number of stages: those of each stage in turn, then the
// final combiner's words, its constants, and control.
func Offsets(stages int) []int {
	var list []int
	for i := range stages {
		for _, base := range []int{OffsetInRGB, OffsetInAlpha, OffsetOutRGB, OffsetOutAlpha, OffsetConstant0, OffsetConstant1} {
			list = append(list, base+4*i)
		}
	}
	return append(list, OffsetFinal0, OffsetFinal1, OffsetFinalConst, OffsetFinalConst+4, OffsetControl)
}

// WordName is the name of the word at an offset: "IN_RGB(2)"; "0x1234" if there is none.
func WordName(offset int) string {
	for _, n := range []struct {
		base int
		name string
	}{
		{OffsetInRGB, "IN_RGB"}, {OffsetInAlpha, "IN_ALPHA"}, {OffsetOutRGB, "OUT_RGB"}, {OffsetOutAlpha, "OUT_ALPHA"},
		{OffsetConstant0, "CONSTANT0"}, {OffsetConstant1, "CONSTANT1"},
	} {
		if i := offset - n.base; i >= 0 && i < 4*MaxStages && i%4 == 0 {
			return fmt.Sprintf("%s(%d)", n.name, i/4)
		}
	}
	if name := map[int]string{
		OffsetFinal0: "FINAL0", OffsetFinal1: "FINAL1", OffsetFinalConst: "FINAL_CONSTANT0", OffsetFinalConst + 4: "FINAL_CONSTANT1",
		OffsetControl: "CONTROL",
	}[offset]; name != "" {
		return name
	}
	return fmt.Sprintf("%#04x", offset)
}

// Active is the number of active general stages in a unit built with the given number: the count of control, limited.
func (w *Words) Active(stages int) int { return min(int(w.Control&15), stages, MaxStages) }

// Constants are the pair that a general stage reads: its own where control says so, else that of stage 0.
func (w *Words) Constants(stage int) [2]uint32 {
	c := w.Stages[0].Constants
	for k, bit := range []int{12, 16} {
		if w.Control>>bit&1 != 0 {
			c[k] = w.Stages[stage].Constants[k]
		}
	}
	return c
}

// Odd reports whether MUX selects by the least significant bit of SPARE0's alpha.
func (w *Words) Odd() bool { return w.Control>>8&1 == 0 }

// StateOf is the reset state with the given control, final combiner and first stages.
func StateOf(control, final0, final1 uint32, stages ...StageWords) Words {
	w := ResetWords()
	w.Control, w.Final = control, [2]uint32{final0, final1}
	copy(w.Stages[:], stages)
	return w
}
