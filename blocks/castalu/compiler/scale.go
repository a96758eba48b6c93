package compiler

import (
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/flow"
)

// scale lets the output stage double a result, as x + x, and in floating point multiply it
// by 2, 4 or ½, where nothing else takes it: that is the same to the bit. What is
// clamped before cannot be scaled behind.
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
			if !ok || !is || uses[x] != times || d.plan.Type[x.ID] != d.plan.Type[n.ID] || inner.clamp != castalu.Unclamped || inner.scale != castalu.By1 ||
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
		for n, s := range into {
			chosen[n] = s
		}
		for _, x := range from {
			delete(chosen, x)
		}
	}
}

// scaled is the node that an instruction does nothing but scale, and how often it
// takes it; nil if it does something else.
func (s selected) scaled(t castalu.Type) (x *flow.Node, by castalu.Scale, times int) {
	if s.op == castalu.Add && s.in[0][0].node == s.in[1][0].node {
		return s.in[0][0].node, castalu.By2, 2
	}
	if s.op != castalu.Multiply || !t.Float() {
		return nil, castalu.By1, 0
	}
	factors := map[float64]castalu.Scale{2: castalu.By2, 4: castalu.By4, 0.5: castalu.ByHalf}
	for k := range 2 {
		if f := s.in[k][0].node; f.Op == flow.Constant && factors[f.Value] != castalu.By1 {
			return s.in[1-k][0].node, factors[f.Value], 1
		}
	}
	return nil, castalu.By1, 0
}
