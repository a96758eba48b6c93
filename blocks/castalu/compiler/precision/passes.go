package precision

import (
	"posedge/blocks/castalu/compiler/flow"
)

// Step is one application of a rule.
type Step struct {
	Node    *flow.Node
	Rule    int // in [Rules]
	Changes []Change
}

// Change is the change of an edge by a rule.
type Change struct {
	Edge          *Edge
	Before, After flow.Attributes
}

// Propagate makes the initial annotation and applies the rules in passes until none
// matches. It returns the steps of each pass; the last one has none.
func Propagate(g *flow.Graph) (*Annotated, [][]Step) {
	a := annotate(g)
	for _, n := range g.Nodes {
		a.await(n)
	}
	var passes [][]Step
	for {
		steps := a.pass()
		passes = append(passes, steps)
		if len(steps) == 0 {
			return a, passes
		}
	}
}

// pass visits every node once, beginning at the output. A node next to the one that
// changed last is visited first. No rule applies to a node that is not pending, so that
// its visit is only noted.
func (a *Annotated) pass() []Step {
	var steps []Step
	v := visits{annotated: a, visited: newNodeSet(len(a.Graph.Nodes)), last: len(a.Graph.Nodes) - 1}
	for n := v.next(true); n != nil; n = v.next(len(steps) == 0) {
		v.visited.add(n.ID)
		if !a.pending.has(n.ID) {
			continue
		}
		a.pending.remove(n.ID)
		a.tried++
		for rule := range Rules {
			if changes := a.try(rule, n); changes != nil {
				steps = append(steps, Step{n, rule, changes})
				v.changed, v.neighbours = n, 0
			}
		}
	}
	return steps
}

// visits is the order of a pass.
type visits struct {
	annotated  *Annotated
	visited    nodeSet
	last       int        // all nodes after it have been visited
	changed    *flow.Node // the last one, or nil
	neighbours int        // how many of its neighbours have been visited: operands, then users
}

// next is the next node to visit; nil if no pending node is left. The outputs come first
// while nothing has changed.
func (v *visits) next(outputs bool) *flow.Node {
	if n := v.neighbour(); n != nil {
		return n
	}
	if outputs {
		for _, e := range v.annotated.Output {
			if !v.has(e.From) {
				return e.From
			}
		}
	}
	for v.last = v.annotated.pending.lastOf(v.last); v.last >= 0; v.last = v.annotated.pending.lastOf(v.last - 1) {
		if !v.visited.has(v.last) {
			return v.annotated.Graph.Nodes[v.last]
		}
	}
	return nil
}

// has reports whether a node has been visited.
func (v *visits) has(n *flow.Node) bool { return n.ID > v.last || v.visited.has(n.ID) }

// neighbour is a node next to the one that changed last that has not been visited: an
// operand, otherwise a user; nil if there is none.
func (v *visits) neighbour() *flow.Node {
	if v.changed == nil {
		return nil
	}
	in, out := v.changed.In, v.annotated.Out[v.changed.ID]
	for ; v.neighbours < len(in)+len(out); v.neighbours++ {
		var n *flow.Node
		if k := v.neighbours; k < len(in) {
			n = in[k]
		} else {
			n = out[k-len(in)].To
		}
		if n != nil && !v.has(n) {
			return n
		}
	}
	return nil
}

// try applies a rule to a node and returns what it changed. The nodes at the changed edges
// become pending.
func (a *Annotated) try(rule int, n *flow.Node) []Change {
	a.before = a.before[:0]
	for _, list := range [][]*Edge{a.In[n.ID], a.Out[n.ID]} {
		for _, e := range list {
			a.before = append(a.before, e.Attributes)
		}
	}
	if !Rules[rule].Apply(a, n) {
		return nil
	}
	var changes []Change
	k := 0
	for _, list := range [][]*Edge{a.In[n.ID], a.Out[n.ID]} {
		for _, e := range list {
			if before := a.before[k]; e.Attributes != before {
				changes = append(changes, Change{e, before, e.Attributes})
				a.await(e.From)
				a.await(e.To)
			}
			k++
		}
	}
	return changes
}

// await makes a node pending, unless it is nil or has an operation without a rule.
func (a *Annotated) await(n *flow.Node) {
	if n != nil && (adds(n) || n.Op == flow.Multiply) {
		a.pending.add(n.ID)
	}
}
