package scenario

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
	"posedge/internal/long"
)

// mustCompile compiles a shader as the commands do.
func mustCompile(t *testing.T, file string) *compiled {
	c := compilation{textures: map[string]string{}}
	out, err := c.compile(&unit.Call{Args: []string{file}})
	require.NoError(t, err)
	return out
}

// The processor computes every pixel of the bundled shaders exactly as the model does, with random gaps and stalls.
func TestShadersOnTheProcessorAreTheModels(t *testing.T) { shadersOnTheProcessor(t, 8) }

func TestLongShadersOnTheProcessorAreTheModels(t *testing.T) {
	long.Only(t)
	shadersOnTheProcessor(t, 40)
}

func shadersOnTheProcessor(t *testing.T, side int) {
	files, err := filepath.Glob("shaders/*.frag")
	require.NoError(t, err)
	arithmetic := stimulus.MustModel(t)
	h := stimulus.NewProcessor(t, castalu.NewConfig(4, castalu.Separate), &isa.Program{}, arithmetic, 0.1, 0.1)
	for _, file := range files {
		shader := mustCompile(t, file)
		h.Machine.Call = drawing.Textures(shader.graph.Samplers)
		for _, p := range []version{shader.float, shader.transformed} {
			require.Equal(t, h.Config, p.code.Config, "%s fits", file)
			h.Load(p.code.Program)
			before := h.Done
			sent := 0
			for at := range side * side {
				if inputs, covered := (drawing.Viewpoint{X: at % side, Y: at / side, Width: side, Height: side}).Inputs(shader.graph.Variables); covered {
					h.Send(stimulus.Work{Vectors: drawing.Vectors(p.code, drawing.InReal(inputs))})
					sent++
				}
			}
			h.Finish(h.Slowest())
			require.False(t, t.Failed(), "%s, %s", file, p.name)
			assert.Equal(t, sent, h.Done-before)
			assert.Greater(t, sent, side*side/2)
		}
	}
	assert.Zero(t, h.Get(h.P.Fault))
}

// renderSmall runs the command on a picture of 8 × 8 pixels.
func renderSmall(t *testing.T, dir, text string, flags ...func(*rendering)) (out string, err error) {
	file := filepath.Join(dir, "it.frag")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	r := rendering{compilation: compilation{textures: map[string]string{}}, size: "8x8", dir: dir}
	for _, f := range flags {
		f(&r)
	}
	var b bytes.Buffer
	err = r.run(&unit.Call{Args: []string{file}, Out: &b, Folder: func(string, string) error { return nil }, Progress: func(int, int) {}})
	return b.String(), err
}

// ramp is a shader whose red is exact and whose green is rounded to 12 bits, and which discards
// the pixels of the lowest line.
const ramp = `#version 300 es
precision highp float;
in vec2 uv;
#pragma castalu uv (+, [0,1], 12) = uv
out vec4 color;
#pragma castalu color (+, [0,1], 12)
void main() {
	if (uv.y > 0.9) discard;
	color = vec4(0.0, uv.x * uv.y, 1.0, 1.0);
}
`

func TestRenderComparesThePictures(t *testing.T) {
	long.NotShort(t)
	dir := t.TempDir()
	out, err := renderSmall(t, dir, ramp)
	require.NoError(t, err)
	t.Log(out)
	read := func(name string) (pixels [8][8][4]uint32) {
		f, err := os.Open(filepath.Join(dir, name))
		require.NoError(t, err)
		defer f.Close()
		img, err := png.Decode(f)
		require.NoError(t, err)
		for y := range pixels {
			for x := range pixels[y] {
				r, g, b, a := img.At(x, y).RGBA()
				pixels[y][x] = [4]uint32{r >> 8, g >> 8, b >> 8, a >> 8}
			}
		}
		return pixels
	}
	float, transformed, difference := read("it_fp32.png"), read("it.png"), read("it_difference.png")
	bright := uint32(0)
	for y := range float {
		for x := range float[y] {
			if y == 7 {
				assert.Equal(t, [4]uint32{}, float[y][x], "killed")
				assert.Equal(t, [4]uint32{}, transformed[y][x], "killed")
				assert.Equal(t, [4]uint32{0, 0, 0, 255}, difference[y][x])
				continue
			}
			assert.InDelta(t, float64(2*x+1)*float64(2*y+1)/256*255, float64(float[y][x][1]), 0.51)
			assert.InDelta(t, float64(float[y][x][1]), float64(transformed[y][x][1]), 1)
			assert.Equal(t, [2]uint32{255, 255}, [2]uint32{float[y][x][2], float[y][x][3]})
			assert.Zero(t, difference[y][x][0])
			assert.Zero(t, difference[y][x][2])
			bright = max(bright, difference[y][x][1])
		}
	}
	assert.GreaterOrEqual(t, bright, uint32(127), "the difference can be seen")
	const figure = ` +[1-9]\d* │`
	assert.Regexp(t, `│ transformed +│`+figure+` +1 │ +64 │ +8 │`+figure+` +\d\.\d\d │`+figure+figure+`\n`, out)
	assert.Regexp(t, `│ fp32 +│`+figure+` +9 │ +64 │ +8 │`+figure+` +\d\.\d\d │`+figure+figure+`\n`, out)
	assert.NotContains(t, out, "only one discards")
}

