package combineripu

import "posedge/hdl"

const (
	fileRegisters = 64 // of all pixels of a group together
	fileBits      = 6
	maxGroup      = 32 // pixels
	groupBits     = 5
)

// fileWrite writes halves of a register.
type fileWrite struct {
	Enable  hdl.Bits `width:"1"`
	Address hdl.Bits `width:"file"`
	Halves  hdl.Bits `width:"2"`
	Value   Vector   `width:"9"`
}

// registerFile holds the registers of a group's pixels. A write is visible in the next cycle.
type registerFile struct {
	Write   hdl.InOf[fileWrite]
	Address [3]hdl.In
	Value   [3]hdl.OutOf[Vector]
}

func newRegisterFile() *registerFile {
	common := commonShapes()
	f := &registerFile{Write: hdl.InputOf(common.FileWrite)}
	for n := range f.Value {
		f.Address[n], f.Value[n] = hdl.Input(fileBits), hdl.OutputOf(common.Vector)
	}
	return f
}

// ModuleName is combineripu_registers.
func (f *registerFile) ModuleName() string { return "combineripu_registers" }

// ModuleDoc describes the register file in its Verilog.
func (f *registerFile) ModuleDoc() string {
	return "The registers of a group's pixels: 64 of four 9-bit components."
}

// Describe builds a memory with three read ports.
func (f *registerFile) Describe(m *hdl.Module) {
	mem := hdl.NewMem(m, "registers", commonShapes().Vector, fileRegisters, hdl.NoInit())
	w := f.Write.Data
	m.If(w.Enable, func() {
		mem.WriteMasked(w.Address, w.Value, halvesMask(w.Halves))
	})
	for n, a := range f.Address {
		f.Value[n].Set(mem.Read(a))
	}
}

// halvesMask turns a mask of halves into a mask of components.
func halvesMask(halves hdl.Bits) hdl.Bits {
	rgb := halves.Bit(0)
	return hdl.Cat(halves.Bit(1), rgb, rgb, rgb)
}
