package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// driverSettings are the registers that methods set. They already include the effect of the item in the second stage.
type driverSettings struct {
	Copied       hdl.Bits `doc:"1: identifiers come with the vertices"`
	Base         hdl.Bits `doc:"added to such identifiers"`
	Restart      hdl.Bits `doc:"1: restart_index restarts the primitive"`
	RestartIndex hdl.Bits
	ElementLimit hdl.Bits `doc:"most elements in a batch"`
	VertexLimit  hdl.Bits `doc:"most records in a batch"`
	Cull         hdl.Bits `doc:"1: batches beyond the viewport are dropped"`
	Horizontal   hdl.Bits `doc:"the viewport in x: start 15:0, size 31:16"`
	Vertical     hdl.Bits `doc:"the viewport in y: start 15:0, size 31:16"`
	EdgeFlag     hdl.Bits `doc:"1: vertices begin boundary edges"`
}

func newDriverSettings(m *hdl.Module, c Config) driverSettings {
	reg := func(name string, width, reset int) hdl.Bits { return m.Reg(name, width, hdl.ResetTo(reset)) }
	s := driverSettings{
		Copied: reg("copied", 1, 0), Base: reg("base", c.identifiers(), 0),
		Restart: reg("restart", 1, 0), RestartIndex: reg("restart_index", 32, 0),
		ElementLimit: reg("element_limit", c.elementCount(), c.Elements), VertexLimit: reg("vertex_limit", hdl.CountWidth(c.Vertices), c.Vertices),
		EdgeFlag: reg("edge_flag", 1, 1),
	}
	if c.Embodiment == isa.FourModes {
		s.Cull = reg("cull", 1, 0)
		s.Horizontal, s.Vertical = reg("horizontal", 32, int(isa.ResetViewport)), reg("vertical", 32, int(isa.ResetViewport))
	}
	return s
}

// ownMethods end at the driver.
var ownMethods = []int{isa.BatchLimitAddress, isa.BatchCullAddress, isa.EdgeFlagAddress, isa.VertexIDCopyAddress, isa.BaseVertexAddress, isa.RestartAddress, isa.RestartIndexAddress}

// set handles a method outside primitives.
func (s driverSettings) set(m *hdl.Module, c Config, address, data hdl.Bits) {
	id, on := resized(data, c.identifiers()), data.Bit(0)
	limit := func(n hdl.Bits, built, width int) hdl.Bits {
		return hdl.Mux(n.Eq(0).Or(n.Gt(built)), built, n).Truncate(width)
	}
	cases := m.Switch(address).
		Case(isa.BatchLimitAddress, func() {
			s.ElementLimit.Set(limit(data.Slice(15, 0), c.Elements, s.ElementLimit.Width()))
			s.VertexLimit.Set(limit(data.Slice(31, 16), c.Vertices, s.VertexLimit.Width()))
		}).
		Case(isa.EdgeFlagAddress, func() { s.EdgeFlag.Set(on) }).
		Case(isa.VertexIDCopyAddress, func() { s.Copied.Set(on) }).
		Case(isa.BaseVertexAddress, func() { s.Base.Set(id) }).
		Case(isa.RestartAddress, func() { s.Restart.Set(on) }).
		Case(isa.RestartIndexAddress, func() { s.RestartIndex.Set(data) })
	if c.Embodiment == isa.FourModes {
		cases.Case(isa.BatchCullAddress, func() { s.Cull.Set(on) }).
			Case(isa.ViewportHorizontalAddress, func() { s.Horizontal.Set(data) }).
			Case(isa.ViewportVerticalAddress, func() { s.Vertical.Set(data) })
	}
	cases.Default(func() {})
}
