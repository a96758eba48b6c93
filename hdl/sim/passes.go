package sim

import (
	"fmt"
	"strings"
)

// Pass is a step of the optimiser: a pure function from netlist to netlist.
// Inputs, outputs, registers, memories, their order and what an observer can
// see of them stay as they are, and so do the signals that the netlist keeps.
type Pass struct {
	Name string
	Run  func(*Netlist) *Netlist
}

// Passes returns the passes in the order in which they run.
func Passes() []Pass {
	return []Pass{
		{"knownbits", knownBits},
		{"fold", fold},
		{"dce", dce},
	}
}

// optimise runs the passes that are not in without.
func optimise(n *Netlist, without map[string]bool) *Netlist {
	for _, p := range Passes() {
		if !without[p.Name] {
			n = p.Run(n)
		}
	}
	return n
}

// checkPasses refuses names that no pass has.
func checkPasses(names map[string]bool) error {
	var known []string
	for _, p := range Passes() {
		known = append(known, p.Name)
	}
	for name := range names {
		found := false
		for _, k := range known {
			found = found || k == name
		}
		if !found {
			return fmt.Errorf("no pass is named %q: there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// rewrite makes a netlist anew from the first node to the last: f makes each
// node other than an input or a register, with its operands' new nets, and
// returns its net.
func rewrite(n *Netlist, f func(b *builder, old Net, x Node) Net) *Netlist {
	b := newBuilder(n.Inputs, n.Registers)
	to := make([]Net, len(n.Nodes))
	var args []Net
	for i, x := range n.Nodes {
		if x.Op == OpInput || x.Op == OpReg {
			to[i] = Net(i)
			continue
		}
		args = args[:0]
		for _, a := range x.Args {
			args = append(args, to[a])
		}
		x.Args = args
		to[i] = f(b, Net(i), x)
	}
	out := n.roots(func(net Net) Net { return to[net] })
	out.Nodes, out.Consts = b.nodes, b.consts
	return out
}

// same makes x, a node of n with operands of b, as it is.
func (b *builder) same(n *Netlist, x Node) Net {
	if x.Op == OpConst {
		return b.words(x.Width, n.Consts[x.Aux])
	}
	return b.node(x.Op, x.Width, x.Aux, x.Args...)
}
