package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/hdl"
)

// registerFile holds the registers of a macro: a memory, and a bit for each that is 1 once the macro has written it.
// The others read as 0.
type registerFile struct {
	mem        *hdl.Mem[hdl.Bits]
	written    hdl.Bits
	parameters hdl.Bits // parameters received, 6 bits

	// Wires: the write port, and clear, which sets all registers to 0.
	enable, address, data hdl.Bits
	clear                 hdl.Bits
}

func newRegisterFile(m *hdl.Module) registerFile {
	const n = microcode.Registers
	f := registerFile{
		mem: hdl.NewMem(m, "registers", hdl.Width(wordBits), n, hdl.NoInit()), written: m.Reg("written", n), parameters: m.Reg("parameter_count", 6),
		enable: m.Wire("write", 1), address: m.Wire("write_address", hdl.IndexWidth(n)), data: m.Wire("write_data", wordBits),
		clear: m.Wire("clear", 1),
	}
	f.enable.Default(0)
	f.address.Default(0)
	f.data.Default(0)
	f.clear.Default(0)
	return f
}

// put writes a register in this cycle.
func (f registerFile) put(enable, address, data hdl.Bits) {
	f.enable.Set(enable)
	f.address.Set(address)
	f.data.Set(data)
}

func (f registerFile) read(address hdl.Bits) hdl.Bits {
	return hdl.Mux(f.written.At(address), f.mem.Read(address), 0)
}

func (f registerFile) build(m *hdl.Module) {
	m.If(f.enable, func() {
		f.mem.Write(f.address, f.data)
		f.written.Set(f.written.Or(hdl.Const(microcode.Registers, 1).Shl(f.address)))
	})
	m.If(f.clear, func() {
		f.written.Set(0)
		f.parameters.Set(0)
	})
}
