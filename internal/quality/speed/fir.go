package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// fir is a finite impulse response filter of direct form: a delay line of 16-bit
// samples, a product for each tap, and a tree of adders with a register a level.
type fir struct {
	Checksum hdl.Out `doc:"of the filtered samples"`
	taps     int     // a power of two
}

func newFIR(taps int) *fir { return &fir{Checksum: hdl.Output(64), taps: taps} }

// ModuleName is the design's name.
func (f *fir) ModuleName() string { return "fir" }

// firCoefficient is the k-th coefficient, two's complement of 16 bits.
func firCoefficient(k int) int16 { return int16(harness.Seed(k) >> 40) }

// Describe is delay line, products and tree.
func (f *fir) Describe(m *hdl.Module) {
	noise := harness.Xorshift(m, "noise", 32, harness.Seed32(0))
	sample := noise.Slice(15, 0)
	var level []hdl.Bits // 40 bits each, so that no sum overflows
	for k := range f.taps {
		line := m.Reg("line"+itoa(k), 16, hdl.NoReset())
		line.Set(sample)
		sample = line
		p := m.Reg("product"+itoa(k), 32, hdl.NoReset())
		p.Set(line.Signed().Mul(hdl.SignedConst(16, int64(firCoefficient(k)))).Bits())
		level = append(level, p.SignExtend(40))
	}
	for l := 0; len(level) > 1; l++ {
		var next []hdl.Bits
		for i := 0; i < len(level); i += 2 {
			r := m.Reg("sum"+itoa(l)+"_"+itoa(i/2), 40, hdl.NoReset())
			r.Set(level[i].Add(level[i+1]))
			next = append(next, r)
		}
		level = next
	}
	harness.Fold(m, f.Checksum, harness.Always(), level[0])
}
