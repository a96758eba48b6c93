package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// loader writes a pixel's values to its registers, one per cycle, in the order of their codes. A pixel with nothing to
// load still takes a cycle.
type loader struct {
	Active hdl.In          `doc:"1: there is a pixel; it is held until it is done"`
	Pixel  hdl.InOf[Pixel] `doc:"its values"`
	Load   hdl.In          `doc:"bit c: the register of code c is to be loaded"`
	Table  hdl.InOf[[isa.NumRegisters]hdl.Bits]

	Enable hdl.Out           `doc:"1: a register is loaded"`
	Number hdl.Out           `doc:"the register's number"`
	Value  hdl.OutOf[Vector] `doc:"its new value"`
	Done   hdl.Out           `doc:"1: the pixel is done with this cycle"`
}

func newLoader() *loader {
	common := commonShapes()
	return &loader{
		Active: hdl.Input(1), Pixel: hdl.InputOf(PixelShape()), Load: hdl.Input(isa.NumRegisters), Table: hdl.InputOf(common.Allocation.Table),
		Enable: hdl.Output(1), Number: hdl.Output(4), Value: hdl.OutputOf(common.Vector), Done: hdl.Output(1),
	}
}

// ModuleName is combineripu_loader.
func (l *loader) ModuleName() string { return "combineripu_loader" }

// ModuleDoc describes the loader in its Verilog.
func (l *loader) ModuleDoc() string { return "Writes a pixel's values to its registers, one a cycle." }

// Describe builds a mask of the registers already loaded, and picks the next.
func (l *loader) Describe(m *hdl.Module) {
	loaded := m.Reg("loaded", isa.NumRegisters)
	pending := m.Named("pending", l.Load.And(loaded.Not()))
	next := m.Named("next", lib.LowestOneHot(pending))
	done := m.Named("done_now", l.Active.And(pending.Eq(next)))
	m.If(l.Active, func() { loaded.Set(lib.Gate(done.Not(), loaded.Or(next))) })

	p := l.Pixel.Data
	zero := hdl.Const(9, 0)
	var values [isa.NumRegisters]Vector
	for code := range values {
		values[code] = Vector{zero, zero, zero, zero}
	}
	values[isa.Fog], values[isa.Primary], values[isa.Secondary] = p.Fog, p.Primary, p.Secondary
	copy(values[isa.Texture0:], p.Texture[:])
	values[isa.Spare0][3] = p.Texture[0][3]
	hdl.Unused(p.X, p.Y)

	l.Enable.Set(l.Active.And(pending.Ne(0)))
	l.Number.Set(lib.OneHotMux(next, l.Table.Data[:]))
	l.Value.Set(lib.OneHotMux(next, values[:]))
	l.Done.Set(done)
}
