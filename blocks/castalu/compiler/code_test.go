package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/shader"
	"posedge/blocks/castalu/isa"
)

var options = shader.Options{Image: func(flow.Sampler) (flow.Image, error) { return image{64, 64}, nil }}

// read parses a shader, preceded by the declarations that all tests share.
func read(t *testing.T, text string) *flow.Graph {
	t.Helper()
	g, err := shader.Parse("test.frag", "in float a, b; in vec2 uv; in vec3 v, w; in vec4 q; out vec4 color;\n"+
		"uniform sampler2D one, two; uniform vec3 tint;\n#pragma castalu tint = vec3(0.5, 0.25, 0.125)\n"+text, options)
	require.NoError(t, err)
	return g
}

// instructions is the program of a shader in fp32.
func instructions(t *testing.T, text string) string {
	t.Helper()
	p, _ := precision.Float(read(t, text))
	return instructionsOf(t, p)
}

func instructionsOf(t *testing.T, p *precision.Plan) string {
	t.Helper()
	c, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	require.NoError(t, err)
	compare(t, rand.New(rand.NewPCG(1, 2)), p, c, 8)
	var b strings.Builder
	for _, i := range c.Program.Code {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

func TestNothingMovesWithoutNeed(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"a constant alpha is one mov", "void main() { color = vec4(v * tint, 1.0); }", `
mul.fp32 r0.xyz, r0.xyz, c0.xyz
mov.fp32 r0.w, c0.w
end r0, 1
`},
		{"scalars are computed where the output has them", "void main() { color = vec4(dot(v, w), dot(v, v), dot(w, w), a * b); }", `
mul.fp32 r0.w, r0.x, r1.x
dp3.fp32 r0.x, r2.xyz, r3.xyz
dp3.fp32 r0.y, r2.xyz, r2.xyz
dp3.fp32 r0.z, r3.xyz, r3.xyz
end r0, 1
`},
		{"grey is one instruction", "void main() { color = vec4(vec3(a * b), 1.0); }", `
mul.fp32 r0.xyz, r0.x, r1.x
mov.fp32 r0.w, c0.x
end r0, 1
`},
		{"a vector is computed in the order that the output wants", "void main() { color = vec4((v * w).bgr, 1.0); }", `
mul.fp32 r0.xyz, r0.zyx, r1.zyx
mov.fp32 r0.w, c0.x
end r0, 1
`},
		{"signs are modifiers", "void main() { color = vec4(-v * abs(w), -abs(a)); }", `
mul.fp32 r1.xyz, -r1.xyz, |r2.xyz|
mov.fp32 r1.w, -|r0.x|
end r1, 1
`},
		{"a difference of products is fused", "void main() { color = vec4(v * w - tint, a - a * b); }", `
mad.fp32 r2.xyz, r2.xyz, r3.xyz, -c0.xyz
mad.fp32 r2.w, -r0.x, r1.x, r0.x
end r2, 1
`},
		{"the output stage scales", "void main() { color = vec4(reflect(v, w), min(a, b) * 0.5); }", `
dp3_x2.fp32 r0.y, r3.xyz, r2.xyz
mad.fp32 r2.xyz, -r0.y, r3.xyz, r2.xyz
min_d2.fp32 r2.w, r0.x, r1.x
end r2, 1
`},
		{"samplers share their coordinates", "void main() { color = vec4(texture(one, uv).rgb + texture(two, uv).rgb, 1.0); }", `
mul.fp32 r0.xy, r0.xy, c0.x
mov.fp32 r0.xy:s24_8, r0.xy
request 0, 2, r0, r0, r2, r2, r1
request 1, 2, r0, r0, r1, r1, r0
add.fp32 r0.xyz, r2.xyz, r1.xyz
mov.fp32 r0.w, c0.y
end r0, 1
`},
		{"a uniform and a number stand in one constant", "void main() { color = v.xyzx * vec4(tint, 0.25); }", `
mul.fp32 r0, r0.xyzx, c0
end r0, 1
`},
		{"the work item ends as soon as that is known", "void main() { vec3 s = sqrt(v * w); if (a < b) { discard; } color = vec4(s, 1.0); }", `
slt.fp32 r0.x, r0.x, r1.x
kill_nz.fp32 r0.x
mul.fp32 r0.xyz, r2.xyz, r3.xyz
sqrt.fp32 r0.xyz, r0.xyz
mov.fp32 r0.w, c0.x
end r0, 1
`},
		{"a truth ends a work item once", "void main() { if (a < b) { discard; } if (a < b) { discard; } color = vec4(v, a < b ? a : b); }", `
slt.fp32 r0.y, r0.x, r1.x
kill_nz.fp32 r0.y
sel_nz.fp32 r2.w, r1.x, r0.x, r0.y
end r2, 1
`},
	} {
		t.Run(x.name, func(t *testing.T) { assert.Equal(t, x.want[1:], instructions(t, x.text)) })
	}
}

