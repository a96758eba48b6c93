package combineripu

import (
	"fmt"
	"testing"
	"time"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// remapProof states what a remap does with any beat and any table.
type remapProof struct {
	In    hdl.Sink[Emission]
	Out   hdl.Source[Emission]
	Table hdl.InOf[[isa.NumRegisters]hdl.Bits]

	config Config
}

func newRemapProof(c Config) *remapProof {
	return &remapProof{
		In: hdl.NewSink(EmissionShape(c)), Out: hdl.NewSource(EmissionShape(c)), Table: hdl.InputOf(commonShapes().Allocation.Table),
		config: c,
	}
}

func (h *remapProof) Describe(m *hdl.Module) {
	r := hdl.Instance(m, "dut", NewRemap(h.config))
	r.In.From(h.In)
	h.Out.From(r.Out)
	r.Table.Set(h.Table.Data)
	in, out := h.In.Data, h.Out.Data

	m.Assert("a_beat_passes_once", h.In.Fire().Eq(h.Out.Fire()))
	m.Assert("is_offered_at_once", h.Out.Valid.Eq(h.In.Valid))
	m.Assert("the_table_of_its_set", r.Set.Eq(in.Set))
	// All but the registers stays the same.
	bare := func(e Emission) hdl.Bits {
		e.Instruction.Dest = hdl.Const(4, 0)
		for k := range e.Instruction.In {
			e.Instruction.In[k].Register = hdl.Const(4, 0)
		}
		return hdl.Flatten(e)
	}
	m.Assert("nothing_else_changes", bare(out).Eq(bare(in)))
	number := func(name string, from, to, isCode hdl.Bits) {
		for code, n := range h.Table.Data {
			m.Assert(fmt.Sprintf("%s_of_%d", name, code), implies(isCode.And(from.Eq(code)), to.Eq(n)))
		}
		m.Assert(name+"_of_none", implies(isCode.Not(), to.Eq(from)))
	}
	number("dest", in.Instruction.Dest, out.Instruction.Dest, in.Token.Eq(0))
	for k, o := range in.Instruction.In {
		number(fmt.Sprintf("source_%d", k), o.Register, out.Instruction.In[k].Register, o.Kind.Eq(3))
	}
	m.Assume("a_token_has_no_instruction", implies(h.In.Valid.And(in.Token.Ne(0)), hdl.Flatten(in.Instruction).ReduceOr().Not()))
	m.Assert("tokens_pass", implies(h.In.Valid.And(in.Token.Ne(0)), hdl.Flatten(out).Eq(hdl.Flatten(in))))
	property.AssumeStable(m.Scope("in"), property.OfSink(h.In))
	m.Cover("a_number", h.Out.Fire().And(out.Instruction.Dest.Ne(in.Instruction.Dest)))
}

// A beat passes once, with its registers renumbered and otherwise unchanged.
func TestRemapIsProved(t *testing.T) { proved(t, newRemapProof(NewConfig(4)), 3*time.Minute) }
