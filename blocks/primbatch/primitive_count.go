package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// pace gives the elements of a batch that complete a primitive: the first primitive takes first elements, and each later one
// step more. A polygon is complete only at its end; its pace is that of its triangles.
type pace struct{ first, step int }

var paces = [isa.NumOps]pace{
	isa.Points:                 {1, 1},
	isa.Lines:                  {2, 2},
	isa.LineLoop:               {2, 1},
	isa.LineStrip:              {2, 1},
	isa.Triangles:              {3, 3},
	isa.TriangleStrip:          {3, 1},
	isa.TriangleFan:            {3, 1},
	isa.Quads:                  {4, 4},
	isa.QuadStrip:              {4, 2},
	isa.Polygon:                {3, 1},
	isa.LinesAdjacency:         {4, 4},
	isa.LineStripAdjacency:     {4, 1},
	isa.TrianglesAdjacency:     {6, 6},
	isa.TriangleStripAdjacency: {7, 2}, // with the element behind it; the last at the end of the strip
}

const (
	skippedElements = 2 // after an open begin, TRIANGLESTRIP_ADJCY skips its first triangle
	paceBits        = 4
)

// primitiveCount tells what the next beat of a batch does, if it is an element or a normal end.
type primitiveCount struct {
	draws, advances       hdl.Bits // an element completes a primitive, or a triangle of a polygon; it increments PrimitiveID
	endDraws, endAdvances hdl.Bits // the same for a normal end
}

// countPrimitives counts the elements of a batch down to those that complete a primitive. At start a batch begins: startOp and
// startOpen are its topology and begin, op and open the same from the next cycle on. At element the batch has another element.
func countPrimitives(m *hdl.Module, start, startOp, startOpen, element, op, open hdl.Bits) primitiveCount {
	of := func(op hdl.Bits, value func(pace) int) hdl.Bits {
		return byOp(op, paceBits, func(o isa.Op) int { return value(paces[o]) })
	}
	left, some := m.Reg("elements_left", paceBits), m.Reg("some_drawn", 1)
	complete := m.Named("complete", left.Eq(1))
	m.If(start, func() {
		first := of(startOp, func(p pace) int { return p.first })
		left.Set(hdl.Mux(startOpen.And(isOp(startOp, isa.TriangleStripAdjacency)), first.Add(skippedElements), first))
		some.Set(0)
	}).ElseIf(element, func() {
		left.Set(hdl.Mux(complete, of(op, func(p pace) int { return p.step }), left.Sub(1)))
		some.Set(some.Or(complete))
	})
	polygon := isOp(op, isa.Polygon)
	endDraws := isOp(op, isa.LineLoop).And(open.Not()).And(some).Or(isOp(op, isa.TriangleStripAdjacency).And(complete))
	return primitiveCount{
		draws: complete, advances: complete.And(polygon.Not()),
		endDraws: endDraws, endAdvances: endDraws.Or(polygon.And(open.Or(some))),
	}
}
