package speed

import (
	"math/bits"

	"posedge/hdl"
)

// spin is how far a checksum turns for each value.
const spin = 7

// always is an enable that is 1.
var always = hdl.Const(1, 1)

// fold makes the register that is the checksum of a design: where enable is 1 it
// turns and takes in x, of any width.
func fold(m *hdl.Module, out hdl.Out, enable, x hdl.Bits) {
	sum := m.Reg("sum", 64)
	turned := hdl.Cat(sum.Slice(63-spin, 0), sum.Slice(63, 64-spin))
	m.If(enable, func() { sum.Set(turned.Add(narrow(x))) })
	out.Set(sum)
}

// narrow is the exclusive or of the 64-bit words of x.
func narrow(x hdl.Bits) hdl.Bits {
	words := (x.Width() + 63) / 64
	x = x.ZeroExtend(64 * words)
	y := x.Slice(63, 0)
	for i := 1; i < words; i++ {
		y = y.Xor(x.Slice(64*i+63, 64*i))
	}
	return y
}

// sum is the checksum that fold makes, in Go.
type sum uint64

func (s *sum) fold(x uint64) { *s = sum(bits.RotateLeft64(uint64(*s), spin) + x) }

// xorshift makes a register that takes a pseudo-random value each cycle: many steps of a linear feedback shift register at
// once (Marsaglia, "Xorshift RNGs"; 32 bits by 13, 17, 5 and 64 bits by 13, 7, 17).
func xorshift(m *hdl.Module, name string, width int, seed uint64) hdl.Bits {
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

func xorshift32(x uint32) uint32 {
	x ^= x << 13
	x ^= x >> 17
	return x ^ x<<5
}

// seedOf is a start value for the i-th generator of a design: not 0, and far
// from the others.
func seedOf(i int) uint64 { return uint64(i+1) * 0x9e3779b97f4a7c15 }

func seed32(i int) uint64 { return seedOf(i) >> 32 }

// xorAll is the exclusive or of a list of values of one width.
func xorAll(list []hdl.Bits) hdl.Bits {
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
