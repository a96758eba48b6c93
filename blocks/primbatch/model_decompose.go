package primbatch

// decomposed is a primitive of a vertex list: which vertices, from 0 on, and which of its edges may be drawn.
type decomposed struct {
	kind      PrimitiveKind
	vertices  []int
	provoking int // its place in vertices
	edges     []bool
}

// decompose says what n vertices are, by the tables of OpenGL 4.6, sections 10.1 and 13.4. Those count from 1, and so do the
// lists here.
func decompose(o Op, n int, firstProvokes bool) (list []decomposed) {
	add := func(kind PrimitiveKind, first, last int, vertices ...int) {
		p := decomposed{kind: kind, edges: edgesOf(kind)}
		provokes := last
		if firstProvokes {
			provokes = first
		}
		for k, v := range vertices {
			p.vertices = append(p.vertices, v-1)
			if v == provokes {
				p.provoking = k
			}
		}
		list = append(list, p)
	}
	switch o {
	case Points:
		for i := 1; i <= n; i++ {
			add(Point, i, i, i)
		}
	case Lines:
		for i := 1; i <= n/2; i++ {
			add(Line, 2*i-1, 2*i, 2*i-1, 2*i)
		}
	case LineStrip, LineLoop:
		for i := 1; i <= n-1; i++ {
			add(Line, i, i+1, i, i+1)
		}
		if o == LineLoop && n >= 2 {
			add(Line, n, 1, n, 1)
		}
	case Triangles:
		for i := 1; i <= n/3; i++ {
			add(Triangle, 3*i-2, 3*i, 3*i-2, 3*i-1, 3*i)
		}
	case TriangleStrip:
		for i := 1; i <= n-2; i++ {
			switch {
			case i%2 == 1:
				add(Triangle, i, i+2, i, i+1, i+2)
			case firstProvokes:
				add(Triangle, i, i+2, i, i+2, i+1)
			default:
				add(Triangle, i, i+2, i+1, i, i+2)
			}
		}
	case TriangleFan:
		for i := 1; i <= n-2; i++ {
			if firstProvokes {
				add(Triangle, i+1, i+2, i+1, i+2, 1)
			} else {
				add(Triangle, i+1, i+2, 1, i+1, i+2)
			}
		}
	case Quads:
		for i := 1; i <= n/4; i++ {
			add(Quad, 4*i-3, 4*i, 4*i-3, 4*i-2, 4*i-1, 4*i)
		}
	case QuadStrip:
		for i := 1; i <= n/2-1; i++ {
			add(Quad, 2*i-1, 2*i+2, 2*i-1, 2*i, 2*i+2, 2*i+1)
		}
	case Polygon:
		for i := 1; i <= n-2; i++ {
			add(Triangle, 1, 1, 1, i+1, i+2)
			list[i-1].edges = []bool{i == 1, true, i == n-2}
		}
	case LinesAdjacency:
		for i := 1; i <= n/4; i++ {
			add(LineAdjacency, 4*i-2, 4*i-1, 4*i-3, 4*i-2, 4*i-1, 4*i)
		}
	case LineStripAdjacency:
		for i := 1; i <= n-3; i++ {
			add(LineAdjacency, i+1, i+2, i, i+1, i+2, i+3)
		}
	case TrianglesAdjacency:
		for i := 1; i <= n/6; i++ {
			add(TriangleAdjacency, 6*i-5, 6*i-1, 6*i-5, 6*i-4, 6*i-3, 6*i-2, 6*i-1, 6*i)
		}
	case TriangleStripAdjacency:
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
				add(TriangleAdjacency, 2*i-1, 2*i+3, 2*i-1, before, 2*i+1, after, 2*i+3, 2*i+2)
			case firstProvokes:
				add(TriangleAdjacency, 2*i-1, 2*i+3, 2*i-1, 2*i+2, 2*i+3, after, 2*i+1, before)
			default:
				add(TriangleAdjacency, 2*i-1, 2*i+3, 2*i+1, before, 2*i-1, 2*i+2, 2*i+3, after)
			}
		}
	}
	return list
}

// edgesOf are the edges of a primitive without edge flags.
func edgesOf(kind PrimitiveKind) []bool {
	n := map[PrimitiveKind]int{Line: 1, LineAdjacency: 1, Triangle: 3, TriangleAdjacency: 3, Quad: 4}[kind]
	edges := make([]bool, n)
	for k := range edges {
		edges[k] = true
	}
	return edges
}
