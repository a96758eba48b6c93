package precision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
)

// randomGraph is a graph of operations on inputs with declared ranges, whose output is
// limited to [0, 1] or [−1, 1].
func randomGraph(rng *rand.Rand) *flow.Graph {
	b := flow.NewBuilder()
	var pool flow.Vector
	for k := range 2 + rng.IntN(3) {
		a := attributes(flow.Sign(rng.IntN(3)), rng.IntN(4)-2, 24)
		pool = append(pool, b.Variable(flow.Variable{Name: string(rune('a' + k)), Width: 1 + rng.IntN(3), Declared: true, Attributes: a})...)
	}
	pick := func() flow.Vector {
		if rng.IntN(5) == 0 {
			return b.Number(float64(rng.IntN(17)-8) / 4)
		}
		return flow.Vector{pool[len(pool)-1-min(rng.IntN(len(pool)), rng.IntN(len(pool)))]}
	}
	positive := func(v flow.Vector) flow.Vector { return b.Do(flow.Add, b.Do(flow.Absolute, v), b.Number(0.25)) }
	for range 4 + rng.IntN(16) {
		var v flow.Vector
		switch rng.IntN(16) {
		case 0, 1:
			v = b.Do(flow.Add, pick(), pick())
		case 2:
			v = b.Do(flow.Subtract, pick(), pick())
		case 3, 4, 5:
			v = b.Do(flow.Multiply, pick(), pick())
		case 6:
			v = b.Do(flow.Min, pick(), pick())
		case 7:
			v = b.Do(flow.Max, pick(), pick())
		case 8:
			v = b.Do(flow.Saturate, pick())
		case 9:
			v = b.Do(flow.SaturateSigned, pick())
		case 10:
			v = b.Do(flow.Negate, pick())
		case 11:
			v = b.Do(flow.Reciprocal, positive(pick()))
		case 12:
			v = b.Do(flow.SquareRoot, b.Do(flow.Absolute, pick()))
		case 13:
			v = b.Do(flow.Select, pick(), pick(), b.Do(flow.Less, pick(), pick()))
		case 14:
			v = b.Do(flow.Power, positive(pick()), b.Do(flow.Saturate, pick()))
		case 15:
			x, y := flow.Join(pick(), pick(), pick()), flow.Join(pick(), pick(), pick())
			switch rng.IntN(4) {
			case 0:
				v = b.Dot(x, y)
			case 1:
				v = b.Mix(x, y, b.Do(flow.Saturate, pick()))
			case 2:
				v = b.Reflect(x, b.Normalize(flow.Join(positive(pick()), y[:2])))
			case 3:
				v = b.Smoothstep(b.Number(0), b.Number(0.5), pick())
			}
		}
		pool = append(pool, v...)
	}
	last := func(k int) *flow.Node { return pool[max(0, len(pool)-1-k)] }
	return b.Finish(flow.Output{Name: "color", Declared: true, Attributes: attributes(flow.Sign(rng.IntN(2)), 0, 8+rng.IntN(5))},
		flow.Vector{last(0), last(1), last(2), last(3)})
}

func randomValues(rng *rand.Rand, g *flow.Graph) [][4]float64 {
	values := make([][4]float64, len(g.Variables))
	for n, v := range g.Variables {
		for k := range v.Width {
			x := rng.Float64()
			if rng.IntN(4) == 0 {
				x = float64(rng.IntN(3)) / 2
			}
			switch v.Sign {
			case flow.AnySign:
				x = 2*x - 1
			case flow.Negative:
				x = -x
			}
			values[n][k] = float64(float32(x * math.Ldexp(1, v.Exponent)))
		}
	}
	return values
}

const rounding = 1e-9 // of the float64 in which the tests compute

func TestValuesAreWithinTheirIntervals(t *testing.T) {
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 31))
		g := randomGraph(rng)
		v := analyse(g)
		for range 20 {
			at := g.Evaluate(randomValues(rng, g))
			for _, n := range g.Nodes {
				i := v.of[n.ID].wider(rounding * (1 + v.of[n.ID].magnitude()))
				require.True(t, at.Of[n.ID] >= i.Low && at.Of[n.ID] <= i.High, "seed %d: %v is %v, not in %v", seed, n, at.Of[n.ID], i)
			}
		}
	}
}

