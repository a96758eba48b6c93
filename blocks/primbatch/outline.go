package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Outline makes the pixels of points, of lines, and of the boundaries of polygons in the modes LINE and POINT. Lines are
// stippled, and everything is clipped to the viewport. A line has max(|dx|,|dy|) pixels; its end is left out.
//
// It walks a pixel per cycle, visible or not, and takes at most two further cycles per edge or vertex; a primitive that draws
// nothing takes one cycle. A primitive stays at In until its last pixel has left.
type Outline struct {
	In      hdl.Sink[Primitive]  `doc:"primitives"`
	State   hdl.InOf[DrawState]  `doc:"of the primitive at In; held until that is taken"`
	Out     hdl.Source[Fragment] `doc:"their pixels"`
	Counted hdl.Out              `doc:"pixels of lines in the viewport, lit or not: they moved the stipple phase; modulo 2^32"`

	config Config
}

// NewOutline makes an outline and stipple unit. The configuration must pass [Config.Check]; only its widths matter.
func NewOutline(c Config) *Outline {
	s := c.shapes()
	return &Outline{
		In: hdl.NewSink(s.Primitive), State: hdl.InputOf(s.DrawState), Out: hdl.NewSource(s.Fragment), Counted: hdl.Output(c.counters()), config: c,
	}
}

// ModuleName is outline, with the widths if they are not the default.
func (o *Outline) ModuleName() string { return "outline" + o.config.narrow() }

// ModuleDoc describes the unit in its Verilog.
func (o *Outline) ModuleDoc() string {
	return "Outline and stipple: the pixels of points, lines and polygons' boundaries."
}

// Describe sends the edges of a primitive to the walker one by one, and passes on the pixels that are visible and lit.
func (o *Outline) Describe(m *hdl.Module) {
	p, state := o.In.Data, o.State.Data
	walker := hdl.Instance(m, "walker", newLineWalker(o.config))
	hdl.Unused(p.InstanceID, p.Provoking)

	// One edge at a time, or the vertex that begins it.
	kind := func(k isa.PrimitiveKind) hdl.Bits { return p.Kind.Eq(int(k)) }
	isPoint, isLine, spread := kind(isa.Point), kind(isa.Line).Or(kind(isa.LineAdjacency)), kind(isa.TriangleAdjacency)
	surface := m.Named("surface", kind(isa.Triangle).Or(kind(isa.Quad)).Or(spread))
	dots := m.Named("dots", isPoint.Or(surface.And(state.Mode.Eq(int(isa.PolygonPoint)))))
	filled := state.Mode.Ge(int(isa.PolygonFill))
	boundary := lib.Gate(surface.And(filled.Not()), p.Edges.And(hdl.Cat(kind(isa.Quad), hdl.Const(3, 7))))
	drawn := m.Reg("drawn", 4)
	pending := m.Named("pending", boundary.Or(isPoint.Or(isLine).ZeroExtend(4)).And(drawn.Not()))
	first := m.Named("first", lib.LowestOneHot(pending))
	from, some := lib.PriorityEncoder(pending)
	to := m.Named("to", hdl.Mux(from.Eq(hdl.Mux(kind(isa.Quad), hdl.Const(2, 3), 2)), 0, from.Add(1)))

	listed := func(corner hdl.Bits) (at position) { // skips adjacent vertices, which are listed but are no corners
		index := corner.ZeroExtend(3)
		index = hdl.Mux(spread, index.Shl(1), hdl.Mux(kind(isa.LineAdjacency), index.Add(1), index))
		var list []position
		for _, v := range p.Vertices[:isa.MaxCorners-1] {
			list = append(list, position{v.X, v.Y})
		}
		return choose(index, list)
	}
	for k, v := range p.Vertices {
		hdl.Unused(v.VertexID)
		if k == isa.MaxCorners-1 {
			hdl.Unused(v)
		}
	}
	walker.In.Send(o.In.Valid.And(some), segment{listed(from), listed(to), dots})
	o.In.Ready.Set(hdl.Mux(some, walker.In.Fire().And(pending.Eq(first)), 1))
	m.If(o.In.Fire(), func() { drawn.Set(0) }).
		ElseIf(walker.In.Fire(), func() { drawn.Set(drawn.Or(first)) })

	// The pixels that are visible and lit.
	at := walker.Out.Data
	seen := m.Named("seen", within(at.X, state.Horizontal).And(within(at.Y, state.Vertical)))
	begun := m.Reg("begun", 1) // the primitive at In was there in the previous cycle
	begun.Set(o.In.Valid.And(o.In.Fire().Not()))
	counts := m.Named("counts", walker.Out.Fire().And(seen).And(dots.Not()))
	lit := o.stipple(m, o.In.Valid.And(begun.Not()).And(p.Restart), counts)
	sent := m.Named("sent", seen.And(lit.Or(dots)))
	o.Out.Send(walker.Out.Valid.And(sent), Fragment{at.X, at.Y, p.PrimitiveID})
	walker.Out.Ready.Set(o.Out.Ready.Or(sent.Not()))

	moved := m.Reg("moved", o.config.counters())
	m.If(counts, func() { moved.Set(moved.Add(1)) })
	o.Counted.Set(moved)
}

// stipple keeps the phase of the stipple pattern; lit is 1 if the next pixel of a line is lit.
func (o *Outline) stipple(m *hdl.Module, restarts, moves hdl.Bits) (lit hdl.Bits) {
	state := o.State.Data
	place, count := m.Reg("place", 4), m.Reg("count", state.Factor.Width()) // the bit of the pattern, and how often it was used
	m.If(restarts, func() {
		place.Set(0)
		count.Set(0)
	}).ElseIf(moves, func() {
		m.If(count.Ge(state.Factor), func() {
			count.Set(0)
			place.Set(place.Add(1))
		}).Else(func() { count.Set(count.Add(1)) })
	})
	return state.Pattern.At(place).Or(state.Stipple.Not())
}

// within is 1 for a coordinate inside a viewport, given as start and size.
func within(at, viewport hdl.Bits) hdl.Bits {
	width := max(at.Width(), 16) + 2
	start, size := viewport.Slice(15, 0).ZeroExtend(width), viewport.Slice(31, 16).ZeroExtend(width)
	return at.SignExtend(width).Sub(start).Lt(size)
}
