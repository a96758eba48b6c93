package texture_test

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/texture"
)

var _ flow.Image = (*texture.Image)(nil)

func random(t *testing.T, rng *rand.Rand, width, height int) *texture.Image {
	m, err := texture.New(width, height, func(int, int) [4]uint8 {
		x := rng.Uint32()
		return [4]uint8{uint8(x), uint8(x >> 8), uint8(x>>16) / 4, 77}
	})
	require.NoError(t, err)
	return m
}

// The compiler's error bound for a sample, whose coordinates are rounded to 24.8 and whose
// components are rounded to 8 bits.
func TestAFetchIsAsNearToTheRealSampleAsTheCompilerBelieves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const slack = 1e-12 // of float64
	for _, size := range [][2]int{{1, 1}, {1, 7}, {2, 2}, {5, 3}, {16, 64}, {256, 31}} {
		m := random(t, rng, size[0], size[1])
		low, high := m.Range()
		slopeU, slopeV := m.Slope()
		worst := 0.0
		for range 20_000 {
			u, v := (rng.Float64()*4-2)*float64(size[0]), (rng.Float64()*4-2)*float64(size[1])
			if rng.IntN(4) == 0 { // half-way between two coordinates of the unit
				u = math.Floor(u*256)/256 + flow.CoordinateError
			}
			real := m.At(u, v)
			unit := m.Fetch(int32(math.Round(u*256)), int32(math.Round(v*256)))
			for k, x := range unit {
				got := float64(x) / 255
				bound := flow.TexelError + flow.CoordinateError*(slopeU[k]+slopeV[k])
				if math.Abs(real[k]-got) > bound+slack || real[k] < low[k]-slack || real[k] > high[k]+slack {
					t.Fatalf("%dx%d at %v, %v: component %d is %v, in reality %v", size[0], size[1], u, v, k, got, real[k])
				}
				worst = max(worst, math.Abs(real[k]-got)/bound)
			}
		}
		if min(size[0], size[1]) > 1 {
			assert.Greater(t, worst, 0.7, "the bound is not far from what happens")
		}
	}
}

func TestTexelsLieAtTheirCentresAndRepeat(t *testing.T) {
	m, err := texture.New(3, 2, func(x, y int) [4]uint8 { return [4]uint8{uint8(50 * x), uint8(200 * y), 9, 255} })
	require.NoError(t, err)
	for y := -4; y < 4; y++ {
		for x := -6; x < 6; x++ {
			want := [4]uint8{uint8(50 * ((x + 6) % 3)), uint8(200 * ((y + 4) % 2)), 9, 255}
			assert.Equal(t, want, m.Fetch(int32(x<<8+128), int32(y<<8+128)), "the centre of texel %d, %d", x, y)
		}
	}
	assert.Equal(t, [4]uint8{25, 100, 9, 255}, m.Fetch(1<<8, 1<<8), "in the middle of four")
	assert.Equal(t, [4]uint8{50, 0, 9, 255}, m.Fetch(0, 128), "the first texel follows the last")
	for _, far := range []int32{math.MinInt32, math.MaxInt32} {
		m.Fetch(far, far)
	}
	for _, far := range []float64{1e300, -1e300, math.Inf(1), math.NaN()} {
		m.At(far, far)
	}
}

func TestSlopesAndRangesAreThoseOfTheTexels(t *testing.T) {
	m, err := texture.New(4, 3, func(x, y int) [4]uint8 { return [4]uint8{uint8(51 * x), uint8(51 * y), 102, 0} })
	require.NoError(t, err)
	low, high := m.Range()
	assert.Equal(t, [4]float64{0, 0, 0.4, 0}, low)
	assert.InDeltaSlice(t, []float64{0.6, 0.4, 0.4, 0}, high[:], 1e-15)
	u, v := m.Slope()
	assert.InDeltaSlice(t, []float64{0.6, 0, 0, 0}, u[:], 1e-15, "from the last texel to the first it is more than within")
	assert.InDeltaSlice(t, []float64{0, 0.4, 0, 0}, v[:], 1e-15)
}

func TestPicturesAreReadFromPNG(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, picture image.Image) string {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, png.Encode(f, picture))
		require.NoError(t, f.Close())
		return path
	}
	small := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	small.SetNRGBA(0, 0, color.NRGBA{200, 100, 50, 10})
	small.SetNRGBA(1, 0, color.NRGBA{1, 2, 3, 255})
	m, err := texture.Read(write("small.png", small))
	require.NoError(t, err)
	assert.Equal(t, [4]uint8{200, 100, 50, 10}, m.Fetch(128, 128), "not multiplied by its alpha")
	assert.Equal(t, [4]uint8{1, 2, 3, 255}, m.Fetch(384, 128))
	gray := image.NewGray16(image.Rect(3, 4, 4, 5))
	gray.SetGray16(3, 4, color.Gray16{0x80ff})
	m, err = texture.From(gray)
	require.NoError(t, err)
	assert.Equal(t, [4]uint8{128, 128, 128, 255}, m.Fetch(0, 0))

	large := write("large.png", image.NewGray(image.Rect(0, 0, 256, 257)))
	_, err = texture.Read(large)
	assert.EqualError(t, err, large+": an image of 256x257 texels cannot be read; width and height are 1 to 256")
	half := filepath.Join(dir, "half.png")
	full, err := os.ReadFile(filepath.Join(dir, "small.png"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(half, full[:len(full)-20], 0o666))
	_, err = texture.Read(half)
	assert.ErrorContains(t, err, half+" is not a whole PNG file: ")
	text := filepath.Join(dir, "text.png")
	require.NoError(t, os.WriteFile(text, []byte("no picture"), 0o666))
	_, err = texture.Read(text)
	assert.ErrorContains(t, err, text+" is not a PNG file: png: invalid format: not a PNG file")
	_, err = texture.Read(filepath.Join(dir, "none.png"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = texture.Read(dir)
	assert.EqualError(t, err, "read "+dir+": is a directory")
}

func TestTheCheckerboardHasTwoColours(t *testing.T) {
	m := texture.Checkerboard()
	w, h := m.Size()
	assert.Equal(t, [2]int{64, 64}, [2]int{w, h})
	a, b := m.Fetch(4<<8, 4<<8), m.Fetch(12<<8, 4<<8)
	assert.NotEqual(t, a, b)
	assert.Equal(t, a, m.Fetch(12<<8, 12<<8))
	assert.Equal(t, a, m.Fetch(20<<8, 4<<8))
}
