// Package harness has parts of designs that stimulate themselves and fold their behaviour into one checksum, so that
// a comparison of simulators needs no bench and nothing is optimised away: the designs of the speed suite and those
// that units add to it ([posedge/blocks/unit.Speed]).
package harness

import (
	"math/bits"

	"posedge/hdl"
	"posedge/internal/frame"
)

// spin is how far a checksum rotates for each value.
const spin = 7

// Fold makes the register that is the checksum of a design: in cycles in which enable (1 bit) is 1 it rotates and adds
// x, of any width. out has 64 bits.
func Fold(m *hdl.Module, out hdl.Out, enable, x hdl.Bits) {
	sum := m.Reg("sum", 64)
	turned := hdl.Cat(sum.Slice(63-spin, 0), sum.Slice(63, 64-spin))
	m.If(enable, func() { sum.Set(turned.Add(Narrow(x))) })
	out.Set(sum)
}

// Always is an enable that is 1.
func Always() hdl.Bits { return hdl.Const(1, 1) }

// Narrow is the exclusive or of the 64-bit words of x.
func Narrow(x hdl.Bits) hdl.Bits {
	words := frame.Words(x.Width())
	x = x.ZeroExtend(64 * words)
	y := x.Slice(63, 0)
	for i := 1; i < words; i++ {
		y = y.Xor(x.Slice(64*i+63, 64*i))
	}
	return y
}

// XorAll is the exclusive or of a list of values of one width.
func XorAll(list []hdl.Bits) hdl.Bits {
	for len(list) > 1 {
		var half []hdl.Bits
		for i := 0; i+1 < len(list); i += 2 {
			half = append(half, list[i].Xor(list[i+1]))
		}
		if len(list)%2 == 1 {
			half = append(half, list[len(list)-1])
		}
		list = half
	}
	return list[0]
}

// Sum is the checksum that [Fold] makes, in Go.
type Sum uint64

// Fold adds x to the checksum.
func (s *Sum) Fold(x uint64) { *s = Sum(bits.RotateLeft64(uint64(*s), spin) + x) }

// Xorshift makes a register of 32 or 64 bits that takes a pseudo-random value each cycle: many steps of a linear
// feedback shift register at once (Marsaglia, "Xorshift RNGs"; 32 bits by 13, 17, 5 and 64 bits by 13, 7, 17). The
// seed is not 0.
func Xorshift(m *hdl.Module, name string, width int, seed uint64) hdl.Bits {
	x := m.Reg(name, width, hdl.ResetTo(seed))
	a, b, c := 13, 17, 5
	if width == 64 {
		b, c = 7, 17
	}
	y := x.Xor(x.Shl(a))
	y = y.Xor(y.Shr(b))
	x.Set(y.Xor(y.Shl(c)))
	return x
}

// Seed is a start value for the i-th generator of a design: not 0, and far from the others.
func Seed(i int) uint64 { return uint64(i+1) * 0x9e3779b97f4a7c15 }

// Seed32 is the upper half of [Seed].
func Seed32(i int) uint64 { return Seed(i) >> 32 }
