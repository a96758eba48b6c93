package shaders

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/shader"
	"posedge/blocks/castalu/compiler/texture"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/internal/long"
)

func mustTry(t *testing.T, g *flow.Graph, p *precision.Plan, arithmetic model.Model) *trial {
	tr, err := newTrial(g, p, arithmetic)
	require.NoError(t, err)
	return tr
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

// Each bundled shader stays within its bounds; the errors are logged as a histogram of steps.
func TestShadersKeepTheirBounds(t *testing.T) { keepTheirBounds(t, 4000) }

func TestLongShadersKeepTheirBounds(t *testing.T) {
	long.Only(t)
	keepTheirBounds(t, 1_000_000)
}

func keepTheirBounds(t *testing.T, inputs int) {
	files, err := filepath.Glob("../../scenario/shaders/*.frag")
	require.NoError(t, err)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			g := parse(t, filepath.Base(file), string(text))
			float, floatBound := precision.Float(g)
			r, err := precision.Transform(g, precision.Options{})
			require.NoError(t, err)
			for k, p := range []*precision.Plan{float, r.Plan} {
				bound := []precision.Bound{floatBound, r.Bound}[k]
				h, err := Measure(g, p, inputs, 1)
				require.NoError(t, err)
				t.Logf("%s: bound %v; %v", []string{"fp32", "transformed"}[k], bound, h)
				if bound.None == nil {
					assert.LessOrEqual(t, h.Worst, bound.Steps)
				}
			}
		})
	}
}

// A small shader stays within its bound and nearly reaches it, for each source of error.
func TestSmallShadersReachTheirBounds(t *testing.T) {
	arithmetic := stimulus.MustModel(t)
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
		of        float64 // the share of the bound that must be reached
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
			tr, rng, worst := mustTry(t, g, r.Plan, arithmetic), rand.New(rand.NewPCG(5, 5)), 0.0
			for range 4000 {
				d, _ := tr.distance(randomInputs(rng, g))
				worst = max(worst, d)
			}
			assert.LessOrEqual(t, worst, r.Bound.Steps)
			assert.GreaterOrEqual(t, worst, c.of*r.Bound.Steps, "of %v", r.Bound)
		})
	}
}

var (
	shaders     = flag.Int("shaders", 300, "random shaders")
	firstShader = flag.Uint64("seed", 1, "the seed of the first random shader")
	climbing    = flag.Int("climb", 24, "how often the inputs of a random shader are moved towards a greater error")
)

// Random shaders with a bound, compiled both ways, stay within it on inputs that hill climbing moves towards the greatest
// error from real arithmetic.
func TestRandomShadersKeepTheirBounds(t *testing.T) {
	long.NotShort(t)
	arithmetic := stimulus.MustModel(t)
	without, tight, killed, fixedPoint, moved, near := 0, 0, 0, 0, 0, 0
	for found, seed := 0, *firstShader; found < *shaders; seed++ {
		rng := rand.New(rand.NewPCG(seed, 12))
		text := shader.Random(rng)
		g := parse(t, fmt.Sprintf("random_%d.frag", seed), text)
		float, floatBound := precision.Float(g)
		r, err := precision.Transform(g, precision.Options{})
		require.NoError(t, err)
		if floatBound.None != nil || r.Bound.None != nil {
			without++
			require.Less(t, without, 20+found, "shaders without a bound")
			continue
		}
		found++
		if r.Bound.Steps < 20 {
			tight++
		}
		for _, typ := range r.Plan.Type {
			if !typ.Float() {
				fixedPoint++
			}
		}
		moved += moveUniforms(rng, g)
		of := []*trial{mustTry(t, g, float, arithmetic), mustTry(t, g, r.Plan, arithmetic)}
		for k, bound := range []precision.Bound{floatBound, r.Bound} {
			c := newClimber(of[k], bound, rng, 8)
			c.climb(*climbing)
			killed += c.killed
			require.LessOrEqual(t, c.worst, 1.0, "share of the bound %v: seed %d, inputs %v:\n%s", bound.Of, seed, c.at, text)
			if c.worst > 0.5 {
				near++
			}
		}
	}
	t.Logf("%d shaders with a bound, %d of them below 20 steps; %d without; %d operations in fixed point; %d pixels killed by one of the two only; %d of %d bounds reached by half",
		*shaders, tight, without, fixedPoint, killed, near, 2**shaders)
	assert.Greater(t, near, *shaders/4, "bounds that are reached by half")
	assert.Greater(t, fixedPoint, 3**shaders, "operations in fixed point")
	assert.Greater(t, tight, *shaders/4, "bounds below 20 steps")
	assert.Greater(t, moved, *shaders/4, "uniforms with another value than in the text")
}

// moveUniforms gives uniforms with declared attributes other values in their range, for which the types and the bound must
// hold too. It returns the number of uniforms moved.
func moveUniforms(rng *rand.Rand, g *flow.Graph) (moved int) {
	values := randomInputs(rng, g)
	for n := range g.Variables {
		if v := &g.Variables[n]; v.Uniform && v.Declared && v.Exponent != flow.Unbounded {
			v.Value = values[n]
			moved++
		}
	}
	return moved
}

