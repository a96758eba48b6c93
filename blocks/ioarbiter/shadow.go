package ioarbiter

import (
	"fmt"
	"slices"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// ShadowState is a copy of a unit's state. A new state is compared with it in one cycle, and the words that differ are
// sent, one a cycle.
type ShadowState struct {
	Take    hdl.In                       `doc:"1: a new state; only when Sent"`
	Words   hdl.InOf[[]hdl.Bits]         `doc:"its words"`
	Count   hdl.In                       `doc:"how many of them are valid, from 0 on"`
	Updates hdl.Source[fixed.StateWrite] `doc:"words that differ, in ascending order"`
	Sent    hdl.Out                      `doc:"1: the unit has received the last state"`

	unit string
	bits int  // of a word
	all  bool // unchanged words are sent too
}

func newShadowState(unit string, words int) *ShadowState {
	return newNarrowShadow(unit, words, wordBits)
}

func newNarrowShadow(unit string, words, bits int) *ShadowState {
	update := fixed.StateShape()
	update.Data = hdl.Width(bits)
	return &ShadowState{
		Take: hdl.Input(1), Words: hdl.InputOf(slices.Repeat([]hdl.Bits{hdl.Width(bits)}, words)), Count: hdl.Input(5),
		Updates: hdl.NewSource(update), Sent: hdl.Output(1), unit: unit, bits: bits,
	}
}

// ModuleName is shadow_state with the number of words.
func (s *ShadowState) ModuleName() string {
	if s.all {
		return fmt.Sprintf("unshadowed_state_w%d", len(s.Words.Data))
	}
	return fmt.Sprintf("shadow_state_w%d", len(s.Words.Data))
}

// ModuleDoc describes the shadow state in its Verilog.
func (s *ShadowState) ModuleDoc() string {
	return "Compares a request's state with the unit's, and sends the words that differ."
}

// Describe builds the shadow and a mask of the words to be sent.
func (s *ShadowState) Describe(m *hdl.Module) {
	n := len(s.Words.Data)
	pending := m.Reg("pending", n)
	s.Sent.Set(pending.Eq(0))
	var differ, shadow []hdl.Bits
	for k := range n {
		word := m.Reg(fmt.Sprintf("word_%d", k), s.bits)
		counts := m.Named(fmt.Sprintf("counts_%d", k), s.Take.And(s.Count.Gt(k)))
		change := word.Ne(s.Words.Data[k])
		if s.all {
			change = hdl.Const(1, 1)
		}
		differ = append(differ, counts.And(change))
		m.If(counts, func() { word.Set(s.Words.Data[k]) })
		shadow = append(shadow, word)
	}
	index, some := lib.PriorityEncoder(pending)
	s.Updates.Send(some, fixed.StateWrite{Index: sized(index, 4), Data: hdl.Select(index, shadow)})
	sent := lib.Gate(s.Updates.Fire(), lib.LowestOneHot(pending))
	var mask []any
	for _, d := range differ {
		mask = append(mask, d)
	}
	pending.Set(pending.And(sent.Not()).Or(hdl.Pack(mask...)))
}
