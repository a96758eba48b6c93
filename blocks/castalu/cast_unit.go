package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// castUnit casts an element from any format to any other. It is both the patent's input
// casting unit and its output casting unit. The result follows the operand by castSteps
// moves. An element that is not cast bypasses the caster, which holds still; it is
// extended from the low bits of its type.
type castUnit struct {
	Move  hdl.In  `doc:"1: the pipeline moves"`
	Valid hdl.In  `doc:"1: there is an element"`
	From  hdl.In  `doc:"the format of x: 1 + its numeric type; 8: an integer; 9: 24.8"`
	To    hdl.In  `doc:"the format of y"`
	Cast  hdl.In  `doc:"0: x already has the format to"`
	X     hdl.In  `doc:"the element"`
	Y     hdl.Out `doc:"the element in the format to, zero- or sign-extended"`
}

// castSteps is the latency of the casting unit: that of [float.CastAmong], and a register.
const castSteps = float.AmongSteps + 1

const (
	formatBits = 4
	typeBits   = 3
)

func newCastUnit() *castUnit {
	return &castUnit{Move: hdl.Input(1), Valid: hdl.Input(1), From: hdl.Input(formatBits), To: hdl.Input(formatBits), Cast: hdl.Input(1), X: hdl.Input(32), Y: hdl.Output(32)}
}

// ModuleName is castalu_cast.
func (c *castUnit) ModuleName() string { return "castalu_cast" }

// ModuleDoc describes the casting unit in its Verilog.
func (c *castUnit) ModuleDoc() string {
	return "Casting unit: one element from any format to any other."
}

// Describe builds the caster and the bypass.
func (c *castUnit) Describe(m *hdl.Module) {
	var formats []float.Any
	for f := isa.As(isa.FP32); int(f) < isa.NumFormats; f++ {
		formats = append(formats, numberOf(f))
	}
	index := func(f hdl.Bits) hdl.Bits { return lib.Gate(c.Cast.Bits, f.Sub(1)) }
	line := float.NewLine(m.Scope("cast"), c.Move.Bits).Gated(c.Valid.And(c.Cast))
	cast := float.CastAmong(line, formats, index(c.From.Bits), index(c.To.Bits), lib.Gate(c.Cast.Bits, c.X.Bits))

	type plain struct {
		Cast, X hdl.Bits
	}
	around := float.NewLine(m.Scope("around"), c.Move.Bits).Gated(c.Valid.Bits)
	p := float.After(around, plain{c.Cast.Bits, lib.Gate(c.Cast.Not(), extend(c.To.Sub(1).Truncate(typeBits), c.X.Bits))}, float.AmongSteps)
	y := m.Reg("value", 32, hdl.NoReset())
	m.If(c.Move.And(around.Valid()), func() { y.Set(hdl.Mux(p.Cast, cast, p.X)) })
	c.Y.Set(y)
}

// byType selects a value by numeric type.
func byType(t hdl.Bits, of func(isa.Type) hdl.Bits) hdl.Bits {
	var list []hdl.Bits
	for k := range isa.NumTypes {
		list = append(list, of(isa.Type(k)))
	}
	return hdl.Select(t, list)
}

// codeByType selects a code of w bits by fixed-point type; it is 0 for floating point.
func codeByType(t hdl.Bits, w int, of func(isa.Type) int64) hdl.Bits {
	return byType(t, func(t isa.Type) hdl.Bits {
		if t.Float() {
			return hdl.Const(w, 0)
		}
		return hdl.SignedConst(w, of(t)).Bits()
	})
}

// isFloat reports whether a numeric type is a floating-point type.
func isFloat(t hdl.Bits) hdl.Bits { return t.Le(int(isa.FP16)) }

// extend takes a value of type t from the low bits of x and extends it to 32 bits.
func extend(t, x hdl.Bits) hdl.Bits {
	return byType(t, func(t isa.Type) hdl.Bits {
		v := x.Truncate(t.Width())
		if t.Float() || !t.Signed() {
			return v.ZeroExtend(32)
		}
		return v.SignExtend(32)
	})
}

// numberOf is the format in package float, for casts; nil for None.
func numberOf(f isa.Format) float.Any {
	return numbers[f]
}

var numbers = [isa.NumFormats]float.Any{
	1 + isa.FP32: float.Binary32,
	1 + isa.FP16: float.Binary16,
	1 + isa.U24:  float.Norm{Width: 24},
	1 + isa.S24:  float.Norm{Width: 24, Signed: true},
	1 + isa.U12:  float.Norm{Width: 12},
	1 + isa.S12:  float.Norm{Width: 12, Signed: true},
	1 + isa.S9:   float.Norm{Width: 9, Signed: true},
	isa.Int32:    float.Fixed{Width: 32, Signed: true},
	isa.Fixed24:  float.Fixed{Width: 32, Fraction: 8, Signed: true},
}
