package scenario

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/unit"
)

// runPictures runs a scenario that draws, and returns what it prints and its pictures by their names. The hardware is
// compared with the model while it does.
func runPictures(t *testing.T, seed uint64, run func(e *unit.Env) error) (out string, pictures map[string]image.Image) {
	t.Helper()
	var text bytes.Buffer
	done := 0
	e := &unit.Env{Out: &text, Variant: variant(2), Seed: seed, Dir: t.TempDir(), Progress: func(n, total int) {
		require.Equal(t, done+1, n)
		require.LessOrEqual(t, n, total)
		done = n
		if n == total {
			done = -1
		}
	}}
	require.NoError(t, run(e))
	assert.Equal(t, -1, done, "progress ends at its end")
	assert.NotZero(t, e.Digest)
	pictures = map[string]image.Image{}
	for _, name := range e.Files {
		f, err := os.Open(name)
		require.NoError(t, err)
		img, err := png.Decode(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		pictures[filepath.Base(name)] = img
	}
	return text.String(), pictures
}

// digest is that of a picture's pixels.
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
	const side, border = 64, 4
	out, pictures := runPictures(t, 1, func(e *unit.Env) error { return blitOf(e, side) })
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

	_, again := runPictures(t, 2, func(e *unit.Env) error { return blitOf(e, side) })
	assert.Equal(t, pictures, again, "the seed changes nothing")
}
