package precision

import (
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// newPlan fuses nodes that one instruction can compute. A fused Saturate takes the type of
// the node that it limits, and the inner sums of a dot product that of its products. The
// plan's types begin as the given ones.
func newPlan(g *flow.Graph, types []isa.Type) *Plan {
	f := newFuser(g, slices.Clone(types))
	for _, n := range g.Nodes {
		if n == n.Bundle.Nodes[0] {
			f.plan(n)
		}
	}
	return f.Plan
}

// plan fuses what the instruction of a bundle, given by its first node, can compute.
func (f *fuser) plan(n *flow.Node) {
	f.planned++
	switch n.Op {
	case flow.Reciprocal:
		f.fuse(n.Bundle, 0, flow.SquareRoot)
	case flow.Multiply:
		if f.Type[n.ID].Float() && !f.fuse(n.Bundle, 0, flow.Reciprocal) {
			f.fuse(n.Bundle, 1, flow.Reciprocal)
		}
	case flow.Add, flow.Subtract:
		// An unsigned type cannot negate an operand.
		if f.dot(n) || n.Op == flow.Subtract && !f.Type[n.ID].Signed() {
			return
		}
		if !f.fuse(n.Bundle, 0, flow.Multiply) {
			f.fuse(n.Bundle, 1, flow.Multiply)
		}
	case flow.Saturate, flow.SaturateSigned:
		f.limit(n.Bundle)
	}
}

type fuser struct {
	*Plan
	users   [][]*flow.Node // by Node.ID; nil is the output or a Kill
	into    [][]*flow.Node // by the ID of a root: the other nodes that it is the root of
	planned int            // how many bundles were planned
}

// newFuser begins with a plan in which nothing is fused.
func newFuser(g *flow.Graph, types []isa.Type) *fuser {
	f := &fuser{Plan: &Plan{Graph: g, Type: types, Root: slices.Clone(g.Nodes)}, users: make([][]*flow.Node, len(g.Nodes)), into: make([][]*flow.Node, len(g.Nodes))}
	for _, n := range g.Nodes {
		for _, x := range n.In {
			f.users[x.ID] = append(f.users[x.ID], n)
		}
	}
	for _, n := range append(g.Kills[:len(g.Kills):len(g.Kills)], g.Output.Nodes[:]...) {
		f.users[n.ID] = append(f.users[n.ID], nil)
	}
	return f
}

// fusable reports whether nodes are a whole bundle of one operation, each with one use, and
// not fused yet.
func (f *fuser) fusable(nodes []*flow.Node, op flow.Op) bool {
	b := nodes[0].Bundle
	if len(nodes) != len(b.Nodes) || b.Nodes[0].Op != op {
		return false
	}
	for k, n := range nodes {
		if n != b.Nodes[k] || len(f.users[n.ID]) != 1 || f.Root[n.ID] != n {
			return false
		}
	}
	return true
}

// operands returns the operands in one slot of a bundle's nodes.
func operands(b *flow.Bundle, slot int) []*flow.Node {
	var list []*flow.Node
	for _, n := range b.Nodes {
		list = append(list, n.In[slot])
	}
	return list
}

// take makes root the root of a node and of what was fused into it.
func (f *fuser) take(n, root *flow.Node) {
	list := append(f.into[n.ID], n)
	for _, x := range list {
		f.Root[x.ID] = root
	}
	f.into[n.ID] = nil
	f.into[root.ID] = append(f.into[root.ID], list...)
}

// fuse fuses the operands in one slot into a bundle, if they have the given operation and
// the bundle's type.
func (f *fuser) fuse(b *flow.Bundle, slot int, op flow.Op) bool {
	list := operands(b, slot)
	if !f.fusable(list, op) || f.Type[list[0].ID] != f.Type[b.Nodes[0].ID] || f.rooted(list) {
		return false
	}
	for k, n := range list {
		f.take(n, b.Nodes[k])
	}
	return true
}

// rooted reports whether something has been fused into one of the nodes.
func (f *fuser) rooted(list []*flow.Node) bool {
	return slices.ContainsFunc(list, func(n *flow.Node) bool { return len(f.into[n.ID]) > 0 })
}

// dot fuses the products and sums of a dot product of 3 or 4 into the last sum.
func (f *fuser) dot(n *flow.Node) bool {
	products, sums, ok := f.dotOf(n)
	if !ok || f.rooted(products) || f.Type[products[0].ID] != f.Type[n.ID] {
		return false
	}
	for _, x := range sums {
		f.Type[x.ID] = f.Type[n.ID]
		f.take(x, n)
	}
	for _, x := range products {
		f.take(x, n)
	}
	return true
}

// dotOf returns the parts of a dot product of 3 or 4 whose last sum is n, if an instruction
// could compute it.
func (f *fuser) dotOf(n *flow.Node) (products, sums []*flow.Node, ok bool) {
	if n.Op != flow.Add || len(n.Bundle.Nodes) != 1 || !f.fusable(n.In[:1], flow.Add) {
		return nil, nil, false
	}
	first, second := n.In[0], n.In[1]
	sums, products = append(sums, first), append(products, first.In...)
	switch {
	case second.Op == flow.Multiply:
		products = append(products, second)
	case f.fusable(n.In[1:], flow.Add):
		sums, products = append(sums, second), append(products, second.In...)
	default:
		return nil, nil, false
	}
	return products, sums, f.fusable(products, flow.Multiply)
}

// limit fuses the operands of a Saturate into it.
func (f *fuser) limit(b *flow.Bundle) {
	list := operands(b, 0)
	op := list[0].Op
	if op == flow.Input || op == flow.Constant || op == flow.Sample || modifies(list[0]) || !f.fusable(list, op) {
		return
	}
	for k, n := range list {
		f.Type[b.Nodes[k].ID] = f.Type[n.ID]
		f.take(n, b.Nodes[k])
	}
}
