package pass

import (
	"fmt"
	"math/bits"

	"posedge/hdl/sim/internal/eval"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// knownBits finds bits that have one value in every state and for every input,
// and replaces nodes accordingly: a node whose bits are all known by a constant,
// and an AND or OR that changes nothing by its operand.
//
// Inputs, registers and memories are unknown: their values may come from a
// snapshot, a load or a random power-on.
func knownBits(n *netlist.Netlist) *netlist.Netlist {
	k := analyse(n)
	return rewrite(n, func(b *netlist.Builder, old netlist.Net, x netlist.Node) netlist.Net {
		if x.Op == netlist.OpConst {
			return same(b, n, x)
		}
		zero, one := k.of(old)
		if known(zero, one, x.Width) {
			return b.Words(x.Width, one)
		}
		if x.Op == netlist.OpAnd || x.Op == netlist.OpOr {
			for side, other := range []int{1, 0} {
				if k.unchanged(x.Op, n.Nodes[old].Args[side], n.Nodes[old].Args[other]) {
					return x.Args[side]
				}
			}
		}
		return same(b, n, x)
	})
}

// knowledge is, for each net, the bits that are known to be 0 and to be 1.
type knowledge struct {
	layout    eval.Layout
	n         *netlist.Netlist
	zero, one []uint64
}

func analyse(n *netlist.Netlist) *knowledge {
	l := eval.LayoutOf(n)
	k := &knowledge{l, n, l.Frame(), l.Frame()}
	for i, x := range n.Nodes {
		zero, one := k.of(netlist.Net(i))
		k.learn(x, zero, one)
		mask := wide.TopMask(x.Width)
		zero[len(zero)-1] &= mask
		one[len(one)-1] &= mask
	}
	return k
}

func (k *knowledge) of(net netlist.Net) (zero, one []uint64) {
	return k.layout.Value(k.zero, net), k.layout.Value(k.one, net)
}

// known reports whether every bit is.
func known(zero, one []uint64, width int) bool {
	for i := range zero {
		want := ^uint64(0)
		if i == len(zero)-1 {
			want = wide.TopMask(width)
		}
		if zero[i]|one[i] != want {
			return false
		}
	}
	return true
}

// unchanged reports whether x op y is x.
func (k *knowledge) unchanged(op netlist.Op, x, y netlist.Net) bool {
	x0, x1 := k.of(x)
	y0, y1 := k.of(y)
	keep := x0 // and: a 0 of x stays, whatever y is
	harmless := y1
	if op == netlist.OpOr {
		keep, harmless = x1, y0
	}
	for i := range keep {
		want := ^uint64(0)
		if i == len(keep)-1 {
			want = wide.TopMask(k.n.Nodes[x].Width)
		}
		if keep[i]|harmless[i] != want {
			return false
		}
	}
	return true
}

// learn sets zero and one, which are clear, for the node x. It may set bits
// above the width. It stays whole: a rule for each operation, none of which needs
// another; those that are longer than a few lines are functions.
func (k *knowledge) learn(x netlist.Node, zero, one []uint64) {
	var a0, a1, b0, b1 []uint64
	wa := 0
	if len(x.Args) > 0 {
		a0, a1 = k.of(x.Args[0])
		wa = k.n.Nodes[x.Args[0]].Width
	}
	if len(x.Args) > 1 {
		b0, b1 = k.of(x.Args[1])
	}
	decide := func(no, yes bool) {
		zero[0], one[0] = wide.FromBool(no), wide.FromBool(yes)
	}
	switch x.Op {
	case netlist.OpConst:
		for i, w := range k.n.Consts[x.Aux] {
			zero[i], one[i] = ^w, w
		}
	case netlist.OpNot:
		copy(zero, a1)
		copy(one, a0)
	case netlist.OpReduceAnd:
		decide(!wide.IsZero(a0), known(make([]uint64, len(a1)), a1, wa))
	case netlist.OpReduceOr:
		decide(known(a0, make([]uint64, len(a0)), wa), !wide.IsZero(a1))
	case netlist.OpReduceXor:
		if known(a0, a1, wa) {
			odd := count(a1)%2 == 1
			decide(!odd, odd)
		}
	case netlist.OpPopCount:
		above(zero, bits.Len(uint(wa-count(a0))))
	case netlist.OpAdd:
		above(zero, max(top(a0, wa), top(b0, wa))+1)
		below(zero, min(bottom(a0), bottom(b0)))
	case netlist.OpSub:
		below(zero, min(bottom(a0), bottom(b0)))
	case netlist.OpMul:
		above(zero, top(a0, wa)+top(b0, k.n.Nodes[x.Args[1]].Width))
		below(zero, bottom(a0)+bottom(b0))
	case netlist.OpMulS:
		below(zero, bottom(a0)+bottom(b0))
	case netlist.OpAnd:
		for i := range zero {
			zero[i], one[i] = a0[i]|b0[i], a1[i]&b1[i]
		}
	case netlist.OpOr:
		for i := range zero {
			zero[i], one[i] = a0[i]&b0[i], a1[i]|b1[i]
		}
	case netlist.OpXor:
		for i := range zero {
			zero[i], one[i] = a0[i]&b0[i]|a1[i]&b1[i], a0[i]&b1[i]|a1[i]&b0[i]
		}
	case netlist.OpEq, netlist.OpNe:
		differ := false
		for i := range a0 {
			differ = differ || a0[i]&b1[i]|a1[i]&b0[i] != 0
		}
		if differ {
			decide(x.Op == netlist.OpEq, x.Op == netlist.OpNe)
		} else if known(a0, a1, wa) && known(b0, b1, wa) {
			decide(x.Op == netlist.OpNe, x.Op == netlist.OpEq)
		}
	case netlist.OpLt, netlist.OpLe:
		// The least value of a is a1, the greatest the complement of a0.
		decide(wide.Less(complement(b0, wa), a1, x.Op == netlist.OpLt),
			wide.Less(complement(a0, wa), b1, x.Op == netlist.OpLe))
	case netlist.OpShl, netlist.OpShr, netlist.OpShrS:
		k.shift(x, zero, one)
	case netlist.OpMux:
		c0, c1 := k.of(x.Args[2])
		switch {
		case a0[0] != 0:
			copy(zero, b0)
			copy(one, b1)
		case a1[0] != 0:
			copy(zero, c0)
			copy(one, c1)
		default:
			copy(zero, c0)
			copy(one, c1)
			common(zero, one, b0, b1)
		}
	case netlist.OpSelect:
		k.choose(x, zero, one)
	case netlist.OpSlice:
		wide.Shr(zero, a0, x.Aux, 0)
		wide.Shr(one, a1, x.Aux, 0)
	case netlist.OpConcat:
		at := x.Width
		for _, p := range x.Args {
			p0, p1 := k.of(p)
			at -= k.n.Nodes[p].Width
			wide.OrAt(zero, p0, at)
			wide.OrAt(one, p1, at)
		}
	case netlist.OpInput, netlist.OpReg, netlist.OpRead:
		// State and inputs may have any value.
	case netlist.OpLtS, netlist.OpLeS:
		// The bits that matter are the tops; nothing is concluded.
	default:
		panic(fmt.Sprintf("pass: knownbits has no rule for %s", x.Op))
	}
}

// shift knows all about a constant amount, and about any other only that zeros
// enter at one end and that zeros already there stay.
func (k *knowledge) shift(x netlist.Node, zero, one []uint64) {
	w := x.Width
	a0, a1 := k.of(x.Args[0])
	y0, y1 := k.of(x.Args[1])
	least := min(wide.Number(y1), w)
	if !known(y0, y1, k.n.Nodes[x.Args[1]].Width) {
		switch {
		case x.Op == netlist.OpShl:
			below(zero, min(bottom(a0)+least, w))
		case x.Op == netlist.OpShr:
			above(zero, max(top(a0, w)-least, 0))
		case x.Op == netlist.OpShrS && wide.Bit(a0, w-1): // not negative
			above(zero, max(top(a0, w)-least, 0))
		}
		return
	}
	switch x.Op {
	case netlist.OpShl:
		wide.Shl(zero, a0, least)
		wide.Shl(one, a1, least)
		below(zero, least)
	case netlist.OpShr:
		wide.Shr(zero, a0, least, 0)
		wide.Shr(one, a1, least, 0)
		above(zero, w-least)
	case netlist.OpShrS:
		// Whatever is known about the top bit holds for its copies.
		for _, m := range [][2][]uint64{{zero, a0}, {one, a1}} {
			long := make([]uint64, len(a0))
			wide.SignExtend(long, m[1], w)
			var fill uint64
			if wide.Bit(m[1], w-1) {
				fill = ^uint64(0)
			}
			wide.Shr(m[0], long, least, fill)
		}
	default:
		panic(fmt.Sprintf("pass: %s is not a shift", x.Op))
	}
}

// choose keeps the bits on which all cases agree, and 0 if the index may be past
// the end.
func (k *knowledge) choose(x netlist.Node, zero, one []uint64) {
	w := k.n.Nodes[x.Args[0]].Width
	cases := x.Args[1:]
	c0, c1 := k.of(cases[0])
	copy(zero, c0)
	copy(one, c1)
	for _, c := range cases[1:] {
		c0, c1 = k.of(c)
		common(zero, one, c0, c1)
	}
	if w >= 31 || len(cases) < 1<<w {
		clear(one)
	}
}

func common(zero, one, zero2, one2 []uint64) {
	for i := range zero {
		zero[i] &= zero2[i]
		one[i] &= one2[i]
	}
}

func count(x []uint64) int {
	n := 0
	for _, w := range x {
		n += bits.OnesCount64(w)
	}
	return n
}

func complement(x []uint64, width int) []uint64 {
	y := make([]uint64, len(x))
	for i := range x {
		y[i] = ^x[i]
	}
	y[len(y)-1] &= wide.TopMask(width)
	return y
}

// top is the number of low bits that hold every bit not known to be 0.
func top(zero []uint64, width int) int {
	for width > 0 && wide.Bit(zero, width-1) {
		width--
	}
	return width
}

// bottom is the number of low bits known to be 0.
func bottom(zero []uint64) int {
	for i, w := range zero {
		if w != ^uint64(0) {
			return 64*i + bits.TrailingZeros64(^w)
		}
	}
	return 64 * len(zero)
}

// above sets the bits from bit up; below those under it.
func above(x []uint64, bit int) {
	for i := range x {
		if from := bit - 64*i; from < 64 {
			x[i] |= ^uint64(0) << max(from, 0)
		}
	}
}

func below(x []uint64, bit int) {
	for i := range x {
		if to := bit - 64*i; to > 0 {
			x[i] |= ^uint64(0) >> max(64-to, 0)
		}
	}
}
