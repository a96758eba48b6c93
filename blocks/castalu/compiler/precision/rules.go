package precision

import (
	"posedge/blocks/castalu/compiler/flow"
)

// A Rule is one of the patent's propagation rules. It lowers the resolution or narrows the
// range of the node's edges, and reports whether it did: it does not apply where it would
// change nothing, or widen anything.
type Rule struct {
	Name  string
	Apply func(a *Annotated, n *flow.Node) bool
}

// Rules are the patent's eight rules, in its order. Subtraction is addition with the
// second sign inverted; other operations have no rule. Where rules disagree, the lowest
// resolution and the narrowest range win, because a rule only ever narrows.
var Rules = [8]Rule{
	{"1: a sum's range limits its terms of one sign", sumRangeLimitsTerms},
	{"2: a sum's resolution limits its terms of one sign", sumBitsLimitTerms},
	{"3: a sum has the larger range of its terms", termRangeLimitsSum},
	{"4: a sum has the resolution of the term whose range it has", termBitsLimitSum},
	{"5: a product's resolution limits its factors", productBitsLimitFactors},
	{"6: a product has the least resolution of its factors", factorBitsLimitProduct},
	{"7: a product's range and one factor's give the other's", productRangeGivesFactor},
	{"8: its factors' ranges give a product's", factorRangesGiveProduct},
}

// adds reports whether a node is an addition, including subtraction.
func adds(n *flow.Node) bool { return n.Op == flow.Add || n.Op == flow.Subtract }

// oneSign reports whether the terms of a sum have the same known sign.
func (a *Annotated) oneSign(n *flow.Node) bool {
	first, second := a.In[n.ID][0].Sign, a.In[n.ID][1].Sign
	if n.Op == flow.Subtract {
		second = turned(second)
	}
	return first != flow.AnySign && first == second
}

// limitOut narrows every edge out of a node.
func (a *Annotated) limitOut(n *flow.Node, exponent, bits int) bool {
	changed := false
	for _, e := range a.Out[n.ID] {
		changed = e.limit(exponent, bits) || changed
	}
	return changed
}

// Rule 1. A term cannot be larger than the sum. The low bits of the smaller term that are
// below the grid of the larger one are dropped.
func sumRangeLimitsTerms(a *Annotated, n *flow.Node) bool {
	if !adds(n) || !a.oneSign(n) {
		return false
	}
	changed := false
	for _, e := range a.In[n.ID] {
		changed = e.limit(a.Of(n).Exponent, flow.Full) || changed
	}
	large, small := a.In[n.ID][0], a.In[n.ID][1]
	if large.Exponent < small.Exponent {
		large, small = small, large
	}
	if large.Exponent != flow.Unbounded && large.Bits < flow.Full {
		changed = small.limit(flow.Unbounded, max(1, large.Bits-(large.Exponent-small.Exponent))) || changed
	}
	return changed
}

// Rule 2. No term needs more resolution than the sum.
func sumBitsLimitTerms(a *Annotated, n *flow.Node) bool {
	if !adds(n) || !a.oneSign(n) {
		return false
	}
	changed := false
	for _, e := range a.In[n.ID] {
		changed = e.limit(flow.Unbounded, a.Of(n).Bits) || changed
	}
	return changed
}

// Rule 3. Taken literally: [0,1] and [0,1] give [0,1].
func termRangeLimitsSum(a *Annotated, n *flow.Node) bool {
	if !adds(n) {
		return false
	}
	in := a.In[n.ID]
	return a.limitOut(n, max(in[0].Exponent, in[1].Exponent), flow.Full)
}

// Rule 4. With equal ranges the lower resolution wins.
func termBitsLimitSum(a *Annotated, n *flow.Node) bool {
	if !adds(n) {
		return false
	}
	x, y := a.In[n.ID][0], a.In[n.ID][1]
	bits := min(x.Bits, y.Bits)
	switch {
	case x.Exponent > y.Exponent:
		bits = x.Bits
	case x.Exponent < y.Exponent:
		bits = y.Bits
	}
	return a.limitOut(n, flow.Unbounded, bits)
}

// Rule 5. Taken literally: also where the other factor is above 1.
func productBitsLimitFactors(a *Annotated, n *flow.Node) bool {
	if n.Op != flow.Multiply {
		return false
	}
	changed := false
	for _, e := range a.In[n.ID] {
		changed = e.limit(flow.Unbounded, a.Of(n).Bits) || changed
	}
	return changed
}

// Rule 6.
func factorBitsLimitProduct(a *Annotated, n *flow.Node) bool {
	if n.Op != flow.Multiply {
		return false
	}
	return a.limitOut(n, flow.Unbounded, min(a.In[n.ID][0].Bits, a.In[n.ID][1].Bits))
}

// Rule 7. The exponents of factors add up, so that two of three give the third. Taken
// literally: a small first factor allows a large second one within a small product. Either
// factor may be the second.
func productRangeGivesFactor(a *Annotated, n *flow.Node) bool {
	if n.Op != flow.Multiply {
		return false
	}
	in, out, changed := a.In[n.ID], a.Of(n).Exponent, false
	for k := range in {
		first, second := in[k], in[1-k]
		if out != flow.Unbounded && first.Exponent != flow.Unbounded {
			changed = second.limit(max(out-first.Exponent, -126), flow.Full) || changed
		}
	}
	return changed
}

// Rule 8.
func factorRangesGiveProduct(a *Annotated, n *flow.Node) bool {
	if n.Op != flow.Multiply {
		return false
	}
	x, y := a.In[n.ID][0].Exponent, a.In[n.ID][1].Exponent
	if x == flow.Unbounded || y == flow.Unbounded {
		return false
	}
	return a.limitOut(n, max(x+y, -126), flow.Full)
}
