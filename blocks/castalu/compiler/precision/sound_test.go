package precision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// one12 is a shader with inputs x, y, z from 0 to 1 in 12 bits, and large from 0 to 128. Its
// red, in 12 bits, is the result of make.
func one12(make func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector) *flow.Graph {
	b := flow.NewBuilder()
	in := func(name string, exponent int) flow.Vector {
		return b.Variable(flow.Variable{Name: name, Width: 1, Declared: true, Attributes: attributes(plus, exponent, 12)})
	}
	v := make(b, in("x", 0), in("y", 0), in("z", 0), in("large", 7))
	b.Named("red", v)
	zero := b.Number(0)
	return b.Finish(flow.Output{Name: "color", Declared: true, Attributes: attributes(plus, 0, 12)}, flow.Join(v, zero, zero, zero))
}

// typesOf is the type of each operation; of several nodes with the same operation, the last
// one counts.
func typesOf(p *Plan) map[flow.Op]isa.Type {
	out := map[flow.Op]isa.Type{}
	for _, n := range p.Graph.Nodes {
		out[n.Op] = p.Type[n.ID]
	}
	return out
}

// The assumptions of the literal rules, and what the analysis makes of them.
func TestSoundnessWidensWhatTheRulesGetWrong(t *testing.T) {
	for _, c := range []struct {
		name           string
		make           func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector
		op             flow.Op
		literal, sound isa.Type
		reason         string
	}{
		{"rule 3: 1 + 1 is not within [0, 1]", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Multiply, b.Do(flow.Add, x, y), z)
		}, flow.Add, isa.U12, isa.FP32, "its range [0, 2] exceeds [0, 1] of u12"},
		{"rule 3: but the output's format ends the range", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Add, b.Do(flow.Multiply, x, y), z)
		}, flow.Add, isa.U12, isa.U12, ""},
		{"rule 3: and so does a clamp, through what is never negative", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Add, b.Do(flow.Add, x, y), z)
		}, flow.Add, isa.U12, isa.U12, ""},
		{"rule 5: a factor above 1 amplifies a rounding", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Multiply, b.Do(flow.Min, x, y), large)
		}, flow.Min, isa.U12, isa.U24, "rounding x (input, no line) to u12 may change the output by 64 steps"},
		{"rule 7: a factor of a product within [0, 1] may be large", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Multiply, x, large)
		}, flow.Multiply, isa.U12, isa.FP32, "operand large (input, no line): range [0, 128] exceeds [0, 1] of u24"},
		{"the operands of a comparison stay in fp32", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Select, x, y, b.Do(flow.Less, b.Do(flow.Multiply, x, y), z))
		}, flow.Multiply, isa.U12, isa.FP32, "rounding x (input, no line) to u24 may change the output by any number of steps: a comparison depends on it, or an operation whose error has no bound"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := one12(c.make)
			literal, err := Transform(g, Options{Literal: true})
			require.NoError(t, err)
			assert.Equal(t, c.literal, typesOf(literal.Plan)[c.op], "by the rules")
			assert.Empty(t, literal.Widened)
			sound, err := Transform(g, Options{})
			require.NoError(t, err)
			assert.Equal(t, c.sound, typesOf(sound.Plan)[c.op], "after the analysis")
			reasons := ""
			for _, w := range sound.Widened {
				if w.Bundle.Nodes[0].Op == c.op {
					reasons = w.Reason
				}
			}
			assert.Equal(t, c.reason, reasons)
		})
	}
}

