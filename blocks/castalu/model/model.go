// Package model is castalu in plain Go: the arithmetic unit, [Model], and the processor, [Machine]. It is written from
// the patent and from docs/castalu.md, and shares only the instruction set with the hardware.
package model

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl/lib/float/ref"
)

// Model is the arithmetic unit in plain Go: exact integers for fixed point, and for floating
// point exact rational numbers, rounded once, or native arithmetic that is known to give the
// same bits (native.go).
type Model struct {
	// Function computes Log2, Exp2 and Power. Their results are approximations, with the
	// bits that the units of package float give.
	Function func(op isa.Op, t isa.Type, a, b uint32) uint32
}

// Outcome is the outcome of an instruction.
type Outcome struct {
	Value [4]uint32 // by component; 0 where Mask is 0
	Mask  uint8     // the components that are written
	Holds bool      // of Kill: the condition holds
	Fault bool      // the word is illegal; the value is 0
}

// Execute executes an instruction on the registers or constants that its sources name.
// To the arithmetic unit, [isa.End] and [isa.Request] are illegal.
func (m Model) Execute(w isa.Word, in [3][4]uint32) Outcome {
	i, err := isa.Decode(w)
	if err != nil || !i.Op.Arithmetic() {
		return Outcome{Mask: uint8(w.Get(isa.FieldMask)), Fault: true}
	}
	return m.execute(i, in)
}

func (m Model) execute(i isa.Instruction, in [3][4]uint32) Outcome {
	var x [3][4]isa.Code // by input and element
	for n, s := range i.In[:i.Op.Inputs()] {
		for k := range 4 {
			c := s.Swizzle[0]
			if s.Width > 1 {
				c = s.Swizzle[k]
			}
			x[n][k] = modified(i.Type, s.Modifier, readValue(i.Type, s.From, in[n][c]))
		}
	}
	if i.Op == isa.Kill {
		return Outcome{Holds: holdsFor(i.Type, i.Condition, x[0][0])}
	}
	n := i.Elements()
	var result [4]isa.Code
	for k := range n {
		result[k] = m.operate(i, x, k)
	}
	out := Outcome{Mask: i.Mask}
	for k := range 4 {
		if i.Mask>>k&1 == 0 {
			continue
		}
		v := result[0]
		if n > 1 {
			v = result[k]
		}
		out.Value[k] = writeValue(i.Type, i.To, outputOf(i, v))
	}
	return out
}

// readValue is an input after its cast. The lowest code of a signed type means −1, as does
// the one above it.
func readValue(t isa.Type, from isa.Format, x uint32) isa.Code {
	if from != isa.None {
		x = isa.Cast(from, isa.As(t), x)
	}
	x = isa.Extend(isa.As(t), x)
	if t.Float() {
		return isa.Code(x)
	}
	return isa.Saturate(t, isa.Code(int32(x)))
}

// writeValue is a result after its cast.
func writeValue(t isa.Type, to isa.Format, v isa.Code) uint32 {
	x := isa.Extend(isa.As(t), uint32(v))
	if to != isa.None {
		x = isa.Cast(isa.As(t), to, x)
	}
	return x
}

// referenceOf is the reference format of a floating-point type.
func referenceOf(t isa.Type) ref.Format { return isa.References[isa.As(t)].(ref.Format) }

// signBit is the sign bit of a floating-point type.
func signBit(t isa.Type) isa.Code { return 1 << (t.Width() - 1) }

func modified(t isa.Type, m isa.Modifier, x isa.Code) isa.Code {
	if t.Float() {
		switch m {
		case isa.Absolute:
			return x &^ signBit(t)
		case isa.Negate:
			return x ^ signBit(t)
		case isa.NegateAbsolute:
			return x | signBit(t)
		}
		return x
	}
	positive := max(0, x)
	switch m {
	case isa.Absolute:
		x = max(x, -x)
	case isa.Negate, isa.SignedNegate:
		x = -x
	case isa.NegateAbsolute:
		x = min(x, -x)
	case isa.OneMinus:
		x = isa.CodeOfOne(t) - x
	case isa.UnsignedIdentity:
		x = positive
	case isa.UnsignedInvert:
		x = isa.CodeOfOne(t) - min(isa.CodeOfOne(t), positive)
	case isa.ExpandNormal:
		x = 2*positive - isa.CodeOfOne(t)
	case isa.ExpandNegate:
		x = isa.CodeOfOne(t) - 2*positive
	case isa.HalfBiasNormal:
		x = positive - isa.CodeOfHalf(t)
	case isa.HalfBiasNegate:
		x = isa.CodeOfHalf(t) - positive
	}
	return isa.Saturate(t, x)
}

// ordered compares: 1 for less, 2 for equal, 4 for greater and 8 for unordered.
func ordered(t isa.Type, a, b isa.Code) uint64 {
	switch {
	case t == isa.FP32:
		return fp32Order(a, b)
	case t.Float():
		return referenceOf(t).Compare(uint64(a), uint64(b), ref.Mode{})
	case a < b:
		return 1
	case a == b:
		return 2
	}
	return 4
}

// unitValue is 1.0 in any type, halfValue ½.
func unitValue(t isa.Type) isa.Code {
	if t.Float() {
		return isa.Code(isa.Cast(isa.As(isa.U12), isa.As(t), 1<<12-1))
	}
	return isa.CodeOfOne(t)
}

func halfValue(t isa.Type) isa.Code {
	if t.Float() {
		return isa.Code(isa.Cast(isa.Fixed24, isa.As(t), 128))
	}
	return isa.CodeOfHalf(t)
}

func holdsFor(t isa.Type, c isa.Condition, x isa.Code) bool {
	switch c {
	case isa.Half:
		return ordered(t, x, halfValue(t))&6 != 0
	case isa.NonZero:
		return ordered(t, x, 0) != 2
	}
	return x&1 != 0
}

