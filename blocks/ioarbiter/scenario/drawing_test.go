package scenario

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
	"posedge/internal/long"
	"posedge/internal/table"
)

// runPictures runs a scenario that draws, and returns its output and its pictures by name. The scenario compares the
// hardware with the model.
func runPictures(t *testing.T, seed uint64, demo unit.Demo[ioarbiter.Config]) (out string, pictures map[string]image.Image) {
	t.Helper()
	var text bytes.Buffer
	done := 0
	b := unit.Of[ioarbiter.Config]{
		Variants:  []unit.VariantOf[ioarbiter.Config]{variant(2)},
		Scenarios: []unit.ScenarioOf[ioarbiter.Config]{{Demo: demo}},
	}.Block()
	e := &unit.Env{Out: table.Wide(&text, 200), Variant: b.Variants[0], Seed: seed, Dir: t.TempDir(), Progress: func(n, total int) {
		require.Equal(t, done+1, n)
		require.LessOrEqual(t, n, total)
		done = n
		if n == total {
			done = -1
		}
	}}
	require.NoError(t, e.Run(b.Scenarios[0], nil))
	assert.Equal(t, -1, done, "progress ends at its end")
	assert.NotZero(t, e.Digest)
	pictures = map[string]image.Image{}
	for _, name := range e.Files {
		f, err := os.Open(name)
		require.NoError(t, err)
		img, err := png.Decode(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		pictures[strings.TrimPrefix(filepath.Base(name), "ioarbiter_")] = img
	}
	return text.String(), pictures
}

// digest is the digest of a picture's pixels.
func digest(t *testing.T, img image.Image) uint64 {
	t.Helper()
	p, ok := img.(*image.RGBA)
	require.True(t, ok, "%T", img)
	h := fnv.New64a()
	_, err := h.Write(p.Pix)
	require.NoError(t, err)
	return h.Sum64()
}

func TestBlitCopiesThePoster(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	const side, border = 64, 4
	out, pictures := runPictures(t, 1, blit(side))
	assert.Regexp(t, `│ background +│ +18 │ +0 │ +256 │ +0 │ +4096 │`, out)
	assert.Regexp(t, `│ copied +│ +1 │ +0 │ +36 │ +0 │ +576 │`, out)
	img, source := pictures["blit.png"], pictures["blit_source.png"]
	const size = side/2 - 2*border
	require.Equal(t, image.Rect(0, 0, size, size), source.Bounds())
	require.Equal(t, image.Rect(0, 0, side, side), img.Bounds())
	for y := range size {
		for x := range size {
			require.Equal(t, source.At(x, y), img.At(border+x, border+y))
		}
	}
	assert.Equal(t, img.At(0, 0), img.At(side/2, 9))
	assert.EqualValues(t, uint64(0x9c4cd434a811e74c), digest(t, img))

	_, again := runPictures(t, 2, blit(side))
	assert.Equal(t, pictures, again, "the seed has no effect")
}

func TestClearFillsTheFieldsUpToTheirEdges(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	const side = 64
	var stored stimulus.Stored
	out, pictures := runPictures(t, 1, draws(func() scene { return clearScene(side) }, func(e *unit.Env, s scene, d *drawing, read stimulus.Stored) error {
		stored = read
		return showCleared(e, s, d, read)
	}))
	assert.Regexp(t, `│ depths of all: the macro clear +│ +1 │ +64 │ +0 │ +4096 │ +0 │`, out)
	assert.Len(t, pictures, 2)

	cleared := 0
	for at := range side * side {
		x, y := (float64(at%side)+0.5)*128/side, (float64(at/side)+0.5)*128/side
		z, colour := uint16(units.MaxDepth), rgba(color.RGBA{20, 20, 22, 255})
		for _, f := range composition() {
			if x >= f.x0 && x < f.x1 && y >= f.y0 && y < f.y1 {
				z, colour = f.depth, rgba(f.colour)
				cleared++
			}
		}
		require.Equal(t, z, stored.Depths[at], "pixel (%d, %d)", at%side, at/side)
		require.Equal(t, colour, stored.Colours[at], "pixel (%d, %d)", at%side, at/side)
	}
	assert.Greater(t, cleared, side*side*3/4)
}

func TestTrianglesAreThoseOfTheRasteriser(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	const side = 48
	list := newLandscape(side, 6)
	rng := rand.New(rand.NewPCG(2, 2))
	for range 60 { // with pixel centres on edges and on horizontal edges, which are rare in the landscape
		corner := func() vector {
			return vector{float64(rng.IntN(2*side)) / 2, 0.5 + float64(rng.IntN(side/6)*6), rng.Float64() * 70_000}
		}
		list = append(list, onScreen([3]vector{corner(), corner(), corner()}, rng.Uint32()))
	}
	list = inPicture(list, side)
	out, pictures := runPictures(t, 1, drawTriangles(func() []triangle { return list }, side))
	assert.Regexp(t, `\n\d\d\d triangles; colours and depths of all 2304 pixels are those of a rasteriser in plain Go\n`, out)
	require.Len(t, pictures, 2)
	assert.EqualValues(t, uint64(0x2722fa058f58beef), digest(t, pictures["triangle.png"]))
	assert.EqualValues(t, uint64(0xe95a8ba020eb321b), digest(t, pictures["triangle_depth.png"]))
}

func TestPicturesOfTheRasteriserAreCompared(t *testing.T) {
	t.Parallel()
	r := newRasteriser(4, 4, func(int, int) uint32 { return 7 })
	s := stimulus.Stored{Depths: slices.Clone(r.depths), Colours: slices.Clone(r.colours)}
	require.NoError(t, r.compare(s))
	r.draw(onScreen([3]vector{{0, 0, 5}, {1, 0, 5}, {0, 2, 5}}, 9))
	assert.EqualError(t, r.compare(s), "pixel (0, 0) is 00000007 at depth 65535, but in plain Go it is 00000009 at depth 5")
	s.Colours[0] = 9
	require.Error(t, r.compare(s))
	s.Depths[0] = 5
	require.NoError(t, r.compare(s))
}

// covers applies the fill rule edge by edge.
func covers(t triangle, x, y int64) bool {
	area := (t.x[1]-t.x[0])*(t.y[2]-t.y[0]) - (t.x[2]-t.x[0])*(t.y[1]-t.y[0])
	if area == 0 {
		return false
	}
	px, py := 256*x+128, 256*y+128
	for k := range 3 {
		x0, y0, x1, y1 := t.x[k], t.y[k], t.x[(k+1)%3], t.y[(k+1)%3]
		side := func(px, py int64) int64 { return (x1-x0)*(py-y0) - (px-x0)*(y1-y0) }
		x2, y2 := t.x[(k+2)%3], t.y[(k+2)%3]
		inside := side(x2, y2) > 0
		switch e := side(px, py); {
		case e == 0 && y0 == y1:
			if y2 < y0 {
				return false
			}
		case e == 0:
			// The interior is to the right of a centre on the edge if a step to the right is inside.
			if side(px+1, py) > 0 != inside {
				return false
			}
		case e > 0 != inside:
			return false
		}
	}
	return true
}

func TestRasteriserKeepsTheFillRule(t *testing.T) {
	t.Parallel()
	const side = 12
	rng := rand.New(rand.NewPCG(1, 1))
	covered := 0
	for range 1500 {
		var t3 triangle
		grain := []int64{1, 64, 128, 256}[rng.IntN(4)] // coarse vertices put centres on edges
		for k := range t3.x {
			t3.x[k], t3.y[k] = (rng.Int64N(20*256)-4*256)/grain*grain, (rng.Int64N(20*256)-4*256)/grain*grain
		}
		t3.c, t3.colour = 256, 1
		r := newRasteriser(side, side, func(int, int) uint32 { return 0 })
		r.draw(t3)
		for at, c := range r.colours {
			x, y := int64(at%side), int64(at/side)
			require.Equal(t, covers(t3, x, y), c == 1, "%+v: pixel (%d, %d)", t3, x, y)
			covered += int(c)
		}
	}
	assert.Greater(t, covered, 1500)
}

func TestRasteriserTestsDepth(t *testing.T) {
	t.Parallel()
	at := func(z float64) triangle { return onScreen([3]vector{{0, 0, z}, {2, 0, z}, {0, 2, z}}, uint32(z)) }
	r := newRasteriser(1, 1, func(int, int) uint32 { return 0 })
	for _, z := range []float64{500, 400, 450, 400} {
		r.draw(at(z))
	}
	assert.Equal(t, 2, r.passed)
	assert.Equal(t, []uint16{400}, r.depths)
	r.equal = true
	again := at(400)
	again.colour = 1
	r.draw(again)
	assert.Equal(t, []uint32{1}, r.colours)

	slope := triangle{x: [3]int64{0, 512, 0}, y: [3]int64{0, 0, 512}, a: 3, b: -256, c: 2*256 + 126}
	assert.EqualValues(t, 1, slope.at(0, 0), "1.998, rounded down")
	assert.EqualValues(t, 2, slope.at(1, 0))
	assert.EqualValues(t, 0, slope.at(0, 9), "below 0")
	slope.a = 1 << 20
	assert.EqualValues(t, units.MaxDepth, slope.at(200, 0))
}

func TestAPassOfDepthsLeavesThePictureAndSavesPixels(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	out, pictures := runPictures(t, 1, zonly(32, 18, 5))
	assert.Regexp(t, `\n\d\d\d triangles; the picture is the same both times, and that of a rasteriser in plain Go\n`, out)
	require.Len(t, pictures, 3)
	assert.Equal(t, pictures["zonly.png"], pictures["zonly_without.png"])
	assert.EqualValues(t, uint64(0x3f2693940e734af4), digest(t, pictures["zonly.png"]))
	assert.Contains(t, out, "\nwith the depths drawn before, 155 quads with 422 pixels are written instead of 182 with 487\n")
}

// The picture is made by the model and by the rasteriser, with which the scenarios blit and triangle compare the hardware.
func TestPictureOfTheREADMEIsCurrent(t *testing.T) {
	t.Parallel()
	const file = "../../../docs/ioarbiter.png"
	r := newRasteriser(triangleSide, triangleSide, func(int, int) uint32 { return 0 })
	list := newLandscape(triangleSide, triangleDetail)
	assert.Len(t, list, 1670, "as the README says")
	for _, x := range list {
		r.draw(x)
	}
	blit := paint(variant(2).Config, blitScene(blitSide)).read()
	want := unit.Beside(1, colourPicture(blit.Colours, blitSide), colourPicture(r.colours, triangleSide), depthPicture(r.depths, triangleSide))
	if *update {
		require.NoError(t, unit.WritePNG(file, want))
	}
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	got, err := png.Decode(f)
	require.NoError(t, err)
	assert.True(t, digest(t, want) == digest(t, got), "docs/ioarbiter.png is out of date: make it again with go test ./blocks/ioarbiter/scenario -run README -update")
}
