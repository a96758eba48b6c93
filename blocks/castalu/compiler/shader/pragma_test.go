package shader_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/shader"
)

// parsePragma reads a shader with one declaration and its pragma.
func parsePragma(t *testing.T, declaration, pragma string) *flow.Graph {
	t.Helper()
	text := "#version 300 es\nprecision mediump float;\n" + declaration + "\n#pragma castalu " + pragma +
		"\nvoid main() { gl_FragColor = vec4(0.5); }\n"
	g, err := shader.Parse("test.frag", text, options)
	require.NoError(t, err, pragma)
	return g
}

func TestPragmasGiveAttributes(t *testing.T) {
	const unbounded, full = flow.Unbounded, flow.Full
	for pragma, want := range map[string]flow.Attributes{
		"x (+, [0,1], 12)":                   {Sign: flow.Positive, Exponent: 0, Bits: 12},
		"x (-, [0,1], 1)":                    {Sign: flow.Negative, Exponent: 0, Bits: 1},
		"x (?, [0,4096], 24)":                {Sign: flow.AnySign, Exponent: 12, Bits: 24},
		"x (?, [0,1/4], ?)":                  {Sign: flow.AnySign, Exponent: -2, Bits: full},
		"x (?, [0,2^30], ?)":                 {Sign: flow.AnySign, Exponent: 30, Bits: full},
		"x (?, [0,2^-30], ?) // and so on":   {Sign: flow.AnySign, Exponent: -30, Bits: full},
		"x (+, ?, 24)":                       {Sign: flow.Positive, Exponent: unbounded, Bits: 24},
		"x (?, ?, ?)":                        flow.Unknown,
		"x":                                  flow.Unknown,
		"x (?, [0,4], 12) = random(-3, 2.5)": {Sign: flow.AnySign, Exponent: 2, Bits: 12},
		// From the source alone.
		"x = random(-3, 2.5)": {Sign: flow.AnySign, Exponent: 2, Bits: full},
		"x = random(0, 0.25)": {Sign: flow.Positive, Exponent: -2, Bits: full},
		"x = -0.75":           {Sign: flow.Negative, Exponent: 0, Bits: full},
	} {
		g := parsePragma(t, "in float x;", pragma)
		assert.Equal(t, want, g.Variables[0].Attributes, pragma)
		assert.Equal(t, len(pragma) > 2 && pragma[2] == '(', g.Variables[0].Declared, pragma)
	}
	assert.Equal(t, flow.Attributes{Sign: flow.Positive, Exponent: 0, Bits: flow.Full}, parsePragma(t, "in vec2 x;", "x = uv").Variables[0].Attributes)
	assert.Equal(t, flow.Attributes{Sign: flow.AnySign, Exponent: 0, Bits: flow.Full}, parsePragma(t, "in vec3 x;", "x = sphere.normal").Variables[0].Attributes)
}

func TestPragmasGiveSourcesAndValues(t *testing.T) {
	third := float64(float32(1.0 / 3))
	for _, one := range []struct {
		declaration, pragma string
		want                flow.Source
	}{
		{"in vec2 x;", "x = uv", flow.Source{Kind: flow.UV}},
		{"varying vec3 x;", "x = sphere.normal", flow.Source{Kind: flow.SphereNormal}},
		{"in highp vec3 x;", "x (?, [0,1], 24) = sphere.position", flow.Source{Kind: flow.SpherePosition}},
		{"in vec4 x;", "x = random(-1, 0.3333333333)", flow.Source{Kind: flow.Random, Low: -1, High: third}},
		{"in float x;", "x = 0.3333333333", flow.Source{Kind: flow.Fixed, Value: [4]float64{third}}},
		{"in vec3 x;", "x = vec3(1, -2.5, 3e1)", flow.Source{Kind: flow.Fixed, Value: [4]float64{1, -2.5, 30}}},
		{"in vec2 x;", "x = vec2(0.5)", flow.Source{Kind: flow.Fixed, Value: [4]float64{0.5, 0.5}}},
	} {
		assert.Equal(t, one.want, parsePragma(t, one.declaration, one.pragma).Variables[0].Source, one.pragma)
	}
	uniform := parsePragma(t, "uniform vec2 x;", "x (?, [0,1], 24) = vec2(0.3333333333, -1)").Variables[0]
	assert.Equal(t, [4]float64{third, -1}, uniform.Value)
	assert.True(t, uniform.Uniform)
	assert.Equal(t, flow.Attributes{Sign: flow.AnySign, Exponent: 0, Bits: 24}, uniform.Attributes)
}

func TestPragmasOfTheOutputAndOfSamplers(t *testing.T) {
	g := parsePragma(t, "", "gl_FragColor (+, [0,1], 12)")
	assert.Equal(t, flow.Attributes{Sign: flow.Positive, Exponent: 0, Bits: 12}, g.Output.Attributes)
	assert.True(t, g.Output.Declared)
	assert.False(t, parsePragma(t, "uniform float x;", "x = 1").Output.Declared)

	eight := flow.Attributes{Sign: flow.Positive, Exponent: 0, Bits: 8}
	for pragma, want := range map[string]flow.Sampler{
		"s":                                  {Attributes: eight},
		"s (+, [0,1], 1)":                    {Attributes: flow.Attributes{Sign: flow.Positive, Bits: 1}, Declared: true},
		"s = pass(shadow.frag)":              {Attributes: eight, Pass: "shadow.frag"},
		"s (+, [0,1], 8) = pass(a-1/b.frag)": {Attributes: eight, Declared: true, Pass: "a-1/b.frag"},
	} {
		var asked flow.Sampler
		ask := shader.Options{Image: func(s flow.Sampler) (flow.Image, error) { asked = s; return waves{}, nil }}
		g, err := shader.Parse("test.frag", "uniform sampler2D s;\n#pragma castalu "+pragma+
			"\nvoid main() { gl_FragColor = texture(s, vec2(0.5)); }\n", ask)
		require.NoError(t, err, pragma)
		want.Name, want.Position = "s", flow.Position{Line: 1, Column: 19}
		assert.Equal(t, want, asked, pragma)
		want.Image = waves{}
		assert.Equal(t, want, g.Samplers[0], pragma)
	}
}
