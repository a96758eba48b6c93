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
// changed last is visited first.
func (a *Annotated) pass() []Step {
	var steps []Step
	visited := make([]bool, len(a.Graph.Nodes))
	last := len(visited) - 1 // all nodes after it have been visited
	var changed *flow.Node
	for range a.Graph.Nodes {
		n := a.neighbour(changed, visited)
		if n == nil {
			for visited[last] {
				last--
			}
			n = a.Graph.Nodes[last]
			if len(steps) == 0 {
				n = a.firstOutput(visited, n)
			}
		}
		visited[n.ID] = true
		for rule := range Rules {
			if changes := a.try(rule, n); changes != nil {
				steps = append(steps, Step{n, rule, changes})
				changed = n
			}
		}
	}
	return steps
}

// firstOutput is an output that has not been visited, or n.
func (a *Annotated) firstOutput(visited []bool, n *flow.Node) *flow.Node {
	for _, e := range a.Output {
		if !visited[e.From.ID] {
			return e.From
		}
	}
	return n
}

// neighbour is a node next to n that has not been visited: an operand, otherwise a user.
func (a *Annotated) neighbour(n *flow.Node, visited []bool) *flow.Node {
	if n == nil {
		return nil
	}
	for _, x := range n.In {
		if !visited[x.ID] {
			return x
		}
	}
	for _, e := range a.Out[n.ID] {
		if e.To != nil && !visited[e.To.ID] {
			return e.To
		}
	}
	return nil
}

// try applies a rule to a node and returns what it changed.
func (a *Annotated) try(rule int, n *flow.Node) []Change {
	around := append(append([]*Edge(nil), a.In[n.ID]...), a.Out[n.ID]...)
	before := make([]flow.Attributes, len(around))
	for k, e := range around {
		before[k] = e.Attributes
	}
	if !Rules[rule].Apply(a, n) {
		return nil
	}
	var changes []Change
	for k, e := range around {
		if e.Attributes != before[k] {
			changes = append(changes, Change{e, before[k], e.Attributes})
		}
	}
	return changes
}
