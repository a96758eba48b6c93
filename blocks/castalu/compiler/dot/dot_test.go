package dot_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/dot"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/passes"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/shader"
	"posedge/blocks/castalu/compiler/texture"
)

const text = `#version 300 es
precision highp float;
in vec3 paint;
#pragma castalu paint (+, [0,1], 12) = random(0, 1)
uniform float lamp;
#pragma castalu lamp (+, [0,1/2], 12) = 0.25
uniform sampler2D image;
#pragma castalu image (+, [0,1], 8)
out vec4 color;
#pragma castalu color (+, [0,1], 12)
void main() {
	vec3 lit = paint * lamp;
	vec3 sum = lit + vec3(0.25, 0.125, 0.5);
	if (paint.x < 0.125) discard;
	color = vec4(sum * texture(image, vec2(0.5, paint.y)).rgb, 1.0);
}
`

func parse(t *testing.T, name, text string) *flow.Graph {
	g, err := shader.Parse(name, text, shader.Options{Image: func(flow.Sampler) (flow.Image, error) { return texture.Checkerboard(), nil }})
	require.NoError(t, err)
	return g
}

func drawn(t *testing.T) (string, *precision.Result) {
	r, err := precision.Transform(parse(t, "test.frag", text), precision.Options{})
	require.NoError(t, err)
	return dot.Graph("a < b", r.Plan, r.Annotated), r
}

// line returns the only line of the text that has all of the parts.
func line(t *testing.T, text string, parts ...string) string {
	var found []string
	for _, l := range strings.Split(text, "\n") {
		all := true
		for _, p := range parts {
			all = all && strings.Contains(l, p)
		}
		if all {
			found = append(found, l)
		}
	}
	require.Len(t, found, 1, "lines with %q of\n%s", parts, text)
	return found[0]
}

// id is the name of the box with the text.
func id(t *testing.T, text, label string) string {
	return strings.Fields(line(t, text, "label=<<B>"+label+"</B>"))[0]
}

func TestAGraphHasABoxForEachOperation(t *testing.T) {
	text, r := drawn(t)
	assert.Contains(t, text, "label=<<B>a &lt; b</B><BR/>", "the title is no markup")
	assert.Contains(t, line(t, text, "<B>lit</B>"), `fillcolor="#dafbe1", color="#1a7f37", label=<<B>lit</B><BR/>paint × lamp<BR/><FONT POINT-SIZE="9" COLOR="#59636e">u12, vec3</FONT>>]`)
	assert.Contains(t, line(t, text, "<B>sum</B>"), "(0.25, 0.125, 0.5)", "constants stand in the formula")
	assert.Contains(t, line(t, text, "<B>paint</B>"), "input, vec3")
	assert.Contains(t, line(t, text, "<B>lamp</B>"), "uniform, float")
	line(t, text, "<B>texture image</B>", "#f6f8fa")
	assert.Contains(t, line(t, text, "\toutput ["), "<B>color</B><BR/>(+, [0,1], 12)")
	line(t, text, "<B>discard</B>")
	boxes := 0
	for _, n := range r.Plan.Graph.Nodes {
		if n.Op != flow.Constant && n == n.Bundle.Nodes[0] {
			boxes++
		}
	}
	assert.Equal(t, boxes+3, strings.Count(text, "label=<<B>"), "and the title, the output and discard")
	again, _ := drawn(t)
	assert.Equal(t, text, again)
}

func TestAnInstructionOfSeveralOperationsHasAFrame(t *testing.T) {
	text, r := drawn(t)
	frames := map[*flow.Bundle]map[*flow.Bundle]bool{}
	for _, n := range r.Plan.Graph.Nodes {
		root := r.Plan.Root[n.ID].Bundle
		if frames[root] == nil {
			frames[root] = map[*flow.Bundle]bool{}
		}
		frames[root][n.Bundle] = true
	}
	want := 0
	for _, bundles := range frames {
		if len(bundles) > 1 {
			want++
		}
	}
	require.NotZero(t, want)
	assert.Equal(t, want, strings.Count(text, "\tsubgraph cluster_"))
	from := strings.Index(text, "subgraph")
	within := text[from : from+strings.Index(text[from:], "\t}")]
	line(t, within, "<B>lit</B>")
	line(t, within, "<B>sum</B>")
}

func TestEdgesHaveAttributesAndTheColourOfTheirCasts(t *testing.T) {
	text, _ := drawn(t)
	paint, lit, sum := id(t, text, "paint"), id(t, text, "lit"), id(t, text, "sum")
	assert.Contains(t, line(t, text, "\t"+paint+" -> "+lit), `[label=" (+, [0,1], 8) ", color="#1a7f37", fontcolor="#1a7f37", penwidth=1.8]`, "from fp32 to u12")
	edge := line(t, text, "\t"+lit+" -> "+sum)
	assert.Contains(t, edge, `label=" (+, [0,1/2], 8) "`)
	assert.NotContains(t, edge, "color=", "within an instruction there is no cast")
	line(t, text, " -> output")
	line(t, text, " -> kill")
}

func TestPassesAreBoxesAndTheirImagesEdges(t *testing.T) {
	const read = "#version 300 es\nprecision highp float;\nin vec2 uv;\n#pragma castalu uv (+, [0,1], ?) = uv\nuniform sampler2D map;\n" +
		"#pragma castalu map (+, [0,1], 8)\nout vec4 color;\n#pragma castalu color (+, [0,1], 8)\nvoid main() { color = texture(map, uv); }\n"
	first := &passes.Pass{Name: "dir/first.frag", Graph: parse(t, "first.frag", read), Reads: []*passes.Pass{nil}}
	last := &passes.Pass{Name: "dir/last.frag", Graph: parse(t, "last.frag", read), Reads: []*passes.Pass{first}}
	list := []*passes.Pass{first, last}
	equal := dot.Passes(list, passes.Propagate(list))
	assert.Contains(t, line(t, equal, "\tp0 ["), "<B>first.frag</B><BR/>color (+, [0,1], 8)")
	assert.Contains(t, line(t, equal, "\tp1 ["), "#8250df", "the last one makes the result")
	assert.Equal(t, `	p0 -> p1 [label=" map\n (+, [0,1], 8) "]`, line(t, equal, "p0 -> p1"))

	first.Graph.Output.Bits, last.Graph.Samplers[0].Bits = 1, 8
	narrowed := dot.Passes(list, passes.Propagate(list))
	assert.Contains(t, line(t, narrowed, "p0 -> p1"), `label=" map\n made (+, [0,1], 1), read (+, [0,1], 8)\n both (+, [0,1], 1) ", color="#1a7f37"`)
}

func TestGraphvizDrawsTheSameBytesEachTime(t *testing.T) {
	text, _ := drawn(t)
	svg, err := dot.SVG(context.Background(), text)
	if errors.Is(err, dot.ErrMissing) {
		t.Skip(err)
	}
	require.NoError(t, err)
	assert.Contains(t, string(svg), ">paint × lamp</text>")
	assert.NotContains(t, string(svg), "Generated by")
	again, err := dot.SVG(context.Background(), text)
	require.NoError(t, err)
	assert.Equal(t, svg, again)
	_, err = dot.SVG(context.Background(), "digraph {")
	assert.ErrorContains(t, err, "dot ")
}

func TestWithoutGraphvizTheErrorSaysSo(t *testing.T) {
	t.Setenv("PATH", "")
	_, err := dot.SVG(context.Background(), "digraph {}")
	assert.ErrorIs(t, err, dot.ErrMissing)
	assert.ErrorContains(t, err, "apt-get install graphviz")
}
