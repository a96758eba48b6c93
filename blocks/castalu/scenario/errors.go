package scenario

import (
	"fmt"
	"math/big"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
)

// faults are illegal words: each is an instruction with one field changed.
var faults = []struct {
	what, text string
	low, value int // bit and new value of the field
	width      int
}{
	{"an operation that there is not", "mov.fp32 r1, r0", 0, 50, 6},
	{"a square root in u12", "sqrt.fp32 r1, r0", 6, int(isa.U12), 3},
	{"1-x in floating point", "mov.fp32 r1, r0", 55, int(isa.OneMinus), 4},
	{"a cast from the own type", "mov.fp32 r1, r0", 51, int(isa.As(isa.FP32)), 4},
	{"inputs of 4 and 3 elements", "add.fp32 r1, r0, r0", 74, 0b1000, 4}, // with nothing for the fourth
	{"a bit that nothing uses", "mov.fp32 r1, r0", 127, 1, 1},
}

// errorsScenario runs illegal words: each writes zeros, and the fault ports keep the first one.
func errorsScenario(tb *bench.TB, p *castalu.Processor, e *unit.Env, c castalu.Config) error {
	program := &isa.Program{}
	var rows [][]string
	for _, f := range faults {
		w := with(encoded(f.text), f.low, f.width, uint64(f.value))
		_, err := isa.Decode(w)
		if err == nil {
			return fmt.Errorf("%v has a meaning", w)
		}
		rows = append(rows, []string{f.what, w.String(), err.Error()})
		program.Words = append(program.Words, w, encoded("end r1, 1"))
	}
	h := stimulus.DriveProcessor(tb, p, c, program, stimulus.MustModel(tb.Reporter()), 0, 0)
	for n := range faults {
		h.SendFor(stimulus.Work{Start: 2 * n, Vectors: [][4]uint32{{1, 2, 3, 4}, {5, 6, 7, 8}}}, func(end model.Ended) {
			v := end.Vectors[0]
			rows[n] = append(rows[n], fmt.Sprintf("%x %x %x %x", v[0], v[1], v[2], v[3]))
		})
	}
	h.Finish(10_000)
	word := h.GetBig(p.FaultWord)
	first := isa.Word{High: new(big.Int).Rsh(word, 64).Uint64(), Low: word.Uint64()}
	e.Table([]string{"mistake", "word", "why it has no meaning", "r1 after it"}, "LLLL", rows)
	e.Result("%d words without a meaning, each told apart; the ports say fault and where the first one is", len(rows))
	fmt.Fprintf(e.Out, "the ports at the end: fault %d, fault_address %d, fault_word %v\n", h.Get(p.Fault), h.Get(p.FaultAddress), first)
	return nil
}

// encoded is the word of an instruction that is known to be legal.
func encoded(text string) isa.Word {
	p, err := isa.Assemble("instruction", text)
	if err != nil {
		panic(err)
	}
	return p.Words[0]
}

// with is the word with the given value in a field that does not cross bit 64.
func with(w isa.Word, low, width int, v uint64) isa.Word {
	half := &w.Low
	if low >= 64 {
		half, low = &w.High, low-64
	}
	*half = *half&^((1<<width-1)<<low) | v<<low
	return w
}
