package compiler

import (
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// findComplements turns 1 − x into a modifier, which exists in fixed point, if all users of
// it have the type in which it is computed and do not change its sign.
func (d *selector) findComplements(chosen map[*flow.Node]selected) {
	taken := map[*flow.Node]bool{} // by a user that cannot apply the modifier
	for _, n := range append(d.plan.Graph.Kills[:len(d.plan.Graph.Kills):len(d.plan.Graph.Kills)], d.plan.Graph.Output.Nodes[:]...) {
		taken[n] = true
	}
	for _, n := range d.plan.Graph.Nodes {
		if modifies(n) || n.Op == flow.Sample {
			for _, x := range n.In {
				taken[x] = true
			}
		}
		for _, list := range chosen[n].in {
			for _, x := range list {
				if x.negated || d.plan.Type[n.ID] != d.plan.Type[x.node.ID] {
					taken[x.node] = true
				}
			}
		}
	}
	for _, n := range d.plan.Graph.Nodes {
		s, t := chosen[n], d.plan.Type[n.ID]
		if s.op != isa.Subtract || s.clamp != isa.Unclamped || s.scale != isa.By1 || t.Float() || taken[n] {
			continue
		}
		one, x := s.in[0][0].node, s.in[1][0].node
		if one.Op == flow.Constant && one.Value == 1 && x.Op != flow.Constant && !modifies(x) && !d.complements[x] {
			d.complements[n] = true
			delete(chosen, n)
		}
	}
}
