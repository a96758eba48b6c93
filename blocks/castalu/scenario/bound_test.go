package scenario

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/flow"
	"posedge/blocks/castalu/precision"
	"posedge/blocks/castalu/shader"
	"posedge/blocks/castalu/texture"
)

// trial runs the program of a plan in the Go model beside the shader in float64.
type trial struct {
	graph   *flow.Graph
	code    *compiler.Code
	machine castalu.Machine
	step    float64
}

func newTrial(t *testing.T, g *flow.Graph, p *precision.Plan, model castalu.Model) *trial {
	c := castalu.NewConfig(4, castalu.Separate)
	code, err := compiler.Generate(p, c)
	require.NoError(t, err)
	tr := &trial{graph: g, code: code, step: precision.OutputStep(g.Output)}
	tr.machine = castalu.Machine{Model: model, Config: code.Config, Program: code.Program.Words, Constants: code.Program.Constants,
		Call: func(unit int, words []uint32) (uint32, []uint32) {
			c := g.Samplers[unit].Image.(*texture.Image).Fetch(int32(words[0]), int32(words[1]))
			var out []uint32
			for _, x := range c {
				out = append(out, math.Float32bits(float32(float64(x)/255)))
			}
			return 0, out
		}}
	return tr
}

// distance is how many steps of the output the program's colour is from the shader's. It
// has none where one of the two is killed; differs says that only one is.
func (tr *trial) distance(values [][4]float64) (steps float64, differs bool) {
	var vectors [][4]uint32
	for _, v := range tr.code.Inputs {
		var x [4]uint32
		for k := range x {
			x[k] = math.Float32bits(float32(values[v][k]))
		}
		vectors = append(vectors, x)
	}
	want := tr.graph.Evaluate(values)
	got, ok := tr.machine.Run(0, 0, vectors, len(tr.machine.Program))
	if !ok {
		panic("the program does not end")
	}
	if want.Killed || got.Killed {
		return 0, want.Killed != got.Killed
	}
	for k, x := range got.Vectors[0] {
		d := math.Abs(float64(math.Float32frombits(x)) - want.Color[k])
		if math.IsNaN(d) {
			d = math.Inf(1)
		}
		steps = max(steps, d/tr.step)
	}
	return steps, false
}

// randomInputs are values of a shader's variables within their attributes.
func randomInputs(rng *rand.Rand, g *flow.Graph) [][4]float64 {
	values := make([][4]float64, len(g.Variables))
	for n, v := range g.Variables {
		most := math.Ldexp(1, v.Exponent)
		if v.Exponent == flow.Unbounded {
			most = math.Ldexp(1, rng.IntN(16)-8)
		}
		length := 0.0
		for k := range v.Width {
			x := rng.Float64()
			if rng.IntN(8) == 0 {
				x = float64(rng.IntN(3)) / 2
			}
			switch v.Sign {
			case flow.Negative:
				x = -x
			case flow.AnySign:
				x = 2*x - 1
			}
			x *= most
			switch {
			case v.Source.Kind == flow.Fixed && !v.Declared:
				x = v.Source.Value[k]
			case v.Source.Kind == flow.Random && !v.Declared:
				x = v.Source.Low + rng.Float64()*(v.Source.High-v.Source.Low)
			case (v.Source.Kind == flow.SphereNormal || v.Source.Kind == flow.SpherePosition) && k == 2:
				x = math.Abs(x)
			}
			values[n][k] = float64(float32(x))
			length += x * x
		}
		if v.Source.Kind == flow.SphereNormal && length > 0 {
			for k := range values[n] {
				values[n][k] = float64(float32(values[n][k] / math.Sqrt(length)))
			}
		}
	}
	return values
}

// parse reads a shader, with a checkerboard for every sampler.
func parse(t *testing.T, name, text string) *flow.Graph {
	return parseWith(t, name, text, texture.Checkerboard())
}

func parseWith(t *testing.T, name, text string, image *texture.Image) *flow.Graph {
	g, err := shader.Parse(name, text, shader.Options{Image: func(flow.Sampler) (flow.Image, error) { return image, nil }})
	require.NoError(t, err)
	return g
}

func TestShadersKeepTheirBounds(t *testing.T) {
	model, err := NewModel()
	require.NoError(t, err)
	files, err := filepath.Glob("shaders/*.frag")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		g := parse(t, filepath.Base(file), string(text))
		float, floatBound := precision.Float(g)
		r, err := precision.Transform(g, precision.Options{})
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, 1))
		for k, p := range []*precision.Plan{float, r.Plan} {
			bound := []precision.Bound{floatBound, r.Bound}[k]
			tr := newTrial(t, g, p, model)
			worst, differ := 0.0, 0
			for range 1000 {
				values := randomInputs(rng, g)
				d, differs := tr.distance(values)
				if differs {
					differ++
				}
				worst = max(worst, d)
			}
			fmt.Println(filepath.Base(file), len(tr.code.Program.Code), "instructions, worst", worst, "bound", bound, "differ", differ)
			if bound.None == nil {
				assert.LessOrEqual(t, worst, bound.Steps, file)
			}
		}
	}
}

// The bound of a small shader is not only kept but nearly reached: each source of error
// counts.
func TestSmallShadersReachTheirBounds(t *testing.T) {
	model, err := NewModel()
	require.NoError(t, err)
	gradient, err := texture.New(32, 32, func(x, y int) [4]uint8 { return [4]uint8{uint8(3*x + 4*y), uint8(x), 255, 255} })
	require.NoError(t, err)
	const head = `#version 300 es
precision highp float;
in vec2 a, b;
#pragma castalu a (+, [0,1], 12)
#pragma castalu b (?, [0,1], 12)
uniform sampler2D image;
out vec4 color;
#pragma castalu color (+, [0,1], 12)
void main() {
`
	for _, c := range []struct {
		name, red string
		of        float64 // the share of the bound that is reached, at least
	}{
		{"a cast", "a.x", 0.95},
		{"two casts and a product", "a.x * a.y", 0.7},
		{"two casts and a product with a sign", "0.5 + 0.5 * (b.x * b.y)", 0.6},
		{"a root near 0", "sqrt(a.x * a.y)", 0.01},
		{"a texel", "texture(image, a).r", 0.6},
		{"a power", "pow(a.x * a.y, 3.0)", 0.1},
		{"a quotient", "a.x / (1.0 + a.y) * a.x", 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := parseWith(t, c.name, head+"color = vec4("+c.red+", 0.0, 0.0, 1.0);\n}\n", gradient)
			r, err := precision.Transform(g, precision.Options{})
			require.NoError(t, err)
			require.Nil(t, r.Bound.None)
			tr, rng, worst := newTrial(t, g, r.Plan, model), rand.New(rand.NewPCG(5, 5)), 0.0
			for range 4000 {
				d, _ := tr.distance(randomInputs(rng, g))
				worst = max(worst, d)
			}
			assert.LessOrEqual(t, worst, r.Bound.Steps)
			assert.GreaterOrEqual(t, worst, c.of*r.Bound.Steps, "of %v", r.Bound)
		})
	}
}
