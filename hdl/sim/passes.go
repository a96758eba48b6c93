package sim

import (
	"fmt"
	"slices"
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

// CodePasses returns the names of the passes of the compiled engine, which work
// on what it makes of a netlist:
//
//   - reset: a run in which the reset is 0 has code of its own, without it
//   - simplify: expressions over machine words are simplified as they are made
//   - groups: registers and writes with a common enable share a branch
//   - factors: conditions of groups that have a factor in common nest
//   - arms: what one arm of a choice needs is computed only where it is taken
//   - order: registers are written in place as far as an order allows it
func CodePasses() []string {
	return []string{"reset", "simplify", "groups", "factors", "arms", "order"}
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
	known := CodePasses()
	for i, p := range Passes() {
		known = slices.Insert(known, i, p.Name)
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
