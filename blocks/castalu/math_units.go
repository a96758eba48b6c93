package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// mathUnits are the math function units of one lane, in one of the two embodiments.
type mathUnits struct {
	Move  hdl.In                `doc:"1: the pipeline moves"`
	Valid hdl.In                `doc:"1: there are operands"`
	In    hdl.InOf[mathInput]   `doc:""`
	Out   hdl.OutOf[mathOutput] `doc:""`

	embodiment Embodiment
}

func newMathUnits(e Embodiment) *mathUnits {
	return &mathUnits{Move: hdl.Input(1), Valid: hdl.Input(1), In: hdl.InputOf(mathShape()), Out: hdl.OutputOf(mathOutputShape()), embodiment: e}
}

// ModuleName is castalu_math_separate or castalu_math_shared.
func (u *mathUnits) ModuleName() string { return "castalu_math_" + u.embodiment.String() }

// ModuleDoc describes the units in their Verilog.
func (u *mathUnits) ModuleDoc() string {
	return "Math function units of one lane, " + u.embodiment.String() + "."
}

// Describe instantiates the units and selects the result of the one that took the
// operands.
func (u *mathUnits) Describe(m *hdl.Module) {
	in := u.In.Data
	if u.embodiment == Shared {
		one := hdl.Instance(m, "shared", newSharedUnit())
		one.Move.Set(u.Move)
		one.Take.Set(u.Valid)
		hdl.Set(one.In.Data, in)
		hdl.Set(u.Out.Data, one.Out.Data)
		return
	}
	floating, small, large := newFloatUnit(), newFixedUnit(12), newFixedUnit(24)
	isSmall, isLarge := isAmong(in.Type, small.is), isAmong(in.Type, large.is)
	connect := func(take, move hdl.In, data mathInput, yes hdl.Bits) {
		take.Set(u.Valid.And(yes))
		move.Set(u.Move)
		hdl.Set(data, in)
	}
	hdl.Instance(m, "floating", floating)
	hdl.Instance(m, "fixed12", small)
	hdl.Instance(m, "fixed24", large)
	connect(floating.Take, floating.Move, floating.In.Data, isFloat(in.Type))
	connect(small.Take, small.Move, small.In.Data, isSmall)
	connect(large.Take, large.Move, large.In.Data, isLarge)
	type took struct{ Small, Large hdl.Bits }
	w := float.After(float.NewLine(m.Scope("took"), u.Move.Bits).Gated(u.Valid.Bits), took{isSmall, isLarge}, mathSteps)
	hdl.Set(u.Out.Data, hdl.MuxOf(w.Small, small.Out.Data, hdl.MuxOf(w.Large, large.Out.Data, floating.Out.Data)))
}

// isAmong reports whether is holds for a numeric type.
func isAmong(t hdl.Bits, is func(isa.Type) bool) hdl.Bits {
	return byType(t, func(t isa.Type) hdl.Bits { return hdl.Const(1, digit(is(t))) })
}

// sharedUnit computes in all types with one 24-bit multiplier. Floating-point and
// fixed-point operands have separate registers, so that the exponent logic holds still
// while the multiplier is lent.
type sharedUnit struct {
	Move hdl.In                `doc:"1: the pipeline moves"`
	Take hdl.In                `doc:"1: there are operands"`
	In   hdl.InOf[mathInput]   `doc:""`
	Out  hdl.OutOf[mathOutput] `doc:""`
}

func newSharedUnit() *sharedUnit {
	return &sharedUnit{Move: hdl.Input(1), Take: hdl.Input(1), In: hdl.InputOf(mathShape()), Out: hdl.OutputOf(mathOutputShape())}
}

// ModuleName is castalu_math_all.
func (u *sharedUnit) ModuleName() string { return "castalu_math_all" }

// ModuleDoc describes the unit in its Verilog.
func (u *sharedUnit) ModuleDoc() string {
	return "Math function unit of one lane for all types, with one multiplier."
}

// Describe builds both datapaths around the multiplier.
func (u *sharedUnit) Describe(m *hdl.Module) {
	in := u.In.Data
	floating, fixed := hdl.RegOf(m, "floating", in, hdl.NoReset()), hdl.RegOf(m, "fixed", in, hdl.NoReset())
	lend, taken := m.Reg("lend", 1, hdl.NoReset()), m.Reg("entered", 1, hdl.NoReset())
	m.If(u.Move, func() { taken.Set(u.Take) })
	m.If(u.Move.And(u.Take), func() {
		lend.Set(isFloat(in.Type).Not())
		m.If(isFloat(in.Type), func() { hdl.Set(floating, in) }).Else(func() { hdl.Set(fixed, in) })
	})
	const w = 25
	codes := mathInput{fixed.Op, fixed.Type, fixed.Condition, fixed.A.Truncate(w), fixed.B.Truncate(w), fixed.C.Truncate(w)}
	hdl.Unused(fixed)
	s := simpleFloat(floating)
	var value hdl.Bits
	multiply := func(x, y hdl.Bits) (product hdl.Bits) {
		a, b, c := fusedOperands(floating)
		fma := float.NewLine(m.Scope("fma"), u.Move.Bits).Gated(taken.And(lend.Or(s.Fused)))
		value, product = float.DualLentFMA(fma, s.Half, a, b, c, lend, x, y)
		return product
	}
	code := mathOutput{m.Wire("code_value", 32), m.Wire("code_holds", 1)}
	fixedPath(m, u.Move.Bits, taken.And(lend), func(t isa.Type) bool { return !t.Float() }, codes, code, multiply, float.DualProductSteps)
	type late struct {
		Of   simple
		Lent hdl.Bits
	}
	along := float.After(float.NewLine(m.Scope("beside"), u.Move.Bits).Gated(taken), late{s, lend}, float.DualFMASteps)
	hdl.Unused(along.Of.Half)
	hdl.Set(u.Out.Data, hdl.MuxOf(along.Lent, code, mathOutput{hdl.Mux(along.Of.Fused, value, along.Of.Value), along.Of.Holds}))
}

func digit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
