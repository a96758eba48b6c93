package model

import "posedge/blocks/ioarbiter/isa/units"

// Vertex is a corner of a triangle or of a rectangle. A coordinate is the 32 bits of an int32.
type Vertex struct{ X, Y uint32 }

// RasterRequest is a request to the raster unit.
type RasterRequest struct {
	Vertices     [3]Vertex
	Rectangle    bool
	TileX, TileY uint8
}

// RasterResponse is its response.
type RasterResponse struct {
	Mask  uint64
	Fault bool
}

// Raster is a raster unit.
type Raster struct {
	Words [units.RasterWords]uint32 // the registers of the state
}

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Raster) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Raster) Do(r RasterRequest) RasterResponse { return Coverage(r, units.RasterStateOf(m.Words)) }

// Coverage is the response to a request.
func Coverage(r RasterRequest, s units.RasterState) (out RasterResponse) {
	var v [3]Point
	for k, x := range r.Vertices {
		v[k] = Point{int64(int32(x.X)), int64(int32(x.Y))}
	}
	corners := v[:]
	covers := func(p Point) bool { return Covers(v, p) }
	if r.Rectangle {
		corners = corners[:2]
		covers = func(p Point) bool { return p.X >= v[0].X && p.X < v[1].X && p.Y >= v[0].Y && p.Y < v[1].Y }
	}
	const most = units.MaxCorner << units.Fraction
	for _, p := range corners {
		if p.X < -most || p.X > most || p.Y < -most || p.Y > most {
			return RasterResponse{Fault: true}
		}
	}
	for k := range units.TilePixels {
		x, y := units.TileSide*int(r.TileX)+k%units.TileSide, units.TileSide*int(r.TileY)+k/units.TileSide
		if keeps(s, x, y) && covers(Centre(x, y)) {
			out.Mask |= 1 << k
		}
	}
	return out
}

// keeps reports whether a pixel is inside the scissor.
func keeps(s units.RasterState, x, y int) bool {
	return !s.Scissor || x >= int(s.X0) && x < int(s.X1) && y >= int(s.Y0) && y < int(s.Y1)
}

// Point is a place in the picture, in 24.8.
type Point struct{ X, Y int64 }

// Centre is the centre of a pixel.
func Centre(x, y int) Point {
	const half = 1 << (units.Fraction - 1)
	return Point{int64(x)<<units.Fraction + half, int64(y)<<units.Fraction + half}
}

// Covers reports whether a triangle covers a point. A point on an edge is covered if the triangle is below the edge,
// which is horizontal, or to the right of the edge, which is not.
func Covers(v [3]Point, p Point) bool {
	area := edge(v[0], v[1], v[2])
	if area == 0 {
		return false
	}
	if area < 0 {
		v[1], v[2] = v[2], v[1]
	}
	for k := range v {
		from, to := v[k], v[(k+1)%3]
		e := edge(from, to, p)
		// With the triangle on the positive side of each edge, it is below a horizontal edge that goes right, and to
		// the right of any other edge that goes up.
		takes := from.Y == to.Y && to.X > from.X || to.Y < from.Y
		if e < 0 || e == 0 && !takes {
			return false
		}
	}
	return true
}

// edge is twice the area of the triangle of an edge and a point, with 16 fraction bits: positive on one side of the
// edge, negative on the other, 0 on its line.
func edge(from, to, p Point) int64 {
	dx, dy := to.X-from.X, to.Y-from.Y
	return dx*(p.Y-from.Y) - dy*(p.X-from.X)
}
