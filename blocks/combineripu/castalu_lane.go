package combineripu

import (
	"posedge/blocks/castalu"
	castaluisa "posedge/blocks/castalu/isa"
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// laneUnit configures castalu's arithmetic unit for a shader's operations: a thread is a pixel.
var laneUnit = castalu.UnitConfig{Lanes: 4, Embodiment: castalu.Shared, Threads: 1 << groupBits}

// castLane executes instructions on castalu's arithmetic unit, in its 9-bit type. Results come in order, since no
// instruction uses the special functions.
type castLane struct {
	In  hdl.Sink[laneOperation]
	Out hdl.Source[laneResult]
}

func newCastLane() *castLane {
	common := commonShapes()
	return &castLane{In: hdl.NewSink(common.LaneOperation), Out: hdl.NewSource(common.LaneResult)}
}

// ModuleName is combineripu_castalu_lane.
func (l *castLane) ModuleName() string { return "combineripu_castalu_lane" }

// ModuleDoc describes the lane in its Verilog.
func (l *castLane) ModuleDoc() string {
	return "Translates combiner instructions into castalu's words, and executes them on its arithmetic unit."
}

// Describe builds the unit, and a memory of the results' addresses.
func (l *castLane) Describe(m *hdl.Module) {
	u, err := castalu.NewUnit(laneUnit)
	if err != nil {
		m.Errorf("%v", err)
		return
	}
	u = hdl.Instance(m, "unit", u)
	in := l.In.Data
	o := castalu.Operation{Word: m.Named("word", in.Instruction.word()), Thread: in.Pixel}
	for n, v := range in.Operands {
		for k, x := range v {
			o.Operands[n][k] = x.SignExtend(32)
		}
	}
	u.In.Send(l.In.Valid.Bits, o)
	l.In.Ready.Set(u.In.Ready)
	m.If(l.In.Valid, func() { m.Assert("has_a_meaning", u.Meaningless.Not()) })

	places := hdl.NewMem(m, "places", in.Dest, 1<<groupBits, hdl.NoInit())
	m.If(l.In.Fire(), func() { places.Write(in.Pixel, in.Dest) })
	out := u.Out.Data
	r := laneResult{Pixel: out.Thread, Dest: places.Read(out.Thread), Halves: hdl.Cat(out.Mask.Bit(3), out.Mask.Bit(0))}
	for k, x := range out.Value {
		r.Value[k] = x.Truncate(9)
	}
	l.Out.Send(u.Out.Valid, r)
	u.Out.Ready.Set(l.Out.Ready)
	hdl.Unused(out.Dest, out.Killed, out.Fault)
}

// laneOps are castalu's operations, by [isa.Op].
var laneOps = [isa.NumOps]castaluisa.Op{
	isa.Move: castaluisa.Move, isa.Add: castaluisa.Add, isa.Multiply: castaluisa.Multiply, isa.MultAdd: castaluisa.MultiplyAdd, isa.Dot3: castaluisa.Dot3, isa.Select: castaluisa.Select,
}

// word encodes the operation as castalu's Encode does. Its registers are those of a thread, and its constants are
// numbered by the operands' kinds.
func (i operationBits) word() hdl.Bits {
	op, has := make([]hdl.Bits, isa.NumOps), [3][]hdl.Bits{}
	for k, o := range laneOps {
		op[k] = hdl.Const(6, int(o))
		for n := range has {
			has[n] = append(has[n], hdl.Const(1, bit(n < isa.Op(k).Sources())))
		}
	}
	rgb := i.Halves.Bit(0)
	w := castalu.WordFields{
		Op: hdl.Select(i.Op, op), Type: hdl.Const(3, int(castaluisa.S9)),
		Condition: hdl.Mux(i.Op.Eq(int(isa.Select)).And(i.Odd), hdl.Const(2, int(castaluisa.Bit0)), int(castaluisa.Half)),
		Bias:      i.Bias, Scale: i.Scale, Clamp: hdl.Mux(i.Final, hdl.Const(2, int(castaluisa.ClampUnit)), int(castaluisa.ClampSigned)),
		To: hdl.Const(4, int(castaluisa.None)), Dest: i.Dest.ZeroExtend(5), Mask: hdl.Cat(i.Halves.Bit(1), rgb, rgb, rgb),
	}
	dot := i.Op.Eq(int(isa.Dot3))
	for n, o := range i.In {
		there := hdl.Select(i.Op, has[n])
		register := o.Kind.Eq(int(isa.RegisterOperand))
		alpha := lib.Gate(dot.Not(), hdl.Cat(hdl.Const(1, 1), o.Alpha))
		fields := castalu.SourceFields{
			Constant: register.Not(),
			Index:    hdl.Mux(register, o.Register, o.Kind.ZeroExtend(4)).ZeroExtend(8),
			Swizzle:  hdl.Cat(alpha, hdl.Mux(o.RGB, hdl.Const(6, 0b11_11_11), 0b10_01_00)),
			Elements: hdl.Mux(dot, hdl.Const(2, 2), 3),
			From:     hdl.Const(4, int(castaluisa.None)),
			Modifier: hdl.Cat(hdl.Const(1, int(castaluisa.UnsignedIdentity)>>3), o.Mapping),
		}
		w.In[n] = hdl.Unflatten(fields, lib.Gate(there, hdl.Flatten(fields)))
	}
	return w.Word()
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
