package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// floatUnit computes in fp32 and fp16.
type floatUnit struct {
	Move hdl.In                `doc:"1: the pipeline moves"`
	Take hdl.In                `doc:"1: the inputs have a type of this unit; otherwise they are not taken"`
	In   hdl.InOf[mathInput]   `doc:""`
	Out  hdl.OutOf[mathOutput] `doc:""`
}

func newFloatUnit() *floatUnit {
	return &floatUnit{Move: hdl.Input(1), Take: hdl.Input(1), In: hdl.InputOf(mathShape()), Out: hdl.OutputOf(mathOutputShape())}
}

// ModuleName is castalu_math_float.
func (u *floatUnit) ModuleName() string { return "castalu_math_float" }

// ModuleDoc describes the unit in its Verilog.
func (u *floatUnit) ModuleDoc() string {
	return "Math function unit of one lane for fp32 and fp16."
}

// Describe builds the datapath.
func (u *floatUnit) Describe(m *hdl.Module) {
	r := hdl.RegOf(m, "taken", mathShape(), hdl.NoReset())
	m.If(u.Move.And(u.Take), func() { hdl.Set(r, u.In.Data) })
	taken := m.Reg("valid", 1, hdl.NoReset())
	m.If(u.Move, func() { taken.Set(u.Take) })
	s := simpleFloat(r)
	fma := float.NewLine(m.Scope("fma"), u.Move.Bits).Gated(taken.And(s.Fused))
	a, b, c := fusedOperands(r)
	value := float.DualFMA(fma, s.Half, a, b, c)
	along := float.After(float.NewLine(m.Scope("along"), u.Move.Bits).Gated(taken), s, fma.Steps())
	hdl.Unused(along.Half)
	hdl.Set(u.Out.Data, mathOutput{hdl.Mux(along.Fused, value, along.Value), along.Holds})
}

// simple is the result of an operation that needs no arithmetic.
type simple struct {
	Value hdl.Bits // 32
	Holds hdl.Bits // the condition holds for A
	Fused hdl.Bits // the result is that of the fused multiply-add instead
	Half  hdl.Bits // the type is fp16
}

// floatOrder compares two values of fp32, or of fp16.
func floatOrder(half, a, b hdl.Bits) float.Order {
	single := float.Binary32.Compare(a, b, float.Nearest())
	small := float.Binary16.Compare(a.Truncate(16), b.Truncate(16), float.Nearest())
	return hdl.MuxOf(half, small, single)
}

// oneOf is 1.0 and halfOf ½, in fp16 or fp32.
func oneOf(half hdl.Bits) hdl.Bits {
	return hdl.Mux(half, hdl.Const(32, 0x3c00), hdl.Const(32, 0x3f80_0000))
}

func halfOf(half hdl.Bits) hdl.Bits {
	return hdl.Mux(half, hdl.Const(32, 0x3800), hdl.Const(32, 0x3f00_0000))
}

// signOf is the sign bit of a value.
func signOf(half, x hdl.Bits) hdl.Bits { return hdl.Mux(half, x.Bit(15), x.Bit(31)) }

func simpleFloat(r mathInput) simple {
	half := r.Type.Eq(int(isa.FP16))
	one := oneOf(half)
	holds := func(x hdl.Bits) hdl.Bits {
		o := floatOrder(half, x, halfOf(half))
		zero := hdl.Mux(half, x.Slice(14, 0).ReduceOr(), x.Slice(30, 0).ReduceOr()).Not()
		return hdl.Select(r.Condition, []hdl.Bits{o.Greater.Or(o.Equal), zero.Not(), x.Bit(0)})
	}
	o := floatOrder(half, r.A, r.B)
	truth := func(cond hdl.Bits) hdl.Bits { return lib.Gate(cond, one) }
	least := hdl.Mux(half, float.Binary16.Min(r.A.Truncate(16), r.B.Truncate(16), float.Nearest()).ZeroExtend(32), float.Binary32.Min(r.A, r.B, float.Nearest()))
	most := hdl.Mux(half, float.Binary16.Max(r.A.Truncate(16), r.B.Truncate(16), float.Nearest()).ZeroExtend(32), float.Binary32.Max(r.A, r.B, float.Nearest()))
	list := make([]hdl.Bits, int(isa.Select)+1)
	for i := range list {
		list[i] = r.A
	}
	list[isa.Min], list[isa.Max] = least, most
	list[isa.Less], list[isa.LessEqual], list[isa.Equal] = truth(o.Less), truth(o.Less.Or(o.Equal)), truth(o.Equal)
	list[isa.Select] = hdl.Mux(holds(r.C), r.B, r.A)
	fused := hdl.Const(1, 0)
	for _, op := range []isa.Op{isa.Add, isa.Subtract, isa.Multiply, isa.MultiplyAdd, isa.Dot3, isa.Dot4} {
		fused = fused.Or(r.Op.Eq(int(op)))
	}
	return simple{hdl.Select(r.Op, list), holds(r.A), fused, half}
}

// fusedOperands are the factors and the addend: a × 1 ± b, a × b − 0 or a × b + c.
func fusedOperands(r mathInput) (a, b, c hdl.Bits) {
	half := r.Type.Eq(int(isa.FP16))
	negative := hdl.Mux(half, hdl.Const(32, 1<<15), hdl.Const(32, 1<<31))
	subtract := r.Op.Eq(int(isa.Subtract))
	sum := r.Op.Eq(int(isa.Add)).Or(subtract)
	b = hdl.Mux(sum, oneOf(half), r.B)
	c = hdl.Mux(sum, r.B.Xor(lib.Gate(subtract, negative)), hdl.Mux(r.Op.Eq(int(isa.MultiplyAdd)), r.C, negative))
	return r.A, b, c
}