// In six of eight columns, fp32 decides a comparison differently from real arithmetic.
func TestRenderReportsPixelsThatOnlyOneDiscards(t *testing.T) {
	long.NotShort(t)
	out, err := renderSmall(t, t.TempDir(), `#version 300 es
precision highp float;
in vec2 uv;
#pragma castalu uv (+, [0,1], ?) = uv
out vec4 color;
#pragma castalu color (+, [0,1], 8)
void main() {
	if (uv.x + 0.00000001 > uv.x) discard;
	color = vec4(1.0, 0.0, 0.0, 1.0);
}
`)
	require.NoError(t, err)
	assert.Contains(t, out, "transformed and real arithmetic: only one discards 48 pixels\nfp32 and real arithmetic: only one discards 48 pixels\n")
	assert.NotContains(t, out, "transformed and fp32: only")
	assert.Contains(t, out, "it_difference.png, black: the pictures are equal\n")
}

func TestDifferencesOfPictures(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	draw := func(colors ...[4]float32) *drawing.Picture {
		p := drawing.NewPicture(len(colors), 1)
		for at, c := range colors {
			if c != [4]float32{} {
				p.Set(at, model.Ended{Vectors: [][4]uint32{bitsOf(c)}})
			}
		}
		return p
	}
	p := draw([4]float32{0.5, 0.25, 1, 1}, [4]float32{1, 1, 1, 0.5}, [4]float32{}, [4]float32{}, [4]float32{nan, 0, 0, 1})
	q := draw([4]float32{0.25, 0.375, 1, 1}, [4]float32{1, 1, 1, 0.25}, [4]float32{1, 1, 1, 1}, [4]float32{}, [4]float32{0, 0, 0, 1})
	d := p.Minus(q)
	assert.Equal(t, [][4]float32{{0.25, 0.125, 0, 1}, {0.25, 0.25, 0.25, 1}, {inf, inf, inf, 1}, {0, 0, 0, 1}, {inf, 0, 0, 1}}, d.Colors)
	assert.Equal(t, 0.25, d.Brightest())
	seen, note := visible(d)
	assert.Equal(t, ", 4 times as bright as the difference", note)
	assert.Equal(t, [4]float32{1, 0.5, 0, 1}, seen.Colors[0])
	assert.EqualValues(t, []uint8{255, 0, 0, 255}, seen.Image().Pix[4*4:], "NaN and infinity are visible")

	_, note = visible(draw([4]float32{nan, 0, 0, 1}).Minus(draw([4]float32{0, 0, 0, 1})))
	assert.Contains(t, note, "no scale", "they are not equal")

	a := colours(p).from(colours(q), 0.125)
	assert.True(t, math.IsNaN(a.greatest))
	assert.Equal(t, 1, a.one)
	a = colours(draw([4]float32{0.5, 0.25, 1, 1}, [4]float32{0, 0, 0, 1})).from(colours(draw([4]float32{0.25, 0.375, 1, 1}, [4]float32{0, 0, 0, 1})), 0.125)
	assert.Equal(t, apart{greatest: 2, mean: 1}, a)
}

// bitsOf are the bits of fp32 numbers.
func bitsOf(v [4]float32) (out [4]uint32) {
	for k, x := range v {
		out[k] = math.Float32bits(x)
	}
	return out
}
