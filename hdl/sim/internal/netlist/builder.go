package netlist

import (
	"encoding/binary"
	"math/big"

	"posedge/hdl/sim/internal/wide"
)

// Builder makes the nodes of a netlist; of two equal nodes it makes one.
type Builder struct {
	nodes  []Node
	consts [][]uint64
	short  map[shortKey]Net
	long   map[string]Net
	arena  []Net
	key    []byte
}

// shortKey names a node of up to three operands; the rest are -1.
type shortKey struct {
	op         Op
	width, aux int32
	a, b, c    Net
}

// NewBuilder starts with the inputs and registers of a netlist, which have the same
// places in every netlist of the design.
func NewBuilder(inputs []Input, registers []Register) *Builder {
	b := &Builder{short: map[shortKey]Net{}, long: map[string]Net{}}
	for i, p := range inputs {
		b.Node(OpInput, p.Width, i)
	}
	for i, r := range registers {
		b.Node(OpReg, r.Width, i)
	}
	return b
}

// Node returns the net of the node. args is not kept.
func (b *Builder) Node(op Op, width, aux int, args ...Net) Net {
	next := Net(len(b.nodes))
	if len(args) <= 3 {
		k := shortKey{op, int32(width), int32(aux), -1, -1, -1}
		for i, p := range []*Net{&k.a, &k.b, &k.c}[:len(args)] {
			*p = args[i]
		}
		if old, ok := b.short[k]; ok {
			return old
		}
		b.short[k] = next
	} else {
		b.key = append(b.key[:0], byte(op))
		b.key = binary.LittleEndian.AppendUint32(b.key, uint32(width))
		b.key = binary.LittleEndian.AppendUint32(b.key, uint32(aux))
		for _, a := range args {
			b.key = binary.LittleEndian.AppendUint32(b.key, uint32(a))
		}
		if old, ok := b.long[string(b.key)]; ok {
			return old
		}
		b.long[string(b.key)] = next
	}
	b.nodes = append(b.nodes, Node{op, width, aux, b.keep(args)})
	return next
}

// At returns the node that computes net.
func (b *Builder) At(net Net) Node { return b.nodes[net] }

// Width is the width of a net.
func (b *Builder) Width(net Net) int { return b.nodes[net].Width }

// Constant returns the value of a net that is a constant, or nil.
func (b *Builder) Constant(net Net) []uint64 {
	if x := b.nodes[net]; x.Op == OpConst {
		return b.consts[x.Aux]
	}
	return nil
}

// Finish gives n the nodes and their constants.
func (b *Builder) Finish(n *Netlist) { n.Nodes, n.Consts = b.nodes, b.consts }

// keep copies args into a block shared by many nodes.
func (b *Builder) keep(args []Net) []Net {
	if len(args) == 0 {
		return nil
	}
	if len(b.arena)+len(args) > cap(b.arena) {
		b.arena = make([]Net, 0, max(4096, len(args)))
	}
	start := len(b.arena)
	b.arena = append(b.arena, args...)
	return b.arena[start:len(b.arena):len(b.arena)]
}

// Words returns the net of a constant. value has [wide.Words](width) words and is
// not kept.
func (b *Builder) Words(width int, value []uint64) Net {
	b.key = append(b.key[:0], byte(OpConst))
	b.key = binary.LittleEndian.AppendUint32(b.key, uint32(width))
	for _, w := range value {
		b.key = binary.LittleEndian.AppendUint64(b.key, w)
	}
	if old, ok := b.long[string(b.key)]; ok {
		return old
	}
	net := Net(len(b.nodes))
	b.long[string(b.key)] = net
	b.nodes = append(b.nodes, Node{Op: OpConst, Width: width, Aux: len(b.consts)})
	b.consts = append(b.consts, append([]uint64(nil), value...))
	return net
}

// Big returns the net of a constant.
func (b *Builder) Big(width int, value *big.Int) Net {
	return b.Words(width, wide.FromBig(value, width))
}

// Extend widens x with zeros.
func (b *Builder) Extend(x Net, width int) Net {
	have := b.nodes[x].Width
	if have == width {
		return x
	}
	zero := b.Words(width-have, make([]uint64, wide.Words(width-have)))
	return b.Node(OpConcat, width, 0, zero, x)
}
