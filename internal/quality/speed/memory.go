package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// memories is a set of banks of RAM, each read, changed and written at a random
// word in every cycle.
type memories struct {
	Checksum hdl.Out `doc:"of all words read"`
	banks    int
	logDepth int
}

func newMemories(banks, logDepth int) *memories {
	return &memories{Checksum: hdl.Output(64), banks: banks, logDepth: logDepth}
}

// ModuleName is the design's name.
func (x *memories) ModuleName() string { return "memory" }

// Describe is a pipeline for each bank: an address, a registered read of the old
// word, and a write of what is made of it two cycles later; memoryModel is the
// same in Go.
func (x *memories) Describe(m *hdl.Module) {
	var read []hdl.Bits
	for i := range x.banks {
		s := m.Scope("bank" + itoa(i))
		ram := hdl.NewMem(s, "ram", hdl.Width(32), 1<<x.logDepth)
		noise := harness.Xorshift(s, "noise", 32, harness.Seed32(i))
		addr := noise.Slice(x.logDepth-1, 0)
		last := s.Reg("last", x.logDepth)
		last.Set(addr)
		word := ram.ReadReg("word", addr, 1, hdl.ReadFirst)
		m.If(noise.Bit(31), func() { ram.Write(last, word.Add(noise)) })
		read = append(read, hdl.Cat(hdl.Const(32, 0), word).Shl(4*i%33))
	}
	harness.Fold(m, x.Checksum, harness.Always(), harness.XorAll(read))
}