// TestCastsArePartOfTheArithmetic: colours in 12 bits between inputs and an output in fp32.
func TestCastsArePartOfTheArithmetic(t *testing.T) {
	p, _ := precision.Float(read(t, "void main() { vec3 c = v * tint; color = vec4(c + c * 2.0 * w, 0.5); }"))
	for _, n := range p.Graph.Nodes {
		if n.Op >= flow.Add {
			p.Type[n.ID] = isa.S12
		}
	}
	assert.Equal(t, `mul.s12 r0.xyz, r0.xyz:fp32, c0.xyz:fp32
mul.s12 r2.xyz, r0.xyz, c0.w
mad.s12 r0.xyz:fp32, r2.xyz, r1.xyz:fp32, r0.xyz
mov.fp32 r0.w, c1.x
end r0, 1
`, instructionsOf(t, p))
}

// TestFixedPointMixesInTwoInstructions: 1 − t is a modifier there.
func TestFixedPointMixesInTwoInstructions(t *testing.T) {
	p, _ := precision.Float(read(t, "void main() { color = vec4(mix(v, w, a), 1.0); }"))
	for _, n := range p.Graph.Nodes {
		if n.Op >= flow.Add {
			p.Type[n.ID] = isa.U12
		}
	}
	assert.Equal(t, `mul.u12 r2.xyz, r2.xyz:fp32, r0.x:fp32
mad.u12 r0.xyz:fp32, r1.xyz:fp32, 1-r0.x:fp32, r2.xyz
mov.fp32 r0.w, c0.x
end r0, 1
`, instructionsOf(t, p))
}

func TestAComplementThatIsSubtractedIsComputed(t *testing.T) {
	p, _ := precision.Float(read(t, "void main() { color = vec4(v * w - (1.0 - a), 1.0); }"))
	for _, n := range p.Graph.Nodes {
		if n.Op >= flow.Add {
			p.Type[n.ID] = isa.S12
		}
	}
	assert.Equal(t, `sub.s12 r0.x, c0.x, r0.x:fp32
mad.s12 r0.xyz:fp32, r1.xyz:fp32, r2.xyz:fp32, -r0.x
mov.fp32 r0.w, c0.y
end r0, 1
`, instructionsOf(t, p))
}

func TestADiscardWithoutConditionEndsEveryWorkItem(t *testing.T) {
	b := flow.NewBuilder()
	v := b.Variable(flow.Variable{Name: "v", Width: 4})
	b.Kill(b.Number(1)[0])
	p, _ := precision.Float(b.Finish(flow.Output{}, v))
	assert.Equal(t, "kill_nz.fp32 c0.x\nend r0, 1\n", instructionsOf(t, p))
}

// TestANumberIsRoundedOnce: a number that fp32 would round to another code of s24 is not put
// into a uniform's constant, which is in fp32.
func TestANumberIsRoundedOnce(t *testing.T) {
	s24, fp32 := isa.As(isa.S24), isa.As(isa.FP32)
	x := 0.9
	for ; ; x += 1.3e-9 {
		once, _ := s24.Nearest(x)
		first, _ := fp32.Nearest(x)
		if isa.Cast(fp32, s24, first) != once {
			break
		}
	}
	p, _ := precision.Float(read(t, fmt.Sprintf("void main() { color = max(vec4(tint, %.17g), q); }", x)))
	for _, n := range p.Graph.Output.Nodes {
		p.Type[n.ID] = isa.S24
	}
	assert.Contains(t, instructionsOf(t, p), "mov.s24 r1.xyz, c0.xyz:fp32\n")
	p, _ = precision.Float(read(t, "void main() { color = max(vec4(tint, 1.0), q); }"))
	for _, n := range p.Graph.Output.Nodes {
		p.Type[n.ID] = isa.S24
	}
	assert.Equal(t, "max.s24 r0:fp32, c0:fp32, r0:fp32\nend r0, 1\n", instructionsOf(t, p))
}

