package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// primitiveAssembler makes primitives of the vertices of batches, at most one per element or end.
//
// Six registers hold the corners of the next primitive in the order in which it lists them, so that the output needs no
// multiplexers. Each topology moves vertices between them in its own way: a list shifts, and a strip keeps the vertices that its
// next primitive shares with the last. Corners that a topology does not use are cleared as a batch begins.
type primitiveAssembler struct {
	Heads hdl.Sink[batchHead] `doc:"the batch of the element at In, taken with its end"`
	In    hdl.Sink[element]   `doc:"the elements of each batch, and its end"`
	Out   hdl.Source[packet]  `doc:"primitives, and the ends of batches"`

	config Config
}

func newPrimitiveAssembler(c Config) *primitiveAssembler {
	s := c.shapes()
	return &primitiveAssembler{Heads: hdl.NewSink(s.Head), In: hdl.NewSink(s.Element), Out: hdl.NewSource(s.Packet), config: c}
}

// ModuleName is primitive_assembler, with the widths if they are not the default.
func (a *primitiveAssembler) ModuleName() string { return "primitive_assembler" + a.config.narrow() }

// ModuleDoc describes the assembler in its Verilog.
func (a *primitiveAssembler) ModuleDoc() string {
	return "Primitive assembler: makes primitives from the vertices of batches."
}

// kindOf is the kind of a topology's primitives.
func kindOf(o isa.Op) isa.PrimitiveKind {
	switch o {
	case isa.Points:
		return isa.Point
	case isa.Lines, isa.LineLoop, isa.LineStrip:
		return isa.Line
	case isa.Quads, isa.QuadStrip:
		return isa.Quad
	case isa.LinesAdjacency, isa.LineStripAdjacency:
		return isa.LineAdjacency
	case isa.TrianglesAdjacency, isa.TriangleStripAdjacency:
		return isa.TriangleAdjacency
	}
	return isa.Triangle
}

// provokingOf is the place of the provoking vertex among those listed.
func provokingOf(o isa.Op, last bool) int {
	switch {
	case kindOf(o) == isa.LineAdjacency && !last:
		return 1
	case o == isa.Polygon || !last:
		return 0
	case o == isa.QuadStrip:
		return 2
	}
	return [...]int{isa.Point: 0, isa.Line: 1, isa.Triangle: 2, isa.Quad: 3, isa.LineAdjacency: 2, isa.TriangleAdjacency: 4}[kindOf(o)]
}

// byOp selects a constant by topology.
func byOp(op hdl.Bits, width int, value func(isa.Op) int) hdl.Bits {
	var list []hdl.Bits
	for o := range isa.NumOps {
		list = append(list, hdl.Const(width, value(isa.Op(o))))
	}
	return hdl.Select(op, list)
}

// where is 1 for the topologies that satisfy a predicate.
func where(op hdl.Bits, holds func(isa.Op) bool) hdl.Bits {
	y := hdl.Const(1, 0)
	for o := range isa.NumOps {
		if holds(isa.Op(o)) {
			y = y.Or(op.Eq(o))
		}
	}
	return y
}

// isOp is 1 for the listed topologies.
func isOp(op hdl.Bits, list ...isa.Op) hdl.Bits {
	y := hdl.Const(1, 0)
	for _, o := range list {
		y = y.Or(op.Eq(int(o)))
	}
	return y
}

