package ropmask

import (
	"fmt"
	"strconv"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

const (
	componentBits = 32
	counterBits   = 32

	// Registers is the size of the shader's register file: two pixels with all
	// components, or more pixels with fewer.
	Registers    = 2 * isa.Vectors * isa.Components
	registerBits = 6

	// pixelsUnderWay is how many complete pixels may be in the shader: while one with eight vectors is read, eight with
	// one vector each can arrive.
	pixelsUnderWay = 9
)

// pixelShader is the unit's part in the pixel shader: it stores the generated
// components of a pixel in registers, packed by the output map, and sends the
// ones that the component update mask selects. While one pixel is sent, the
// next ones are stored.
type pixelShader struct {
	Pixels       hdl.Sink[Beat]     `doc:"the vectors of the pixels"`
	Routes       hdl.Source[Route]  `doc:"the masks of each pixel, to the crossbar; not later than its first packet"`
	Packets      hdl.Source[packet] `doc:"packed components, to the crossbar; a pixel that sends nothing has none"`
	Sent         hdl.Out            `doc:"components sent since reset, modulo 2^32"`
	Conventional hdl.Out            `doc:"components that a shader without an output map would have sent, modulo 2^32"`

	config Config
}

// newPixelShader makes the shader's part of the unit.
func newPixelShader(config Config) *pixelShader {
	return &pixelShader{
		Pixels:       hdl.NewSink(BeatShape()),
		Routes:       hdl.NewSource(RouteShape()),
		Packets:      hdl.NewSource(packetShape(config.Lanes)),
		Sent:         hdl.Output(counterBits),
		Conventional: hdl.Output(counterBits),
		config:       config,
	}
}

// ModuleName is ropmask_shader with the configuration.
func (p *pixelShader) ModuleName() string { return "ropmask_shader_" + p.config.Name() }

// ModuleDoc describes the part in its Verilog.
func (p *pixelShader) ModuleDoc() string {
	return fmt.Sprintf("Pixel shader side of the output map (US8922555): register allocation and packing, %d lanes, %v.", p.config.Lanes, p.config.Embodiment)
}

// header is the information about a pixel that the shader keeps until the pixel has been read.
type header struct {
	OutputMap hdl.Bits `width:"32" doc:"word 18 of the shader program header"`
	Route     Route
}

// Describe builds a register file, a ring shared by the pixels in flight: each takes as many registers as the output
// map enables components. Complete pixels wait in a queue to be sent.
func (p *pixelShader) Describe(m *hdl.Module) {
	if err := p.config.Check(); err != nil {
		m.Errorf("%v", err)
		return
	}
	selection := hdl.Instance(m, "selection", NewSelection())
	selection.State.Set(p.Pixels.Data.State)
	complete := hdl.Instance(m, "complete", lib.NewFIFO(fixed().Header, pixelsUnderWay))
	hdl.Unused(complete.Level)

	registers := newBanks(m, "registers", Registers, isa.Components)
	released := m.Wire("released", hdl.CountWidth(isa.Vectors*isa.Components)) // registers that become free in this cycle
	p.store(m, registers, selection.Route.Data, complete.Push, released)
	p.send(m, registers, complete.Pop, released)
}

// allocation maps the components of a pixel to its registers: a component's register, counted from the pixel's start,
// is the number of generated components before it.
type allocation struct {
	generated [isa.Vectors]hdl.Bits // the components generated, 4
	base      [isa.Vectors]hdl.Bits // the number of a vector's first register
	total     hdl.Bits              // registers of the pixel
}

func allocate(m *hdl.Module, outputMap hdl.Bits) allocation {
	var a allocation
	numbers, total := lib.Rank(outputMap)
	for v := range isa.Vectors {
		a.generated[v] = nibble(outputMap, v)
		a.base[v] = m.Named(indexed("base", v), numbers[isa.Components*v])
	}
	a.total = m.Named("total", total)
	return a
}

// store puts the vectors of a pixel into the registers. A vector is taken if there is room up to its own last register.
func (p *pixelShader) store(m *hdl.Module, registers banks, route Route, complete hdl.Sink[header], released hdl.Bits) {
	m = m.Scope("store")
	in := p.Pixels.Data
	first := m.Reg("first", 1, hdl.ResetTo(1))                               // the next beat is the first of its pixel
	start := m.Reg("start", registerBits)                                    // the pixel's register 0
	free := m.Reg("free", hdl.CountWidth(Registers), hdl.ResetTo(Registers)) // free registers, from there on
	arriving := hdl.RegOf(m, "arriving", fixed().Header, hdl.NoReset())
	arrived := m.Reg("arrived", isa.Vectors) // vectors of the pixel that are stored

	current := hdl.WireOf(m, "current", fixed().Header)
	hdl.Set(current, hdl.MuxOf(first, header{OutputMap: in.State.OutputMap, Route: route}, arriving))

	of := allocate(m, current.OutputMap)
	base := m.Named("base", hdl.Select(in.Vector, of.base[:]))
	mask := m.Named("mask", hdl.Select(in.Vector, of.generated[:]))
	size := m.Named("size", count(mask))
	// With the last vector the pixel takes all of its registers, including those of vectors that did not arrive.
	end := m.Named("end", hdl.Mux(in.Last, of.total, base.Add(size.ZeroExtend(base.Width()))))
	room := m.Named("room", free.Ge(end.ZeroExtend(free.Width())))
	p.Pixels.Ready.Set(room.And(complete.Ready.Or(in.Last.Not())))
	take := m.Named("take", p.Pixels.Fire())
	m.If(take, func() {
		registers.write(m, start.Add(base), compact(mask, in.Color[:]), size)
	})

	present := m.Named("present", arrived.Or(lib.OneHot(in.Vector, isa.Vectors)))
	complete.Send(p.Pixels.Valid.And(room).And(in.Last), header{OutputMap: current.OutputMap, Route: current.Route.of(present)})
	m.If(take, func() {
		first.Set(in.Last)
		hdl.Set(arriving, current)
		arrived.Set(lib.Gate(in.Last.Not(), present))
	})
	ended := lib.Gate(take.And(in.Last), of.total)
	start.Set(start.Add(ended))
	free.Set(free.Sub(ended.ZeroExtend(free.Width())).Add(released.ZeroExtend(free.Width())))
}

func indexed(name string, i int) string { return name + strconv.Itoa(i) }
