package ropmask

import (
	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// uses reports whether a factor or its complement has an effect; see [isa.Equation].
func (e EquationBits) uses(f isa.Factor) hdl.Bits {
	multiplies := e.Function.Lt(int(isa.Min))
	chosen := func(x hdl.Bits) hdl.Bits { return x.Slice(isa.FactorBits-1, 1).Eq(int(f) >> 1) }
	return multiplies.And(chosen(e.Source).Or(chosen(e.Destination)))
}

// alphaAffectsColor and takesSecond are as in [isa.Blend].
func (b BlendBits) alphaAffectsColor() hdl.Bits { return b.Color.uses(isa.SourceAlpha) }

func (b BlendBits) takesSecond() hdl.Bits {
	return b.Color.uses(isa.SecondColor).Or(b.Color.uses(isa.SecondAlpha)).Or(b.Alpha.uses(isa.SecondColor)).Or(b.Alpha.uses(isa.SecondAlpha))
}

// Pipeline stages of blending: complements, products, sum. Each step rounds once.
const (
	complementStages = 2
	productStages    = 2
	sumStages        = 2
	laneStages       = complementStages + productStages + sumStages
)

// laneInput is what a blend lane takes in a cycle: one component, in fp32.
type laneInput struct {
	Blend            hdl.Bits `width:"1" doc:"0 passes the source as it is"`
	Equation         EquationBits
	Source           hdl.Bits `width:"component"`
	SourceAlpha      hdl.Bits `width:"component"`
	Destination      hdl.Bits `width:"component"`
	DestinationAlpha hdl.Bits `width:"component"`
	Second           hdl.Bits `width:"component"`
	SecondAlpha      hdl.Bits `width:"component"`
}

// blendLane blends one component: it chooses the factors, makes complements,
// multiplies twice and adds, each rounded to the nearest fp32. It takes a
// component in every cycle, which comes out laneStages cycles later.
type blendLane struct {
	In  hdl.InOf[laneInput] `doc:"one component with its operands"`
	Out hdl.Out             `doc:"the component blended, 6 cycles later"`
}

// newBlendLane makes a lane.
func newBlendLane() *blendLane {
	return &blendLane{In: hdl.InputOf(fixed().Lane), Out: hdl.Output(componentBits)}
}

// ModuleName is ropmask_blend_lane.
func (l *blendLane) ModuleName() string { return "ropmask_blend_lane" }

// ModuleDoc describes the lane in its Verilog.
func (l *blendLane) ModuleDoc() string {
	return "One component of blending in fp32: factors, two products and their sum; 6 pipeline stages."
}

// Describe builds the lane. Nothing ever waits in it.
func (l *blendLane) Describe(m *hdl.Module) {
	in := l.In.Data
	zero := hdl.Const(componentBits, 0)
	one := float.Binary32.One()

	// factor is x − 0 or 1 − x; the former changes no number.
	factor := func(name string, which hdl.Bits) hdl.Bits {
		x := m.Named(name+"_of", hdl.Select(which.Slice(isa.FactorBits-1, 1), []hdl.Bits{
			zero, in.Source, in.SourceAlpha, in.Destination, in.DestinationAlpha, in.Second, in.SecondAlpha}))
		u := hdl.Instance(m, name, float.NewSub(float.Binary32, complementStages))
		complement := which.Bit(0)
		return flow(u, float.Two{A: hdl.Mux(complement, one, x), B: hdl.Mux(complement, x, zero), Mode: float.Nearest()})
	}
	sourceFactor := factor("source_factor", in.Equation.Source)
	destinationFactor := factor("destination_factor", in.Equation.Destination)

	// Functions without a product bypass the multipliers.
	lesser := float.Binary32.Min(in.Source, in.Destination, float.Nearest())
	greater := float.Binary32.Max(in.Source, in.Destination, float.Nearest())
	type value struct {
		Value hdl.Bits
		Sum   hdl.Bits // use the sum, not Value
	}
	type aside struct {
		Of       value
		Subtract hdl.Bits
		Reverse  hdl.Bits
	}
	f := in.Equation.Function
	along := delay(m, "beside_product", aside{
		Of: value{
			Value: hdl.Mux(in.Blend, hdl.Mux(f.Eq(int(isa.Min)), lesser, greater), in.Source),
			Sum:   in.Blend.And(f.Lt(int(isa.Min))),
		},
		Subtract: f.Eq(int(isa.Subtract)),
		Reverse:  f.Eq(int(isa.ReverseSubtract)),
	}, complementStages+productStages)
	source := delay(m, "source", in.Source, complementStages)
	destination := delay(m, "destination", in.Destination, complementStages)

	product := func(name string, x, factor hdl.Bits) hdl.Bits {
		u := hdl.Instance(m, name, float.NewMul(float.Binary32, productStages))
		return flow(u, float.Two{A: x, B: factor, Mode: float.Nearest()})
	}
	ps := product("source_product", source, sourceFactor)
	pd := product("destination_product", destination, destinationFactor)

	ps = hdl.Mux(along.Reverse, float.Binary32.Neg(ps), ps)
	pd = hdl.Mux(along.Subtract, float.Binary32.Neg(pd), pd)
	adder := hdl.Instance(m, "sum", float.NewAdd(float.Binary32, sumStages))
	sum := flow(adder, float.Two{A: ps, B: pd, Mode: float.Nearest()})
	of := delay(m, "beside_sum", along.Of, sumStages)
	l.Out.Set(hdl.Mux(of.Sum, sum, of.Value))
}

// clampUnit is an fp32 value clamped to 0 to 1, NaN to 0.
func clampUnit(x hdl.Bits) hdl.Bits {
	one := float.Binary32.One()
	magnitude := x.Slice(30, 0)
	nan := magnitude.Gt(0x7f800000)
	low := x.Bit(31).Or(nan)
	return lib.Gate(low.Not(), hdl.Mux(x.Ge(one), one, x))
}
