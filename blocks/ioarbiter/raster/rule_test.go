package raster_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
)

// scanned is the rule in terms of a scanline: a row of centres crosses the edges that begin on or above it and end
// below it, and a centre is covered if an odd number of crossings is at it or to its left.
func scanned(p model.Point, v ...model.Point) bool {
	odd := false
	for k := range v {
		a, b := v[k], v[(k+1)%len(v)]
		if a.Y > b.Y {
			a, b = b, a
		}
		if p.Y < a.Y || p.Y >= b.Y {
			continue
		}
		x := big.NewRat((p.Y-a.Y)*(b.X-a.X), b.Y-a.Y)
		x.Add(x, big.NewRat(a.X, 1))
		if x.Cmp(big.NewRat(p.X, 1)) <= 0 {
			odd = !odd
		}
	}
	return odd
}

func points(r model.RasterRequest) (v [3]model.Point) {
	for k, x := range r.Vertices {
		v[k] = model.Point{X: int64(int32(x.X)), Y: int64(int32(x.Y))}
	}
	return v
}

// The model agrees with the scanline rule; many of the random requests cover part of their tile, with centres on edges.
func TestTheModelIsAScanline(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	parts, edges := 0, 0
	for range 1000 {
		r := stimulus.RasterRequest(rng)
		r.Rectangle = false
		got := model.Coverage(r, units.RasterState{})
		if got.Fault {
			continue
		}
		if got.Mask != 0 && got.Mask != ^uint64(0) {
			parts++
		}
		v := points(r)
		for k := range 64 {
			p := model.Centre(8*int(r.TileX)+k%8, 8*int(r.TileY)+k/8)
			require.Equal(t, scanned(p, v[:]...), got.Mask>>k&1 != 0, "%+v at %v", r, p)
			left, up := model.Point{X: p.X - 1, Y: p.Y}, model.Point{X: p.X, Y: p.Y - 1}
			if model.Covers(v, p) && !(model.Covers(v, left) && model.Covers(v, up)) {
				edges++
			}
		}
	}
	assert.Greater(t, parts, 300)
	assert.Greater(t, edges, 100)
}

// A fan of triangles around a point, with random corners at pixel centres and random orientations, covers each pixel of
// the polygon that it fills exactly once, including that of the point.
func TestTrianglesThatShareEdgesCoverEachPixelOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	h := stimulus.NewRaster(t, stimulus.Pace{})
	for range 100 {
		var corners []model.Point
		for _, d := range [][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
			if rng.IntN(5) > 0 || d[0] == 0 || d[1] == 0 {
				far := 1 + rng.IntN(4)
				corners = append(corners, model.Centre(12+d[0]*far, 12+d[1]*far))
			}
		}
		var requests []model.RasterRequest
		for tile := range uint8(4) {
			for k, c := range corners {
				next := corners[(k+1)%len(corners)]
				v := [3]model.Vertex{vertex(model.Centre(12, 12)), vertex(c), vertex(next)}
				rng.Shuffle(3, func(i, j int) { v[i], v[j] = v[j], v[i] })
				requests = append(requests, model.RasterRequest{Vertices: v, TileX: 1 + tile%2, TileY: 1 + tile/2})
			}
		}
		before := h.Responses.Passed()
		h.Send(requests...)
		h.Drain()
		times := map[[2]int]int{} // each pixel was covered
		for i, got := range h.Responses.Beats()[before:] {
			for k := range 64 {
				x, y := 8*int(requests[i].TileX)+k%8, 8*int(requests[i].TileY)+k/8
				times[[2]int{x, y}] += int(got.Mask >> k & 1)
			}
		}
		require.Len(t, times, 4*64)
		for p, n := range times {
			inside := scanned(model.Centre(p[0], p[1]), corners...)
			require.Equal(t, inside, n == 1, "%v was covered %d times", p, n)
			require.LessOrEqual(t, n, 1, p)
		}
		require.Equal(t, 1, times[[2]int{12, 12}], "the middle")
	}
}

func vertex(p model.Point) model.Vertex {
	return model.Vertex{X: uint32(p.X), Y: uint32(p.Y)}
}

func at(x, y float64) model.Vertex {
	return model.Vertex{X: uint32(int32(x * 256)), Y: uint32(int32(y * 256))}
}

// Triangles whose masks were drawn by hand.
func TestDrawnTriangles(t *testing.T) {
	triangle := func(a, b, c model.Vertex) [3]model.Vertex { return [3]model.Vertex{a, b, c} }
	const all = ^uint64(0)
	for name, x := range map[string]struct {
		v         [3]model.Vertex
		rectangle bool
		tx, ty    uint8
		want      uint64
		fault     bool
	}{
		// Its corners are pixel centres: the left and the upper edge belong to it.
		"upper left half":     {v: triangle(at(0.5, 0.5), at(3.5, 0.5), at(0.5, 3.5)), want: 0x010307},
		"lower right half":    {v: triangle(at(3.5, 0.5), at(3.5, 3.5), at(0.5, 3.5)), want: 0x060400},
		"upper right half":    {v: triangle(at(0.5, 0.5), at(3.5, 0.5), at(3.5, 3.5)), want: 0x040607},
		"lower left half":     {v: triangle(at(0.5, 0.5), at(3.5, 3.5), at(0.5, 3.5)), want: 0x030100},
		"all of a tile":       {v: triangle(at(0, 0), at(100, 0), at(0, 100)), tx: 1, ty: 1, want: all},
		"the greatest":        {v: triangle(at(-2048, 2048), at(2048, -2048), at(2048, 2048)), want: all},
		"half of the picture": {v: triangle(at(-2048, -2048), at(2048, 2048), at(-2048, 2048)), want: 0x7f3f1f0f07030100},
		"no tile of it":       {v: triangle(at(0, 0), at(8, 0), at(0, 8)), tx: 1},
		"a line":              {v: triangle(at(0.5, 0.5), at(3.5, 3.5), at(7.5, 7.5))},
		"an edge and back":    {v: triangle(at(0.5, 0.5), at(7.5, 0.5), at(0.5, 0.5))},
		"one point":           {v: triangle(at(2.5, 2.5), at(2.5, 2.5), at(2.5, 2.5))},
		"a rectangle":         {v: triangle(at(0.5, 0.5), at(2.5, 1.5), at(9999, 0)), rectangle: true, want: 0x03},
		"a rectangle, beyond": {v: triangle(at(0.5, 0.5), at(2.5, 2048.25), at(0, 0)), rectangle: true, fault: true},
		"backwards":           {v: triangle(at(5, 5), at(2, 2), at(0, 0)), rectangle: true},
		"beyond":              {v: triangle(at(0, 0), at(8, 0), at(0, -2048.00390625)), fault: true},
		"the last tile":       {v: triangle(at(2048, 2048), at(2040, 2040), at(2048, 2040)), tx: 255, ty: 255, want: 0x80c0e0f0f8fcfeff},
	} {
		h := stimulus.NewRaster(t, stimulus.Pace{})
		for turn := range 3 {
			for _, back := range []bool{false, true} {
				v := x.v
				if !x.rectangle {
					v = [3]model.Vertex{v[turn], v[(turn+1)%3], v[(turn+2)%3]}
					if back {
						v[1], v[2] = v[2], v[1]
					}
				}
				h.Send(model.RasterRequest{Vertices: v, Rectangle: x.rectangle, TileX: x.tx, TileY: x.ty})
			}
		}
		h.Drain()
		for _, got := range h.Responses.Beats() {
			assert.Equal(t, model.RasterResponse{Mask: x.want, Fault: x.fault}, got, name)
		}
	}
}
