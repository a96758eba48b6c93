package castalu

import (
	"fmt"

	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// Embodiment is one of the patent's two ways of building the math function units.
type Embodiment uint8

const (
	// Separate units compute in 12 bits, in 24 bits and in floating point. The inputs of
	// the units that an instruction does not use hold still.
	Separate Embodiment = iota
	// Shared is one unit, whose 24-bit multiplier serves all types.
	Shared
)

// String is "separate" or "shared".
func (e Embodiment) String() string { return [...]string{"separate", "shared"}[e] }

// mathInput is the input of a math function unit: three elements of a numeric type, after
// their casts and modifiers.
type mathInput struct {
	Op        hdl.Bits `width:"4" doc:"the operation, up to select; 0 for kill"`
	Type      hdl.Bits `width:"type" doc:"the numeric type"`
	Condition hdl.Bits `width:"2" doc:"the condition of select and kill"`
	A         hdl.Bits `width:"32" doc:"the first operand; a code in two's complement"`
	B         hdl.Bits `width:"32" doc:"the second operand"`
	C         hdl.Bits `width:"32" doc:"the third operand"`
}

func mathShape() mathInput {
	return hdl.Shape[mathInput](hdl.Widths{"type": typeBits})
}

// mathOutput is one element of the result; for a dot product, one of the products.
type mathOutput struct {
	Value hdl.Bits `width:"32" doc:"the result; a code in two's complement, not yet limited to its type"`
	Holds hdl.Bits `width:"1" doc:"1: the condition holds for a"`
}

func mathOutputShape() mathOutput { return hdl.Shape[mathOutput](nil) }

// mathSteps is the latency of every math function unit: its input registers, and the
// steps of a fused multiply-add.
const mathSteps = 1 + float.DualFMASteps

// fixedUnit computes in the fixed-point types of up to 12 bits, or in those of 24.
type fixedUnit struct {
	Move hdl.In                `doc:"1: the pipeline moves"`
	Take hdl.In                `doc:"1: the inputs have a type of this unit; otherwise they are not taken"`
	In   hdl.InOf[mathInput]   `doc:""`
	Out  hdl.OutOf[mathOutput] `doc:""`

	width int // 12 or 24
}

func newFixedUnit(width int) *fixedUnit {
	return &fixedUnit{Move: hdl.Input(1), Take: hdl.Input(1), In: hdl.InputOf(mathShape()), Out: hdl.OutputOf(mathOutputShape()), width: width}
}

// ModuleName is castalu_math12 or castalu_math24.
func (u *fixedUnit) ModuleName() string { return fmt.Sprintf("castalu_math%d", u.width) }

// ModuleDoc describes the unit in its Verilog.
func (u *fixedUnit) ModuleDoc() string {
	return fmt.Sprintf("Math function unit of one lane for the fixed-point types of up to %d bits.", u.width)
}

// is reports whether the unit computes in the type.
func (u *fixedUnit) is(t isa.Type) bool { return !t.Float() && (t.Width() > 12) == (u.width > 12) }

// Describe builds the datapath.
func (u *fixedUnit) Describe(m *hdl.Module) {
	r := hdl.RegOf(m, "taken", mathShape(), hdl.NoReset())
	m.If(u.Move.And(u.Take), func() { hdl.Set(r, u.In.Data) })
	taken := m.Reg("valid", 1, hdl.NoReset())
	m.If(u.Move, func() { taken.Set(u.Take) })
	w := u.width + 1
	in := mathInput{r.Op, r.Type, r.Condition, r.A.Truncate(w), r.B.Truncate(w), r.C.Truncate(w)}
	hdl.Unused(r)
	multiply := func(a, b hdl.Bits) hdl.Bits {
		p := m.Reg("product", 2*u.width, hdl.NoReset())
		m.If(u.Move.And(taken), func() { p.Set(a.Mul(b)) })
		return p
	}
	fixedPath(m, u.Move.Bits, taken, u.is, in, u.Out.Data, multiply, 1)
}

// fixedPath computes in fixed point, starting at the input registers. Multiply multiplies
// two magnitudes, which are aligned with the top of its operands; the product follows the
// given number of moves later. Where valid is 0, there are no operands and registers hold.
func fixedPath(m *hdl.Module, move, valid hdl.Bits, is func(isa.Type) bool, in mathInput, out mathOutput, multiply func(a, b hdl.Bits) hdl.Bits, moves int) {
	w := in.A.Width()
	one := codeByType(in.Type, w, func(t isa.Type) int64 { return gated(is(t), int64(isa.CodeOfOne(t))) })
	half := codeByType(in.Type, w, func(t isa.Type) int64 { return gated(is(t), int64(isa.CodeOfHalf(t))) })
	a, b, c := in.A, in.B, in.C
	holds := func(x hdl.Bits) hdl.Bits {
		return hdl.Select(in.Condition, []hdl.Bits{x.Signed().Ge(half.Signed()), x.ReduceOr(), x.Bit(0)})
	}
	less, equal := a.Signed().Lt(b.Signed()), a.Eq(b)
	truth := func(cond hdl.Bits) hdl.Bits { return lib.Gate(cond, one) }
	wide := func(x hdl.Bits) hdl.Bits { return x.SignExtend(w + 2) }
	subtract := in.Op.Eq(int(isa.Subtract))
	sum := wide(a).Add(hdl.Mux(subtract, wide(b).Not(), wide(b))).Add(subtract.ZeroExtend(w + 2))
	list := make([]hdl.Bits, int(isa.Select)+1)
	for i := range list {
		list[i] = wide(a)
	}
	list[isa.Add], list[isa.Subtract] = sum, sum
	list[isa.Min], list[isa.Max] = wide(hdl.Mux(less, a, b)), wide(hdl.Mux(less, b, a))
	list[isa.Less], list[isa.LessEqual], list[isa.Equal] = wide(truth(less)), wide(truth(less.Or(equal))), wide(truth(equal))
	list[isa.Select] = wide(hdl.Mux(holds(c), b, a))
	// Anything but a product is itself the addend; its factors are 0.
	product := in.Op.Eq(int(isa.Multiply)).Or(in.Op.Eq(int(isa.MultiplyAdd))).Or(in.Op.Eq(int(isa.Dot3))).Or(in.Op.Eq(int(isa.Dot4)))
	addend := hdl.Mux(product, lib.Gate(in.Op.Eq(int(isa.MultiplyAdd)), wide(c)), hdl.Select(in.Op, list))

	type carried struct {
		Type, Sign, Addend, Holds hdl.Bits
	}
	magnitude := func(x hdl.Bits) (sign, abs hdl.Bits) {
		sign = x.Bit(w - 1)
		return sign, lib.Gate(product, x.Xor(sign.Repeat(w)).Add(sign.ZeroExtend(w)).Truncate(w-1))
	}
	signA, absA := magnitude(a)
	signB, absB := magnitude(b)
	line := float.NewLine(m.Scope("along"), move).Gated(valid)
	along := float.After(line, carried{in.Type, signA.Xor(signB), addend, holds(a)}, moves)
	n := w - 1
	atTop := func(x hdl.Bits) hdl.Bits { // so that the low columns of the multiplier hold still
		return byType(in.Type, func(t isa.Type) hdl.Bits {
			if !is(t) {
				return hdl.Const(n, 0)
			}
			return x.Shl(n - t.Bits())
		})
	}
	p := multiply(atTop(absA), atTop(absB))
	quotient := byType(along.Type, func(t isa.Type) hdl.Bits {
		if !is(t) {
			return hdl.Const(n, 0)
		}
		return float.Norm{Width: t.Width(), Signed: t.Signed()}.Rounded(p.Slice(2*n-1, 2*(n-t.Bits()))).ZeroExtend(n)
	})
	type added struct {
		Quotient, Sign, Addend, Holds hdl.Bits
	}
	rounded := float.NewLine(m.Scope("rounded"), move).Gated(line.Valid())
	s := float.After(rounded, added{quotient, along.Sign, along.Addend, along.Holds}, 1)
	total := s.Addend.Add(s.Quotient.ZeroExtend(w + 2).Xor(s.Sign.Repeat(w + 2))).Add(s.Sign.ZeroExtend(w + 2))
	type last struct{ Value, Holds hdl.Bits }
	l := float.After(float.NewLine(m.Scope("sum"), move).Gated(rounded.Valid()), last{total, s.Holds}, mathSteps-2-moves)
	hdl.Set(out, mathOutput{l.Value.SignExtend(32), l.Holds})
}

func gated(yes bool, v int64) int64 {
	if yes {
		return v
	}
	return 0
}