func TestTheBundledShadersTakeFewInstructions(t *testing.T) {
	files, err := filepath.Glob("../scenario/shaders/*.frag")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		g, err := shader.Parse(file, string(text), options)
		require.NoError(t, err)
		inFP32, _ := precision.Float(g)
		transformed, err := precision.Transform(g, precision.Options{})
		require.NoError(t, err)
		literal, err := precision.Transform(g, precision.Options{Literal: true})
		require.NoError(t, err)
		for _, p := range []*precision.Plan{inFP32, transformed.Plan, literal.Plan} {
			c, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
			require.NoError(t, err)
			compare(t, rand.New(rand.NewPCG(3, 4)), p, c, 50)
			s := c.Statistics()
			t.Logf("%s: %+v", filepath.Base(file), s)
			assert.LessOrEqual(t, s.Moves, 2, file)
			assert.LessOrEqual(t, s.Registers, 4, file)
		}
	}
}

// TestRandomShadersComputeWhatTheirPlansSay: random shader texts, with the plans that the
// compiler makes for them.
func TestRandomShadersComputeWhatTheirPlansSay(t *testing.T) {
	moves, programs := 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		g, err := shader.Parse("random.frag", shader.Random(rng), options)
		require.NoError(t, err)
		inFP32, _ := precision.Float(g)
		transformed, err := precision.Transform(g, precision.Options{})
		require.NoError(t, err)
		literal, err := precision.Transform(g, precision.Options{Literal: true})
		require.NoError(t, err)
		for _, p := range []*precision.Plan{inFP32, transformed.Plan, literal.Plan} {
			c, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
			require.NoError(t, err)
			compare(t, rng, p, c, 2)
			moves += c.Statistics().Moves
			programs++
		}
	}
	assert.Less(t, moves, 2*programs)
}

func TestTheListingHasTheShadersLines(t *testing.T) {
	text := `in vec3 v;
out vec4 color;

void main() {
	vec3 many = v * 20.0;  // comment
	color = vec4(many * many, 1.0);
}
`
	g, err := shader.Parse("test.frag", text, options)
	require.NoError(t, err)
	p, _ := precision.Float(g)
	c, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	require.NoError(t, err)
	assert.Equal(t, `// r0 is v
.const c0 = 20, 1, 0, 0             // 20, 1, -, -

	mul.fp32 r0.xyz, r0.xyz, c0.x   // 5: vec3 many = v * 20.0; // comment
	mul.fp32 r0.xyz, r0.xyz, r0.xyz // 6: color = vec4(many * many, 1.0);
	mov.fp32 r0.w, c0.y             // 2: out vec4 color;
	end r0, 1                       // 2:
`, c.Listing(text))
}

func TestStatisticsCountCasts(t *testing.T) {
	p, _ := precision.Float(read(t, "void main() { color = vec4(clamp(v * tint, 0.0, 1.0), texture(one, uv).r); }"))
	for _, n := range p.Graph.Nodes {
		if n.Op == flow.Saturate || n.Op == flow.Multiply && n.Bundle == p.Graph.Output.Nodes[0].In[0].Bundle {
			p.Type[n.ID] = isa.U12
		}
	}
	c, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	require.NoError(t, err)
	s := c.Statistics()
	assert.Equal(t, 1, s.Of[isa.Multiply][isa.U12])
	assert.Equal(t, 3, s.Elements[isa.Multiply][isa.U12])
	assert.Equal(t, 2, s.InputCasts)
	assert.Equal(t, 1, s.OutputCasts)
	assert.Equal(t, 1, s.Distinct, "the coordinates")
	assert.Equal(t, 1, s.Requests)
	assert.Equal(t, 1, s.Moves, "red to alpha")
}