// A constant beside a variable in a negated vector is rounded like any other.
func TestConstantsUnderModifiersKeepTheirBounds(t *testing.T) {
	for _, v := range []string{"abs(vec2(0.6, a.x))", "-vec2(-0.6, a.x)", "vec2(0.6, a.x)"} {
		g := parse(t, "modified.frag", `#version 300 es
precision highp float;
in vec2 a;
#pragma castalu a (+, [0,1], 12)
out vec4 color;
#pragma castalu color (+, [0,1], 12)
void main() {
	vec2 v = `+v+`;
	color = vec4(v.x * 16777216.0 - 10066329.0, v.y, v.x, 1.0);
}
`)
		float, bound := precision.Float(g)
		r, err := precision.Transform(g, precision.Options{})
		require.NoError(t, err)
		for k, p := range []*precision.Plan{float, r.Plan} {
			h, err := Measure(g, p, 200, 1)
			require.NoError(t, err)
			assert.Positive(t, h.Worst)
			assert.LessOrEqual(t, h.Worst, []precision.Bound{bound, r.Bound}[k].Steps, v)
		}
	}
}

// An output is clamped to its declared range, which also determines its steps.
func TestOutputsAreWithinTheirRange(t *testing.T) {
	arithmetic := stimulus.MustModel(t)
	for _, c := range []struct {
		attributes      string
		low, high, step float64
	}{
		{"(+, [0,1/4], 12)", 0, 0.25, 0.25 / 4095}, {"(?, [0,1/4], 12)", -0.25, 0.25, 0.25 / 2047}, {"(-, [0,1/4], 12)", -0.25, 0, 0.25 / 2047},
		{"(+, [0,4], 12)", 0, 4, 4.0 / 4095}, {"(?, [0,4], 10)", -4, 4, 4.0 / 511}, {"(-, [0,2], 10)", -2, 0, 2.0 / 511},
		{"(+, [0,1], 8)", 0, 1, 1.0 / 255}, {"(?, [0,1], 12)", -1, 1, 1.0 / 2047}, {"(-, [0,1], 12)", -1, 0, 1.0 / 2047},
	} {
		g := parse(t, "range.frag", `#version 300 es
precision highp float;
in float x;
#pragma castalu x = random(-8, 8)
in float y;
#pragma castalu y (+, [0,1], 12)
out vec4 color;
#pragma castalu color `+c.attributes+`
void main() {
	color = vec4(x, y * y, 5.0, -5.0);
}
`)
		assert.InEpsilon(t, c.step, precision.OutputStep(g.Output), 1e-12, c.attributes)
		float, bound := precision.Float(g)
		r, err := precision.Transform(g, precision.Options{})
		require.NoError(t, err)
		for k, p := range []*precision.Plan{float, r.Plan} {
			b, rng := []precision.Bound{bound, r.Bound}[k], rand.New(rand.NewPCG(3, 3))
			assert.Less(t, b.Steps, 5.0, c.attributes)
			tr := mustTry(t, g, p, arithmetic)
			for range 100 {
				values := randomInputs(rng, g)
				want := [4]float64{values[0][0], values[1][0] * values[1][0], 5, -5}
				got, ended := tr.machine.Run(0, 0, drawing.Vectors(tr.code, values), len(tr.machine.Program))
				require.True(t, ended)
				for k, bits := range got.Vectors[0] {
					x := float64(math.Float32frombits(bits))
					off := b.Of[k]*c.step + 1e-15 // ¼ is between two codes of fixed point
					require.True(t, x >= c.low-off && x <= c.high+off, "%s: %v", c.attributes, x)
					require.InDelta(t, max(c.low, min(want[k], c.high)), x, off, c.attributes)
				}
			}
		}
	}
}

// The error of a vector's length is at most the vector's only if the rounding of its squares is relative: near 0, the root
// amplifies the rounding of fixed point.
func TestLengthOfSquaresInFixedPointKeepsItsBound(t *testing.T) {
	arithmetic := stimulus.MustModel(t)
	g := parse(t, "length.frag", `#version 300 es
precision highp float;
in vec2 a;
#pragma castalu a (+, [0,1], 12)
out vec4 color;
#pragma castalu color (+, [0,1], 1)
void main() {
	color = vec4(length(a * 0.999 + 0.001) * 0.5, 0.0, 0.0, 1.0);
}
`)
	r, err := precision.Transform(g, precision.Options{})
	require.NoError(t, err)
	require.Nil(t, r.Bound.None)
	tr, worst := mustTry(t, g, r.Plan, arithmetic), 0.0
	for k := range 200 {
		x := float64(k) / 16384
		d, _ := tr.distance([][4]float64{{x, x}})
		worst = max(worst, d)
	}
	assert.LessOrEqual(t, worst, r.Bound.Steps)
	assert.GreaterOrEqual(t, worst, 0.1*r.Bound.Steps)
}

// A longer climb stays within the bound too, also with the rules alone.
func TestLongClimbedErrorsKeepTheirBounds(t *testing.T) {
	long.Only(t)
	arithmetic := stimulus.MustModel(t)
	near := 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 13))
		text := shader.Random(rng)
		g := parse(t, fmt.Sprintf("random_%d.frag", seed), text)
		for _, literal := range []bool{false, true} {
			r, err := precision.Transform(g, precision.Options{Literal: literal})
			require.NoError(t, err)
			if r.Bound.None != nil {
				continue
			}
			c := newClimber(mustTry(t, g, r.Plan, arithmetic), r.Bound, rng, 100)
			c.climb(300)
			require.LessOrEqual(t, c.worst, 1.0, "share of the bound: seed %d, literal %v:\n%s", seed, literal, text)
			if c.worst > 0.8 {
				near++
			}
		}
	}
	assert.Greater(t, near, 100, "bounds that are nearly reached")
}
