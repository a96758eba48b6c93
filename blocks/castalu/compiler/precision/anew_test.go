package precision

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// fewBits draws the resolutions that a graph declares, so that the rules choose fixed point.
func fewBits(rng *rand.Rand, g *flow.Graph) *flow.Graph {
	for k := range g.Variables {
		g.Variables[k].Bits = 6 + rng.IntN(20)
	}
	return g
}

// plainly is Propagate by the definition of a pass: every node is visited and tries all rules.
func plainly(g *flow.Graph) (*Annotated, [][]Step) {
	a := annotate(g)
	var passes [][]Step
	for {
		var steps []Step
		visited := map[*flow.Node]bool{}
		var changed *flow.Node
		next := func() *flow.Node {
			var list []*flow.Node
			if changed != nil {
				list = slices.Clone(changed.In)
				for _, e := range a.Out[changed.ID] {
					list = append(list, e.To)
				}
			}
			if len(steps) == 0 {
				list = append(list, g.Output.Nodes[:]...)
			}
			for k := range g.Nodes {
				list = append(list, g.Nodes[len(g.Nodes)-1-k])
			}
			for _, n := range list {
				if n != nil && !visited[n] {
					return n
				}
			}
			return nil
		}
		for n := next(); n != nil; n = next() {
			visited[n] = true
			for rule := range Rules {
				if changes := a.try(rule, n); changes != nil {
					steps = append(steps, Step{n, rule, changes})
					changed = n
				}
			}
		}
		if passes = append(passes, steps); len(steps) == 0 {
			return a, passes
		}
	}
}

func TestAPassTriesEveryNodeThatCanChange(t *testing.T) {
	steps := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 0))
		g := fewBits(rng, randomGraph(rng))
		_, want := plainly(g)
		_, got := Propagate(g)
		require.Equal(t, len(want), len(got), "seed %d", seed)
		for k := range want {
			require.Equal(t, len(want[k]), len(got[k]), "seed %d, pass %d", seed, k)
			for i, s := range want[k] {
				steps++
				other := got[k][i]
				require.True(t, s.Node == other.Node && s.Rule == other.Rule && len(s.Changes) == len(other.Changes), "seed %d, pass %d, step %d", seed, k, i)
				for c, x := range s.Changes {
					require.Equal(t, []any{x.Before, x.After}, []any{other.Changes[c].Before, other.Changes[c].After})
				}
			}
		}
	}
	assert.Greater(t, steps, 3_000)
}

func TestAClusterPlannedAnewIsThatOfTheWholePlan(t *testing.T) {
	types := []isa.Type{isa.FP32, isa.U12, isa.S12, isa.U24, isa.S24}
	fused := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := randomGraph(rng)
		chosen := make([]isa.Type, len(g.Nodes))
		p := newPlanner(g, chosen)
		for range 3 * len(g.Nodes) {
			b := g.Nodes[rng.IntN(len(g.Nodes))].Bundle
			to := types[rng.IntN(1+rng.IntN(len(types)))]
			for _, n := range b.Nodes {
				chosen[n.ID] = to
			}
			p.again(b)
			want := newPlan(g, chosen)
			require.Equal(t, want.Type, p.Type, "seed %d", seed)
			for k, root := range want.Root {
				require.Same(t, root, p.Root[k], "seed %d, node %d", seed, k)
				if root.ID != k {
					fused++
					require.Contains(t, p.into[root.ID], g.Nodes[k])
				}
			}
		}
	}
	assert.Greater(t, fused, 3_000)
}

// TestWideningChecksEveryBundleAgain: it ends with the types that one check of the whole plan
// after each change would choose.
func TestWideningChecksEveryBundleAgain(t *testing.T) {
	widened := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 2))
		g := fewBits(rng, randomGraph(rng))
		a, _ := Propagate(g)
		v := analyse(g)
		got, want := newTransformer(v, a.selectTypes()), newTransformer(v, a.selectTypes())
		got.dropSigns()
		got.widen()
		want.dropSigns()
		for again := true; again; {
			again = false
			want.planner = newPlanner(g, want.types)
			for _, n := range g.Nodes {
				p := want.planner.Plan
				if n != n.Bundle.Nodes[0] || p.Type[n.ID].Float() || modifies(n) {
					continue
				}
				if to, reason, ok := want.check(p, n.Bundle); !ok {
					want.widenGroup(n.Bundle, to, reason)
					again = true
					break
				}
			}
		}
		require.Equal(t, want.types, got.types, "seed %d", seed)
		require.Equal(t, len(want.widened), len(got.widened))
		for k, w := range want.widened {
			x := got.widened[k]
			require.Equal(t, []any{w.From, w.To, w.Reason}, []any{x.From, x.To, x.Reason})
			require.Same(t, w.Bundle, x.Bundle)
		}
		widened += len(want.widened)
	}
	assert.Greater(t, widened, 300)
}

// chain is x = x * 0.9375 + uv.yxy * 0.25 many times, of which each sum is too large for the
// type that the rules choose.
func chain(times int) *flow.Graph {
	b := flow.NewBuilder()
	uv := b.Variable(flow.Variable{Name: "uv", Width: 2, Declared: true, Attributes: attributes(plus, 0, full)})
	yxy := flow.Join(uv[1:], uv[:1], uv[1:])
	x := flow.Join(uv, b.Number(0.5))
	for range times {
		x = b.Do(flow.Add, b.Do(flow.Multiply, x, b.Number(0.9375)), b.Do(flow.Multiply, yxy, b.Number(0.25)))
	}
	return b.Finish(flow.Output{Name: "color", Declared: true, Attributes: attributes(any0, 0, 10)}, append(x, b.Number(1)...))
}

// TestTheWorkGrowsWithTheShader: no more than its size does.
func TestTheWorkGrowsWithTheShader(t *testing.T) {
	work := func(times int) (tried, planned, checked int) {
		g := chain(times)
		a, _ := Propagate(g)
		x := newTransformer(analyse(g), a.selectTypes())
		x.widen()
		require.Greater(t, len(x.widened), times/2)
		return a.tried, x.planner.planned, x.checked
	}
	tried, planned, checked := work(50)
	t.Log(tried, planned, checked)
	for _, times := range []int{100, 400} {
		a, b, c := work(times)
		t.Log(a, b, c)
		most := times / 50 * 11 / 10
		assert.LessOrEqual(t, a, tried*most+100, "nodes whose rules were tried")
		assert.LessOrEqual(t, b, planned*most+100, "bundles planned")
		assert.LessOrEqual(t, c, checked*most+100, "bundles checked")
	}
}
