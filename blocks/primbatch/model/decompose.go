package model

import "posedge/blocks/primbatch/isa"

// Decomposed is a primitive of a vertex list: its vertices, counted from 0, and its edges that may be drawn.
type Decomposed struct {
	Kind      isa.PrimitiveKind
	Vertices  []int
	Provoking int // its place in Vertices
	Edges     []bool
}

// Decompose returns the primitives of n vertices by the tables of OpenGL 4.6, sections 10.1 and 13.4. The code counts vertices
// from 1, as those tables do.
func Decompose(o isa.Op, n int, firstProvokes bool) (list []Decomposed) {
	add := func(kind isa.PrimitiveKind, first, last int, vertices ...int) {
		p := Decomposed{Kind: kind, Edges: EdgesOf(kind)}
		provokes := last
		if firstProvokes {
			provokes = first
		}
		for k, v := range vertices {
			p.Vertices = append(p.Vertices, v-1)
			if v == provokes {
				p.Provoking = k
			}
		}
		list = append(list, p)
	}
	switch o {
	case isa.Points:
		for i := 1; i <= n; i++ {
			add(isa.Point, i, i, i)
		}
	case isa.Lines:
		for i := 1; i <= n/2; i++ {
			add(isa.Line, 2*i-1, 2*i, 2*i-1, 2*i)
		}
	case isa.LineStrip, isa.LineLoop:
		for i := 1; i <= n-1; i++ {
			add(isa.Line, i, i+1, i, i+1)
		}
		if o == isa.LineLoop && n >= 2 {
			add(isa.Line, n, 1, n, 1)
		}
	case isa.Triangles:
		for i := 1; i <= n/3; i++ {
			add(isa.Triangle, 3*i-2, 3*i, 3*i-2, 3*i-1, 3*i)
		}
	case isa.TriangleStrip:
		for i := 1; i <= n-2; i++ {
			switch {
			case i%2 == 1:
				add(isa.Triangle, i, i+2, i, i+1, i+2)
			case firstProvokes:
				add(isa.Triangle, i, i+2, i, i+2, i+1)
			default:
				add(isa.Triangle, i, i+2, i+1, i, i+2)
			}
		}
	case isa.TriangleFan:
		for i := 1; i <= n-2; i++ {
			if firstProvokes {
				add(isa.Triangle, i+1, i+2, i+1, i+2, 1)
			} else {
				add(isa.Triangle, i+1, i+2, 1, i+1, i+2)
			}
		}
	case isa.Quads:
		for i := 1; i <= n/4; i++ {
			add(isa.Quad, 4*i-3, 4*i, 4*i-3, 4*i-2, 4*i-1, 4*i)
		}
	case isa.QuadStrip:
		for i := 1; i <= n/2-1; i++ {
			add(isa.Quad, 2*i-1, 2*i+2, 2*i-1, 2*i, 2*i+2, 2*i+1)
		}
	case isa.Polygon:
		for i := 1; i <= n-2; i++ {
			add(isa.Triangle, 1, 1, 1, i+1, i+2)
			list[i-1].Edges = []bool{i == 1, true, i == n-2}
		}
	case isa.LinesAdjacency:
		for i := 1; i <= n/4; i++ {
			add(isa.LineAdjacency, 4*i-2, 4*i-1, 4*i-3, 4*i-2, 4*i-1, 4*i)
		}
	case isa.LineStripAdjacency:
		for i := 1; i <= n-3; i++ {
			add(isa.LineAdjacency, i+1, i+2, i, i+1, i+2, i+3)
		}
	case isa.TrianglesAdjacency:
		for i := 1; i <= n/6; i++ {
			add(isa.TriangleAdjacency, 6*i-5, 6*i-1, 6*i-5, 6*i-4, 6*i-3, 6*i-2, 6*i-1, 6*i)
		}
	case isa.TriangleStripAdjacency:
		for i := 1; i <= n/2-2; i++ {
			before, after := 2*i-3, 2*i+5
			if i == 1 {
				before = 2
			}
			if i == n/2-2 {
				after = 2*i + 4
			}
			switch {
			case i%2 == 1:
				add(isa.TriangleAdjacency, 2*i-1, 2*i+3, 2*i-1, before, 2*i+1, after, 2*i+3, 2*i+2)
			case firstProvokes:
				add(isa.TriangleAdjacency, 2*i-1, 2*i+3, 2*i-1, 2*i+2, 2*i+3, after, 2*i+1, before)
			default:
				add(isa.TriangleAdjacency, 2*i-1, 2*i+3, 2*i+1, before, 2*i-1, 2*i+2, 2*i+3, after)
			}
		}
	}
	return list
}

// EdgesOf returns the edges of a primitive without edge flags: all may be drawn.
func EdgesOf(kind isa.PrimitiveKind) []bool {
	n := map[isa.PrimitiveKind]int{isa.Line: 1, isa.LineAdjacency: 1, isa.Triangle: 3, isa.TriangleAdjacency: 3, isa.Quad: 4}[kind]
	edges := make([]bool, n)
	for k := range edges {
		edges[k] = true
	}
	return edges
}
