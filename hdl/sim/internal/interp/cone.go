package interp

import (
	"sync"

	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/eval"
	"posedge/hdl/sim/internal/netlist"
)

// Cones computes single nets of a netlist on demand, from the inputs and the
// state of a machine of any engine, which need not keep them. It may be used by
// many goroutines.
type Cones struct {
	code  *code
	cones sync.Map // netlist.Net → *cone
}

// ConesOf needs the netlist to have the inputs, registers and memories of the
// machines.
func ConesOf(n *netlist.Netlist) *Cones { return &Cones{code: codeOf(n)} }

// Frame returns working space for [Cones.Value], for one goroutine.
func (c *Cones) Frame() []uint64 { return c.code.frame() }

// cone is what a net depends on: inputs, registers, and the nodes to run.
type cone struct {
	sources []netlist.Net
	logic   []eval.Instr
}

// Value returns the settled value of a net in the current cycle of the machine.
// It is valid until the next call with the same frame.
func (c *Cones) Value(frame []uint64, net netlist.Net, m engine.Machine) []uint64 {
	x := c.cone(net)
	for _, source := range x.sources {
		dst := c.code.Value(frame, source)
		for k := range dst {
			if i := int(source); i < len(c.code.Inputs) {
				dst[k] = m.Input(i, k)
			} else {
				dst[k] = m.Register(i-len(c.code.Inputs), k)
			}
		}
	}
	memories := reader{c.code.Netlist, m}
	for i := range x.logic {
		x.logic[i].Run(frame, memories)
	}
	return c.code.Value(frame, net)
}

func (c *Cones) cone(net netlist.Net) *cone {
	if x, ok := c.cones.Load(net); ok {
		return x.(*cone)
	}
	need := make([]bool, net+1)
	need[net] = true
	for i := net; i >= 0; i-- {
		if need[i] {
			for _, a := range c.code.Nodes[i].Args {
				need[a] = true
			}
		}
	}
	x := &cone{}
	for i, node := range c.code.Nodes[:net+1] {
		switch {
		case !need[i] || node.Op == netlist.OpConst:
		case node.Op.IsSource():
			x.sources = append(x.sources, netlist.Net(i))
		default:
			x.logic = append(x.logic, c.code.Instr(netlist.Net(i)))
		}
	}
	c.cones.Store(net, x)
	return x
}

// reader reads the memories of a machine.
type reader struct {
	n *netlist.Netlist
	m engine.Machine
}

// Word copies a word of a memory to dst, or 0 where addr is past the end.
func (r reader) Word(dst []uint64, mem, addr int) {
	if addr >= r.n.Memories[mem].Depth {
		clear(dst)
		return
	}
	for k := range dst {
		dst[k] = r.m.Memory(mem, addr, k)
	}
}
