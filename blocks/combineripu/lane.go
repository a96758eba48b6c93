package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// operationBits is what a lane needs of an instruction: all but the constants and the last flag.
type operationBits struct {
	Op     hdl.Bits `width:"3"`
	Dest   hdl.Bits `width:"4"` // the register's number
	Halves hdl.Bits `width:"2"`
	In     [3]OperandBits
	Bias   hdl.Bits `width:"1"`
	Scale  hdl.Bits `width:"2"`
	Final  hdl.Bits `width:"1"`
	Odd    hdl.Bits `width:"1"`
}

func (i InstructionBits) operation() operationBits {
	return operationBits{i.Op, i.Dest, i.Halves, i.In, i.Bias, i.Scale, i.Final, i.Odd}
}

// laneOperation is an instruction for one pixel.
type laneOperation struct {
	Pixel       hdl.Bits `width:"group" doc:"the pixel within the group; at most one operation of a pixel is in flight"`
	Dest        hdl.Bits `width:"file" doc:"the result's address in the register file"`
	Instruction operationBits
	Operands    [3]Vector `width:"9" doc:"the register or constant of each source, not yet mapped; zeros for ZERO"`
}

// laneResult is the result of an operation.
type laneResult struct {
	Pixel  hdl.Bits `width:"group"`
	Dest   hdl.Bits `width:"file"`
	Halves hdl.Bits `width:"2" doc:"the halves to write; the other half of the value is undefined"`
	Value  Vector   `width:"9"`
}

// ownLane executes combiner instructions and nothing else, one per cycle; results follow in order, 3 cycles later.
type ownLane struct {
	In  hdl.Sink[laneOperation]
	Out hdl.Source[laneResult]
}

func newOwnLane() *ownLane {
	common := commonShapes()
	return &ownLane{In: hdl.NewSink(common.LaneOperation), Out: hdl.NewSource(common.LaneResult)}
}

// ModuleName is combineripu_lane.
func (l *ownLane) ModuleName() string { return "combineripu_lane" }

// ModuleDoc describes the lane in its Verilog.
func (l *ownLane) ModuleDoc() string {
	return "Arithmetic of combiner instructions in 9 bits: one operation on four components per cycle."
}

// laneEnding is what the last step needs of an operation.
type laneEnding struct{ Pixel, Dest, Halves, Bias, Scale, Final hdl.Bits }

// mappedOperation is an operation after its input mappings.
type mappedOperation struct {
	Op, Odd hdl.Bits
	X       [3]Vector // by source
	Ending  laneEnding
}

// summands are what the last step of an operation adds.
type summands struct {
	Dot    hdl.Bits // 1: add the three RGB summands X[0], for every component
	X      [2]Vector
	Ending laneEnding
}

// Describe builds three steps: input mappings, products, and sums with the output stage.
func (l *ownLane) Describe(m *hdl.Module) {
	in := l.In.Data
	var x [3]Vector
	for n, o := range in.Instruction.In {
		v := in.Operands[n]
		hdl.Unused(o.Kind, o.Register)
		for k := range 3 {
			x[n][k] = mapped(o.Mapping, hdl.Mux(o.RGB, v[3], v[k]))
		}
		x[n][3] = mapped(o.Mapping, hdl.Mux(o.Alpha, v[3], v[2]))
	}
	i := in.Instruction
	hdl.Unused(i.Dest)
	first := laneStep(m, "mapped", l.In.Valid.Bits, l.In.Ready.Bits,
		mappedOperation{i.Op, i.Odd, x, laneEnding{in.Pixel, in.Dest, i.Halves, i.Bias, i.Scale, i.Final}})

	o := first.Out.Data
	is := func(op isa.Op) hdl.Bits { return o.Op.Eq(int(op)) }
	multiplies := m.Named("multiplies", is(isa.Multiply).Or(is(isa.MultAdd)).Or(is(isa.Dot3)))
	var y [2]Vector
	for k := range 4 {
		a, b, c := o.X[0][k], o.X[1][k], o.X[2][k]
		holds := hdl.Mux(o.Odd, c.Bit(0), c.Bit(8).Not().And(c.Bit(7)))
		y[0][k] = hdl.Mux(multiplies, roundedProduct(a, b), hdl.Mux(is(isa.Select).And(holds), b, a))
		y[1][k] = lib.Gate(is(isa.Add), b).Or(lib.Gate(is(isa.MultAdd), c))
	}
	second := laneStep(m, "summands", first.Out.Valid.Bits, first.Out.Ready.Bits, summands{is(isa.Dot3), y, o.Ending})

	s, e := second.Out.Data, second.Out.Data.Ending
	wide := func(x hdl.Bits) hdl.Bits { return x.SignExtend(11) } // for three summands
	dot := wide(s.X[0][0]).Add(wide(s.X[0][1])).Add(wide(s.X[0][2]))
	r := laneResult{Pixel: e.Pixel, Dest: e.Dest, Halves: e.Halves}
	for k := range r.Value {
		r.Value[k] = e.output(hdl.Mux(s.Dot, dot, wide(s.X[0][k]).Add(wide(s.X[1][k]))))
	}
	l.Out.From(laneStep(m, "result", second.Out.Valid.Bits, second.Out.Ready.Bits, r).Out)
}

