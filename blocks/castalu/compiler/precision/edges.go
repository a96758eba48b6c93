package precision

import (
	"posedge/blocks/castalu/compiler/flow"
)

// Edge takes a value from the node that computes it to an operand of a node, or to the
// output or a Kill.
type Edge struct {
	From *flow.Node
	To   *flow.Node // nil for the output and for a Kill
	Slot int        // which operand of To
	flow.Attributes
}

// Annotated is a graph with attributes on its edges.
type Annotated struct {
	Graph *flow.Graph
	In    [][]*Edge // by Node.ID and operand
	Out   [][]*Edge // by the ID of the node that computes the value
	// Output are the edges to the four components of the output.
	Output [4]*Edge

	// pending are the nodes with an edge that has changed since their rules were tried.
	pending nodeSet
	tried   int               // how many nodes' rules were tried
	before  []flow.Attributes // working space of try
}

// edges makes the edges of a graph, with unknown attributes.
func edges(g *flow.Graph) *Annotated {
	a := &Annotated{Graph: g, In: make([][]*Edge, len(g.Nodes)), Out: make([][]*Edge, len(g.Nodes)), pending: newNodeSet(len(g.Nodes))}
	add := func(from, to *flow.Node, slot int) *Edge {
		e := &Edge{from, to, slot, flow.Unknown}
		a.Out[from.ID] = append(a.Out[from.ID], e)
		return e
	}
	for _, n := range g.Nodes {
		for slot, x := range n.In {
			a.In[n.ID] = append(a.In[n.ID], add(x, n, slot))
		}
	}
	for k, n := range g.Output.Nodes {
		a.Output[k] = add(n, nil, k)
	}
	for _, n := range g.Kills {
		add(n, nil, 0)
	}
	return a
}

// Of combines the attributes of the edges out of a node: the widest range, the highest
// resolution, and the sign if they agree.
func (a *Annotated) Of(n *flow.Node) flow.Attributes {
	var out flow.Attributes
	for k, e := range a.Out[n.ID] {
		if k == 0 {
			out = e.Attributes
		} else {
			out = Hull(out, e.Attributes)
		}
	}
	return out
}

// Hull is the narrowest attributes that hold for both of two values.
func Hull(x, y flow.Attributes) flow.Attributes {
	if x.Sign != y.Sign {
		x.Sign = flow.AnySign
	}
	x.Exponent = max(x.Exponent, y.Exponent)
	x.Bits = max(x.Bits, y.Bits)
	return x
}

// narrow narrows the attributes to what both allow, and reports whether that changed them.
func (e *Edge) narrow(to flow.Attributes) bool {
	before := e.Attributes
	e.Exponent = min(e.Exponent, to.Exponent)
	e.Bits = min(e.Bits, to.Bits)
	if e.Sign == flow.AnySign {
		e.Sign = to.Sign
	}
	return e.Attributes != before
}

// limit narrows the range, the resolution, or both; [flow.Unbounded] and [flow.Full] leave
// them unchanged.
func (e *Edge) limit(exponent, bits int) bool {
	return e.narrow(flow.Attributes{Exponent: exponent, Bits: bits})
}

// annotate makes the initial annotation: declared attributes, literals, and what follows
// from the definition of an operation or a function. A literal is exact, so its resolution
// does not limit the values that it is combined with.
func annotate(g *flow.Graph) *Annotated {
	a := edges(g)
	for _, n := range g.Nodes {
		known := a.defined(n)
		for _, e := range a.Out[n.ID] {
			e.narrow(known)
		}
	}
	if !g.Output.Declared {
		return a
	}
	for _, e := range a.Output {
		e.narrow(g.Output.Attributes)
		if a.leaves(e.From) {
			a.narrowLimits(e.From)
		}
	}
	return a
}