// The values of every operation in fixed point fit its type, to within a step.
func TestEveryTypeHoldsItsValues(t *testing.T) {
	fixedPoint := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 33))
		g := randomGraph(rng)
		r, err := Transform(g, Options{})
		require.NoError(t, err)
		v, weight := analyse(g), analyse(g).weights()
		for _, n := range g.Nodes {
			typ := r.Plan.Type[n.ID]
			if typ.Float() || modifies(n) {
				continue
			}
			fixedPoint++
			if r.Plan.Root[n.ID] == n {
				cut := beyond(v.relevant(n), typ)
				require.True(t, cut == 0 || cut*largest(weight[n.ID]) <= 1.01*OutputStep(g.Output), "seed %d: %v of %v in %v", seed, n, v.relevant(n), typ)
			}
			for slot, x := range n.In {
				if (x.Op == flow.Negate || x.Op == flow.Absolute) && !typ.Signed() {
					t.Fatalf("seed %d: %v inverts a sign in %v", seed, n, typ)
				}
				if r.Plan.Root[x.ID] == x && n.Op != flow.Select {
					cut := beyond(v.operand(n, slot), typ)
					require.True(t, cut == 0 || cut*largest(weight[n.ID])*v.slope(n, slot) <= 1.01*OutputStep(g.Output), "seed %d: %v of %v", seed, x, n)
				}
			}
		}
	}
	assert.Greater(t, fixedPoint, 500, "operations in fixed point")
}

// The weight of a node bounds the effect of a small change.
func TestWeightsBoundSmallChanges(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 34))
		g := randomGraph(rng)
		v := analyse(g)
		weight := v.weights()
		for range 10 {
			values := randomValues(rng, g)
			want := g.Evaluate(values)
			for _, n := range g.Nodes {
				change := 1e-6
				switch i := v.of[n.ID]; {
				case want.Of[n.ID]+change <= i.High:
				case want.Of[n.ID]-change >= i.Low:
					change = -change
				default:
					continue
				}
				got := evaluateWith(g, values, n, want.Of[n.ID]+change)
				for k, o := range g.Output.Nodes {
					moved := math.Abs(got[o.ID] - want.Of[o.ID])
					if w := weight[n.ID][k]; !math.IsInf(w, 1) {
						require.LessOrEqual(t, moved, math.Abs(change)*w*1.01+1e-9, "seed %d: %v", seed, n)
					}
				}
			}
		}
	}
}

// evaluateWith computes a graph in which one node has the given value.
func evaluateWith(g *flow.Graph, values [][4]float64, at *flow.Node, value float64) []float64 {
	of := make([]float64, len(g.Nodes))
	var x [3]float64
	for _, n := range g.Nodes {
		for slot, in := range n.In {
			x[slot] = of[in.ID]
		}
		switch {
		case n == at:
			of[n.ID] = value
		case n.Op == flow.Constant:
			of[n.ID] = n.Value
		case n.Op == flow.Input:
			of[n.ID] = values[n.Index][n.Component]
		default:
			of[n.ID] = n.Op.Compute(x[:len(n.In)])
		}
	}
	return of
}

func TestABoundIsMetWithMoreEnergy(t *testing.T) {
	g := one12(func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
		p := b.Do(flow.Multiply, x, y)
		for range 5 {
			p = b.Do(flow.Multiply, p, b.Do(flow.Multiply, z, p))
		}
		return p
	})
	units, steps := 0, math.Inf(1)
	for _, most := range []float64{0, 3, 1, 0.3, 0.03} {
		r, err := Transform(g, Options{MaxError: most})
		require.NoError(t, err)
		if most > 0 {
			assert.LessOrEqual(t, r.Bound.Steps, most)
		}
		assert.GreaterOrEqual(t, r.Energy.Units, units, "at most %v steps", most)
		assert.LessOrEqual(t, r.Bound.Steps, steps)
		units, steps = r.Energy.Units, r.Bound.Steps
	}
	_, err := Transform(g, Options{MaxError: 1e-7})
	assert.ErrorContains(t, err, "even in fp32, more than 1e-07: most of it comes from ")
	assert.ErrorContains(t, err, "mul (no line)")
}

