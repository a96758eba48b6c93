package ropmask

import (
	"fmt"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

const (
	// reach is how many components one write can need: two vectors' worth.
	reach = 2 * isa.Components

	// routesWaiting is how many pixels may have been sent but not written: one
	// with eight writes, and pixels of one packet or none that follow meanwhile.
	routesWaiting = 10
)

// windowComponents is how many components may have arrived but not been used up: when packed once, the components of
// the pixel being written and of the next one; otherwise more, because writes that use many may follow writes that use
// few.
func (c Config) windowComponents() int {
	if c.Embodiment == isa.PerTarget {
		return 4 * reach
	}
	return 2 * reach
}

// rasterOps is the unit's part in the raster operations unit: component unpack,
// vector remap and the render target write unit. It makes one write a cycle.
type rasterOps struct {
	Routes  hdl.Sink[Route]                      `doc:"the masks of each pixel, from the crossbar"`
	Packets hdl.Sink[packet]                     `doc:"packed components, from the crossbar"`
	Targets [isa.Targets]hdl.Source[TargetWrite] `doc:"one stream for each render target"`

	// These outputs serve a Framebuffer. The writes of a pixel are offered one after the other, and it is done in the
	// cycle of the last.
	PixelDone hdl.Out `doc:"a pixel is done in this cycle: its last write is taken, or it has none"`
	Generated hdl.Out `doc:"which components of the offered write the shader generated; the others have the default"`

	config Config
}

// newRasterOps makes the raster operations side of the unit.
func newRasterOps(config Config) *rasterOps {
	r := &rasterOps{
		Routes:    hdl.NewSink(RouteShape()),
		Packets:   hdl.NewSink(packetShape(config.Lanes)),
		PixelDone: hdl.Output(1),
		Generated: hdl.Output(isa.Components),
		config:    config,
	}
	for t := range r.Targets {
		r.Targets[t] = hdl.NewSource(TargetShape())
	}
	return r
}

// ModuleName is ropmask_rop with the configuration.
func (r *rasterOps) ModuleName() string { return "ropmask_rop_" + r.config.Name() }

// ModuleDoc describes the part in its Verilog.
func (r *rasterOps) ModuleDoc() string {
	return fmt.Sprintf("Raster operations side of the output map (US8922555): unpack, remap, target writes; %d lanes, %v.", r.config.Lanes, r.config.Embodiment)
}

// Describe builds a window of components that packets fill from the back and writes
// use up from the front, and a queue of the routes of the pixels in it.
func (r *rasterOps) Describe(m *hdl.Module) {
	if err := r.config.Check(); err != nil {
		m.Errorf("%v", err)
		return
	}
	routes := hdl.Instance(m, "routes", lib.NewFIFO(RouteShape(), routesWaiting))
	hdl.Unused(routes.Level)
	routes.Push.From(r.Routes)

	size := r.config.windowComponents()
	window := newBanks(m, "window", size, reach)
	head, tail := m.Reg("head", hdl.IndexWidth(size)), m.Reg("tail", hdl.IndexWidth(size))
	level := m.Reg("level", hdl.CountWidth(size)) // components in the window

	in := r.Packets.Data
	r.Packets.Ready.Set(level.Le(size - r.config.Lanes))
	take := m.Named("take", r.Packets.Fire())
	entering := m.Named("entering", lib.Gate(take, in.Count))
	m.If(take, func() { window.write(m, tail, in.Data, in.Count) })
	tail.Set(tail.Add(entering.ZeroExtend(tail.Width())))

	used, pixelDone := r.write(m, window.read(m, "front", head), level, routes.Pop.Data, routes.Pop.Valid.Bits)
	routes.Pop.Ready.Set(pixelDone)
	head.Set(head.Add(used.Truncate(head.Width())))
	level.Set(level.Sub(used).Add(entering.ZeroExtend(level.Width())))
}

// write makes the writes of the pixel with the given route, one per cycle, from
// the front of the window. It returns how many components of the window are
// used up in this cycle, and whether the pixel is then done.
func (r *rasterOps) write(m *hdl.Module, front []hdl.Bits, level hdl.Bits, route Route, valid hdl.Bits) (used, pixelDone hdl.Bits) {
	width := level.Width()
	var toWrite []hdl.Operand
	for _, s := range route.Slots {
		toWrite = append(toWrite, s.Mask.ReduceOr())
	}
	turn := newTurns(m, toWrite)
	slot := hdl.WireOf(m, "slot", RouteShape().Slots[0])
	hdl.Set(slot, hdl.Select(turn.Index, route.Slots[:]))

	// The front of the window holds the components of this slot or, when packed
	// once, of all slots.
	sent := slot.Update
	second := lib.Gate(slot.Dual, route.Second)
	use := hdl.Const(1, 1)
	if r.config.Embodiment == isa.PackedOnce {
		sent = hdl.Mux(route.Mrt, slot.Update, sharedUpdate(route))
		second = lib.Gate(route.Mrt.Not(), route.Second)
		use = route.Mrt.Or(turn.Last)
	}
	sent, second = m.Named("sent", sent), m.Named("second", second)
	before, sentCount := lib.Rank(sent)
	secondBefore, secondCount := lib.Rank(second)
	needed := m.Named("needed", sentCount.ZeroExtend(width).Add(secondCount.ZeroExtend(width)))

	offer := m.Named("offer", valid.And(turn.Some).And(level.Ge(needed)))
	out := TargetWrite{Mask: slot.Mask, Alpha: hdl.Const(componentBits, r.config.Default[isa.A])}
	for k := range isa.Components {
		d := hdl.Const(componentBits, r.config.Default[k])
		color := m.Named(indexed("first", k), hdl.Select(before[k].Truncate(2), front[:isa.Components]))
		at := secondBefore[k].ZeroExtend(width).Add(sentCount.ZeroExtend(width)).Truncate(hdl.IndexWidth(reach))
		other := m.Named(indexed("other", k), hdl.Select(at, front[:reach]))
		out.Color[k] = m.Named(indexed("color", k), lib.Gate(slot.Mask.Bit(k), hdl.Mux(slot.Generated.Bit(k), color, d)))
		source := hdl.Mux(route.Second.Bit(k), other, d)
		out.Second[k] = m.Named(indexed("source", k), lib.Gate(slot.Dual.And(slot.Mask.Bit(k)), source))
		if k == isa.A {
			out.SecondAlpha = m.Named("second_alpha", lib.Gate(slot.Dual, source))
			out.Alpha = m.Named("alpha", hdl.Mux(slot.Update.Bit(isa.A), color, d))
		}
	}
	r.Generated.Set(slot.Generated)
	var readies []hdl.Bits
	for t := range r.Targets {
		r.Targets[t].Send(offer.And(slot.Target.Eq(t)), out)
		readies = append(readies, r.Targets[t].Ready.Bits)
	}
	fire := m.Named("fire", offer.And(hdl.Select(slot.Target, readies)))

	// A pixel that writes nothing passes in one cycle.
	r.PixelDone.Set(valid.And(hdl.Mux(turn.Some, fire.And(turn.Last), 1)))
	pixelDone = r.PixelDone.Bits
	turn.take(m, fire, pixelDone)
	used = m.Named("used", lib.Gate(fire.And(use), needed))
	return used, pixelDone
}