func TestWhatDoesNotFitIsReported(t *testing.T) {
	config := castalu.NewConfig(4, castalu.Separate)
	config.Registers = 8
	var text strings.Builder
	for k := range 12 {
		fmt.Fprintf(&text, "vec3 early%d = sqrt(v * %d.5);", k, k)
	}
	text.WriteString("vec3 sum = w;")
	for range 2 {
		for k := range 12 {
			fmt.Fprintf(&text, "sum = sum * early%d + w;", k)
		}
	}
	p, _ := precision.Float(read(t, "void main() {\n"+text.String()+"color = vec4(sum, 1.0); }"))
	_, err := compiler.Generate(p, config)
	require.Error(t, err)
	assert.Regexp(t, `^castalu: the shader needs 1\d registers, but a thread has 8; at .+ \(line 5\), \d+ components are live at the same time, longest .*early\d.*; compute values`, err.Error())

	b := flow.NewBuilder()
	sum := b.Number(0)
	for k := range 9 {
		sum = b.Do(flow.Add, sum, b.Variable(flow.Variable{Name: fmt.Sprintf("in%d", k), Width: 1}))
	}
	p, _ = precision.Float(b.Finish(flow.Output{}, flow.Join(sum, sum, sum, sum)))
	_, err = compiler.Generate(p, config)
	assert.EqualError(t, err, "castalu: the shader has 9 inputs, each of which needs a register, but a thread has 8 registers; declare inputs as vectors, or use fewer")

	b = flow.NewBuilder()
	v := b.Variable(flow.Variable{Name: "v", Width: 4})
	for k := range 300 {
		v = b.Do(flow.Multiply, v, flow.Join(b.Number(float64(4*k)+2), b.Number(float64(4*k)+3), b.Number(float64(4*k)+4), b.Number(float64(4*k)+5)))
	}
	p, _ = precision.Float(b.Finish(flow.Output{}, v))
	_, err = compiler.Generate(p, config)
	assert.EqualError(t, err, "castalu: the shader needs 300 constants of four components; the processor has at most 256")
}

func TestAPlanThatHasNoInstructionIsRefused(t *testing.T) {
	g := read(t, "void main() { color = vec4(v * w - tint, 1.0); }")
	p, _ := precision.Float(g)
	for k := range p.Type {
		if g.Nodes[k].Op >= flow.Add {
			p.Type[k] = isa.U12
		}
	}
	_, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	assert.ErrorContains(t, err, "u12 has no sign to subtract with")

	g = read(t, "void main() { color = vec4(v * w + v * tint, 1.0); }")
	p, _ = precision.Float(g)
	for _, n := range g.Nodes {
		if n.Op == flow.Multiply {
			p.Root[n.ID] = g.Output.Nodes[0]
		}
	}
	_, err = compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	assert.ErrorContains(t, err, "fuses more into color.x (add, line 4) than an instruction computes")

	g = read(t, "void main() { color = vec4(sqrt(v), 1.0); }")
	p, _ = precision.Float(g)
	p.Type[g.Output.Nodes[0].ID] = isa.S12
	_, err = compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	assert.ErrorContains(t, err, "sqrt exists in fp32 and fp16 only, not in s12")
}

// TestConstantsGrow: a processor with fewer constants and words than the shader needs.
func TestConstantsGrow(t *testing.T) {
	p, _ := precision.Float(read(t, "void main() { color = (q * vec4(2.0, 3.0, 4.0, 5.0) + vec4(6.0, 7.0, 8.0, 9.0)) * q; }"))
	config := castalu.NewConfig(4, castalu.Separate)
	config.Constants, config.Words = 1, 2
	c, err := compiler.Generate(p, config)
	require.NoError(t, err)
	assert.Equal(t, 2, c.Config.Constants)
	assert.Equal(t, 3, c.Config.Words)
}

func TestMoreSamplersThanUnits(t *testing.T) {
	b := flow.NewBuilder()
	at := b.Variable(flow.Variable{Name: "at", Width: 2})
	sum := b.Number(0)
	for k := range 17 {
		b.At(flow.Position{Line: 10 + k, Column: 1})
		sum = b.Do(flow.Add, sum, b.Texture(b.Sampler(flow.Sampler{Name: fmt.Sprintf("s%d", k), Image: image{8, 8}}), at))
	}
	p, _ := precision.Float(b.Finish(flow.Output{}, sum))
	_, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	assert.EqualError(t, err, "castalu: the shader has 17 samplers, each of which needs a unit, but a processor has 16 units; none is left for s16, read in line 26: use fewer, or split the shader into passes")
}
