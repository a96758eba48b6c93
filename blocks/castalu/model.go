package castalu

import "posedge/hdl/lib/float/ref"

// Model is the arithmetic unit as plain Go, from the text of the patent and
// docs/castalu.md: exact integers for fixed point, and for floating
// point exact rational numbers, rounded once, or what is known to be the same (native.go).
type Model struct {
	// Function computes Log2, Exp2 and Power, whose results are approximations: the bits
	// are those of the units of package float.
	Function func(op Op, t Type, a, b uint32) uint32
}

// Outcome is what an instruction yields.
type Outcome struct {
	Value [4]uint32 // by component; 0 where Mask has no bit
	Mask  uint8     // the components that are written
	Holds bool      // of Kill: the condition holds
	Fault bool      // the word has no meaning; the value is 0
}

// Execute executes an instruction on the registers or constants that its sources name.
// [End] and [Request] have no meaning for the arithmetic unit.
func (m Model) Execute(w Word, in [3][4]uint32) Outcome {
	i, err := Decode(w)
	if err != nil || !i.Op.Arithmetic() {
		return Outcome{Mask: uint8(w.get(fieldMask)), Fault: true}
	}
	return m.execute(i, in)
}

func (m Model) execute(i Instruction, in [3][4]uint32) Outcome {
	var x [3][4]value // by input and element
	for n, s := range i.In[:i.Op.Inputs()] {
		for k := range 4 {
			c := s.Swizzle[0]
			if s.Width > 1 {
				c = s.Swizzle[k]
			}
			x[n][k] = i.Type.modify(s.Modifier, i.Type.read(s.From, in[n][c]))
		}
	}
	if i.Op == Kill {
		return Outcome{Holds: i.Type.holds(i.Condition, x[0][0])}
	}
	n := i.Elements()
	var result [4]value
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
		out.Value[k] = i.Type.write(i.To, i.output(v))
	}
	return out
}

// value is a value of an operation's type: the code, or the bits in floating point.
type value int64

// refs are the formats of the reference.
var refs = [NumFormats]ref.Any{
	1 + FP32: ref.Binary32,
	1 + FP16: ref.Binary16,
	1 + U24:  ref.Norm{Width: 24},
	1 + S24:  ref.Norm{Width: 24, Signed: true},
	1 + U12:  ref.Norm{Width: 12},
	1 + S12:  ref.Norm{Width: 12, Signed: true},
	1 + S9:   ref.Norm{Width: 9, Signed: true},
	Int32:    ref.Fixed{Width: 32, Signed: true},
	Fixed24:  ref.Fixed{Width: 32, Fraction: 8, Signed: true},
}

// width is the number of bits of a format's values.
func (f Format) width() int {
	if t, ok := f.Numeric(); ok {
		return t.Width()
	}
	return 32
}

// Cast converts the low bits of a component, a value of the format from, to a value
// of the format to, as it stands in a component. It rounds once, to nearest even;
// what is too large saturates, and NaN becomes 0 where there is none.
func Cast(from, to Format, x uint32) uint32 {
	x &= 1<<from.width() - 1
	if y, ok := castNative(from, to, x); ok {
		return y
	}
	return to.extend(uint32(ref.Cast(refs[from], refs[to], uint64(x), ref.Mode{})))
}

// extend puts the low bits of a value into a component.
func (f Format) extend(x uint32) uint32 {
	unused := 32 - f.width()
	if t, ok := f.Numeric(); ok && !t.Float() && t.Signed() {
		return uint32(int32(x<<unused) >> unused)
	}
	return x << unused >> unused
}

// read is an input behind its cast. The lowest code of a signed type means −1, as the
// one above it.
func (t Type) read(from Format, x uint32) value {
	if from != None {
		x = Cast(from, As(t), x)
	}
	x = As(t).extend(x)
	if t.Float() {
		return value(x)
	}
	return t.saturate(value(int32(x)))
}

// write is a result behind its cast.
func (t Type) write(to Format, v value) uint32 {
	x := As(t).extend(uint32(v))
	if to != None {
		x = Cast(As(t), to, x)
	}
	return x
}

// one is the code of 1.0 in fixed point, half that of ½.
func (t Type) one() value  { return 1<<t.Bits() - 1 }
func (t Type) half() value { return 1 << (t.Bits() - 1) }

func (t Type) saturate(v value) value {
	least := value(0)
	if t.Signed() {
		least = -t.one()
	}
	return max(least, min(v, t.one()))
}

// format is the reference of a floating-point type.
func (t Type) format() ref.Format { return refs[As(t)].(ref.Format) }

// sign is the sign bit of a floating-point type.
func (t Type) sign() value { return 1 << (t.Width() - 1) }

func (t Type) modify(m Modifier, x value) value {
	if t.Float() {
		switch m {
		case Absolute:
			return x &^ t.sign()
		case Negate:
			return x ^ t.sign()
		case NegateAbsolute:
			return x | t.sign()
		}
		return x
	}
	positive := max(0, x)
	switch m {
	case Absolute:
		x = max(x, -x)
	case Negate, SignedNegate:
		x = -x
	case NegateAbsolute:
		x = min(x, -x)
	case OneMinus:
		x = t.one() - x
	case UnsignedIdentity:
		x = positive
	case UnsignedInvert:
		x = t.one() - min(t.one(), positive)
	case ExpandNormal:
		x = 2*positive - t.one()
	case ExpandNegate:
		x = t.one() - 2*positive
	case HalfBiasNormal:
		x = positive - t.half()
	case HalfBiasNegate:
		x = t.half() - positive
	}
	return t.saturate(x)
}

