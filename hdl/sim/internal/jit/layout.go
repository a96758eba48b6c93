package jit

import (
	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
	"posedge/internal/frame"
)

// slot is the place of a value: 4 bytes for up to 32 bits, otherwise 8 for each 64.
type slot struct {
	addr  uint32
	width int
}

// array is the place of a memory. Its words are followed by one that is always
// 0, for reads past the end, and one for writes past the end.
type array struct {
	addr  uint32 // from the begin of all arrays
	size  int    // bytes of a word
	words int    // 64-bit words of a word
	state int32
}

// placement lays out the memory of a compiled program: state, what Settle
// computes, values that go from function to function, arrays.
type placement struct {
	inputs, registers []slot
	outputs           []slot
	regState          []int32 // the first piece of state of each register
	memories          []array
	stop              uint32 // 1 + the index of what stops a run, or 0
	armed             uint32 // 1 while a run stops at Netlist.Until, or 0
	frame             uint32 // where the signals of a cycle are packed
	at                []int  // the place of each signal in the frame
	frameSize         int    // bytes
	state             uint32 // the end of inputs and registers
	top               uint32
	arrays            uint64 // bytes
}

func placementOf(n *netlist.Netlist) *placement {
	p := &placement{top: 8} // no value lies at address 0
	for _, x := range n.Inputs {
		p.inputs = append(p.inputs, p.slot(x.Width))
	}
	state := int32(0)
	for _, x := range n.Registers {
		p.registers = append(p.registers, p.slot(x.Width))
		p.regState = append(p.regState, state)
		state += int32(wide.Words(x.Width))
	}
	p.state = p.top
	for _, x := range n.Outputs {
		p.outputs = append(p.outputs, p.settled(n, x.Net))
	}
	p.stop = p.alloc(4)
	p.armed = p.alloc(4)
	p.at, p.frameSize = engine.FrameOf(n)
	p.frame = p.alloc(max(p.frameSize, 8))
	for _, x := range n.Memories {
		size, words := frame.Bytes(x.Width), wide.Words(x.Width)
		p.memories = append(p.memories, array{uint32(p.arrays), size, words, state})
		p.arrays += (uint64(size)*uint64(x.Depth+2) + 7) &^ 7
		state++
	}
	return p
}

// settled is the place of a net after Settle: that of an input or a register,
// or its own.
func (p *placement) settled(n *netlist.Netlist, net netlist.Net) slot {
	switch x := n.Nodes[net]; x.Op {
	case netlist.OpInput:
		return p.inputs[x.Aux]
	case netlist.OpReg:
		return p.registers[x.Aux]
	default:
		return p.slot(x.Width)
	}
}

// alloc returns the address of free bytes.
func (p *placement) alloc(bytes int) uint32 {
	if bytes >= 8 {
		p.top = (p.top + 7) &^ 7
	}
	at := p.top
	p.top += uint32(bytes)
	return at
}

func (p *placement) slot(width int) slot {
	if width > 32 {
		return slot{p.alloc(8 * wide.Words(width)), width}
	}
	return slot{p.alloc(4), width}
}
