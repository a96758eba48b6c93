package model

import (
	"math"

	"posedge/blocks/castalu/isa"
	"posedge/hdl/lib/float/ref"
)

// The model computes fp32 with the host's floating point, which is IEEE 754 as well. It gives
// the bits that package ref computes with rational numbers, some fifty times faster. Results
// that float64 cannot decide, because they are too near a tie between two fp32 values, are
// left to ref.

func fp32Add(a, b isa.Code) isa.Code { return isa.Binary32(isa.Float32(a) + isa.Float32(b)) }
func fp32Sub(a, b isa.Code) isa.Code { return isa.Binary32(isa.Float32(a) - isa.Float32(b)) }
func fp32Mul(a, b isa.Code) isa.Code { return isa.Binary32(isa.Float32(a) * isa.Float32(b)) }
func fp32Div(a, b isa.Code) isa.Code { return isa.Binary32(isa.Float32(a) / isa.Float32(b)) }
func fp32Sqrt(a isa.Code) isa.Code   { return isa.Binary32(float32(math.Sqrt(float64(isa.Float32(a))))) }
func fp32Order(a, b isa.Code) uint64 {
	switch x, y := isa.Float32(a), isa.Float32(b); {
	case x < y:
		return 1
	case x == y:
		return 2
	case x > y:
		return 4
	}
	return 8
}

// fp32Min is the lesser; it prefers a number to NaN, and takes −0 as less than +0. fp32Max
// is the greater by the same rules.
func fp32Min(a, b isa.Code) isa.Code {
	switch x, y := isa.Float32(a), isa.Float32(b); {
	case x != x:
		return isa.Binary32(y)
	case y != y || x < y:
		return a
	case x > y:
		return b
	}
	return a | b&signBit(isa.FP32)
}

func fp32Max(a, b isa.Code) isa.Code {
	switch x, y := isa.Float32(a), isa.Float32(b); {
	case x != x:
		return isa.Binary32(y)
	case y != y || x > y:
		return a
	case x < y:
		return b
	}
	return a &^ (signBit(isa.FP32) &^ b)
}

// fp32FMA is a × b + c. The product is exact in float64, and so is its sum with c unless
// bits are lost, which TwoSum detects.
func fp32FMA(a, b, c isa.Code) isa.Code {
	p, z := float64(isa.Float32(a))*float64(isa.Float32(b)), float64(isa.Float32(c))
	s := p + z
	back := s - p
	exact := (p-(s-back))+(z-back) == 0
	if r := float32(s); exact && s != 0 && math.Abs(float64(r)) >= 0x1p-126 && !math.IsInf(s, 0) {
		return isa.Binary32(r)
	}
	if r, ok := isa.NearestFloat32(s); ok {
		return r
	}
	return isa.Code(ref.Binary32.FMA(uint64(a), uint64(b), uint64(c), ref.Mode{}))
}

func fp32Rsqrt(a isa.Code) isa.Code {
	if r, ok := isa.NearestFloat32(1 / math.Sqrt(float64(isa.Float32(a)))); ok {
		return r
	}
	return isa.Code(ref.Binary32.Rsqrt(uint64(a), ref.Mode{}))
}
