package shader_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/flow"
	"posedge/blocks/castalu/shader"
)

// waves is an image of 4 by 2 texels whose components are simple functions of the place.
type waves struct{}

func (waves) Size() (int, int)              { return 4, 2 }
func (waves) At(u, v float64) [4]float64    { return [4]float64{u / 4, v / 2, u * v / 8, 1} }
func (waves) Range() (low, high [4]float64) { return [4]float64{0, 0, 0, 1}, [4]float64{1, 1, 1, 1} }
func (waves) Slope() (u, v [4]float64) {
	return [4]float64{0.25, 0, 0.25, 0}, [4]float64{0, 0.5, 0.5, 0}
}
func image(flow.Sampler) (flow.Image, error) { return waves{}, nil }

var options = shader.Options{Image: image}

// values are those of the inputs a, b, c (float), v (vec3) and uv (vec2) of a shader of the
// tests.
const inputs = `in float a, b, c; in vec3 v; in vec2 uv; uniform sampler2D image; out vec4 color;
`

// evaluate runs statements with a = 0.5, b = -2, c = 3, v = (1, 2, 3) and uv = (0.25, 0.5).
func evaluate(t *testing.T, text string) flow.Values {
	t.Helper()
	g, err := shader.Parse("test.frag", inputs+text, options)
	require.NoError(t, err)
	return g.Evaluate([][4]float64{{0.5}, {-2}, {3}, {1, 2, 3}, {0.25, 0.5}})
}

func color(t *testing.T, statements string) [4]float64 {
	t.Helper()
	return evaluate(t, "void main() {\n"+statements+"\n}").Color
}

func TestTheGraphComputesWhatTheTextSays(t *testing.T) {
	for _, one := range []struct {
		text string
		want float64
	}{
		{"a + b * c", 0.5 - 6},
		{"(a + b) * c", -4.5},
	} {
		got := color(t, fmt.Sprintf("color = vec4(%s);", one.text))
		assert.InDelta(t, one.want, got[0], 1e-12, "%s", one.text)
	}
}