// productOf is a × b, rounded to nearest.
func productOf(t isa.Type, a, b isa.Code) isa.Code {
	if t == isa.FP32 {
		return fp32Mul(a, b)
	}
	if t.Float() {
		return isa.Code(referenceOf(t).Mul(uint64(a), uint64(b), ref.Mode{}))
	}
	p := a * b
	if p < 0 {
		return -((-p + isa.CodeOfOne(t)/2) / isa.CodeOfOne(t))
	}
	return (p + isa.CodeOfOne(t)/2) / isa.CodeOfOne(t)
}

// sumOf is a + b: exact in fixed point, rounded in floating point.
func sumOf(t isa.Type, a, b isa.Code) isa.Code {
	if t == isa.FP32 {
		return fp32Add(a, b)
	}
	if t.Float() {
		return isa.Code(referenceOf(t).Add(uint64(a), uint64(b), ref.Mode{}))
	}
	return a + b
}

// operate is element k of the result, before the output stage.
func (m Model) operate(i isa.Instruction, x [3][4]isa.Code, k int) isa.Code {
	t := i.Type
	a, b, c := x[0][k], x[1][k], x[2][k]
	f := func() ref.Format { return referenceOf(t) }
	truth := func(orders uint64) isa.Code {
		if ordered(t, a, b)&orders != 0 {
			return unitValue(t)
		}
		return 0
	}
	switch i.Op {
	case isa.Move:
		return a
	case isa.Add:
		return sumOf(t, a, b)
	case isa.Subtract:
		if t == isa.FP32 {
			return fp32Sub(a, b)
		}
		if t.Float() {
			return isa.Code(f().Sub(uint64(a), uint64(b), ref.Mode{}))
		}
		return a - b
	case isa.Multiply:
		return productOf(t, a, b)
	case isa.MultiplyAdd:
		if t == isa.FP32 {
			return fp32FMA(a, b, c)
		}
		if t.Float() {
			return isa.Code(f().FMA(uint64(a), uint64(b), uint64(c), ref.Mode{}))
		}
		return productOf(t, a, b) + c
	case isa.Min:
		if t == isa.FP32 {
			return fp32Min(a, b)
		}
		if t.Float() {
			return isa.Code(f().Min(uint64(a), uint64(b), ref.Mode{}))
		}
		return min(a, b)
	case isa.Max:
		if t == isa.FP32 {
			return fp32Max(a, b)
		}
		if t.Float() {
			return isa.Code(f().Max(uint64(a), uint64(b), ref.Mode{}))
		}
		return max(a, b)
	case isa.Dot3, isa.Dot4:
		p := func(k int) isa.Code { return productOf(t, x[0][k], x[1][k]) }
		if i.Op == isa.Dot3 {
			return sumOf(t, sumOf(t, p(0), p(1)), p(2))
		}
		return sumOf(t, sumOf(t, p(0), p(1)), sumOf(t, p(2), p(3)))
	case isa.Less:
		return truth(1)
	case isa.LessEqual:
		return truth(3)
	case isa.Equal:
		return truth(2)
	case isa.Select:
		if holdsFor(t, i.Condition, c) {
			return b
		}
		return a
	case isa.Divide:
		if t == isa.FP32 {
			return fp32Div(a, b)
		}
		return isa.Code(f().Div(uint64(a), uint64(b), ref.Mode{}))
	case isa.Reciprocal:
		if t == isa.FP32 {
			return fp32Div(unitValue(t), a)
		}
		return isa.Code(f().Rcp(uint64(a), ref.Mode{}))
	case isa.SquareRoot:
		if t == isa.FP32 {
			return fp32Sqrt(a)
		}
		return isa.Code(f().Sqrt(uint64(a), ref.Mode{}))
	case isa.ReciprocalRoot:
		if t == isa.FP32 {
			return fp32Rsqrt(a)
		}
		return isa.Code(f().Rsqrt(uint64(a), ref.Mode{}))
	}
	return isa.Code(m.Function(i.Op, t, uint32(a), uint32(b)))
}

// outputOf is the output stage, up to the saturation to the type.
func outputOf(i isa.Instruction, v isa.Code) isa.Code {
	t := i.Type
	if t.Float() {
		factor := [4]uint32{isa.By2: 2 << 8, isa.By4: 4 << 8, isa.ByHalf: 1 << 7}[i.Scale]
		if i.Scale != isa.By1 {
			v = productOf(t, v, isa.Code(isa.Cast(isa.Fixed24, isa.As(t), factor)))
		}
		if i.Clamp == isa.Unclamped {
			return v
		}
		least := isa.Code(0)
		if i.Clamp == isa.ClampSigned {
			least = unitValue(t) | signBit(t)
		}
		if ordered(t, v, v) == 8 {
			return 0 // NaN
		}
		if t == isa.FP32 {
			return fp32Min(fp32Max(v, least), unitValue(t))
		}
		f := referenceOf(t)
		return isa.Code(f.Min(f.Max(uint64(v), uint64(least), ref.Mode{}), uint64(unitValue(t)), ref.Mode{}))
	}
	if i.Bias {
		v -= isa.CodeOfHalf(t)
	}
	switch i.Scale {
	case isa.By2:
		v *= 2
	case isa.By4:
		v *= 4
	case isa.ByHalf:
		v = (v + 1) >> 1
	}
	switch i.Clamp {
	case isa.ClampUnit:
		v = max(0, min(v, isa.CodeOfOne(t)))
	case isa.ClampSigned:
		v = max(-isa.CodeOfOne(t), min(v, isa.CodeOfOne(t)))
	}
	return isa.Saturate(t, v)
}
