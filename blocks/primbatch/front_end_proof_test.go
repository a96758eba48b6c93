package primbatch

import (
	"testing"
	"time"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// frontEndProof states what the distributor may rely on, with any items: complete batches that are not empty, and methods only
// between them. That an offered beat is stable is checked by the monitors in simulation.
type frontEndProof struct {
	In  hdl.Sink[Item]
	Out hdl.Source[frontBeat]

	config Config
}

func newFrontEndProof(e isa.Embodiment) *frontEndProof {
	c := narrow(1, 4)
	c.Embodiment = e
	return &frontEndProof{hdl.NewSink(c.shapes().Item), hdl.NewSource(c.shapes().Front), c}
}

func (h *frontEndProof) Describe(m *hdl.Module) {
	f := hdl.Instance(m, "dut", newFrontEnd(h.config))
	f.In.From(h.In)
	h.Out.From(f.Out)
	out := property.OfSource(h.Out)
	begun := m.Reg("begun", 1)
	last := out.Data.Beat.Kind.Eq(int(lastElement))
	m.If(out.Fire().And(out.Data.Method.Not()), func() { begun.Set(last.Not()) })
	m.Assert("whole_batches", implies(out.Valid.And(out.Data.Method.Not()), out.Data.First.Eq(begun.Not()).And(implies(last, begun))))
	m.Assert("methods_between_them", implies(out.Valid.And(out.Data.Method), begun.Not()))
	wrong := f.Error.Ne(int(isa.NoError))
	m.Assert("wrong_items_are_ignored", implies(wrong, h.In.Fire().And(h.Out.Valid.Not())))
	m.Assert("does_not_wait", implies(h.In.Valid.And(h.Out.Ready), h.In.Fire()))
	m.Cover("an_open_end", out.Valid.And(last).And(out.Data.Beat.Open))
}

func TestTheFrontEndIsProved(t *testing.T) { proved(t, newFrontEndProof(isa.TwoModes), 30*time.Second) }

func TestLongTheFrontEndIsProved(t *testing.T) {
	long.Only(t)
	proved(t, newFrontEndProof(isa.FourModes), time.Minute)
}
