// Package eval evaluates single nodes: it is the simulator's only statement in Go
// of what an operation computes. The reference engine, Peek and constant folding
// share it.
package eval

import (
	"fmt"
	"math/bits"
	"slices"

	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// Layout places the value of each node of a netlist in a frame of words.
type Layout struct {
	nodes []netlist.Node
	at    []int32 // first word of each node
	words int     // of the whole frame
}

// LayoutOf puts the values one after the other, in the order of the nodes.
func LayoutOf(n *netlist.Netlist) Layout {
	l := Layout{nodes: n.Nodes, at: make([]int32, len(n.Nodes))}
	for i, x := range n.Nodes {
		l.at[i] = int32(l.words)
		l.words += wide.Words(x.Width)
	}
	return l
}

// Frame returns a frame of zeros.
func (l *Layout) Frame() []uint64 { return make([]uint64, l.words) }

// At is the index of the first word of the net in a frame.
func (l *Layout) At(net netlist.Net) int { return int(l.at[net]) }

// Value returns the words of the net in the frame f.
func (l *Layout) Value(f []uint64, net netlist.Net) []uint64 { return l.operand(net).of(f) }

// Instr returns the instruction that computes the net, which is not a source.
func (l *Layout) Instr(net netlist.Net) Instr { return instrOf(l.nodes[net], l.at[net], l.operand) }

func (l *Layout) operand(net netlist.Net) operand {
	return operand{l.at[net], int32(l.nodes[net].Width)}
}

// Constant computes x if value knows all its operands. value returns nil for an
// unknown net; a read is never constant, as memories are state.
func Constant(x netlist.Node, width func(netlist.Net) int, value func(netlist.Net) []uint64) ([]uint64, bool) {
	if x.Op == netlist.OpRead {
		return nil, false
	}
	var frame []uint64
	var at []int32
	for _, a := range x.Args {
		c := value(a)
		if c == nil {
			return nil, false
		}
		at = append(at, int32(len(frame)))
		frame = append(frame, c...)
	}
	dst := len(frame)
	frame = append(frame, make([]uint64, wide.Words(x.Width))...)
	i := instrOf(x, int32(dst), func(a netlist.Net) operand {
		return operand{at[slices.Index(x.Args, a)], int32(width(a))}
	})
	i.Run(frame, nil)
	return frame[dst:], true
}

// operand is a value in a frame.
type operand struct {
	at    int32 // first word
	width int32
}

func (o operand) of(f []uint64) []uint64 { return f[o.at : int(o.at)+wide.Words(int(o.width))] }

// Instr is a node with the places of its operands in a frame.
type Instr struct {
	op   netlist.Op
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
func instrOf(x netlist.Node, dst int32, at func(netlist.Net) operand) Instr {
	i := Instr{op: x.Op, dst: operand{dst, int32(x.Width)}, mask: wide.TopMask(x.Width), aux: x.Aux, wide: x.Width > 64}
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
		if x.Op == netlist.OpSelect || x.Op == netlist.OpConcat {
			i.args = append(i.args, o)
		}
	}
	if x.Op == netlist.OpSlice && x.Aux%64+x.Width <= 64 {
		// The bits lie in one word of the operand.
		i.a.at += int32(x.Aux / 64)
		i.aux, i.wide = x.Aux%64, false
	}
	return i
}

// Memories gives the evaluator the words of memories.
type Memories interface {
	// Word copies a word of a memory to dst, or 0 where addr is past the end.
	Word(dst []uint64, mem, addr int)
}

// signed returns v of the width as a 64-bit two's complement number.
func signed(v uint64, width int32) int64 { return int64(v<<(64-width)) >> (64 - width) }

// Run evaluates i in f. Sources (constants, inputs, registers) are in f before.
func (i *Instr) Run(f []uint64, mem Memories) {
	if i.wide {
		i.runWide(f, mem)
		return
	}
	var v uint64
	a := f[i.a.at]
	switch i.op {
	case netlist.OpNot:
		v = ^a & i.mask
	case netlist.OpReduceAnd:
		v = wide.FromBool(a == wide.TopMask(int(i.a.width)))
	case netlist.OpReduceOr:
		v = wide.FromBool(a != 0)
	case netlist.OpReduceXor:
		v = uint64(bits.OnesCount64(a) & 1)
	case netlist.OpPopCount:
		v = uint64(bits.OnesCount64(a))
	case netlist.OpAdd:
		v = (a + f[i.b.at]) & i.mask
	case netlist.OpSub:
		v = (a - f[i.b.at]) & i.mask
	case netlist.OpMul:
		v = a * f[i.b.at]
	case netlist.OpMulS:
		v = uint64(signed(a, i.a.width)*signed(f[i.b.at], i.b.width)) & i.mask
	case netlist.OpAnd:
		v = a & f[i.b.at]
	case netlist.OpOr:
		v = a | f[i.b.at]
	case netlist.OpXor:
		v = a ^ f[i.b.at]
	case netlist.OpEq:
		v = wide.FromBool(a == f[i.b.at])
	case netlist.OpNe:
		v = wide.FromBool(a != f[i.b.at])
	case netlist.OpLt:
		v = wide.FromBool(a < f[i.b.at])
	case netlist.OpLe:
		v = wide.FromBool(a <= f[i.b.at])
	case netlist.OpLtS:
		v = wide.FromBool(signed(a, i.a.width) < signed(f[i.b.at], i.a.width))
	case netlist.OpLeS:
		v = wide.FromBool(signed(a, i.a.width) <= signed(f[i.b.at], i.a.width))
	case netlist.OpShl:
		v = a << f[i.b.at] & i.mask
	case netlist.OpShr:
		v = a >> f[i.b.at]
	case netlist.OpShrS:
		v = uint64(signed(a, i.a.width)>>f[i.b.at]) & i.mask
	case netlist.OpMux:
		if a != 0 {
			v = f[i.c.at]
		} else {
			v = f[i.b.at]
		}
	case netlist.OpSelect:
		if a < uint64(len(i.args)-1) {
			v = f[i.args[1+a].at]
		}
	case netlist.OpSlice:
		v = a >> i.aux & i.mask
	case netlist.OpConcat:
		for _, x := range i.args {
			v = v<<x.width | f[x.at]
		}
	case netlist.OpRead:
		mem.Word(i.dst.of(f), i.aux, wide.Number(i.a.of(f)))
		return
	default:
		panic(fmt.Sprintf("eval: %s is not computed", i.op))
	}
	f[i.dst.at] = v
}

// runWide is Run for any width. It stays whole: a case for each operation, none of which needs another.
func (i *Instr) runWide(f []uint64, mem Memories) {
	dst, a := i.dst.of(f), i.a.of(f)
	var b []uint64
	if i.b.width > 0 {
		b = i.b.of(f)
	}
	width := int(i.dst.width)
	switch i.op {
	case netlist.OpNot:
		for k := range dst {
			dst[k] = ^a[k]
		}
	case netlist.OpReduceAnd:
		all := a[len(a)-1] == wide.TopMask(int(i.a.width))
		for _, w := range a[:len(a)-1] {
			all = all && w == ^uint64(0)
		}
		dst[0] = wide.FromBool(all)
	case netlist.OpReduceOr:
		dst[0] = wide.FromBool(!wide.IsZero(a))
	case netlist.OpReduceXor, netlist.OpPopCount:
		count := 0
		for _, w := range a {
			count += bits.OnesCount64(w)
		}
		clear(dst)
		dst[0] = uint64(count)
	case netlist.OpAdd:
		wide.Add(dst, a, b, 0)
	case netlist.OpSub:
		wide.Sub(dst, a, b)
	case netlist.OpMul:
		wide.Mul(dst, a, b)
	case netlist.OpMulS:
		x, y := make([]uint64, len(dst)), make([]uint64, len(dst))
		wide.SignExtend(x, a, int(i.a.width))
		wide.SignExtend(y, b, int(i.b.width))
		wide.Mul(dst, x, y)
	case netlist.OpAnd:
		for k := range dst {
			dst[k] = a[k] & b[k]
		}
	case netlist.OpOr:
		for k := range dst {
			dst[k] = a[k] | b[k]
		}
	case netlist.OpXor:
		for k := range dst {
			dst[k] = a[k] ^ b[k]
		}
	case netlist.OpEq, netlist.OpNe:
		equal := true
		for k := range a {
			equal = equal && a[k] == b[k]
		}
		dst[0] = wide.FromBool(equal == (i.op == netlist.OpEq))
	case netlist.OpLt, netlist.OpLe:
		dst[0] = wide.FromBool(wide.Less(a, b, i.op == netlist.OpLe))
	case netlist.OpLtS, netlist.OpLeS:
		top := int(i.a.width) - 1
		if minus := wide.Bit(a, top); minus != wide.Bit(b, top) {
			dst[0] = wide.FromBool(minus)
		} else {
			dst[0] = wide.FromBool(wide.Less(a, b, i.op == netlist.OpLeS))
		}
	case netlist.OpShl:
		wide.Shl(dst, a, min(wide.Number(b), width))
	case netlist.OpShr:
		wide.Shr(dst, a, min(wide.Number(b), width), 0)
	case netlist.OpShrS:
		var fill uint64
		if wide.Bit(a, width-1) {
			fill = ^uint64(0)
		}
		x := make([]uint64, len(a))
		wide.SignExtend(x, a, width)
		wide.Shr(dst, x, min(wide.Number(b), width), fill)
	case netlist.OpMux:
		if a[0] != 0 {
			copy(dst, i.c.of(f))
		} else {
			copy(dst, b)
		}
	case netlist.OpSelect:
		if k := wide.Number(a); k < len(i.args)-1 {
			copy(dst, i.args[1+k].of(f))
		} else {
			clear(dst)
		}
	case netlist.OpSlice:
		wide.Shr(dst, a, i.aux, 0)
	case netlist.OpConcat:
		clear(dst)
		at := width
		for _, x := range i.args {
			at -= int(x.width)
			wide.OrAt(dst, x.of(f), at)
		}
	case netlist.OpRead:
		mem.Word(dst, i.aux, wide.Number(a))
	default:
		panic(fmt.Sprintf("eval: %s is not computed", i.op))
	}
	dst[len(dst)-1] &= i.mask
}
