package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// specialUnit computes the special functions of fp32 and fp16, one element per cycle.
type specialUnit struct {
	Move  hdl.In  `doc:"1: the pipeline moves"`
	Valid hdl.In  `doc:"1: there are operands"`
	Op    hdl.In  `doc:"the operation, divide to power"`
	Half  hdl.In  `doc:"1: in fp16, 0: in fp32"`
	A, B  hdl.In  `doc:"the operands"`
	Y     hdl.Out `doc:"the result"`
}

// specialSteps is the latency of all special functions: an input register, and the recurrences.
const specialSteps = 1 + float.DualRootSteps

func newSpecialUnit() *specialUnit {
	return &specialUnit{
		Move: hdl.Input(1), Valid: hdl.Input(1), Op: hdl.Input(isa.FieldOp.Width), Half: hdl.Input(1),
		A: hdl.Input(32), B: hdl.Input(32), Y: hdl.Output(32),
	}
}

// ModuleName is castalu_special.
func (u *specialUnit) ModuleName() string { return "castalu_special" }

// ModuleDoc describes the unit in its Verilog.
func (u *specialUnit) ModuleDoc() string {
	return "Special functions of fp32 and fp16: divide, reciprocal, square root and its reciprocal, log2, exp2, power."
}

// Describe builds the recurrences and the table-based functions; the one that is not in
// use holds still.
func (u *specialUnit) Describe(m *hdl.Module) {
	type input struct{ Op, Half, A, B hdl.Bits }
	is := func(op hdl.Bits, of isa.Op) hdl.Bits { return op.Eq(int(of)) }
	table := is(u.Op.Bits, isa.Log2).Or(is(u.Op.Bits, isa.Exp2)).Or(is(u.Op.Bits, isa.Power))
	reciprocal := is(u.Op.Bits, isa.Reciprocal)
	next := input{u.Op.Bits, u.Half.Bits, u.A.Bits, u.B.Bits}
	r, f := hdl.RegOf(m, "recurrence_in", next, hdl.NoReset()), hdl.RegOf(m, "function_in", next, hdl.NoReset())
	entered := m.Reg("entered", 2, hdl.NoReset()) // of the recurrences, of the functions
	m.If(u.Move, func() { entered.Set(lib.Gate(u.Valid.Bits, hdl.Cat(table, table.Not()))) })
	m.If(u.Move.And(u.Valid), func() {
		m.If(table, func() {
			hdl.Set(f, next)
		}).Else(func() {
			divide := next
			divide.A, divide.B = hdl.Mux(reciprocal, oneOf(u.Half.Bits), u.A), hdl.Mux(reciprocal, u.A, u.B)
			hdl.Set(r, divide)
		})
	})
	recurrences := float.NewLine(m.Scope("recurrence"), u.Move.Bits).Gated(entered.Bit(0))
	y := float.DualRecurrence(recurrences, r.Half, float.Recurrence{Root: is(r.Op, isa.SquareRoot), Inverse: is(r.Op, isa.ReciprocalRoot)}, r.A, r.B)
	functions := float.NewLine(m.Scope("function"), u.Move.Bits).Gated(entered.Bit(1))
	z := float.DualFunction(functions, f.Half, float.Function{Log2: is(f.Op, isa.Log2), Exp2: is(f.Op, isa.Exp2)}, f.A, f.B)
	z = float.After(functions, z, float.DualRootSteps-float.DualFunctionSteps)
	which := float.After(float.NewLine(m.Scope("which"), u.Move.Bits).Gated(u.Valid.Bits), table, specialSteps)
	u.Y.Set(hdl.Mux(which, z, y))
}

// special builds the pipeline of the special functions.
func (p *pipe) special() {
	p.stages(castSteps + specialSteps + outputSteps + castSteps)
	x, math, active := p.inputs()
	u := hdl.Instance(p.m, "functions", newSpecialUnit())
	u.Move.Set(p.move)
	u.Valid.Set(active[0])
	u.Half.Set(math.Type.Eq(int(isa.FP16)))
	d := p.job
	u.Op.Set(float.After(p.line("op", 0), d.Op, castSteps))
	u.A.Set(x[0][0])
	u.B.Set(x[1][0])
	hdl.Unused(math.Op, math.Condition, d.Dot)
	t := carry(p, "middle", 0, p.tail(), castSteps+specialSteps)
	p.outputs([]hdl.Bits{u.Y.Bits}, []hdl.Bits{p.valid(castSteps + specialSteps)}, hdl.Const(1, 0), t, castSteps+specialSteps)
}
