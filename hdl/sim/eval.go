package sim

import (
	"math/bits"
)

// Evaluation of single nodes: the one place in Go that says what an operation
// computes. The reference engine, Peek and constant folding share it.

// layout places the value of each node in a frame of words.
type layout struct {
	at    []int32 // first word of each node
	words int     // of the whole frame
}

func layoutOf(n *Netlist) layout {
	l := layout{at: make([]int32, len(n.Nodes))}
	for i, x := range n.Nodes {
		l.at[i] = int32(l.words)
		l.words += wordsOf(x.Width)
	}
	return l
}

// operand is a value in a frame.
type operand struct {
	at    int32 // first word
	width int32
}

func (o operand) of(f []uint64) []uint64 { return f[o.at : int(o.at)+wordsOf(int(o.width))] }

// instr is a node with its operands' places in the frame.
type instr struct {
	op   Op
	wide bool // the result or an operand is wider than 64 bits
	dst  operand
	mask uint64 // of the last word of the result
	a    operand
	b    operand
	c    operand
	aux  int
	args []operand // all operands, of select and concat only
}

// instrOf needs the widths of the operands in nodes and their places in at.
func instrOf(x Node, dst int32, at func(Net) operand) instr {
	i := instr{op: x.Op, dst: operand{dst, int32(x.Width)}, mask: topMask(x.Width), aux: x.Aux, wide: x.Width > 64}
	for k, a := range x.Args {
		o := at(a)
		i.wide = i.wide || o.width > 64
		switch k {
		case 0:
			i.a = o
		case 1:
			i.b = o
		case 2:
			i.c = o
		}
		if x.Op == OpSelect || x.Op == OpConcat {
			i.args = append(i.args, o)
		}
	}
	if x.Op == OpSlice && x.Aux%64+x.Width <= 64 {
		// The bits lie in one word of the operand.
		i.a.at += int32(x.Aux / 64)
		i.aux, i.wide = x.Aux%64, false
	}
	return i
}

