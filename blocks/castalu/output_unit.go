package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// outputUnit is the output stage of one lane, up to the saturation to the type of the
// operation. The result follows the operand by outputSteps moves.
type outputUnit struct {
	Move  hdl.In            `doc:"1: the pipeline moves"`
	Valid hdl.In            `doc:"1: there is a result"`
	X     hdl.In            `doc:"the result of the operation; a code in two's complement, not yet limited to its type"`
	How   hdl.InOf[outputs] `doc:""`
	Y     hdl.Out           `doc:"a value of the type, zero- or sign-extended"`
}

// outputs is the control of the output stage.
type outputs struct {
	Type  hdl.Bits `width:"type" doc:"the numeric type"`
	Bias  hdl.Bits `width:"1" doc:"1: subtract ½"`
	Scale hdl.Bits `width:"2" doc:"0: by 1; 1: by 2; 2: by 4; 3: by ½"`
	Clamp hdl.Bits `width:"2" doc:"0: none; 1: to [0, 1]; 2: to [−1, 1]"`
}

func outputsShape() outputs {
	return hdl.Shape[outputs](hdl.Widths{"type": typeBits})
}

// outputSteps is the latency of the output stage: that of the scale, and a register.
const outputSteps = float.DualScaleSteps + 1

func newOutputUnit() *outputUnit {
	return &outputUnit{Move: hdl.Input(1), Valid: hdl.Input(1), X: hdl.Input(32), How: hdl.InputOf(outputsShape()), Y: hdl.Output(32)}
}

// ModuleName is castalu_output.
func (u *outputUnit) ModuleName() string { return "castalu_output" }

// ModuleDoc describes the output stage in its Verilog.
func (u *outputUnit) ModuleDoc() string {
	return "Output stage of one lane: bias, scale, clamp, saturation."
}

// Describe builds the stage.
func (u *outputUnit) Describe(m *hdl.Module) {
	how, x := u.How.Data, u.X.Bits
	floating, half := isFloat(how.Type), how.Type.Eq(int(isa.FP16))
	// The factor is 2 to the power of 0, 1, 2 or −1.
	scaled := how.Scale.ReduceOr()
	by := hdl.Select(how.Scale, []hdl.Bits{hdl.Const(3, 0), hdl.Const(3, 1), hdl.Const(3, 2), hdl.SignedConst(3, -1).Bits()})
	multiplies := floating.And(scaled)
	scale := float.NewLine(m.Scope("scale"), u.Move.Bits).Gated(u.Valid.And(multiplies))
	product := float.DualScale(scale, half, lib.Gate(multiplies, x), lib.Gate(multiplies, by))

	code := x.Truncate(codeBits)
	biased := code.Sub(lib.Gate(how.Bias, codeByType(how.Type, codeBits, func(t isa.Type) int64 { return int64(isa.CodeOfHalf(t)) })))
	halved := biased.Signed().Extend(codeBits + 1).Add(hdl.SignedConst(codeBits+1, 1)).Shr(1).Bits().Truncate(codeBits)
	code = hdl.Select(how.Scale, []hdl.Bits{biased, biased.Shl(1), biased.Shl(2), halved})

	type rest struct {
		How    outputs
		X      hdl.Bits // in floating point, not scaled
		Scaled hdl.Bits
		Code   hdl.Bits
	}
	line := float.NewLine(m.Scope("rest"), u.Move.Bits).Gated(u.Valid.Bits)
	r := float.After(line, rest{how, lib.Gate(floating, x), scaled, lib.Gate(floating.Not(), code)}, float.DualScaleSteps)
	y := m.Reg("value", 32, hdl.NoReset())
	m.If(u.Move.And(line.Valid()), func() {
		y.Set(hdl.Mux(isFloat(r.How.Type), clampFloat(r.How, hdl.Mux(r.Scaled, product, r.X)), clampCode(r.How, r.Code)))
	})
	hdl.Unused(r)
	u.Y.Set(y)
}

// clampCode limits a code to the range of the clamp and to that of its type.
func clampCode(how outputs, code hdl.Bits) hdl.Bits {
	unit := how.Clamp.Eq(int(isa.ClampUnit))
	signed := byType(how.Type, func(t isa.Type) hdl.Bits { return hdl.Const(1, isa.Bit(t.Signed())) })
	one := codeByType(how.Type, code.Width(), func(t isa.Type) int64 { return int64(isa.CodeOfOne(t)) })
	least := lib.Gate(signed.And(unit.Not()), hdl.Const(code.Width(), 0).Sub(one))
	return within(code, least, one)
}

// clampFloat limits a value to the range of the clamp, if there is one; NaN then becomes 0.
func clampFloat(how outputs, x hdl.Bits) hdl.Bits {
	half := how.Type.Eq(int(isa.FP16))
	one := oneOf(half)
	sign := signOf(half, x)
	magnitude := hdl.Mux(half, x.Slice(14, 0).ZeroExtend(31), x.Slice(30, 0))
	infinity := hdl.Mux(half, hdl.Const(31, 0x7c00), hdl.Const(31, 0x7f80_0000))
	nan := magnitude.Gt(infinity)
	above := magnitude.Gt(one.Truncate(31))
	negative := hdl.Mux(half, hdl.Const(32, 1<<15), hdl.Const(32, 1<<31))
	limit := hdl.Mux(sign, one.Or(negative), one)
	y := hdl.Mux(above, limit, x)
	y = lib.Gate(nan.Or(sign.And(how.Clamp.Eq(int(isa.ClampUnit)))).Not(), y)
	return hdl.Mux(how.Clamp.ReduceOr(), y, x)
}
