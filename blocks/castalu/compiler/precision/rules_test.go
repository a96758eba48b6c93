package precision

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/castalu/compiler/flow"
)

// small is one operation, out = x op y, with attributes on its edges.
type small struct {
	*Annotated
	x, y, out *Edge
	node      *flow.Node
}

func operation(op flow.Op, x, y, out flow.Attributes) small {
	b := flow.NewBuilder()
	v := b.Do(op, b.Variable(flow.Variable{Name: "x", Width: 1}), b.Variable(flow.Variable{Name: "y", Width: 1}))
	zero := b.Number(0)
	g := b.Finish(flow.Output{Name: "out"}, flow.Join(v, zero, zero, zero))
	a := edges(g)
	s := small{a, a.In[v[0].ID][0], a.In[v[0].ID][1], a.Output[0], v[0]}
	s.x.Attributes, s.y.Attributes, s.out.Attributes = x, y, out
	return s
}

func attributes(sign flow.Sign, exponent, bits int) flow.Attributes {
	return flow.Attributes{Sign: sign, Exponent: exponent, Bits: bits}
}

const (
	any0 = flow.AnySign
	plus = flow.Positive
	minu = flow.Negative
	none = flow.Unbounded
	full = flow.Full
)

// Each of the patent's rules: the attributes of an operation's edges before and after it.
func TestRules(t *testing.T) {
	type edges struct{ x, y, out flow.Attributes }
	for _, c := range []struct {
		name          string
		rule          int
		op            flow.Op
		before, after edges
	}{
		{"1: both terms of a positive sum lie within its range", 0, flow.Add,
			edges{attributes(plus, none, full), attributes(plus, 4, full), attributes(plus, 0, full)},
			edges{attributes(plus, 0, full), attributes(plus, 0, full), attributes(plus, 0, full)}},
		{"1: a sum does not limit terms of different signs", 0, flow.Add,
			edges{attributes(plus, none, full), attributes(any0, 4, full), attributes(any0, 0, full)},
			edges{attributes(plus, none, full), attributes(any0, 4, full), attributes(any0, 0, full)}},
		{"1: nor terms of unknown sign", 0, flow.Add,
			edges{attributes(any0, none, full), attributes(any0, 4, full), attributes(any0, 0, full)},
			edges{attributes(any0, none, full), attributes(any0, 4, full), attributes(any0, 0, full)}},
		{"1: a term that is subtracted from a positive one must be negative", 0, flow.Subtract,
			edges{attributes(plus, none, full), attributes(minu, 4, full), attributes(plus, 1, full)},
			edges{attributes(plus, 1, full), attributes(minu, 1, full), attributes(plus, 1, full)}},
		{"1: low bits below the larger term's grid are dropped", 0, flow.Add,
			edges{attributes(plus, 0, 12), attributes(plus, -3, 12), attributes(plus, 1, full)},
			edges{attributes(plus, 0, 12), attributes(plus, -3, 9), attributes(plus, 1, full)}},
		{"2: no term needs more resolution than the sum", 1, flow.Add,
			edges{attributes(plus, 3, full), attributes(plus, 2, 24), attributes(plus, 3, 12)},
			edges{attributes(plus, 3, 12), attributes(plus, 2, 12), attributes(plus, 3, 12)}},
		{"2: unless a term may have the other sign", 1, flow.Add,
			edges{attributes(any0, 3, full), attributes(plus, 2, 24), attributes(any0, 3, 12)},
			edges{attributes(any0, 3, full), attributes(plus, 2, 24), attributes(any0, 3, 12)}},
		{"3: a sum has the larger range, literally", 2, flow.Add,
			edges{attributes(any0, 0, full), attributes(plus, -2, full), attributes(any0, none, full)},
			edges{attributes(any0, 0, full), attributes(plus, -2, full), attributes(any0, 0, full)}},
		{"4: the resolution comes with the range", 3, flow.Subtract,
			edges{attributes(any0, 0, 20), attributes(plus, -2, 12), attributes(any0, none, full)},
			edges{attributes(any0, 0, 20), attributes(plus, -2, 12), attributes(any0, none, 20)}},
		{"4: with equal ranges it is the lower one", 3, flow.Add,
			edges{attributes(any0, 0, 20), attributes(plus, 0, 12), attributes(any0, none, full)},
			edges{attributes(any0, 0, 20), attributes(plus, 0, 12), attributes(any0, none, 12)}},
		{"5: no factor needs more resolution than the product", 4, flow.Multiply,
			edges{attributes(any0, 7, 24), attributes(any0, 0, 8), attributes(any0, none, 12)},
			edges{attributes(any0, 7, 12), attributes(any0, 0, 8), attributes(any0, none, 12)}},
		{"5: neither the first nor the second", 4, flow.Multiply,
			edges{attributes(any0, 7, 8), attributes(any0, 0, full), attributes(any0, none, 12)},
			edges{attributes(any0, 7, 8), attributes(any0, 0, 12), attributes(any0, none, 12)}},
		{"6: the product has the least resolution of its factors", 5, flow.Multiply,
			edges{attributes(any0, none, 24), attributes(any0, 0, 8), attributes(any0, none, full)},
			edges{attributes(any0, none, 24), attributes(any0, 0, 8), attributes(any0, none, 8)}},
		{"7: a product and one factor give the other", 6, flow.Multiply,
			edges{attributes(any0, 0, full), attributes(any0, none, full), attributes(any0, 0, full)},
			edges{attributes(any0, 0, full), attributes(any0, 0, full), attributes(any0, 0, full)}},
		{"7: either may be the other", 6, flow.Multiply,
			edges{attributes(any0, none, full), attributes(any0, 2, full), attributes(any0, 0, full)},
			edges{attributes(any0, -2, full), attributes(any0, 2, full), attributes(any0, 0, full)}},
		{"8: exponents add up", 7, flow.Multiply,
			edges{attributes(any0, 3, full), attributes(any0, -1, full), attributes(any0, none, full)},
			edges{attributes(any0, 3, full), attributes(any0, -1, full), attributes(any0, 2, full)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := operation(c.op, c.before.x, c.before.y, c.before.out)
			assert.Equal(t, c.before != c.after, Rules[c.rule].Apply(s.Annotated, s.node), "whether the rule applies")
			assert.Equal(t, c.after, edges{s.x.Attributes, s.y.Attributes, s.out.Attributes})
			assert.False(t, Rules[c.rule].Apply(s.Annotated, s.node), "a rule applies once")
		})
	}
}

