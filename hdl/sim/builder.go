package sim

import (
	"encoding/binary"
	"math/big"
)

// builder makes the nodes of a netlist; of two equal nodes it makes one.
type builder struct {
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

// newBuilder starts with the inputs and registers of a netlist, which every
// netlist of the design has at the same place.
func newBuilder(inputs []PortInfo, registers []Register) *builder {
	b := &builder{short: map[shortKey]Net{}, long: map[string]Net{}}
	for i, p := range inputs {
		b.node(OpInput, p.Width, i)
	}
	for i, r := range registers {
		b.node(OpReg, r.Width, i)
	}
	return b
}

// node returns the net of the node. args is not kept.
func (b *builder) node(op Op, width, aux int, args ...Net) Net {
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

// keep copies args into a block shared by many nodes.
func (b *builder) keep(args []Net) []Net {
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

// words returns the net of a constant. value has [wordsOf](width) words and is
// not kept.
func (b *builder) words(width int, value []uint64) Net {
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

// big returns the net of a constant.
func (b *builder) big(width int, value *big.Int) Net { return b.words(width, wordsFrom(value, width)) }

// extend widens x with zeros.
func (b *builder) extend(x Net, width int) Net {
	have := b.nodes[x].Width
	if have == width {
		return x
	}
	zero := b.words(width-have, make([]uint64, wordsOf(width-have)))
	return b.node(OpConcat, width, 0, zero, x)
}
