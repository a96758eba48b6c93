package scenario

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/shader"
)

func patentText(t *testing.T) string {
	text, err := os.ReadFile("shaders/patent.frag")
	require.NoError(t, err)
	return string(text)
}

func parse(t *testing.T, text string) *flow.Graph {
	g, err := shader.Parse("patent.frag", text, shader.Options{})
	require.NoError(t, err)
	return g
}

// The patent states for its example: 510 units in floating point, ten multiplications in 24 bits that save 50, 22 in 12 bits
// that save 176, and 347 saved in all. This holds both by the rules alone and after the analysis.
func TestThePatentsExampleSavesWhatItStates(t *testing.T) {
	g := parse(t, patentText(t))
	float, _ := precision.Float(g)
	before := precision.EnergyOf(float)
	for op, n := range map[flow.Op]int{flow.Multiply: 38, flow.Add: 21, flow.Reciprocal: 2, flow.SquareRoot: 1, flow.Power: 1} {
		assert.Equal(t, n, before.Of(op, flow.Full), "%v in floating point", op)
	}
	assert.Equal(t, 342+168, before.Units)
	for _, literal := range []bool{true, false} {
		r, err := precision.Transform(g, precision.Options{Literal: literal})
		require.NoError(t, err)
		saved := func(op flow.Op, bits int) int {
			return r.Energy.Of(op, bits) * (precision.Units(op, flow.Full) - precision.Units(op, bits))
		}
		assert.Equal(t, 10, r.Energy.Of(flow.Multiply, 24), "multiplications in 24 bits")
		assert.Equal(t, 22, r.Energy.Of(flow.Multiply, 12), "multiplications in 12 bits")
		assert.Equal(t, 50, saved(flow.Multiply, 24))
		assert.Equal(t, 176, saved(flow.Multiply, 12))
		assert.Equal(t, 121, saved(flow.Add, 24)+saved(flow.Add, 12), "left for additions")
		assert.Equal(t, 347, before.Units-r.Energy.Units)
		assert.Nil(t, r.Bound.None)
	}
}

// The figures on the page are those of the compiler.
func TestTheCompilersPageHasItsFigures(t *testing.T) {
	content, err := os.ReadFile("../../../docs/castalu-compiler.md")
	require.NoError(t, err)
	page := string(content)
	g := parse(t, patentText(t))
	for _, most := range []float64{0, 8, 4, 2, 1, 0.5, 0.1} {
		r, err := precision.Transform(g, precision.Options{MaxError: most})
		require.NoError(t, err)
		code, err := compiler.Generate(r.Plan, castalu.NewConfig(4, castalu.Separate))
		require.NoError(t, err)
		name := fmt.Sprintf("`-max-error %v`", most)
		if most == 0 {
			name = "no limit"
			assert.Contains(t, page, "```\n"+code.Listing(patentText(t))+"```\n", "the program")
		}
		assert.Contains(t, page, fmt.Sprintf("| %s | %d | %d | %.4g |\n", name, r.Energy.Units, len(code.Program.Code), r.Bound.Steps))
	}
	wide := parse(t, regexp.MustCompile(`\[0,1/\d\]`).ReplaceAllString(patentText(t), "[0,1]"))
	r, err := precision.Transform(wide, precision.Options{})
	require.NoError(t, err)
	for _, w := range r.Widened {
		assert.Contains(t, page, fmt.Sprintf("| %v | %v | %s |\n", w.From, w.To, w.Reason))
	}
	literal, err := precision.Transform(wide, precision.Options{Literal: true})
	require.NoError(t, err)
	assert.Contains(t, page, fmt.Sprintf("with a bound of %.4g steps, which is the whole range", literal.Bound.Steps))
	assert.Contains(t, page, fmt.Sprintf("%d are saved, with a bound of %.3g.", 510-r.Energy.Units, r.Bound.Steps))
	for _, rule := range precision.Rules {
		assert.Contains(t, page, "| "+rule.Name[:1]+" | "+rule.Name[3:]+" |")
	}
}