// Values with narrower intervals than those of their operands imply.
func TestIntervalsKnowSquaresAndLaws(t *testing.T) {
	b := flow.NewBuilder()
	in := func(name string, width int, a flow.Attributes, kind flow.SourceKind) flow.Vector {
		return b.Variable(flow.Variable{Name: name, Width: width, Declared: true, Attributes: a, Source: flow.Source{Kind: kind}})
	}
	v, w := in("v", 3, attributes(any0, 0, 24), 0), in("w", 3, attributes(any0, 1, 24), 0)
	n := in("n", 3, attributes(any0, 0, 24), flow.SphereNormal)
	s, r := in("s", 1, attributes(plus, 0, 24), 0), in("r", 1, attributes(any0, 1, 24), 0)
	const near = 1e-4
	for _, c := range []struct {
		name  string
		value flow.Vector
		want  Interval
	}{
		{"a square", b.Do(flow.Multiply, r, r), Interval{0, 4}},
		{"a value subtracted from itself", b.Do(flow.Add, b.Do(flow.Subtract, r, r), s), Interval{0, 1}},
		{"a dot product", b.Dot(v, w), Interval{-6, 6}},
		{"a dot product with a direction", b.Dot(n, w), Interval{-math.Sqrt(12), math.Sqrt(12)}},
		{"a dot product of a direction with itself", b.Dot(n, n), Interval{1, 1}},
		{"a length", b.Length(w), Interval{0, math.Sqrt(12)}},
		{"a direction", b.Normalize(w), Interval{-1, 1}},
		{"a mixture", b.Mix(r, s, in("t", 1, attributes(plus, 0, 24), 0)), Interval{-2, 2}},
		{"a mixture beyond both", b.Mix(r, s, b.Do(flow.Multiply, r, b.Number(0.5))), Interval{-5, 5}},
		{"a reflection", b.Reflect(w, n), Interval{-math.Sqrt(12), math.Sqrt(12)}},
		{"a smooth step", b.Smoothstep(b.Number(0), b.Number(1), r), Interval{0, 1}},
	} {
		g := &flow.Graph{Nodes: b.Graph.Nodes, Variables: b.Graph.Variables}
		for k := range g.Output.Nodes {
			g.Output.Nodes[k] = c.value[0]
		}
		got := analyse(g).of[c.value[0].ID]
		assert.InDelta(t, c.want.Low, got.Low, near, c.name)
		assert.InDelta(t, c.want.High, got.High, near, c.name)
	}
}

// Limiting a value to its demand does not change the output.
func TestBeyondItsDemandAValueDoesNotMatter(t *testing.T) {
	limited := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 32))
		g := randomGraph(rng)
		v := analyse(g)
		for range 20 {
			values := randomValues(rng, g)
			want := g.Evaluate(values).Color
			of := make([]float64, len(g.Nodes))
			var x [3]float64
			for _, n := range g.Nodes {
				for slot, in := range n.In {
					x[slot] = of[in.ID]
					if rng.IntN(2) == 0 {
						x[slot] = point(x[slot]).and(v.operandDemand[n.ID][slot]).Low
						if x[slot] != of[in.ID] {
							limited++
						}
					}
				}
				switch n.Op {
				case flow.Constant:
					of[n.ID] = n.Value
				case flow.Input:
					of[n.ID] = values[n.Index][n.Component]
				default:
					of[n.ID] = n.Op.Compute(x[:len(n.In)])
				}
				if rng.IntN(2) == 0 {
					of[n.ID] = point(of[n.ID]).and(v.demand[n.ID]).Low
				}
			}
			for k, n := range g.Output.Nodes {
				require.InDelta(t, want[k], of[n.ID], 1e-7, "seed %d, component %d", seed, k)
			}
		}
	}
	assert.Greater(t, limited, 1000, "values that were limited")
}
