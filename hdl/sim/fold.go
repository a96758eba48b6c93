package sim

import "slices"

// fold computes nodes whose operands are constants, and drops operations that
// return one of their operands: x+0, a mux with equal arms, a whole slice, ….
func fold(n *Netlist) *Netlist {
	return rewrite(n, func(b *builder, _ Net, x Node) Net {
		if x.Op == OpConst {
			return b.same(n, x)
		}
		return b.fold(x)
	})
}

// constant returns the value of a net that is a constant, or nil.
func (b *builder) constant(net Net) []uint64 {
	if x := b.nodes[net]; x.Op == OpConst {
		return b.consts[x.Aux]
	}
	return nil
}

func (b *builder) isZero(net Net) bool {
	c := b.constant(net)
	return c != nil && isZero(c)
}

func (b *builder) isOnes(net Net) bool {
	c := b.constant(net)
	if c == nil || c[len(c)-1] != topMask(b.nodes[net].Width) {
		return false
	}
	for _, w := range c[:len(c)-1] {
		if w != ^uint64(0) {
			return false
		}
	}
	return true
}

func (b *builder) zero(width int) Net { return b.words(width, make([]uint64, wordsOf(width))) }

// fold makes x, or what it comes to. x is not a source.
func (b *builder) fold(x Node) Net {
	if net, ok := b.evaluate(x); ok {
		return net
	}
	if net, ok := b.identity(x); ok {
		return net
	}
	return b.node(x.Op, x.Width, x.Aux, x.Args...)
}

// evaluate computes x if all operands are constants. Memories are state.
func (b *builder) evaluate(x Node) (Net, bool) {
	if x.Op == OpRead {
		return 0, false
	}
	var frame []uint64
	var at []int32
	for _, a := range x.Args {
		c := b.constant(a)
		if c == nil {
			return 0, false
		}
		at = append(at, int32(len(frame)))
		frame = append(frame, c...)
	}
	dst := len(frame)
	frame = append(frame, make([]uint64, wordsOf(x.Width))...)
	i := instrOf(x, int32(dst), func(a Net) operand {
		return operand{at[slices.Index(x.Args, a)], int32(b.nodes[a].Width)}
	})
	i.run(frame, nil)
	return b.words(x.Width, frame[dst:]), true
}

// identity returns the net that x is equal to, if a rule knows one.
func (b *builder) identity(x Node) (Net, bool) {
	arg := func(i int) Net { return x.Args[i] }
	whole := func(i int) (Net, bool) { return arg(i), true }
	none := func() (Net, bool) { return b.zero(x.Width), true }
	bit := func(v uint64) (Net, bool) { return b.words(1, []uint64{v}), true }
	switch x.Op {
	case OpNot:
		if in := b.nodes[arg(0)]; in.Op == OpNot {
			return in.Args[0], true
		}
	case OpReduceAnd, OpReduceOr, OpReduceXor, OpPopCount:
		if b.nodes[arg(0)].Width == 1 {
			return whole(0)
		}
	case OpAdd:
		switch {
		case b.isZero(arg(0)):
			return whole(1)
		case b.isZero(arg(1)):
			return whole(0)
		}
	case OpSub:
		switch {
		case b.isZero(arg(1)):
			return whole(0)
		case arg(0) == arg(1):
			return none()
		}
	case OpMul, OpMulS:
		if b.isZero(arg(0)) || b.isZero(arg(1)) {
			return none()
		}
	case OpAnd:
		switch {
		case b.isZero(arg(0)) || b.isOnes(arg(1)) || arg(0) == arg(1):
			return whole(0)
		case b.isZero(arg(1)) || b.isOnes(arg(0)):
			return whole(1)
		}
	case OpOr:
		switch {
		case b.isZero(arg(1)) || b.isOnes(arg(0)) || arg(0) == arg(1):
			return whole(0)
		case b.isZero(arg(0)) || b.isOnes(arg(1)):
			return whole(1)
		}
	case OpXor:
		switch {
		case b.isZero(arg(0)):
			return whole(1)
		case b.isZero(arg(1)):
			return whole(0)
		case arg(0) == arg(1):
			return none()
		}
	case OpEq, OpLe, OpLeS:
		if arg(0) == arg(1) {
			return bit(1)
		}
	case OpNe, OpLt, OpLtS:
		if arg(0) == arg(1) {
			return bit(0)
		}
	case OpShl, OpShr, OpShrS:
		if b.isZero(arg(0)) || b.isZero(arg(1)) {
			return whole(0)
		}
		if c := b.constant(arg(1)); c != nil && x.Op != OpShrS && number(c) >= x.Width {
			return none()
		}
	case OpMux:
		switch {
		case b.isZero(arg(0)) || arg(1) == arg(2):
			return whole(1)
		case b.isOnes(arg(0)):
			return whole(2)
		case x.Width == 1 && b.isZero(arg(1)) && b.isOnes(arg(2)):
			return whole(0)
		}
	case OpSelect:
		if c := b.constant(arg(0)); c != nil {
			if i := number(c); i < len(x.Args)-1 {
				return whole(1 + i)
			}
			return none()
		}
	case OpSlice:
		return b.slice(x)
	case OpConcat:
		if len(x.Args) == 1 {
			return whole(0)
		}
	}
	return 0, false
}

// slice looks through what a slice is taken from: another slice, or the one
// part of a concatenation that holds all its bits.
func (b *builder) slice(x Node) (Net, bool) {
	from := b.nodes[x.Args[0]]
	switch {
	case x.Width == from.Width:
		return x.Args[0], true
	case from.Op == OpSlice:
		return b.fold(Node{OpSlice, x.Width, x.Aux + from.Aux, from.Args}), true
	case from.Op == OpConcat:
		low := 0
		for i := len(from.Args) - 1; i >= 0; i-- {
			part := b.nodes[from.Args[i]].Width
			if x.Aux >= low && x.Aux+x.Width <= low+part {
				return b.fold(Node{OpSlice, x.Width, x.Aux - low, from.Args[i : i+1]}), true
			}
			low += part
		}
	}
	return 0, false
}
