package scenario

import "posedge/blocks/ioarbiter/isa/units"

// A rasteriser draws triangles in plain Go, to be compared with the stores of the units. It shares nothing with the
// models, and is exact. It applies the fill rule line by line: in a line of pixel centres, a triangle covers those from
// its left edge, included, to its right edge, excluded; it covers the lines from its topmost point, included, to its
// lowest, excluded.
type rasteriser struct {
	width, height int
	equal         bool // equal depths pass too
	depths        []uint16
	colours       []uint32
	passed        int // pixels
}

func newRasteriser(width, height int, background func(x, y int) uint32) *rasteriser {
	r := &rasteriser{width: width, height: height}
	for y := range height {
		for x := range width {
			r.depths = append(r.depths, units.MaxDepth)
			r.colours = append(r.colours, background(x, y))
		}
	}
	return r
}

// draw draws the pixels of a triangle that are nearer than the depth buffer.
func (r *rasteriser) draw(t triangle) {
	top, bottom := min(t.y[0], t.y[1], t.y[2]), max(t.y[0], t.y[1], t.y[2])
	for y := max(centreFrom(top), 0); y < min(centreFrom(bottom), int64(r.height)); y++ {
		first, after := t.line(256*y + 128)
		for x := max(first, 0); x < min(after, int64(r.width)); x++ {
			at := y*int64(r.width) + x
			z := t.at(x, y)
			if z < r.depths[at] || r.equal && z == r.depths[at] {
				r.depths[at], r.colours[at] = z, t.colour
				r.passed++
			}
		}
	}
}

// line is the range of pixels [first, after) whose centres are inside the triangle in the line at y, in 24.8, which must
// cross the triangle.
func (t triangle) line(y int64) (first, after int64) {
	found := false
	for k := range 3 {
		x0, y0, x1, y1 := t.x[k], t.y[k], t.x[(k+1)%3], t.y[(k+1)%3]
		if y0 > y1 {
			x0, y0, x1, y1 = x1, y1, x0, y0
		}
		if y0 == y1 || y < y0 || y > y1 {
			continue
		}
		// The edge is at x0 + (y−y0)·(x1−x0)÷(y1−y0); the centre of pixel x is at 256·x + 128.
		x := ceil((y-y0)*(x1-x0)+(x0-128)*(y1-y0), 256*(y1-y0))
		if !found {
			first, after, found = x, x, true
		}
		first, after = min(first, x), max(after, x)
	}
	return first, after
}

// centreFrom is the first line or column whose centre is at or after a place in 24.8.
func centreFrom(place int64) int64 { return ceil(place-128, 256) }

// ceil is a÷b rounded up, for positive b.
func ceil(a, b int64) int64 { return -floor(-a, b) }

// floor is a÷b rounded down, for positive b.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// at is the depth of the plane at a pixel's centre.
func (t triangle) at(x, y int64) uint16 {
	z := floor(t.a*(256*x+128)+t.b*(256*y+128)+256*t.c, 1<<16) // the product of two numbers in 24.8
	return uint16(min(max(z, 0), units.MaxDepth))
}
