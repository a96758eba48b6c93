package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// fmaBank is a bank of floating-point multiply-adds in binary32. Each works in
// every cycle, on operands from two registers of noise and, as the addend, on
// what it returned last.
type fmaBank struct {
	Checksum hdl.Out `doc:"of all results"`
	n        int
}

func newFMABank(n int) *fmaBank { return &fmaBank{Checksum: hdl.Output(64), n: n} }

// ModuleName is the design's name.
func (b *fmaBank) ModuleName() string { return "fma" }

// fmaStages is the depth of each unit's pipeline.
const fmaStages = 5

// Describe is one unit after the other between its noise and the checksum.
func (b *fmaBank) Describe(m *hdl.Module) {
	var results []hdl.Bits
	for i := range b.n {
		x := harness.Xorshift(m, "x"+itoa(i), 64, harness.Seed(2*i))
		y := harness.Xorshift(m, "y"+itoa(i), 64, harness.Seed(2*i+1))
		u := hdl.Instance(m, "unit"+itoa(i), float.NewFMA(float.Binary32, fmaStages))
		c := m.Reg("c"+itoa(i), 32)
		u.In.Send(1, float.Three{A: near(x, 0), B: near(x, 32), C: hdl.Mux(y.Bit(40), near(y, 0), c),
			Mode: float.Mode{TowardZero: y.Bit(41), Flush: y.Bit(42)}})
		u.Out.Ready.Set(1)
		hdl.Unused(u.In.Ready)
		m.If(u.Out.Valid, func() { c.Set(u.Out.Data) })
		// Neighbours lie apart in the checksum, so that they do not cancel.
		at := 5 * i % 33
		results = append(results, hdl.Mux(u.Out.Valid, u.Out.Data.ZeroExtend(64).Shl(at), 0))
	}
	harness.Fold(m, b.Checksum, harness.Always(), harness.XorAll(results))
}

// near is a value of 32 bits of noise, from bit at on, with an exponent about 0,
// so that sums depend on both sides.
func near(noise hdl.Bits, at int) hdl.Bits {
	return hdl.Cat(noise.Bit(at+31), hdl.Const(4, 7), noise.Slice(at+26, at))
}
