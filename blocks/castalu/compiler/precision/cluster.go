package precision

import (
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// planner keeps a plan while the types change. Bundles that may be fused with each other,
// directly or through others, are a cluster; how a cluster is fused does not depend on the
// types of the others. A change of types therefore plans only one cluster anew.
type planner struct {
	*fuser
	types   []isa.Type // by Node.ID, before the fusion changes some
	cluster []*cluster // by the ID of a bundle's first node
}

// cluster is the first nodes of its bundles, in the order of the graph.
type cluster struct{ bundles []*flow.Node }

// newPlanner makes the plan of the types.
func newPlanner(g *flow.Graph, types []isa.Type) *planner {
	p := &planner{newFuser(g, slices.Clone(types)), types, make([]*cluster, len(g.Nodes))}
	for _, n := range g.Nodes {
		if n != n.Bundle.Nodes[0] {
			continue
		}
		p.cluster[n.ID] = &cluster{[]*flow.Node{n}}
		for _, x := range p.candidates(n) {
			p.join(n, x.Bundle.Nodes[0])
		}
	}
	for _, n := range g.Nodes {
		if n == n.Bundle.Nodes[0] {
			p.plan(n)
		}
	}
	return p
}

// candidates returns nodes of the bundles that some types allow to be fused into a bundle,
// given by its first node. Nothing is fused yet.
func (p *planner) candidates(n *flow.Node) (list []*flow.Node) {
	operand := func(slot int, ops ...flow.Op) {
		x := n.In[slot]
		if slices.Contains(ops, x.Op) && p.fusable(operands(n.Bundle, slot), x.Op) {
			list = append(list, x)
		}
	}
	switch n.Op {
	case flow.Reciprocal:
		operand(0, flow.SquareRoot)
	case flow.Multiply:
		operand(0, flow.Reciprocal)
		operand(1, flow.Reciprocal)
	case flow.Add, flow.Subtract:
		operand(0, flow.Multiply)
		operand(1, flow.Multiply)
		if products, sums, ok := p.dotOf(n); ok {
			list = append(append(list, sums...), products...)
		}
	case flow.Saturate, flow.SaturateSigned:
		operand(0, n.In[0].Op)
	}
	return list
}

// join makes the clusters of two bundles one.
func (p *planner) join(a, b *flow.Node) {
	into, from := p.cluster[a.ID], p.cluster[b.ID]
	if into == from {
		return
	}
	if len(into.bundles) < len(from.bundles) {
		into, from = from, into
	}
	for _, n := range from.bundles {
		p.cluster[n.ID] = into
	}
	into.bundles = append(into.bundles, from.bundles...)
	slices.SortFunc(into.bundles, func(a, b *flow.Node) int { return a.ID - b.ID })
}

// again plans the cluster of a bundle anew, after types in it have changed.
func (p *planner) again(b *flow.Bundle) {
	bundles := p.of(b)
	for _, first := range bundles {
		for _, n := range first.Bundle.Nodes {
			p.Root[n.ID], p.Type[n.ID], p.into[n.ID] = n, p.types[n.ID], nil
		}
	}
	for _, first := range bundles {
		p.plan(first)
	}
}

// of returns the cluster of a bundle.
func (p *planner) of(b *flow.Bundle) []*flow.Node { return p.cluster[b.Nodes[0].ID].bundles }