// narrowLimits narrows the values that are limited to the output's range: the limit belongs
// to the output's format, and is not an operation of the shader.
func (a *Annotated) narrowLimits(n *flow.Node) {
	for limitsOutput(a.Graph.Output, n) {
		e := a.In[n.ID][0]
		sign := e.Sign
		e.narrow(a.Graph.Output.Attributes)
		if sign == flow.AnySign {
			e.Sign = sign
		}
		for _, other := range a.Out[e.From.ID] {
			if other.To != n {
				return
			}
		}
		n = e.From
	}
}

// limitsOutput reports whether a node may be part of the limit to the output's range.
func limitsOutput(o flow.Output, n *flow.Node) bool {
	low, high := o.Limits()
	end := func(x float64) bool { return n.In[1].Op == flow.Constant && n.In[1].Value == x }
	switch n.Op {
	case flow.Saturate, flow.SaturateSigned:
		return true
	case flow.Max:
		return end(low)
	case flow.Min:
		return end(high)
	}
	return false
}

// leaves reports whether a value goes only to the output.
func (a *Annotated) leaves(n *flow.Node) bool {
	for _, e := range a.Out[n.ID] {
		if e != a.Output[e.Slot&3] {
			return false
		}
	}
	return true
}

// defined is the attributes that follow from the definition of a node.
func (a *Annotated) defined(n *flow.Node) flow.Attributes {
	out := flow.Unknown
	switch n.Op {
	case flow.Input:
		return a.Graph.Variables[n.Index].Attributes
	case flow.Sample:
		return a.Graph.Samplers[n.Index].Attributes
	case flow.Constant:
		return flow.Attributes{Sign: signOf(n.Value), Exponent: flow.Exponent(n.Value), Bits: flow.Full}
	case flow.Saturate:
		return flow.Attributes{Sign: flow.Positive, Bits: flow.Full}
	case flow.SaturateSigned:
		out.Exponent = 0
	case flow.Less, flow.LessEqual, flow.Equal:
		return flow.Attributes{Sign: flow.Positive, Bits: 1}
	}
	if l := n.Law; l != nil {
		switch l.Kind {
		case flow.Direction:
			out.Exponent = 0
		case flow.HermiteOf:
			return flow.Attributes{Sign: flow.Positive, Bits: flow.Full}
		}
	}
	out.Sign = a.sign(n)
	return out
}

func signOf(x float64) flow.Sign {
	if x < 0 {
		return flow.Negative
	}
	return flow.Positive
}

// sign is the sign of a node's result that follows from its operation.
func (a *Annotated) sign(n *flow.Node) flow.Sign {
	s := make([]flow.Sign, len(n.In))
	for k, e := range a.In[n.ID] {
		s[k] = e.Sign
	}
	switch n.Op {
	case flow.Add, flow.Select:
		if s[0] == s[1] {
			return s[0]
		}
	case flow.Subtract:
		if s[0] == turned(s[1]) {
			return s[0]
		}
	case flow.Multiply:
		switch {
		case n.In[0] == n.In[1]:
			return flow.Positive
		case s[0] == flow.AnySign || s[1] == flow.AnySign:
		case s[0] == s[1]:
			return flow.Positive
		default:
			return flow.Negative
		}
	case flow.Max:
		if s[0] == flow.Positive || s[1] == flow.Positive {
			return flow.Positive
		}
		if s[0] == s[1] {
			return s[0]
		}
	case flow.Min:
		if s[0] == flow.Negative || s[1] == flow.Negative {
			return flow.Negative
		}
		if s[0] == s[1] {
			return s[0]
		}
	case flow.Negate:
		return turned(s[0])
	case flow.SaturateSigned, flow.Reciprocal:
		return s[0]
	case flow.Absolute, flow.SquareRoot, flow.ReciprocalRoot, flow.Exp2, flow.Power:
		return flow.Positive
	}
	return flow.AnySign
}

func turned(s flow.Sign) flow.Sign {
	switch s {
	case flow.Positive:
		return flow.Negative
	case flow.Negative:
		return flow.Positive
	}
	return s
}
