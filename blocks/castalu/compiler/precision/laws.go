package precision

import (
	"math"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
)

// byLaw is the distance of a mixture or a smooth step: the effect of its operands' distances
// on the function as a whole, plus the rounding within it. Operation by operation, a value
// that the formula uses twice would count twice.
func (e *errors) byLaw(n *flow.Node, byOperation distance) distance {
	if n.Law == nil || byOperation.infinite() {
		return byOperation
	}
	var operands []*flow.Node
	moved := 0.0 // by the operands' distances
	switch l := n.Law; l.Kind {
	case flow.MixOf:
		operands = []*flow.Node{l.A[0], l.B[0], l.T}
		t := e.total(l.T)
		if i := e.values.of[l.T.ID]; i.Low < 0 || i.High > 1 || overlaps(n) {
			return byOperation
		}
		apart := e.values.of[l.A[0].ID].add(e.values.of[l.B[0].ID].neg()).magnitude()
		moved = max(e.total(l.A[0]), e.total(l.B[0]))*(1+2*t) + apart*t
	case flow.HermiteOf:
		operands = []*flow.Node{l.T}
		t := e.total(l.T)
		if t > 0.2 { // the slope is at most 1.5 from -0.2 to 1.2
			return byOperation
		}
		moved = 1.5 * t
	default:
		return byOperation
	}
	within, ok := between(n, operands)
	if !ok || !e.unit(n.Law.T) && e.limits(append(within, n)) || n.Law.Kind == flow.HermiteOf && e.cuts(within, n) {
		return byOperation
	}
	// Rounding acts on the computed values, which may be a little larger, in products of up to three.
	larger := 1.0
	for _, x := range append(within, operands...) {
		if d := e.total(x); d > 0 {
			larger = max(larger, 1+d/e.values.of[x.ID].magnitude())
		}
	}
	out := distance{abs: moved + larger*larger*larger*e.roundedWithin(n, within, operands)}
	if m := e.values.of[n.ID].magnitude(); out.within(m) < byOperation.within(m) { // not if it is NaN
		return out
	}
	return byOperation
}

// unit reports whether the computed value of a node is within [0, 1], in whichever type it
// is read. An instruction that reads an Absolute casts its operand, not the magnitude.
func (e *errors) unit(n *flow.Node) bool {
	if i := e.values.of[n.ID].wider(e.total(n)); i.Low >= 0 && i.High <= 1 {
		return true
	}
	if modifies(n) {
		return n.Op == flow.Absolute && e.unit(n.In[0])
	}
	t := e.typeOf(n)
	return n.Op == flow.Saturate || !t.Float() && !t.Signed() && !e.fused(n)
}

// overlaps reports whether an arm of a mixture is a part of its own formula: 1 − t, or one of
// the products. It then counts twice, with other weights.
func overlaps(n *flow.Node) bool {
	l := n.Law
	return slices.ContainsFunc([]*flow.Node{l.A[0], l.B[0]}, func(arm *flow.Node) bool {
		return slices.Contains(n.In, arm) || arm.Op == flow.Subtract && arm.In[0].Op == flow.Constant && arm.In[1] == l.T
	})
}

// cuts reports whether the computed value of a node in a formula may exceed the range of its
// reader's type although the real value does not.
func (e *errors) cuts(within []*flow.Node, n *flow.Node) bool {
	return slices.ContainsFunc(append(within, n), func(reader *flow.Node) bool {
		t := e.typeOf(reader)
		return !t.Float() && slices.ContainsFunc(reader.In, func(x *flow.Node) bool {
			return slices.Contains(within, x) && beyond(e.values.of[x.ID].wider(e.total(x)), t) > 0
		})
	})
}

// limits reports whether one of the nodes is in fixed point, which would limit whichever of t
// and 1 − t exceeds 1, but not the other.
func (e *errors) limits(nodes []*flow.Node) bool {
	return slices.ContainsFunc(nodes, func(n *flow.Node) bool { return !e.typeOf(n).Float() })
}

// between returns the nodes of a formula between its operands and its result n, both
// excluded, in order. It is false if the formula has operands other than these and constants.
func between(n *flow.Node, operands []*flow.Node) (list []*flow.Node, ok bool) {
	seen := map[*flow.Node]bool{}
	var visit func(n *flow.Node) bool
	visit = func(n *flow.Node) bool {
		for _, x := range n.In {
			if seen[x] || slices.Contains(operands, x) || x.Op == flow.Constant {
				continue
			}
			if seen[x] = true; x.Op == flow.Input || len(seen) > 8 || !visit(x) {
				return false
			}
			list = append(list, x)
		}
		return true
	}
	return list, visit(n)
}

// roundedWithin is the distance of n if its operands are exact.
func (e *errors) roundedWithin(n *flow.Node, within, operands []*flow.Node) float64 {
	saved := map[*flow.Node]distance{}
	none := e.none
	for _, x := range append(within, operands...) {
		if _, twice := saved[x]; !twice { // mix(x, x, x)
			saved[x] = e.of[x.ID]
		}
		e.of[x.ID] = distance{}
	}
	for _, x := range within {
		e.of[x.ID] = e.error(x)
	}
	out := e.error(n).within(e.values.of[n.ID].magnitude())
	for x, d := range saved {
		e.of[x.ID] = d
	}
	e.none = none
	if math.IsNaN(out) {
		return math.Inf(1)
	}
	return out
}
