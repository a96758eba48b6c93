package raster

// State is a scissor, as the unit's state describes it: with it, only pixels (x, y) with X0 ≤ x < X1 and Y0 ≤ y < Y1 are
// covered.
type State struct {
	Scissor        bool // else the others do not count
	X0, Y0, X1, Y1 uint16
}

// Words are the registers that make the unit keep to this scissor.
func (s State) Words() [StateWords]uint32 {
	var on uint32
	if s.Scissor {
		on = 1
	}
	return [StateWords]uint32{on, uint32(s.X0) | uint32(s.Y0)<<16, uint32(s.X1) | uint32(s.Y1)<<16}
}

// stateOf is what registers say.
func stateOf(words [StateWords]uint32) State {
	return State{words[0]&1 != 0, uint16(words[1]), uint16(words[1] >> 16), uint16(words[2]), uint16(words[2] >> 16)}
}

func (s State) keeps(x, y int) bool {
	return !s.Scissor || x >= int(s.X0) && x < int(s.X1) && y >= int(s.Y0) && y < int(s.Y1)
}

// Model is a raster unit in plain Go.
type Model struct {
	Words [StateWords]uint32 // the registers of the state
}

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Model) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Model) Do(r RequestValue) ResponseValue { return Coverage(r, stateOf(m.Words)) }

// Coverage is the response to a request.
func Coverage(r RequestValue, s State) (out ResponseValue) {
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
	const most = MaxCorner << fraction
	for _, p := range corners {
		if p.X < -most || p.X > most || p.Y < -most || p.Y > most {
			return ResponseValue{Fault: true}
		}
	}
	for k := range maskBits {
		x, y := Side*int(r.TileX)+k%Side, Side*int(r.TileY)+k/Side
		if s.keeps(x, y) && covers(Centre(x, y)) {
			out.Mask |= 1 << k
		}
	}
	return out
}

// Point is a place in the picture, in 24.8.
type Point struct{ X, Y int64 }

// Centre is the centre of a pixel.
func Centre(x, y int) Point {
	const half = 1 << (fraction - 1)
	return Point{int64(x)<<fraction + half, int64(y)<<fraction + half}
}

// Covers reports whether a triangle covers a point. One on an edge is covered if the edge is horizontal and the triangle
// below it, or if the edge is not and the triangle is to its right.
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
		// With the triangle on the positive side of each edge, a horizontal one has it below if it goes right, and
		// another has it to its right if it goes up.
		takes := from.Y == to.Y && to.X > from.X || to.Y < from.Y
		if e < 0 || e == 0 && !takes {
			return false
		}
	}
	return true
}

// edge is twice the area of the triangle of an edge and a point, with 16 bits behind the point: positive on one side of
// the edge, negative on the other, 0 on its line.
func edge(from, to, p Point) int64 {
	dx, dy := to.X-from.X, to.Y-from.Y
	return dx*(p.Y-from.Y) - dy*(p.X-from.X)
}