// If there is no bound, the place is named.
func TestNoBoundHasAPlace(t *testing.T) {
	for _, c := range []struct {
		name, cause string
		make        func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector
	}{
		{"a divisor", "rcp (no line): the divisor's range [0, 1] reaches 0", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Divide(z, x)
		}},
		{"a divisor within its error", "rcp (no line): the divisor's range [1e-09, 2] reaches 0 within its error of", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Divide(z, b.Do(flow.Add, b.Do(flow.Subtract, x, y), b.Number(1+1e-9)))
		}},
		{"the length of what is normalised", "reaches 0", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Normalize(flow.Join(x, y, z))[:1]
		}},
		{"a root below 0", "the range [-1, 1] of the operand of sqrt reaches below 0", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.SquareRoot, b.Do(flow.Subtract, x, y))
		}},
		{"a power of 0", "pow of a base that reaches 0 and an exponent that is not above 0", func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
			return b.Do(flow.Power, x, y)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := one12(c.make)
			_, bound := Float(g)
			require.NotNil(t, bound.None)
			assert.Contains(t, bound.String(), c.cause)
			_, err := Transform(g, Options{MaxError: 1})
			assert.ErrorContains(t, err, "there is no bound of the error")
		})
	}
}

// An uncertain comparison may take either arm.
func TestAComparisonWithAnErrorAddsTheDifferenceOfItsArms(t *testing.T) {
	arms := func(b *flow.Builder, condition flow.Vector) flow.Vector {
		return b.Do(flow.Select, b.Number(0.25), b.Number(0.75), condition)
	}
	exact := one12(func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
		return arms(b, b.Do(flow.Less, x, b.Do(flow.Multiply, y, b.Number(2))))
	})
	_, bound := Float(exact)
	assert.Zero(t, bound.Steps, "twice an input is exact")
	rounded := one12(func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
		return arms(b, b.Do(flow.Less, x, b.Do(flow.Multiply, y, z)))
	})
	_, bound = Float(rounded)
	assert.InDelta(t, 0.5*4095, bound.Steps, 0.01)
}

// A mixture and a smooth step move by no more than their slopes allow, although their formulas
// use an operand twice.
func TestFunctionsAreBoundedAsAWhole(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(b *flow.Builder, t, y flow.Vector) flow.Vector
		most float64 // times the error of t
	}{
		{"a mixture of near values", func(b *flow.Builder, t, y flow.Vector) flow.Vector {
			return b.Mix(b.Number(0.75), b.Number(1), t)
		}, 0.26},
		{"a smooth step", func(b *flow.Builder, t, y flow.Vector) flow.Vector {
			return b.Smoothstep(b.Number(0), b.Number(1), t)
		}, 1.51},
	} {
		t.Run(c.name, func(t *testing.T) {
			var off *flow.Node
			g := one12(func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
				rough := b.Do(flow.Saturate, b.Do(flow.Multiply, b.Do(flow.Subtract, large, b.Number(64.3)), b.Number(5.1)))
				off = rough[0]
				return c.make(b, rough, y)
			})
			p, bound := Float(g)
			e := analyse(g).bound(p)
			require.Positive(t, e.total(off))
			assert.LessOrEqual(t, bound.Steps*OutputStep(g.Output), c.most*e.total(off)+4*roundoff)
		})
	}
}

// A value that is every operand of a function keeps its own error.
func TestAMixtureOfAValueWithItselfLeavesItAsItIs(t *testing.T) {
	var off *flow.Node
	g := one12(func(b *flow.Builder, x, y, z, large flow.Vector) flow.Vector {
		rough := b.Do(flow.Saturate, b.Do(flow.Multiply, b.Do(flow.Subtract, large, b.Number(64.3)), b.Number(5.1)))
		off = rough[0]
		return b.Do(flow.Multiply, b.Mix(rough, rough, rough), rough)
	})
	p, bound := Float(g)
	e := analyse(g).bound(p)
	assert.Positive(t, e.total(off))
	assert.Greater(t, bound.Steps*OutputStep(g.Output), e.total(off))
}
