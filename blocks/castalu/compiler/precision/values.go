package precision

import (
	"math"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
)

// values are the intervals of a graph's nodes in real arithmetic.
//
// demand is the range in which a value matters: beyond it, a change does not reach the
// shader's output, because a limit follows. A value may be replaced by any other that is
// equal when both are limited to the demand. By construction a demand intersects the
// interval, so that a limited value is still within it.
type values struct {
	graph         *flow.Graph
	of            []Interval   // by Node.ID
	demand        []Interval   // by Node.ID
	operandDemand [][]Interval // the demand of each operand, by Node.ID
}

func analyse(g *flow.Graph) *values {
	v := &values{graph: g, of: make([]Interval, len(g.Nodes)), demand: make([]Interval, len(g.Nodes)), operandDemand: make([][]Interval, len(g.Nodes))}
	for _, n := range g.Nodes {
		v.of[n.ID] = v.law(n, v.compute(n))
	}
	nothing := Interval{math.Inf(1), math.Inf(-1)}
	for k := range v.demand {
		v.demand[k] = nothing
	}
	for _, n := range g.Kills {
		v.demand[n.ID] = everything
	}
	for _, n := range g.Output.Nodes {
		v.demand[n.ID] = everything
	}
	for k := len(g.Nodes) - 1; k >= 0; k-- {
		n := g.Nodes[k]
		for slot, x := range n.In {
			d := v.demandOn(n, slot)
			own := v.of[x.ID]
			d.High, d.Low = max(d.High, own.Low), min(d.Low, own.High)
			v.operandDemand[n.ID] = append(v.operandDemand[n.ID], d)
			v.demand[x.ID] = v.demand[x.ID].or(d)
		}
	}
	return v
}

// relevant is the part of a value's interval in which it matters to any user; operand is that
// in which it matters to one.
func (v *values) relevant(n *flow.Node) Interval { return v.of[n.ID].and(v.demand[n.ID]) }
func (v *values) operand(n *flow.Node, slot int) Interval {
	return v.of[n.In[slot].ID].and(v.operandDemand[n.ID][slot])
}

// compute is the interval of an operation.
func (v *values) compute(n *flow.Node) Interval {
	in := func(k int) Interval { return v.of[n.In[k].ID] }
	switch n.Op {
	case flow.Input:
		return v.variable(n)
	case flow.Constant:
		return point(n.Value).wider(n.Off)
	case flow.Sample:
		low, high := v.graph.Samplers[n.Index].Image.Range()
		return Interval{low[n.Component], high[n.Component]}
	case flow.Add:
		return in(0).add(in(1))
	case flow.Subtract:
		if n.In[0] == n.In[1] {
			return point(0)
		}
		return in(0).add(in(1).neg())
	case flow.Multiply:
		if n.In[0] == n.In[1] {
			m := in(0).abs()
			return m.mul(m)
		}
		return in(0).mul(in(1))
	case flow.Min:
		return Interval{min(in(0).Low, in(1).Low), min(in(0).High, in(1).High)}
	case flow.Max:
		return Interval{max(in(0).Low, in(1).Low), max(in(0).High, in(1).High)}
	case flow.Absolute:
		return in(0).abs()
	case flow.Negate:
		return in(0).neg()
	case flow.Saturate:
		return in(0).and(Interval{0, 1})
	case flow.SaturateSigned:
		return in(0).and(Interval{-1, 1})
	case flow.Less, flow.LessEqual, flow.Equal:
		return v.compare(n)
	case flow.Select:
		return in(0).or(in(1))
	case flow.Reciprocal:
		if in(0).least() == 0 {
			return everything
		}
		i := in(0)
		return Interval{1 / i.High, 1 / i.Low}
	case flow.SquareRoot:
		return in(0).and(Interval{0, math.Inf(1)}).rising(math.Sqrt)
	case flow.ReciprocalRoot:
		if in(0).Low <= 0 {
			return Interval{0, math.Inf(1)}
		}
		return Interval{1 / math.Sqrt(in(0).High), 1 / math.Sqrt(in(0).Low)}
	case flow.Log2:
		return in(0).and(Interval{0, math.Inf(1)}).rising(math.Log2)
	case flow.Exp2:
		return in(0).rising(math.Exp2)
	case flow.Power:
		x, y := in(0), in(1)
		if x.Low < 0 || x.Low == 0 && y.Low <= 0 || !x.bounded() || !y.bounded() {
			return Interval{0, math.Inf(1)}
		}
		return corners(x, y, math.Pow)
	}
	return everything
}

