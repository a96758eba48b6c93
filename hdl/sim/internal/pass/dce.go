package pass

import "posedge/hdl/sim/internal/netlist"

// dce drops the nodes that nothing observable needs: not an output, the next
// value of a register, a memory write, a collision or a signal that is kept.
func dce(n *netlist.Netlist) *netlist.Netlist {
	live := make([]bool, len(n.Nodes))
	n.Roots(func(net netlist.Net) netlist.Net {
		live[net] = true
		return net
	})
	for i := len(n.Nodes) - 1; i >= 0; i-- {
		if live[i] {
			for _, a := range n.Nodes[i].Args {
				live[a] = true
			}
		}
	}
	return rewrite(n, func(b *netlist.Builder, old netlist.Net, x netlist.Node) netlist.Net {
		if !live[old] {
			return -1 // read by dead nodes only
		}
		return same(b, n, x)
	})
}
