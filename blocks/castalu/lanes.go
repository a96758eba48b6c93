package castalu

import (
	"fmt"

	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// laneSteps is the latency of the cheap operations, in moves.
const laneSteps = castSteps + mathSteps + dotSteps + outputSteps + castSteps

// lanes builds the pipeline of the cheap operations.
func (p *pipe) lanes(e Embodiment) {
	p.stages(laneSteps)
	x, math, active := p.inputs()
	d := p.job
	var products []hdl.Bits
	var holds hdl.Bits
	for lane := range p.width {
		u := hdl.Instance(p.m, fmt.Sprintf("math_%d", lane), newMathUnits(e))
		u.Move.Set(p.move)
		u.Valid.Set(active[lane])
		hdl.Set(u.In.Data, mathInput{math.Op, math.Type, math.Condition, x[0][lane], x[1][lane], x[2][lane]})
		products = append(products, u.Out.Data.Value)
		if lane == 0 {
			holds = u.Out.Data.Holds
		} else {
			hdl.Unused(u.Out.Data.Holds)
		}
	}
	type behind struct {
		Dot, Four hdl.Bits
		Active    []hdl.Bits
		Tail      tail
	}
	const before = castSteps + mathSteps
	t := carry(p, "middle", 0, behind{d.Dot, d.Op.Eq(int(isa.Dot4)), p.active(), p.tail()}, before)
	sums := p.dots(products, t.Dot.And(p.valid(before)), t.Four, t.Tail.Of.Out.Type, t.Tail.Group)
	type around struct {
		Dot, Holds hdl.Bits
		Active     []hdl.Bits
		Tail       tail
	}
	a := carry(p, "around", before, around{t.Dot, holds, t.Active, t.Tail}, dotSteps)
	values := float.After(p.line("products", before), products, dotSteps)
	values[0] = hdl.Mux(a.Dot, sums, values[0])
	for lane := range a.Active { // the sum has one element
		a.Active[lane] = a.Active[lane].And(p.valid(before + dotSteps))
		if lane > 0 {
			a.Active[lane] = a.Active[lane].And(a.Dot.Not())
		}
	}
	p.outputs(values, a.Active, a.Holds, a.Tail, before+dotSteps)
}

// dotSteps is a step for the sums of pairs of products and one for their sum.
const dotSteps = 2 * float.DualSumSteps

// dots adds products: (p0 + p1) + (p2 + p3), or (p0 + p1) + p2. With fewer than four
// lanes the products arrive in groups, one per move, and the sum follows the last group.
func (p *pipe) dots(x []hdl.Bits, dot, four, t, group hdl.Bits) hdl.Bits {
	half := t.Eq(int(isa.FP16))
	none := lib.Gate(isFloat(t), hdl.Mux(half, hdl.Const(32, 1<<15), hdl.Const(32, 1<<31))) // −0
	add := func(name string, dot, t, a, b hdl.Bits) hdl.Bits {
		s := hdl.Instance(p.m, name, newSumUnit())
		s.Move.Set(p.move)
		s.Valid.Set(dot)
		s.Of.Set(t)
		s.A.Set(a)
		s.B.Set(b)
		return s.Y.Bits
	}
	type later struct{ Dot, Type, Four hdl.Bits }
	l := float.After(p.line("dot", castSteps+mathSteps), later{dot, t, four}, float.DualSumSteps)
	l.Dot = l.Dot.And(p.valid(castSteps + mathSteps + float.DualSumSteps))
	switch p.width {
	case 4:
		hdl.Unused(group, l.Four)
		first := add("pair_0", dot, t, x[0], x[1])
		second := add("pair_1", dot, t, x[2], hdl.Mux(four, x[3], none))
		return add("sum", l.Dot, l.Type, first, second)
	case 2:
		hdl.Unused(l.Four)
		pair := add("pair", dot, t, x[0], hdl.Mux(group.Eq(0).Or(four), x[1], none))
		first := float.After(p.ungated("first"), pair, 1)
		return add("sum", l.Dot, l.Type, first, pair)
	}
	alone := group.Eq(2).And(four.Not())
	before := float.After(p.ungated("before"), x[0], 1)
	pair := add("pair", dot, t, hdl.Mux(alone, x[0], before), hdl.Mux(alone, none, x[0]))
	one := float.After(p.ungated("first"), pair, 1)
	two := float.After(p.ungated("second"), one, 1)
	return add("sum", l.Dot, l.Type, hdl.Mux(l.Four, two, one), pair)
}

// sumUnit adds two products, or two sums, of a dot product.
type sumUnit struct {
	Move  hdl.In  `doc:"1: the pipeline moves"`
	Valid hdl.In  `doc:"1: there are addends"`
	Of    hdl.In  `doc:"the numeric type"`
	A, B  hdl.In  `doc:"the addends; codes in two's complement"`
	Y     hdl.Out `doc:"the sum, exact in fixed point"`
}

func newSumUnit() *sumUnit {
	return &sumUnit{Move: hdl.Input(1), Valid: hdl.Input(1), Of: hdl.Input(typeBits), A: hdl.Input(32), B: hdl.Input(32), Y: hdl.Output(32)}
}

// ModuleName is castalu_sum.
func (s *sumUnit) ModuleName() string { return "castalu_sum" }

// ModuleDoc describes the unit in its Verilog.
func (s *sumUnit) ModuleDoc() string { return "Adder of a dot product's products." }

// Describe builds an adder for floating point and one for fixed point.
func (s *sumUnit) Describe(m *hdl.Module) {
	floating := isFloat(s.Of.Bits)
	in := func(x hdl.In, yes hdl.Bits) hdl.Bits { return lib.Gate(yes, x.Bits) }
	line := func(name string, valid hdl.Bits) *float.Line {
		return float.NewLine(m.Scope(name), s.Move.Bits).Gated(s.Valid.And(valid))
	}
	sum := float.DualAdd(line("float", floating), s.Of.Eq(int(isa.FP16)), in(s.A, floating), in(s.B, floating))
	exact := in(s.A, floating.Not()).Add(in(s.B, floating.Not()))
	type fixed struct{ Float, Sum hdl.Bits }
	f := float.After(line("fixed", hdl.Const(1, 1)), fixed{floating, exact}, float.DualSumSteps)
	s.Y.Set(hdl.Mux(f.Float, sum, f.Sum))
}
