package compiler

import (
	"maps"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// scale moves x + x, and in floating point a factor of 2, 4 or ½, into the output stage of
// the instruction that computes x, if nothing else uses x: the result has the same bits. The
// output stage scales before it clamps, so x itself must not be clamped or scaled.
func (d *selector) scale(chosen map[*flow.Node]selected) {
	uses := map[*flow.Node]int{}
	for _, n := range d.plan.Graph.Nodes {
		for _, x := range n.In {
			uses[x]++
		}
	}
	for _, n := range append(d.plan.Graph.Kills[:len(d.plan.Graph.Kills):len(d.plan.Graph.Kills)], d.plan.Graph.Output.Nodes[:]...) {
		uses[n]++
	}
	for _, n := range d.plan.Graph.Nodes {
		if n != n.Bundle.Nodes[0] {
			continue
		}
		into := map[*flow.Node]selected{}
		var from []*flow.Node
		for _, n := range n.Bundle.Nodes {
			s, ok := chosen[n]
			x, by, times := s.scaled(d.plan.Type[n.ID])
			inner, is := chosen[x]
			if !ok || !is || uses[x] != times || d.plan.Type[x.ID] != d.plan.Type[n.ID] || inner.clamp != isa.Unclamped || inner.scale != isa.By1 ||
				len(x.Bundle.Nodes) != len(n.Bundle.Nodes) || x.Element != n.Element {
				break
			}
			inner.scale, inner.clamp = by, s.clamp
			into[n] = inner
			from = append(from, x)
		}
		if len(into) < len(n.Bundle.Nodes) {
			continue
		}
		maps.Copy(chosen, into)
		for _, x := range from {
			delete(chosen, x)
		}
	}
}

// scaled returns the node that an instruction merely scales, by how much, and how often the
// instruction reads it; nil if it does anything else.
func (s selected) scaled(t isa.Type) (x *flow.Node, by isa.Scale, times int) {
	if s.op == isa.Add && s.in[0][0].node == s.in[1][0].node {
		return s.in[0][0].node, isa.By2, 2
	}
	if s.op != isa.Multiply || !t.Float() {
		return nil, isa.By1, 0
	}
	factors := map[float64]isa.Scale{2: isa.By2, 4: isa.By4, 0.5: isa.ByHalf}
	for k := range 2 {
		if f := s.in[k][0].node; f.Op == flow.Constant && factors[f.Value] != isa.By1 {
			return s.in[1-k][0].node, factors[f.Value], 1
		}
	}
	return nil, isa.By1, 0
}