// order compares: 1 for less, 2 for equal, 4 for greater and 8 for unordered.
func (t Type) order(a, b value) uint64 {
	switch {
	case t == FP32:
		return fp32Order(a, b)
	case t.Float():
		return t.format().Compare(uint64(a), uint64(b), ref.Mode{})
	case a < b:
		return 1
	case a == b:
		return 2
	}
	return 4
}

// unit is 1.0, ofHalf is ½, as codes of any type.
func (t Type) unit() value {
	if t.Float() {
		return value(Cast(As(U12), As(t), 1<<12-1))
	}
	return t.one()
}

func (t Type) ofHalf() value {
	if t.Float() {
		return value(Cast(Fixed24, As(t), 128))
	}
	return t.half()
}

func (t Type) holds(c Condition, x value) bool {
	switch c {
	case Half:
		return t.order(x, t.ofHalf())&6 != 0
	case NonZero:
		return t.order(x, 0) != 2
	}
	return x&1 != 0
}

// product is a × b, rounded to nearest.
func (t Type) product(a, b value) value {
	if t == FP32 {
		return fp32Mul(a, b)
	}
	if t.Float() {
		return value(t.format().Mul(uint64(a), uint64(b), ref.Mode{}))
	}
	p := a * b
	if p < 0 {
		return -((-p + t.one()/2) / t.one())
	}
	return (p + t.one()/2) / t.one()
}

// sum is a + b: exact in fixed point, rounded in floating point.
func (t Type) sum(a, b value) value {
	if t == FP32 {
		return fp32Add(a, b)
	}
	if t.Float() {
		return value(t.format().Add(uint64(a), uint64(b), ref.Mode{}))
	}
	return a + b
}

// operate is element k of the result, before the output stage.
func (m Model) operate(i Instruction, x [3][4]value, k int) value {
	t := i.Type
	a, b, c := x[0][k], x[1][k], x[2][k]
	f := func() ref.Format { return t.format() }
	truth := func(orders uint64) value {
		if t.order(a, b)&orders != 0 {
			return t.unit()
		}
		return 0
	}
	switch i.Op {
	case Move:
		return a
	case Add:
		return t.sum(a, b)
	case Subtract:
		if t == FP32 {
			return fp32Sub(a, b)
		}
		if t.Float() {
			return value(f().Sub(uint64(a), uint64(b), ref.Mode{}))
		}
		return a - b
	case Multiply:
		return t.product(a, b)
	case MultiplyAdd:
		if t == FP32 {
			return fp32FMA(a, b, c)
		}
		if t.Float() {
			return value(f().FMA(uint64(a), uint64(b), uint64(c), ref.Mode{}))
		}
		return t.product(a, b) + c
	case Min:
		if t == FP32 {
			return fp32Min(a, b)
		}
		if t.Float() {
			return value(f().Min(uint64(a), uint64(b), ref.Mode{}))
		}
		return min(a, b)
	case Max:
		if t == FP32 {
			return fp32Max(a, b)
		}
		if t.Float() {
			return value(f().Max(uint64(a), uint64(b), ref.Mode{}))
		}
		return max(a, b)
	case Dot3, Dot4:
		p := func(k int) value { return t.product(x[0][k], x[1][k]) }
		if i.Op == Dot3 {
			return t.sum(t.sum(p(0), p(1)), p(2))
		}
		return t.sum(t.sum(p(0), p(1)), t.sum(p(2), p(3)))
	case Less:
		return truth(1)
	case LessEqual:
		return truth(3)
	case Equal:
		return truth(2)
	case Select:
		if t.holds(i.Condition, c) {
			return b
		}
		return a
	case Divide:
		if t == FP32 {
			return fp32Div(a, b)
		}
		return value(f().Div(uint64(a), uint64(b), ref.Mode{}))
	case Reciprocal:
		if t == FP32 {
			return fp32Div(t.unit(), a)
		}
		return value(f().Rcp(uint64(a), ref.Mode{}))
	case SquareRoot:
		if t == FP32 {
			return fp32Sqrt(a)
		}
		return value(f().Sqrt(uint64(a), ref.Mode{}))
	case ReciprocalRoot:
		if t == FP32 {
			return fp32Rsqrt(a)
		}
		return value(f().Rsqrt(uint64(a), ref.Mode{}))
	}
	return value(m.Function(i.Op, t, uint32(a), uint32(b)))
}

// output is the output stage up to the saturation to the type.
func (i Instruction) output(v value) value {
	t := i.Type
	if t.Float() {
		factor := [4]uint32{By2: 2 << 8, By4: 4 << 8, ByHalf: 1 << 7}[i.Scale]
		if i.Scale != By1 {
			v = t.product(v, value(Cast(Fixed24, As(t), factor)))
		}
		if i.Clamp == Unclamped {
			return v
		}
		least := value(0)
		if i.Clamp == ClampSigned {
			least = t.unit() | t.sign()
		}
		if t.order(v, v) == 8 {
			return 0 // NaN
		}
		if t == FP32 {
			return fp32Min(fp32Max(v, least), t.unit())
		}
		f := t.format()
		return value(f.Min(f.Max(uint64(v), uint64(least), ref.Mode{}), uint64(t.unit()), ref.Mode{}))
	}
	if i.Bias {
		v -= t.half()
	}
	switch i.Scale {
	case By2:
		v *= 2
	case By4:
		v *= 4
	case ByHalf:
		v = (v + 1) >> 1
	}
	switch i.Clamp {
	case ClampUnit:
		v = max(0, min(v, t.one()))
	case ClampSigned:
		v = max(-t.one(), min(v, t.one()))
	}
	return t.saturate(v)
}