// laneStep puts a pipeline register behind a stream.
func laneStep[T any](m *hdl.Module, name string, valid, ready hdl.Bits, x T) *lib.PipelineRegister[T] {
	hdl.Helper()
	r := hdl.Instance(m, name, lib.NewPipelineRegister(x))
	r.In.Send(valid, x)
	ready.Set(r.In.Ready)
	return r
}

// mapped applies an input mapping to a component, where −256 counts as −255. The result is −255 to 255.
func mapped(mapping, x hdl.Bits) hdl.Bits {
	x = hdl.Mux(x.Eq(256), 257, x)
	positive := lib.Gate(x.Bit(8).Not(), x)
	one, half := hdl.Const(9, 255), hdl.Const(9, 128)
	expanded := positive.Shl(1).Sub(one)
	return hdl.Select(mapping, []hdl.Bits{
		isa.UnsignedIdentity: positive,
		isa.UnsignedInvert:   one.Sub(positive),
		isa.ExpandNormal:     expanded,
		isa.ExpandNegate:     hdl.Const(9, 0).Sub(expanded),
		isa.HalfBiasNormal:   positive.Sub(half),
		isa.HalfBiasNegate:   half.Sub(positive),
		isa.SignedIdentity:   x,
		isa.SignedNegate:     hdl.Const(9, 0).Sub(x),
	})
}

// roundedProduct is a·b, rounded to the nearest code; magnitudes p are divided by 255 as (p + 128)·257 ÷ 2^16.
func roundedProduct(a, b hdl.Bits) hdl.Bits {
	magnitude := func(x hdl.Bits) hdl.Bits { return hdl.Mux(x.Bit(8), hdl.Const(9, 0).Sub(x), x).Truncate(8) }
	p := magnitude(a).Mul(magnitude(b)).Add(128)
	q := p.Add(p.Shr(8)).Slice(15, 8).ZeroExtend(9)
	return hdl.Mux(a.Bit(8).Xor(b.Bit(8)), hdl.Const(9, 0).Sub(q), q)
}

// output applies an operation's bias, scale and clamp to a sum.
func (i laneEnding) output(sum hdl.Bits) hdl.Bits {
	const w = 13 // four times a sum
	biased := sum.SignExtend(w).Sub(lib.Gate(i.Bias, hdl.Const(w, 128)))
	v := hdl.Select(i.Scale, []hdl.Bits{biased, biased.Shl(1), biased.Shl(2), biased.Add(1).Signed().Shr(1).Bits()}).Signed()
	least := hdl.Mux(i.Final, hdl.Const(w, 0), hdl.SignedConst(w, -255).Bits()).Signed()
	most := hdl.SignedConst(w, 255)
	return hdl.Mux(v.Lt(least), least.Bits(), hdl.Mux(v.Gt(most), most.Bits(), v.Bits())).Truncate(9)
}
