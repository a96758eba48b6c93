package castalu

import (
	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// mathUnits are the math function units of one lane, in one of the two embodiments.
type mathUnits struct {
	Move hdl.In                `doc:"1: the pipeline moves"`
	In   hdl.InOf[mathInput]   `doc:""`
	Out  hdl.OutOf[mathOutput] `doc:""`

	embodiment Embodiment
}

func newMathUnits(e Embodiment) *mathUnits {
	return &mathUnits{hdl.Input(1), hdl.InputOf(mathShape()), hdl.OutputOf(mathOutputShape()), e}
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
	floating := newFloatUnit()
	small, large := newFixedUnit(12), newFixedUnit(24)
	isSmall := byType(in.Type, func(t Type) hdl.Bits { return hdl.Const(1, bit(small.is(t))) })
	isLarge := byType(in.Type, func(t Type) hdl.Bits { return hdl.Const(1, bit(large.is(t))) })
	connect := func(take hdl.In, move hdl.In, data mathInput, yes hdl.Bits) {
		take.Set(yes)
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
	w := float.After(float.NewLine(m.Scope("took"), u.Move.Bits), took{isSmall, isLarge}, mathSteps)
	hdl.Set(u.Out.Data, hdl.MuxOf(w.Small, small.Out.Data, hdl.MuxOf(w.Large, large.Out.Data, floating.Out.Data)))
}
