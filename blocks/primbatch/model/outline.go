package model

import "posedge/blocks/primbatch/isa"

// pixel is a pixel's place.
type pixel struct{ x, y int }

// linePixels returns the pixels of a line between pixel centres, from a on; b is left out (OpenGL 4.6, 14.5.1). At a tie a line
// that is no steeper than a diagonal takes the larger y if dx·dy > 0, else the smaller; a steeper one takes the smaller x.
func linePixels(a, b pixel) []pixel {
	dx, dy := b.x-a.x, b.y-a.y
	n := max(abs(dx), abs(dy))
	list := make([]pixel, n)
	for k := range list {
		if abs(dx) >= abs(dy) {
			list[k] = pixel{a.x + k*sign(dx), a.y + nearest(k*dy, n, dx*dy > 0)}
		} else {
			list[k] = pixel{a.x + nearest(k*dx, n, false), a.y + k*sign(dy)}
		}
	}
	return list
}

// nearest is p/q rounded to the nearest integer, a half up or down.
func nearest(p, q int, up bool) int {
	if up {
		return floorDiv(2*p+q, 2*q)
	}
	return -floorDiv(q-2*p, 2*q)
}

// floorDiv is ⌊p/q⌋, for q > 0.
func floorDiv(p, q int) int {
	if p < 0 {
		return -((-p + q - 1) / q)
	}
	return p / q
}

func abs(x int) int { return max(x, -x) }

func sign(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// place is a corner's pixel.
func (c Corner) place() pixel { return pixel{int(int16(c.X)), int(int16(c.Y))} }

// visible reports whether a pixel is in the viewport.
func (s *state) visible(p pixel) bool {
	in := func(x int, viewport uint32) bool {
		start, size := int(viewport&0xffff), int(viewport>>16)
		return x >= start && x < start+size
	}
	return in(p.x, s.horizontal) && in(p.y, s.vertical)
}

// Outline draws the fragments of a primitive.
func (m *Model) Outline(p Primitive) {
	if p.Restart {
		m.phase = 0
	}
	switch p.Kind {
	case isa.Point:
		m.dot(p, 0)
	case isa.Line:
		m.line(p, 0, 1)
	case isa.LineAdjacency:
		m.line(p, 1, 2)
	case isa.Triangle:
		m.polygon(p, 0, 1, 2)
	case isa.Quad:
		m.polygon(p, 0, 1, 2, 3)
	case isa.TriangleAdjacency:
		m.polygon(p, 0, 2, 4)
	}
}

// polygon draws the boundary edges between corners, or the vertices that begin them.
func (m *Model) polygon(p Primitive, corners ...int) {
	for k, c := range corners {
		if p.Edges>>k&1 == 0 {
			continue
		}
		switch m.state.mode {
		case isa.PolygonPoint:
			m.dot(p, c)
		case isa.PolygonLine:
			m.line(p, c, corners[(k+1)%len(corners)])
		}
	}
}

// dot draws a vertex as a pixel.
func (m *Model) dot(p Primitive, k int) {
	if at := p.Vertices[k].place(); m.state.visible(at) {
		m.fragment(at, p)
	}
}

// line draws a line between two vertices with the stipple pattern (14.5.2.1): bit ⌊s / factor⌋ mod 16.
func (m *Model) line(p Primitive, from, to int) {
	for _, at := range linePixels(p.Vertices[from].place(), p.Vertices[to].place()) {
		if !m.state.visible(at) {
			continue
		}
		m.Counted++
		bit := m.phase / m.state.factor % 16
		m.phase++
		if !m.state.stipple || m.state.pattern>>bit&1 == 1 {
			m.fragment(at, p)
		}
	}
}

func (m *Model) fragment(at pixel, p Primitive) {
	m.Fragments = append(m.Fragments, Fragment{uint16(at.x), uint16(at.y), p.PrimitiveID})
}
