package ropmask

import (
	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Selection is the selection logic of the pixel shader: it combines the output map of the shader program header, write
// enables, format masks and blending state of the targets into component update masks. It is combinational.
type Selection struct {
	State hdl.InOf[StateBits] `doc:"the driver's words"`
	Route hdl.OutOf[Route]    `doc:"masks by slot"`
}

// NewSelection makes the selection logic.
func NewSelection() *Selection {
	return &Selection{State: hdl.InputOf(StateShape()), Route: hdl.OutputOf(RouteShape())}
}

// ModuleName is ropmask_selection.
func (s *Selection) ModuleName() string { return "ropmask_selection" }

// ModuleDoc describes the logic in its Verilog.
func (s *Selection) ModuleDoc() string {
	return "Selection logic of the pixel shader output map (US8922555): component update masks."
}

// Describe builds the selection logic, target by target and then slot by slot.
func (s *Selection) Describe(m *hdl.Module) {
	in := s.State.Data

	// TARGET_COUNT above 8 means 8: then bit 3 is set, and every slot is below.
	targetCount := m.Named("target_count", in.CtSelect.Slice(isa.TargetCountBits-1, 0))
	below := make([]hdl.Bits, isa.Targets)
	var writeMask, keep, dual [isa.Targets]hdl.Bits
	dualMode := hdl.Const(1, 0)
	for t := range isa.Targets {
		below[t] = targetCount.Gt(t)

		word := hdl.Mux(in.SingleCtWrite, in.CtWrite[0], in.CtWrite[t])
		if t == 0 {
			word = in.CtWrite[0]
		}
		var enables []hdl.Operand
		for k := range isa.Components {
			enables = append(enables, word.Bit(isa.CtWriteStride*k))
		}
		writeMask[t] = m.Named(indexed("write_mask", t), hdl.Pack(enables...).And(in.FormatMask[t]))

		// The A that blending needs is sent even where it is not written.
		keep[t] = m.Named(indexed("keep_alpha", t),
			in.Blend.Bit(t).And(in.Blendable.Bit(t)).And(in.AlphaAffectsColor.Bit(t)).And(writeMask[t].ReduceOr()))
		dual[t] = in.DualSource.Bit(t)
		dualMode = dualMode.Or(dual[t].And(below[t]))
	}
	dualMode = m.Named("dual_mode", dualMode)
	mrt := m.Named("mrt", in.MrtEnable.And(in.CtMrtEnable).And(dualMode.Not()))

	out := Route{Mrt: mrt}
	secondNeeded := hdl.Const(1, 0)
	for i := range out.Slots {
		lo := isa.TargetCountBits + isa.TargetBits*i
		target := m.Named(indexed("target", i), hdl.Mux(mrt, in.CtSelect.Slice(lo+isa.TargetBits-1, lo), i))
		generated := m.Named(indexed("generated", i), hdl.Mux(mrt, nibble(in.OutputMap, i), nibble(in.OutputMap, 0)))

		active := m.Named(indexed("active", i), below[i].And(generated.ReduceOr()))
		mask := m.Named(indexed("mask", i), lib.Gate(active, hdl.Select(target, writeMask[:])))
		kept := active.And(hdl.Select(target, keep[:]))
		needed := mask.Or(hdl.Cat(kept, hdl.Const(isa.Components-1, 0)))

		second := dualMode.And(dual[i]).And(mask.ReduceOr())
		secondNeeded = secondNeeded.Or(second)
		out.Slots[i] = Slot{Target: target, Mask: mask, Generated: generated, Update: generated.And(needed), Dual: second}
	}
	out.Second = lib.Gate(secondNeeded, nibble(in.OutputMap, 1))
	s.Route.Set(out)
}