// A rule applies only to its own operation.
func TestARuleHasItsOperation(t *testing.T) {
	narrow := attributes(plus, 0, 8)
	for _, op := range []flow.Op{flow.Add, flow.Subtract, flow.Multiply, flow.Min, flow.Max, flow.Power, flow.Less} {
		for k, r := range Rules {
			for _, wide := range []int{0, 1, 2} {
				in := [3]flow.Attributes{narrow, narrow, narrow}
				in[wide] = flow.Unknown
				s := operation(op, in[0], in[1], in[2])
				if r.Apply(s.Annotated, s.node) {
					sum, product := op == flow.Add || op == flow.Subtract, op == flow.Multiply
					assert.True(t, k < 4 && sum || k >= 4 && product, "rule %s applies to %v", r.Name, op)
				}
			}
		}
	}
}

// A value that is used twice is as wide as its wider use.
func TestAValueHasItsWidestUse(t *testing.T) {
	b := flow.NewBuilder()
	x := b.Variable(flow.Variable{Name: "x", Width: 1, Declared: true, Attributes: attributes(plus, 0, full)})
	y := b.Variable(flow.Variable{Name: "y", Width: 1, Declared: true, Attributes: attributes(plus, 0, full)})
	p := b.Do(flow.Multiply, x, y)
	v := flow.Join(b.Do(flow.Multiply, p, y), b.Do(flow.Power, p, y), b.Number(0), b.Number(1))
	g := b.Finish(flow.Output{Name: "out", Declared: true, Attributes: attributes(plus, 0, 12)}, v)
	a, passes := Propagate(g)
	assert.Equal(t, full, a.Of(p[0]).Bits, "the power reads all bits")
	assert.Equal(t, 12, a.In[v[0].ID][0].Bits, "the product reads 12")
	assert.Empty(t, passes[len(passes)-1], "the last pass matches nothing")
	for k, steps := range passes[:len(passes)-1] {
		assert.NotEmpty(t, steps, "pass %d", k+1)
	}
}

func TestPassesBeginAtTheOutputAndGoOnBesideTheLastChange(t *testing.T) {
	b := flow.NewBuilder()
	x := b.Variable(flow.Variable{Name: "x", Width: 1, Declared: true, Attributes: attributes(plus, 0, full)})
	first := b.Do(flow.Multiply, x, b.Do(flow.Power, x, x))
	second := b.Do(flow.Multiply, x, first)
	beside := b.Do(flow.Multiply, b.Do(flow.Exp2, x), b.Do(flow.Log2, x))
	third := b.Do(flow.Multiply, x, second)
	g := b.Finish(flow.Output{Name: "out", Declared: true, Attributes: attributes(plus, 0, 12)}, flow.Join(third, beside, b.Number(0), b.Number(1)))
	_, passes := Propagate(g)
	var order []*flow.Node
	for _, s := range passes[0] {
		if len(order) == 0 || order[len(order)-1] != s.Node {
			order = append(order, s.Node)
		}
	}
	assert.Equal(t, []*flow.Node{third[0], second[0], first[0], beside[0]}, order)
}

// Nodes that follow the output in the text, such as those of a discard, are visited later.
func TestPassesBeginAtTheOutput(t *testing.T) {
	b := flow.NewBuilder()
	x := b.Variable(flow.Variable{Name: "x", Width: 2, Declared: true, Attributes: attributes(plus, 0, 8)})
	red := b.Do(flow.Multiply, x[:1], x[1:])
	green := b.Do(flow.Add, x[:1], b.Do(flow.Exp2, x[1:]))
	behind := b.Do(flow.Multiply, x[:1], green)
	b.Kill(b.Do(flow.Less, behind, b.Number(0.5))[0])
	g := b.Finish(flow.Output{Name: "out"}, flow.Join(red, green, b.Number(0), b.Number(1)))
	_, passes := Propagate(g)
	assert.Equal(t, red[0], passes[0][0].Node)
}
