package shader_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/shader"
	"posedge/internal/long"
)

// TestRandomShadersAreRead: random shaders cover the whole language, and their values stay
// within bounds.
func TestRandomShadersAreRead(t *testing.T) {
	long.NotShort(t)
	readRandom(t, 0, 500)
}

// TestLongRandomShadersAreRead reads more of them.
func TestLongRandomShadersAreRead(t *testing.T) {
	long.Only(t)
	readRandom(t, 500, 20_500)
}

func readRandom(t *testing.T, from, to uint64) {
	seen := map[string]int{}
	ops := map[flow.Op]int{}
	kills := 0
	for seed := from; seed < to; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		text := shader.Random(rng)
		g, err := shader.Parse("random.frag", text, options)
		require.NoError(t, err, "seed %d\n%s", seed, text)
		for _, word := range []string{"for (", "if (", "else", "? ", "discard", "part0(", "bool ", "texture", "normalize(", "cross(",
			"reflect(", "length(", "dot(", "smoothstep(", "step(", "mix(", "pow(", "inversesqrt(", "log2(", "exp2(", "*= ", "/= ", "+= ",
			"-= ", "&&", "||", "!", "const ", "gl_FragColor", "varying", ".rg", ".st", "= -"} {
			if strings.Contains(text, word) {
				seen[word]++
			}
		}
		for _, n := range g.Nodes {
			ops[n.Op]++
		}
		kills += len(g.Kills)
		values := make([][4]float64, len(g.Variables))
		for k, v := range g.Variables {
			for c := range v.Width {
				low, high := -1.0, 1.0
				switch v.Source.Kind {
				case flow.UV:
					low = 0
				case flow.Random:
					low, high = v.Source.Low, v.Source.High
				}
				values[k][c] = low + (high-low)*rng.Float64()
			}
		}
		for k, x := range g.Evaluate(values).Of {
			require.Less(t, math.Abs(x), 2000.0, "seed %d: %v\n%s", seed, g.Nodes[k], text)
		}
	}
	for word, n := range seen {
		assert.Greater(t, n, 10, word)
	}
	assert.Len(t, seen, 33)
	assert.Len(t, ops, flow.NumOps, "every operation")
	assert.Greater(t, kills, 50)
}
