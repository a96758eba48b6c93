package primbatch

import "posedge/hdl"

// pace says which elements of a batch complete a primitive: the first one is complete after so many, each other so many
// later. A polygon is complete at its end, and only begins to be drawn at the first of these elements.
type pace struct{ first, step int }

var paces = [NumOps]pace{
	Points:                 {1, 1},
	Lines:                  {2, 2},
	LineLoop:               {2, 1},
	LineStrip:              {2, 1},
	Triangles:              {3, 3},
	TriangleStrip:          {3, 1},
	TriangleFan:            {3, 1},
	Quads:                  {4, 4},
	QuadStrip:              {4, 2},
	Polygon:                {3, 1},
	LinesAdjacency:         {4, 4},
	LineStripAdjacency:     {4, 1},
	TrianglesAdjacency:     {6, 6},
	TriangleStripAdjacency: {7, 2}, // with the element behind it, or at the end of the strip
}

const (
	skippedElements = 2 // an open begin of TRIANGLESTRIP_ADJCY skips its first triangle
	paceBits        = 4
)

// primitiveCount follows the elements of a batch.
type primitiveCount struct {
	Complete hdl.Bits `doc:"1: the next element completes a primitive"`
	Closed   hdl.Bits `doc:"1: a normal end here completes one"`
	Some     hdl.Bits `doc:"1: something of the batch has been drawn before its next element"`
}

// countPrimitives counts elements of a batch down to those that complete a primitive. At start a batch begins, of the
// topology and begin that hold from the next cycle on, op and open; with each element, at element, it goes on.
func countPrimitives(m *hdl.Module, start, startOp, startOpen, element, op, open hdl.Bits) primitiveCount {
	var first, step []hdl.Bits
	for _, p := range paces {
		first, step = append(first, hdl.Const(paceBits, p.first)), append(step, hdl.Const(paceBits, p.step))
	}
	left, some := m.Reg("elements_left", paceBits), m.Reg("some_drawn", 1)
	is := func(o Op) hdl.Bits { return op.Eq(int(o)) }
	complete := m.Named("complete", left.Eq(1))
	m.If(start, func() {
		skips := startOpen.And(startOp.Eq(int(TriangleStripAdjacency)))
		begin := hdl.Select(startOp, first)
		left.Set(hdl.Mux(skips, begin.Add(skippedElements), begin))
		some.Set(0)
	}).ElseIf(element, func() {
		left.Set(hdl.Mux(complete, hdl.Select(op, step), left.Sub(1)))
		some.Set(some.Or(complete))
	})
	closed := is(LineLoop).And(open.Not()).And(some).
		Or(is(Polygon).And(open.Or(some))).
		Or(is(TriangleStripAdjacency).And(complete))
	return primitiveCount{complete.And(is(Polygon).Not()), m.Named("closed", closed), some}
}
