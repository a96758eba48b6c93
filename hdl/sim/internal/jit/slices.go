package jit

import (
	"math/bits"

	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
)

// minSlices is the number of slices from which on one is found by a shift.
const minSlices = 3

// maxRow is how many words the slices of one value may lie in.
const maxRow = 4

// pickSlice shifts a value by the index, instead of choosing among slices of it that lie
// at equal distances.
func (l *lowering) pickSlice(x netlist.Node, index, past word.ID) ([]word.ID, bool) {
	cases := x.Args[1:]
	if len(cases) < minSlices || x.Width > 64 || l.Plain || l.NoTables {
		return nil, false
	}
	of, low, step, ok := l.evenSlices(cases)
	if !ok {
		return nil, false
	}
	levels := bits.Len(uint(len(cases) - 1))
	index = l.And(index, l.Const(word.I32, word.Mask(levels)))
	if bits.OnesCount(uint(len(cases))) != 1 {
		// The tree of choices has zeros up to a power of two.
		past = l.Or(past, l.Not(l.Less(word.LtU, index, l.Const(word.I32, uint64(len(cases))))))
	}
	row := l.nets[of][low/64 : (low+(len(cases)-1)*step+x.Width-1)/64+1]
	if len(row) > 1 {
		// A slice lies in one word if their distance divides the words.
		if bits.OnesCount(uint(step)) != 1 || step > 32 || low%step+x.Width > step || len(row) > maxRow || low%64 >= step {
			return nil, false
		}
		perWord := 64 / step
		row = []word.ID{l.oneOf(row, l.Shr(index, bits.Len(uint(perWord-1))))}
		index = l.And(index, l.Const(word.I32, uint64(perWord-1)))
	}
	v := l.Shift(word.Shr, l.Shr(row[0], low%64), l.Mul(index, l.Const(word.I32, uint64(step))))
	t := typeOf(x.Width, 0)
	v = l.And(l.To(t, v), l.Const(t, word.Mask(x.Width)))
	return []word.ID{l.Select(past, l.Const(t, 0), v)}, true
}

// evenSlices returns the net that all nets are slices of, the lowest bit of the first
// and the distance from each to the next.
func (l *lowering) evenSlices(nets []netlist.Net) (of netlist.Net, low, step int, ok bool) {
	first, second := l.n.Nodes[nets[0]], l.n.Nodes[nets[1]]
	step = second.Aux - first.Aux
	for i, net := range nets {
		if n := l.n.Nodes[net]; n.Op != netlist.OpSlice || n.Args[0] != first.Args[0] || n.Aux != first.Aux+i*step {
			return 0, 0, 0, false
		}
	}
	return first.Args[0], first.Aux, step, step > 0
}

// oneOf returns a word of a row in 64 bits, by an index that may be past its end only
// where the result does not count.
func (l *lowering) oneOf(row []word.ID, index word.ID) word.ID {
	row = l.long(row, len(row))
	for b := 0; len(row) > 1; b++ {
		by := l.And(index, l.Const(word.I32, 1<<b))
		for i := 0; i < len(row); i += 2 {
			odd := row[i]
			if i+1 < len(row) {
				odd = row[i+1]
			}
			row[i/2] = l.Select(by, odd, row[i])
		}
		row = row[:(len(row)+1)/2]
	}
	return row[0]
}