// variable is the interval of an input or a uniform: the declared one, and that of its
// source. A uniform without declared attributes has its value only.
func (v *values) variable(n *flow.Node) Interval {
	x := v.graph.Variables[n.Index]
	out := everything
	if x.Exponent != flow.Unbounded {
		m := math.Ldexp(1, x.Exponent)
		out = Interval{-m, m}
	}
	switch x.Sign {
	case flow.Positive:
		out.Low = 0
	case flow.Negative:
		out.High = 0
	}
	switch {
	case x.Uniform && !x.Declared:
		out = point(x.Value[n.Component])
	case x.Uniform:
	case x.Source.Kind == flow.UV:
		out = out.and(Interval{0, 1})
	case x.Source.Kind == flow.SphereNormal, x.Source.Kind == flow.SpherePosition:
		out = out.and(Interval{-1, 1})
		if n.Component == 2 {
			out = out.and(Interval{0, 1}) // of the visible half
		}
	case x.Source.Kind == flow.Random && !x.Declared:
		out = Interval{x.Source.Low, x.Source.High}
	case x.Source.Kind == flow.Fixed && !x.Declared:
		out = point(x.Source.Value[n.Component])
	}
	return out
}

// compare is 1 if the comparison always holds, and 0 if it never does.
func (v *values) compare(n *flow.Node) Interval {
	d := v.difference(n)
	always, never := false, false
	switch n.Op {
	case flow.Less:
		always, never = d.High < 0, d.Low >= 0
	case flow.LessEqual:
		always, never = d.High <= 0, d.Low > 0
	case flow.Equal:
		always, never = d == point(0), d.Low > 0 || d.High < 0
	}
	switch {
	case always:
		return point(1)
	case never:
		return point(0)
	}
	return Interval{0, 1}
}

// difference is the interval of a − b.
func (v *values) difference(n *flow.Node) Interval {
	return v.of[n.In[0].ID].add(v.of[n.In[1].ID].neg())
}

// length is the interval of a vector's length.
func (v *values) length(x []*flow.Node) Interval {
	if b := x[0].Bundle; b.Unit && len(b.Nodes) == len(x) {
		seen := map[*flow.Node]bool{}
		for _, n := range x {
			seen[n] = n.Bundle == b
		}
		whole := len(seen) == len(x)
		for _, is := range seen {
			whole = whole && is
		}
		if whole {
			return point(1).wider(flow.UnitError)
		}
	}
	low, high := 0.0, 0.0
	for _, n := range x {
		low += v.of[n.ID].least() * v.of[n.ID].least()
		high += v.of[n.ID].magnitude() * v.of[n.ID].magnitude()
	}
	return Interval{math.Sqrt(low), math.Sqrt(high)}
}

// law narrows an interval by the node's law.
func (v *values) law(n *flow.Node, i Interval) Interval {
	l := n.Law
	if l == nil {
		return i
	}
	switch l.Kind {
	case flow.Direction:
		i = i.and(Interval{-1, 1})
	case flow.DotOf:
		m := v.length(l.A).mul(v.length(l.B))
		if slices.Equal(l.A, l.B) {
			return i.and(m)
		}
		i = i.and(Interval{-m.High, m.High})
	case flow.LengthOf:
		i = i.and(v.length(l.A))
	case flow.MixOf:
		if t := v.of[l.T.ID]; t.Low >= 0 && t.High <= 1 {
			i = i.and(v.of[l.A[0].ID].or(v.of[l.B[0].ID]))
		}
	case flow.ReflectOf:
		if b := v.length(l.B); b.High <= 1+flow.UnitError && b.Low >= 1-flow.UnitError {
			// |x − 2 (n·x) n| is at most |x| (1 + 4 (|n|² − 1)) for |n| next to 1.
			m := v.length(l.A).High * (1 + 16*flow.UnitError)
			i = i.and(Interval{-m, m})
		}
	case flow.HermiteOf:
		i = i.and(Interval{0, 1})
	}
	return i
}

// demandOn is the demand on an operand, given that on the result.
func (v *values) demandOn(n *flow.Node, slot int) Interval {
	d := v.demand[n.ID]
	other := func() Interval { return v.of[n.In[1-slot].ID] }
	switch n.Op {
	case flow.Saturate:
		return Interval{0, 1}
	case flow.SaturateSigned:
		return Interval{-1, 1}
	case flow.Negate:
		return d.neg()
	case flow.Absolute:
		return Interval{-d.High, d.High}
	case flow.Select:
		if slot < 2 {
			return d
		}
	case flow.Max:
		return Interval{max(d.Low, other().Low), max(d.High, other().Low)}
	case flow.Min:
		return Interval{min(d.Low, other().High), min(d.High, other().High)}
	case flow.Add:
		return Interval{d.Low - other().High, d.High - other().Low}
	case flow.Subtract:
		if slot == 0 {
			return Interval{d.Low + other().Low, d.High + other().High}
		}
		return Interval{other().Low - d.High, other().High - d.Low}
	case flow.Multiply:
		if n.In[0] == n.In[1] {
			break
		}
		c, out := other(), everything
		if c.High <= 0 { // x c is −x times −c
			c, d = c.neg(), d.neg()
		}
		if c.Low > 0 && d.High >= 0 {
			out.High = d.High / c.Low
		}
		switch {
		case c.Low >= 0 && d.Low >= 0:
			out.Low = 0
		case c.Low > 0:
			out.Low = d.Low / c.Low
		}
		return out
	}
	return everything
}