// memories gives the evaluator the words of memories.
type memories interface {
	// word copies a word of a memory to dst, or 0 where addr is past the end.
	word(dst []uint64, mem, addr int)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// signed returns v of the width as a 64-bit two's complement number.
func signed(v uint64, width int32) int64 { return int64(v<<(64-width)) >> (64 - width) }

// run evaluates i in f. Sources (constants, inputs, registers) are in f before.
func (i *instr) run(f []uint64, mem memories) {
	if i.wide {
		i.runWide(f, mem)
		return
	}
	var v uint64
	a := f[i.a.at]
	switch i.op {
	case OpNot:
		v = ^a & i.mask
	case OpReduceAnd:
		v = bit(a == topMask(int(i.a.width)))
	case OpReduceOr:
		v = bit(a != 0)
	case OpReduceXor:
		v = uint64(bits.OnesCount64(a) & 1)
	case OpPopCount:
		v = uint64(bits.OnesCount64(a))
	case OpAdd:
		v = (a + f[i.b.at]) & i.mask
	case OpSub:
		v = (a - f[i.b.at]) & i.mask
	case OpMul:
		v = a * f[i.b.at]
	case OpMulS:
		v = uint64(signed(a, i.a.width)*signed(f[i.b.at], i.b.width)) & i.mask
	case OpAnd:
		v = a & f[i.b.at]
	case OpOr:
		v = a | f[i.b.at]
	case OpXor:
		v = a ^ f[i.b.at]
	case OpEq:
		v = bit(a == f[i.b.at])
	case OpNe:
		v = bit(a != f[i.b.at])
	case OpLt:
		v = bit(a < f[i.b.at])
	case OpLe:
		v = bit(a <= f[i.b.at])
	case OpLtS:
		v = bit(signed(a, i.a.width) < signed(f[i.b.at], i.a.width))
	case OpLeS:
		v = bit(signed(a, i.a.width) <= signed(f[i.b.at], i.a.width))
	case OpShl:
		v = a << f[i.b.at] & i.mask
	case OpShr:
		v = a >> f[i.b.at]
	case OpShrS:
		v = uint64(signed(a, i.a.width)>>f[i.b.at]) & i.mask
	case OpMux:
		if a != 0 {
			v = f[i.c.at]
		} else {
			v = f[i.b.at]
		}
	case OpSelect:
		if a < uint64(len(i.args)-1) {
			v = f[i.args[1+a].at]
		}
	case OpSlice:
		v = a >> i.aux & i.mask
	case OpConcat:
		for _, x := range i.args {
			v = v<<x.width | f[x.at]
		}
	case OpRead:
		mem.word(i.dst.of(f), i.aux, number(i.a.of(f)))
		return
	}
	f[i.dst.at] = v
}

// runWide is run for any width.
func (i *instr) runWide(f []uint64, mem memories) {
	dst, a := i.dst.of(f), i.a.of(f)
	var b []uint64
	if i.b.width > 0 {
		b = i.b.of(f)
	}
	width := int(i.dst.width)
	switch i.op {
	case OpNot:
		for k := range dst {
			dst[k] = ^a[k]
		}
	case OpReduceAnd:
		all := a[len(a)-1] == topMask(int(i.a.width))
		for _, w := range a[:len(a)-1] {
			all = all && w == ^uint64(0)
		}
		dst[0] = bit(all)
	case OpReduceOr:
		dst[0] = bit(!isZero(a))
	case OpReduceXor, OpPopCount:
		count := 0
		for _, w := range a {
			count += bits.OnesCount64(w)
		}
		clear(dst)
		dst[0] = uint64(count)
	case OpAdd:
		addWords(dst, a, b, 0)
	case OpSub:
		subWords(dst, a, b)
	case OpMul:
		mulWords(dst, a, b)
	case OpMulS:
		x, y := make([]uint64, len(dst)), make([]uint64, len(dst))
		signWords(x, a, int(i.a.width))
		signWords(y, b, int(i.b.width))
		mulWords(dst, x, y)
	case OpAnd:
		for k := range dst {
			dst[k] = a[k] & b[k]
		}
	case OpOr:
		for k := range dst {
			dst[k] = a[k] | b[k]
		}
	case OpXor:
		for k := range dst {
			dst[k] = a[k] ^ b[k]
		}
	case OpEq, OpNe:
		equal := true
		for k := range a {
			equal = equal && a[k] == b[k]
		}
		dst[0] = bit(equal == (i.op == OpEq))
	case OpLt, OpLe:
		dst[0] = bit(lessWords(a, b, i.op == OpLe))
	case OpLtS, OpLeS:
		top := int(i.a.width) - 1
		if minus := bitOf(a, top); minus != bitOf(b, top) {
			dst[0] = bit(minus)
		} else {
			dst[0] = bit(lessWords(a, b, i.op == OpLeS))
		}
	case OpShl:
		shlWords(dst, a, min(number(b), width))
	case OpShr:
		shrWords(dst, a, min(number(b), width), 0)
	case OpShrS:
		var fill uint64
		if bitOf(a, width-1) {
			fill = ^uint64(0)
		}
		x := make([]uint64, len(a))
		signWords(x, a, width)
		shrWords(dst, x, min(number(b), width), fill)
	case OpMux:
		if a[0] != 0 {
			copy(dst, i.c.of(f))
		} else {
			copy(dst, b)
		}
	case OpSelect:
		if k := number(a); k < len(i.args)-1 {
			copy(dst, i.args[1+k].of(f))
		} else {
			clear(dst)
		}
	case OpSlice:
		shrWords(dst, a, i.aux, 0)
	case OpConcat:
		clear(dst)
		at := width
		for _, x := range i.args {
			at -= int(x.width)
			orWords(dst, x.of(f), at)
		}
	case OpRead:
		mem.word(dst, i.aux, number(a))
	}
	dst[len(dst)-1] &= i.mask
}
