package scenario

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/texture"
	"posedge/blocks/unit"
)

// In the patent's example of passes the shadow map has one bit for all its readers, and the geometry node needs no more bits
// than the images made from it.
func TestAttributesGoBetweenThePassesOfTheScene(t *testing.T) {
	l, err := load("shaders/scene.frag", nil)
	require.NoError(t, err)
	unsigned := func(bits int) flow.Attributes { return flow.Attributes{Sign: flow.Positive, Bits: bits} }
	type image struct {
		made, read string
		declared   [2]flow.Attributes
		after      flow.Attributes
	}
	var got []image
	for _, i := range l.images {
		got = append(got, image{filepath.Base(i.Made.Name), filepath.Base(i.Read.Name), i.Declared, i.After})
	}
	assert.Equal(t, []image{
		{"geometry.frag", "scene_shadow.frag", [2]flow.Attributes{unsigned(12), unsigned(8)}, unsigned(8)},
		{"geometry.frag", "environment.frag", [2]flow.Attributes{unsigned(12), unsigned(8)}, unsigned(8)},
		{"geometry.frag", "scene.frag", [2]flow.Attributes{unsigned(12), unsigned(8)}, unsigned(8)},
		{"scene_shadow.frag", "scene.frag", [2]flow.Attributes{unsigned(1), unsigned(8)}, unsigned(1)},
		{"environment.frag", "scene.frag", [2]flow.Attributes{unsigned(8), unsigned(8)}, unsigned(8)},
	}, got)
	assert.Len(t, l.passes, 4, "the geometry node is made once")
}

func TestASamplerReadsThePictureOfItsPass(t *testing.T) {
	l, err := load("shaders/tonemap.frag", nil)
	require.NoError(t, err)
	shadow := l.graph.Samplers[0].Image
	w, h := shadow.Size()
	assert.Equal(t, [2]int{passSize, passSize}, [2]int{w, h})
	assert.Equal(t, [4]float64{0, 0, 0, 1}, shadow.At(0.35*passSize, 0.4*passSize), "behind the disc")
	assert.Equal(t, [4]float64{1, 1, 1, 1}, shadow.At(4, 4), "in the light")
}

func TestAFileIsReadInPlaceOfAPass(t *testing.T) {
	picture := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	picture.SetNRGBA(1, 0, color.NRGBA{51, 102, 153, 255})
	path := filepath.Join(t.TempDir(), "small.png")
	require.NoError(t, unit.WritePNG(path, picture))
	l, err := load("shaders/tonemap.frag", map[string]string{"shadow_map": path})
	require.NoError(t, err)
	assert.Empty(t, l.images)
	assert.Equal(t, [4]uint8{51, 102, 153, 255}, l.graph.Samplers[0].Image.(*texture.Image).Fetch(384, 128))

	l, err = load("shaders/textured.frag", nil)
	require.NoError(t, err)
	assert.Equal(t, texture.Checkerboard(), l.graph.Samplers[0].Image, "a sampler without either")
}

// The path of a pass is relative to the folder of the shader that reads its picture, or absolute.
func TestAPassMayBeNamedInFull(t *testing.T) {
	dir := t.TempDir()
	maker := filepath.Join(dir, "maker", "plain.frag")
	reader := filepath.Join(dir, "reader.frag")
	require.NoError(t, os.Mkdir(filepath.Dir(maker), 0o755))
	require.NoError(t, os.WriteFile(maker, []byte(`out vec4 color;
#pragma castalu color (+, [0,1], 8)
void main() { color = vec4(0.2, 0.4, 0.6, 1.0); }
`), 0o644))
	for _, name := range []string{maker, "maker/plain.frag"} {
		require.NoError(t, os.WriteFile(reader, fmt.Appendf(nil, `in vec2 a;
uniform sampler2D image;
#pragma castalu image = pass(%s)
out vec4 color;
void main() { color = texture(image, a); }
`, name), 0o644))
		l, err := load(reader, nil)
		require.NoError(t, err, name)
		assert.Equal(t, [4]uint8{51, 102, 153, 255}, l.graph.Samplers[0].Image.(*texture.Image).Fetch(384, 128))
	}
}