// Describe builds the places, the moves between them, and the other fields of a primitive.
func (a *primitiveAssembler) Describe(m *hdl.Module) {
	drawn, last := m.Reg("drawn", 1), m.Reg("last", 1) // of the packet on offer
	first := m.Reg("first", 1, hdl.ResetTo(1))         // the next beat is the first of its batch
	drew := m.Reg("drew", 1)                           // the batch has drawn a primitive
	n := m.Reg("n", 4)                                 // elements of the batch so far, or of a list's primitive; wraps from 15 to 8
	head, in := a.Heads.Data, a.In.Data
	hdl.Unused(head.Copy, head.VertexID) // for the data assembler
	is := func(list ...isa.Op) hdl.Bits { return isOp(head.Op, list...) }
	odd := n.Bit(0)

	free := m.Named("free", a.Out.Valid.Not().Or(a.Out.Ready))
	a.In.Ready.Set(free.And(a.Heads.Valid))
	a.Heads.Ready.Set(free.And(a.In.Valid).And(in.Last))
	taken := m.Named("taken", a.In.Fire())

	// Element n can complete a primitive if n is at least this.
	least := byOp(head.Op, 4, func(o isa.Op) int {
		return [isa.NumOps]int{0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 5, 6}[o]
	})
	least = hdl.Mux(is(isa.TriangleStripAdjacency).And(head.Open), 8, least) // its first triangle is not drawn
	enough := m.Named("enough_elements", n.Ge(least))
	completes := enough.And(odd.Or(is(isa.QuadStrip, isa.TriangleStripAdjacency).Not()))
	closes := is(isa.LineLoop).And(head.Open.Or(in.Open).Not()).And(n.Ge(2))
	withheld := is(isa.Polygon).Or(is(isa.TriangleStripAdjacency).And(odd.Or(in.Open.Not()))).And(enough)
	draws := m.Named("draws", hdl.Mux(in.Last, closes.Or(withheld), completes))
	list := is(isa.Lines, isa.Triangles, isa.Quads, isa.LinesAdjacency, isa.TrianglesAdjacency)

	m.If(taken, func() {
		drawn.Set(draws)
		last.Set(in.Last)
		first.Set(in.Last)
		drew.Set(drew.Or(draws).And(in.Last.Not()))
		m.If(in.Last.Or(list.And(enough)), func() { n.Set(0) }).
			Else(func() { n.Set(n.Add(1).Or(n.And(8))) })
	}).ElseIf(a.Out.Ready, func() {
		drawn.Set(0)
		last.Set(0)
	})

	corners, edges := a.corners(m, taken, first, n)

	polygon, runsOn := is(isa.Polygon), where(head.Op, isa.Op.RunsOn)
	kind, provoking, restart := m.Reg("kind", isa.PrimitiveKindBits), m.Reg("provoking", 3), m.Reg("restart", 1)
	boundary := m.Reg("boundary", 4)
	primitiveID, instanceID := m.Reg("primitive_id", a.config.identifiers()), m.Reg("instance_id", a.config.identifiers())
	m.If(taken, func() {
		kind.Set(byOp(head.Op, isa.PrimitiveKindBits, func(o isa.Op) int { return int(kindOf(o)) }))
		provoking.Set(hdl.Mux(head.LastProvokes,
			byOp(head.Op, 3, func(o isa.Op) int { return provokingOf(o, true) }), byOp(head.Op, 3, func(o isa.Op) int { return provokingOf(o, false) })))
		restart.Set(runsOn.Not().Or(head.Restart.And(drew.Not())))
		instanceID.Set(head.InstanceID)
		ofPolygon := hdl.Pack(drew.Or(head.Open).Not(), hdl.Const(1, 1), in.Last.And(in.Open.Not()), hdl.Const(1, 0))
		boundary.Set(hdl.Mux(polygon, ofPolygon, byOp(head.Op, 4, func(o isa.Op) int {
			return [...]int{isa.Point: 0, isa.Line: 1, isa.Triangle: 7, isa.Quad: 15, isa.LineAdjacency: 1, isa.TriangleAdjacency: 7}[kindOf(o)]
		})))
		m.If(draws, func() {
			primitiveID.Set(hdl.Mux(drew.And(polygon.Not()), primitiveID.Add(1), head.PrimitiveID))
		})
	})
	a.Out.Send(drawn.Or(last), packet{drawn, last, Primitive{Kind: kind, Vertices: corners, Edges: boundary.And(edges),
		PrimitiveID: primitiveID, InstanceID: instanceID, Provoking: provoking, Restart: restart}})
}
