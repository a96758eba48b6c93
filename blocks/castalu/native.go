package castalu

import (
	"math"

	"posedge/hdl/lib/float/ref"
)

// The model's fp32 on the floating point of the machine it runs on, which is IEEE 754 as
// well: the same bits as package ref computes with rational numbers, some fifty times
// sooner. What float64 cannot decide, because a result is too near a tie between two
// fp32 values, goes to ref.

func native(x value) float32 { return math.Float32frombits(uint32(x)) }

// binary32 is a result as the processor has it, with one NaN.
func binary32(x float32) value {
	if x != x {
		return 1<<31 - 1
	}
	return value(math.Float32bits(x))
}

// rounded is the fp32 value nearest to a number of which x is an approximation, of
// relative error below 2^−50.
func rounded(x float64) (value, bool) {
	const slack = 0x1p-49
	low, high := float32(x*(1-slack)), float32(x*(1+slack))
	a := math.Abs(float64(low))
	return binary32(low), low == high && a >= 0x1p-126 && a <= math.MaxFloat32
}

func fp32Add(a, b value) value { return binary32(native(a) + native(b)) }
func fp32Sub(a, b value) value { return binary32(native(a) - native(b)) }
func fp32Mul(a, b value) value { return binary32(native(a) * native(b)) }
func fp32Div(a, b value) value { return binary32(native(a) / native(b)) }
func fp32Sqrt(a value) value   { return binary32(float32(math.Sqrt(float64(native(a))))) }
func fp32Order(a, b value) uint64 {
	switch x, y := native(a), native(b); {
	case x < y:
		return 1
	case x == y:
		return 2
	case x > y:
		return 4
	}
	return 8
}

// fp32Min is the lesser: a number before NaN, and −0 before +0. fp32Max is the greater.
func fp32Min(a, b value) value {
	switch x, y := native(a), native(b); {
	case x != x:
		return binary32(y)
	case y != y || x < y:
		return a
	case x > y:
		return b
	}
	return a | b&FP32.sign()
}

func fp32Max(a, b value) value {
	switch x, y := native(a), native(b); {
	case x != x:
		return binary32(y)
	case y != y || x > y:
		return a
	case x < y:
		return b
	}
	return a &^ (FP32.sign() &^ b)
}

// fp32FMA is a × b + c. The product is exact in float64; its sum with c is, too, unless
// bits fall off, which TwoSum notices.
func fp32FMA(a, b, c value) value {
	p, z := float64(native(a))*float64(native(b)), float64(native(c))
	s := p + z
	back := s - p
	exact := (p-(s-back))+(z-back) == 0
	if r := float32(s); exact && s != 0 && math.Abs(float64(r)) >= 0x1p-126 && !math.IsInf(s, 0) {
		return binary32(r)
	}
	if r, ok := rounded(s); ok {
		return r
	}
	return value(ref.Binary32.FMA(uint64(a), uint64(b), uint64(c), ref.Mode{}))
}

func fp32Rsqrt(a value) value {
	if r, ok := rounded(1 / math.Sqrt(float64(native(a)))); ok {
		return r
	}
	return value(ref.Binary32.Rsqrt(uint64(a), ref.Mode{}))
}

// castNative is a cast between fp32 and another format, and between formats of fixed
// point, if it can say.
func castNative(from, to Format, x uint32) (uint32, bool) {
	f, fromNumeric := from.Numeric()
	t, toNumeric := to.Numeric()
	switch {
	case from == to || fromNumeric && f == FP16 || toNumeric && t == FP16:
		return 0, false
	case from == As(FP32):
		v := float64(math.Float32frombits(x))
		if v != v {
			return 0, true
		}
		scale, low, high := 256.0, float64(math.MinInt32), float64(math.MaxInt32)
		switch {
		case to == Int32:
			scale = 1
		case toNumeric:
			scale = float64(t.one())
			low, high = float64(t.saturate(math.MinInt32)), scale
		}
		return to.extend(uint32(int64(max(low, min(math.RoundToEven(v*scale), high))))), true
	case to == As(FP32) && fromNumeric:
		c := f.saturate(value(int32(from.extend(x))))
		if c == 0 {
			return 0, true
		}
		r, ok := rounded(float64(c) / float64(f.one()))
		return uint32(r), ok
	case fromNumeric && toNumeric:
		c := f.saturate(value(int32(from.extend(x)))) * t.one()
		magnitude, one := max(c, -c), f.one()
		q := (2*magnitude + one) / (2 * one)
		if (2*magnitude+one)%(2*one) == 0 { // half-way between two codes
			return 0, false
		}
		if c < 0 {
			q = -q
		}
		return to.extend(uint32(t.saturate(q))), true
	}
	return 0, false
}
