package raster

import (
	"fmt"
	"math/bits"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

// Widths of intermediate values. Coordinates are at most 2^19 in magnitude, that is 2048 in 24.8, and differences of
// two at most 2^20; a product of two differences is at most 2^40, and an edge function at most 2^41.
const (
	cornerBits     = 21
	differenceBits = 22
	productBits    = 42
)

// corner is a vertex whose coordinates are in range.
type corner struct {
	X, Y hdl.Bits // 21, signed 24.8
}

// carried is a request in the unit; its corners rotate by one each move.
type carried struct {
	Corners      [3]corner
	Rectangle    hdl.Bits
	Fault        hdl.Bits
	TileX, TileY hdl.Bits
}

// outside is 1 if a coordinate is out of range.
func outside(x hdl.Bits) hdl.Bits {
	const most = units.MaxCorner << fraction
	s := x.Signed()
	return s.Lt(hdl.SignedConst(wordBits, -most)).Or(s.Gt(hdl.SignedConst(wordBits, most)))
}

// take holds a request until the next one, and rotates its corners.
func (p pipeline) take(fire hdl.Bits, in Request) carried {
	next := carried{Rectangle: in.Rectangle, TileX: in.TileX, TileY: in.TileY}
	for k, v := range in.Vertices {
		next.Corners[k] = corner{v.X.Truncate(cornerBits), v.Y.Truncate(cornerBits)}
		out := outside(v.X).Or(outside(v.Y))
		switch k {
		case 0:
			next.Fault = out
		case 1:
			next.Fault = next.Fault.Or(out)
		case 2:
			next.Fault = p.m.Named("fault_in", next.Fault.Or(out.And(in.Rectangle.Not())))
		}
	}
	c := hdl.RegOf(p.m, "request", next, hdl.NoReset())
	p.m.If(fire, func() { hdl.Set(c, next) }).ElseIf(p.Move, func() {
		for k := range c.Corners {
			hdl.Set(c.Corners[k], c.Corners[(k+1)%len(c.Corners)])
		}
	})
	return c
}

// measure is an edge, seen from the corner it begins at.
type measure struct {
	DX, DY hdl.Bits // 22, signed 24.8: to the next corner
	X, Y   hdl.Bits // 22, signed 24.8: to the centre of the tile's first pixel
}

// measure subtracts the coordinates.
func (p pipeline) measure(c carried) measure {
	wide := func(x hdl.Bits) hdl.Bits { return x.SignExtend(differenceBits) }
	centre := func(tile hdl.Bits) hdl.Bits {
		return hdl.Cat(tile, hdl.Const(3+fraction, 1<<(fraction-1))).ZeroExtend(differenceBits)
	}
	from, to := c.Corners[0], c.Corners[1]
	return fixed.After(p.Pipeline, "edge", measure{
		wide(to.X).Sub(wide(from.X)), wide(to.Y).Sub(wide(from.Y)),
		centre(c.TileX).Sub(wide(from.X)), centre(c.TileY).Sub(wide(from.Y)),
	})
}

// weight is an edge and the terms of its function at the centre of the tile's first pixel.
type weight struct {
	DX, DY      hdl.Bits // 22: of the edge
	Plus, Minus hdl.Bits // 42: the function is their difference
	Takes       hdl.Bits // 1: points on the edge count as on its positive side
}

// weigh multiplies, and finds on which side points on the edge count.
//
// The function of an edge is DX·Y − DY·X: 0 on the edge, and of opposite signs on its two sides. Inside a triangle, the
// functions of all three edges have the same sign, that of the triangle's area. A point on an edge counts as on the
// positive side if that is to the right or, for a horizontal edge, below, and otherwise as on the negative side. So the
// rule for points on edges holds for both orientations, and a point is covered if it is on the same side of all edges.
//
// No point is on the same side of all edges of a triangle without area: the functions add up to 0, so all of them would
// be 0 at the point, and all edges would go up, or all down, which is impossible because they form a loop. If all edges
// are horizontal, the same holds for left and right. If all corners coincide, it holds because only the first edge
// takes its points.
func (p pipeline) weigh(e measure) weight {
	flat := e.DY.ReduceOr().Not()
	none := e.DX.ReduceOr().Not()
	up, left := e.DY.Bit(differenceBits-1), e.DX.Bit(differenceBits-1)
	right := hdl.Mux(none, p.Started.Bit(measured), left.Not())
	product := func(a, b hdl.Bits) hdl.Bits { return a.Signed().Mul(b.Signed()).Bits().Truncate(productBits) }
	return fixed.After(p.Pipeline, "weight", weight{e.DX, e.DY, product(e.DX, e.Y), product(e.DY, e.X), up.Or(flat.And(right))})
}

// A walk steps by whole pixels, so the fraction of a pixel is dropped from the function: the rest is at least 0
// wherever the function is. From the first pixel of a tile to any other, the rest changes by less than 2^24; a value
// farther from 0 keeps its sign all over the tile, so it may be clamped.
const (
	startBits = 25
	walkBits  = startBits + 1
)

// start is the edge function at the tile's first pixel, without its fraction and clamped to startBits: at least 0 if
// the pixel is on the positive side.
func (w weight) start() hdl.Bits {
	n := productBits + 1
	sum := w.Plus.SignExtend(n).AddCarryIn(w.Minus.SignExtend(n).Not(), w.Takes).Truncate(n) // one less if the edge does not take its points
	whole := sum.Slice(n-1, fraction)
	high := whole.Slice(whole.Width()-1, startBits-1)
	negative := sum.Bit(n - 1)
	near := high.Xor(negative.Repeat(high.Width())).ReduceOr().Not()
	return hdl.Mux(near, whole.Truncate(startBits), hdl.Cat(negative, negative.Not().Repeat(startBits-1)))
}

// walk goes down a tile along an edge, two rows a move, from the move after begin. Bit 8*j+i of the result is 1 if
// pixel i of row j of the two is on the positive side.
func (p pipeline) walk(k int, begin hdl.Bits, w weight, start hdl.Bits) hdl.Bits {
	m := p.m.Scope("walk" + string(rune('0'+k)))
	wide := func(x hdl.Bits) hdl.Bits { return x.SignExtend(walkBits) }
	at := m.Reg("at", walkBits, hdl.NoReset())
	dx, dy := m.Reg("dx", differenceBits, hdl.NoReset()), m.Reg("dy", differenceBits, hdl.NoReset())
	m.If(p.Move, func() {
		at.Set(at.Add(wide(dx).Shl(1)))
		m.If(begin, func() {
			at.Set(wide(start))
			dx.Set(w.DX)
			dy.Set(w.DY)
		})
	})
	// One pixel to the right the function is less by DY, one pixel down it is greater by DX.
	var row [Side]hdl.Bits
	row[0] = at
	for step := Side / 2; step >= 1; step /= 2 {
		by := wide(dy).Shl(bits.Len(uint(step)) - 1)
		for i := 0; i < Side; i += 2 * step {
			row[i+step] = m.Named(fmt.Sprintf("at_%d", i+step), row[i].Sub(by))
		}
	}
	var below [Side]hdl.Bits
	for i, x := range row {
		below[i] = x.Add(wide(dx))
	}
	var signs []hdl.Operand
	for _, x := range append(row[:], below[:]...) {
		signs = append(signs, x.Bit(walkBits-1).Not())
	}
	return m.Named("positive", hdl.Pack(signs...))
}

// cover walks along the three edges of a request, and marks the pixels that are on the same side of all.
func (p pipeline) cover(w weight) hdl.Bits {
	start := p.m.Named("start", w.start())
	var sides [3]hdl.Bits
	for k := range sides {
		sides[k] = p.walk(k, p.Started.Bit(weighed+k), w, start)
	}
	first := fixed.After(p.Pipeline, "first", sides[0])
	second := fixed.After(p.Pipeline, "second", sides[1])
	same := fixed.After(p.Pipeline, "same", first.Xor(sides[1]).Not())
	return same.And(second.Xor(sides[2]).Not())
}
