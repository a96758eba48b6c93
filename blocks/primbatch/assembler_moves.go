package primbatch

import (
	"fmt"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// place is a register that holds a vertex. The first six are the corners of the next primitive.
type place int

const (
	spare    place = isa.MaxCorners + iota // a waiting vertex of a loop or polygon, or the last adjacent vertex of a strip
	older                                  // the previous content of spare
	incoming                               // the element at the input

	places = int(incoming)
)

// held is a vertex in a place.
type held struct {
	Edge   hdl.Bits `width:"1"`
	Corner Corner
}

// move takes a vertex from one place to another.
type move struct{ to, from place }

// step is a set of simultaneous moves.
type step struct {
	when  hdl.Bits
	moves []move
}

// shift moves a vertex into the last of n corners, and the others towards the first.
func shift(n int) (list []move) {
	for k := range place(n - 1) {
		list = append(list, move{k, k + 1})
	}
	return append(list, move{place(n - 1), incoming})
}

// corners builds the places; edges marks those of the first four corners that begin a boundary edge.
func (a *primitiveAssembler) corners(m *hdl.Module, taken, first, n hdl.Bits) (corners [isa.MaxCorners]Corner, edges hdl.Bits) {
	at := make([]held, places+1)
	for k := range places {
		name := fmt.Sprintf("corner_%d", k)
		switch place(k) {
		case spare:
			name = "spare"
		case older:
			name = "older"
		}
		at[k] = hdl.RegOf(m, name, a.config.shapes().Held, hdl.NoReset())
	}
	in := a.In.Data
	at[incoming] = held{in.Edge.Or(where(a.Heads.Data.Op, isa.Op.HasFlags).Not()), in.Corner}

	steps := a.steps(n)
	for to := range place(places) {
		var from []place
		when := map[place]hdl.Bits{}
		moved := hdl.Const(1, 0)
		for _, s := range steps {
			for _, v := range s.moves {
				if v.to != to {
					continue
				}
				moved = moved.Or(s.when)
				if w, known := when[v.from]; known {
					when[v.from] = w.Or(s.when)
				} else {
					from, when[v.from] = append(from, v.from), s.when
				}
			}
		}
		index, cleared := hdl.Const(hdl.IndexWidth(len(from)), 0), first
		var sources []held
		for k, f := range from {
			sources = append(sources, at[f])
			if k > 0 {
				index = index.Or(hdl.Mux(when[f], hdl.Const(index.Width(), k), 0))
			}
			if f == incoming {
				cleared = first.And(when[f].Not())
			}
		}
		m.If(taken, func() {
			m.If(moved, func() { hdl.Set(at[to], choose(index, sources)) })
			if to < isa.MaxCorners {
				m.If(cleared, func() { hdl.Set(at[to], hdl.Unflatten(at[to], hdl.Const(hdl.WidthOf(at[to]), 0))) })
			}
		})
	}
	var flags []hdl.Operand
	for k := range corners {
		corners[k] = at[k].Corner
		if k < 4 {
			flags = append(flags, at[k].Edge)
		}
	}
	return corners, hdl.Pack(flags...)
}

// choose is list[index], for an index within the list, as a tree of two-way multiplexers: with LUTs of four inputs it is
// smaller than [hdl.Select].
func choose[T any](index hdl.Bits, list []T) T {
	for k := 0; len(list) > 1; k++ {
		var half []T
		for i := 0; i+1 < len(list); i += 2 {
			half = append(half, hdl.MuxOf(index.Bit(k), list[i+1], list[i]))
		}
		list = append(half, list[len(half)*2:]...)
	}
	return list[0]
}

// steps are the moves of each topology at element n, or at an end after n elements. At most one step moves to any place.
func (a *primitiveAssembler) steps(n hdl.Bits) []step {
	head, in := a.Heads.Data, a.In.Data
	is := func(list ...isa.Op) hdl.Bits { return isOp(head.Op, list...) }
	odd, even, begins := n.Bit(0), n.Bit(0).Not(), n.Eq(0)
	end, element := in.Last, in.Last.Not()
	toLast, toFirst := head.LastProvokes, head.LastProvokes.Not()

	lines, loop := is(isa.Lines, isa.LineStrip, isa.LineLoop), is(isa.LineLoop)
	strip, fan, quads, polygon := is(isa.TriangleStrip), is(isa.TriangleFan), is(isa.QuadStrip), is(isa.Polygon)
	list := []step{
		{is(isa.Points), shift(1)},
		{lines, []move{{0, 1}}},
		{lines.And(element), []move{{1, incoming}}},
		{loop.And(end), []move{{1, older}}}, // older holds its first vertex
		{loop.And(n.Lt(2)), []move{{spare, incoming}, {older, spare}}},
		{is(isa.Triangles), shift(3)},
		{strip.And(toLast).And(even), []move{{1, 2}, {2, incoming}}},
		{strip.And(toLast).And(odd), []move{{0, 2}, {2, incoming}}},
		{strip.And(toFirst).And(even), []move{{0, 2}, {2, incoming}}},
		{strip.And(toFirst).And(odd), []move{{0, 1}, {1, incoming}}},
		{fan.And(toLast), []move{{1, 2}, {2, incoming}}},
		{fan.And(toLast).And(n.Lt(3)), []move{{0, 1}}}, // then the first vertex is there, and stays
		{fan.And(toFirst).And(begins), []move{{2, incoming}}},
		{fan.And(toFirst).And(begins.Not()), []move{{0, 1}, {1, incoming}}},
		{is(isa.Quads, isa.LinesAdjacency, isa.LineStripAdjacency), shift(4)},
		{quads.And(even), []move{{1, 2}, {2, 3}, {3, incoming}}},
		{quads.And(odd), []move{{0, 2}, {2, incoming}}},
		{polygon, []move{{1, 2}, {2, spare}, {spare, incoming}}}, // one vertex late, as the end decides the last triangle's edges
		{polygon.And(n.Lt(4)), []move{{0, 1}}},
		{is(isa.TrianglesAdjacency), shift(6)},
	}

	// The strip with adjacency prepares a triangle at an even element n = 2i+4, the adjacent vertex N of its far edge, and
	// sends it with the next element, which shows that it is not the last one. For the last triangle, N is the last odd
	// element. Triangles of both orientations keep the vertices that they share with the previous one. Vertex 1 is put where
	// the third triangle looks for it.
	adjacent := is(isa.TriangleStripAdjacency)
	forward := n.Bit(1).Xor(head.Open)
	late := end.And(in.Open.Not())
	for _, s := range []struct {
		when  hdl.Bits
		n     place
		moves []move
	}{
		{toLast.And(forward), 3, []move{{1, 2}, {4, 5}, {5, older}}},
		{toLast.And(forward.Not()), 5, []move{{0, 4}, {1, 0}, {3, older}, {4, 3}}},
		{toFirst.And(forward), 3, []move{{0, 4}, {1, 0}, {4, 3}, {5, older}}},
		{toFirst.And(forward.Not()), 3, []move{{0, 2}, {1, older}, {2, 3}, {5, 0}}},
	} {
		w := adjacent.And(s.when)
		list = append(list, step{w.And(even), s.moves},
			step{w.And(late), []move{{s.n, spare}}}, step{w.And(even).And(late.Not()), []move{{s.n, incoming}}})
	}
	return append(list,
		step{adjacent.And(toLast).And(forward).And(even).And(n.Ne(2)), []move{{2, 4}}},
		step{adjacent.And(odd), []move{{spare, incoming}, {older, spare}}},
		step{adjacent.And(n.Eq(1)), []move{{2, incoming}}})
}
