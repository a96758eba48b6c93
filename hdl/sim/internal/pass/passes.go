// Package pass is the optimiser: pure functions from netlist to netlist. They keep
// inputs, outputs, registers and memories, their order and their observable
// values, and the signals that the netlist keeps.
package pass

import "posedge/hdl/sim/internal/netlist"

// Pass is a step of the optimiser.
type Pass struct {
	Name string
	Run  func(*netlist.Netlist) *netlist.Netlist
}

// All returns the passes in the order in which they run.
func All() []Pass {
	return []Pass{
		{"knownbits", knownBits},
		{"fold", fold},
		{"dce", dce},
	}
}

// Optimise runs the passes that are not in without.
func Optimise(n *netlist.Netlist, without map[string]bool) *netlist.Netlist {
	for _, p := range All() {
		if !without[p.Name] {
			n = p.Run(n)
		}
	}
	return n
}

// rewrite makes a new netlist from the first node to the last: f makes each node
// other than an input or a register, with its operands' new nets, and returns its
// net.
func rewrite(n *netlist.Netlist, f func(b *netlist.Builder, old netlist.Net, x netlist.Node) netlist.Net) *netlist.Netlist {
	b := netlist.NewBuilder(n.Inputs, n.Registers)
	to := make([]netlist.Net, len(n.Nodes))
	var args []netlist.Net
	for i, x := range n.Nodes {
		if x.Op == netlist.OpInput || x.Op == netlist.OpReg {
			to[i] = netlist.Net(i)
			continue
		}
		args = args[:0]
		for _, a := range x.Args {
			args = append(args, to[a])
		}
		x.Args = args
		to[i] = f(b, netlist.Net(i), x)
	}
	out := n.Roots(func(net netlist.Net) netlist.Net { return to[net] })
	b.Finish(out)
	return out
}

// same makes x, a node of n with operands of b, unchanged.
func same(b *netlist.Builder, n *netlist.Netlist, x netlist.Node) netlist.Net {
	if x.Op == netlist.OpConst {
		return b.Words(x.Width, n.Consts[x.Aux])
	}
	return b.Node(x.Op, x.Width, x.Aux, x.Args...)
}
