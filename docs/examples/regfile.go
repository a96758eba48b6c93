package examples

import "posedge/hdl"

// RegFile is a file of 32 registers with two asynchronous reads and a write;
// register 0 reads 0.
type RegFile struct {
	ReadA  hdl.In  `doc:"number of the register on A"`
	ReadB  hdl.In  `doc:"number of the register on B"`
	A      hdl.Out `doc:"its value"`
	B      hdl.Out `doc:"its value"`
	Write  hdl.In  `doc:"write this cycle"`
	Number hdl.In  `doc:"number of the register to write"`
	Value  hdl.In  `doc:"what to write"`
}

// NewRegFile makes a file of 32-bit registers.
func NewRegFile() *RegFile {
	return &RegFile{
		ReadA: hdl.Input(5), ReadB: hdl.Input(5), A: hdl.Output(32), B: hdl.Output(32),
		Write: hdl.Input(1), Number: hdl.Input(5), Value: hdl.Input(32),
	}
}

// Describe builds a memory and two guards.
func (r *RegFile) Describe(m *hdl.Module) {
	regs := hdl.NewMem(m, "regs", hdl.Width(32), 32)
	r.A.Set(hdl.Mux(r.ReadA.Eq(0), 0, regs.Read(r.ReadA)))
	r.B.Set(hdl.Mux(r.ReadB.Eq(0), 0, regs.Read(r.ReadB)))
	m.If(r.Write.And(r.Number.Ne(0)), func() {
		regs.Write(r.Number, r.Value.Bits)
	})
}
