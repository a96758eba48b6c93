package machine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
)

// operations are those of the graphics configuration, as the expander knows them.
var operations = func() (list []microcode.Operation) {
	for _, o := range isa.GraphicsOperations() {
		list = append(list, microcode.Operation{Name: o.Name, Request: len(o.Request), Response: len(o.Response)})
	}
	return list
}()

// linked is a machine with the built-in macros, and the entry of one of them.
func linked(t *testing.T, macro string, slots int) (m Expander, entry int) {
	words, entries := microcode.Link(operations, microcode.MaxCode)
	require.Len(t, entries, len(microcode.Macros()))
	m = Expander{Code: words, Operations: operations, Slots: slots, Bound: 100_000}
	for k, x := range microcode.Macros() {
		require.True(t, entries[k].Loaded)
		require.Equal(t, len(x.Parameters), entries[k].Parameters)
		if x.Name == macro {
			return m, entries[k].Address
		}
	}
	require.Fail(t, macro)
	return m, 0
}

func silent(int, []uint32) ([]uint32, bool) { return nil, false }

// The steps of a blit are exact: quad i of row j begins 4·i pixels right of the row's start, and 4·j below the first
// row.
func TestABlitWalksOverItsQuads(t *testing.T) {
	m, entry := linked(t, "blit", 4)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		x0, y0 := rng.Uint32N(60), rng.Uint32N(60)
		x1, y1 := x0+rng.Uint32N(4), y0+rng.Uint32N(4)
		u, v := rng.Uint32(), rng.Uint32()
		dudx, dvdx, dudy, dvdy := rng.Uint32(), rng.Uint32(), rng.Uint32(), rng.Uint32()
		var want []Request
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				i, j := 4*(x-x0), 4*(y-y0)
				want = append(want, Request{true, 8, []uint32{x, y, 0xffff}, 8, 1, microcode.ToCount},
					Request{false, 4, []uint32{u + i*dudx + j*dudy, v + i*dvdx + j*dvdy, dudx, dvdx, dudy, dvdy}, 3, 3, microcode.ToBypass})
			}
		}
		made, status := m.Run(entry, []uint32{x0, y0, x1, y1, u, v, dudx, dvdx, dudy, dvdy}, silent)
		require.Equal(t, Done, status)
		require.Equal(t, want, made)
	}
}

// tiles are the tiles of a rectangle, by rows.
func tiles(x0, y0, x1, y1 uint32) (list [][2]uint32) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			list = append(list, [2]uint32{x, y})
		}
	}
	return list
}

func TestAClearVisitsItsTiles(t *testing.T) {
	m, entry := linked(t, "clear", 1)
	for _, r := range [][4]uint32{{1, 2, 4, 4}, {0, 0, 1, 1}, {3, 3, 3, 5}, {3, 3, 5, 3}, {3, 3, 2, 2}} {
		var want []Request
		for _, at := range tiles(r[0], r[1], r[2], r[3]) {
			want = append(want, Request{true, 6, at[:], 6, 2, microcode.ToCount}, Request{false, 11, []uint32{10, 20, 30, 40, at[0], at[1]}, 0, 3, microcode.ToBypass})
		}
		made, status := m.Run(entry, []uint32{10, 20, 30, 40, r[0], r[1], r[2], r[3]}, silent)
		require.Equal(t, Done, status)
		require.Equal(t, want, made)
	}
}

// All tiles of a triangle are requested, in order; the quads of each tile that have a mask other than 0 are filled, in
// order.
func TestATriangleFillsTheQuadsThatTheDepthUnitLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, macro := range []string{"triangle", "zonly"} {
		for slots := 1; slots <= 16; slots++ {
			m, entry := linked(t, macro, slots)
			p := []uint32{1, 2, 3, 4, 5, 6, 70, 80, 90, rng.Uint32N(9), rng.Uint32N(9), 0, 0, 0xff00ff00}
			p[11], p[12] = p[9]+rng.Uint32N(5), p[10]+rng.Uint32N(5)
			route := microcode.ToExpander
			if macro == "zonly" {
				p, route = p[:13], microcode.ToCount
			}
			masks := map[[2]uint32]uint64{}
			made, status := m.Run(entry, p, func(operation int, words []uint32) ([]uint32, bool) {
				if operation == 5 {
					mask := rng.Uint64() & rng.Uint64() & rng.Uint64()
					if rng.IntN(3) == 0 {
						mask = 0
					}
					masks[[2]uint32(words[:2])] = mask
					return []uint32{uint32(mask), uint32(mask >> 32)}, false
				}
				return nil, false
			})
			require.Equal(t, Done, status)
			var asked, fills, wantAsked, wantFills []Request
			for _, r := range made {
				if r.Operation == 7 {
					fills = append(fills, r)
				} else {
					asked = append(asked, r)
				}
			}
			for _, at := range tiles(p[9], p[10], p[11], p[12]) {
				x, y := at[0], at[1]
				wantAsked = append(wantAsked, Request{true, 5, []uint32{x, y, 70, 80, 90}, 6, 2, route},
					Request{false, 10, []uint32{1, 2, 3, 4, 5, 6, x, y}, 0, 3, microcode.ToBypass})
				for quad := range 4 {
					var mask uint32
					for bit := range 16 {
						mask |= uint32(masks[at]>>((quad/2*4+bit/4)*8+quad%2*4+bit%4)&1) << bit
					}
					if mask != 0 && macro == "triangle" {
						wantFills = append(wantFills, Request{false, 7, []uint32{2*x + uint32(quad%2), 2*y + uint32(quad/2), mask, p[13]}, 8, 1, microcode.ToCount})
					}
				}
			}
			require.Equal(t, wantAsked, asked)
			require.Equal(t, wantFills, fills)
		}
	}
}
