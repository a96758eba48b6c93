package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// lfsrTaps are the feedback masks of a Galois register of 16, 24 and 32 bits
// with the longest period.
var lfsrTaps = []struct {
	width int
	taps  uint64
}{{16, 0xb400}, {24, 0xe10000}, {32, 0x80200003}}

// lfsrBank is a bank of linear feedback shift registers of Galois form.
type lfsrBank struct {
	Checksum hdl.Out `doc:"of all registers in all cycles"`
	n        int
}

func newLFSRBank(n int) *lfsrBank { return &lfsrBank{Checksum: hdl.Output(64), n: n} }

// ModuleName is the design's name.
func (b *lfsrBank) ModuleName() string { return "lfsr" }

// Describe is one register after the other: shift, and flip the taps where a 1
// falls out.
func (b *lfsrBank) Describe(m *hdl.Module) {
	var all []hdl.Bits
	for i := range b.n {
		t := lfsrTaps[i%len(lfsrTaps)]
		x := m.Reg("x"+itoa(i), t.width, hdl.ResetTo(lfsrSeed(i)))
		next := x.Shr(1)
		x.Set(hdl.Mux(x.Bit(0), next.Xor(hdl.Const(t.width, t.taps)), next))
		// Neighbours lie apart in the checksum, so that they do not cancel.
		all = append(all, hdl.Cat(hdl.Const(64-t.width, 0), x).Shl(i%(65-t.width)))
	}
	harness.Fold(m, b.Checksum, harness.Always(), harness.XorAll(all))
}

func lfsrSeed(i int) uint64 { return harness.Seed(i)>>48 | 1 }
