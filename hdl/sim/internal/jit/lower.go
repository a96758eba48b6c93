package jit

import (
	"fmt"

	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// maxProducts is the greatest number of products of 64-bit words that one
// multiplication may need, as many as two numbers of 8192 bits do.
const maxProducts = 1 << 14

// lowering makes a netlist a graph over machine words. A value of the
// netlist is words of 64 bits, the least significant first; the last has the
// type of the bits that are left. Every word has zeros above its bits.
type lowering struct {
	*word.Graph
	n     *netlist.Netlist
	place *placement
	fixed map[int]uint64 // inputs, of at most 64 bits, that are constants
	nets  [][]word.ID
}

func newLowering(g *word.Graph, n *netlist.Netlist, p *placement, fixed map[int]uint64) *lowering {
	return &lowering{g, n, p, fixed, make([][]word.ID, len(n.Nodes))}
}

// want makes the words of the nets and all that these need.
func (l *lowering) want(nets ...netlist.Net) {
	need := make([]bool, len(l.n.Nodes))
	for _, net := range nets {
		need[net] = true
	}
	for i := len(need) - 1; i >= 0; i-- {
		if need[i] {
			for _, a := range l.n.Nodes[i].Args {
				need[a] = true
			}
		}
	}
	for i, x := range l.n.Nodes {
		if need[i] && l.nets[i] == nil {
			l.nets[i] = l.lower(x)
		}
	}
}

// bit returns a net of one bit.
func (l *lowering) bit(net netlist.Net) word.ID { return l.nets[net][0] }

func (l *lowering) widthOf(net netlist.Net) int { return l.n.Nodes[net].Width }

// typeOf is the type of word k of a value.
func typeOf(width, k int) word.Type { return word.TypeOf(min(64, width-64*k)) }

func maskOf(width, k int) uint64 { return word.Mask(min(64, width-64*k)) }

// each makes the words of a value one by one.
func (l *lowering) each(width int, f func(k int) word.ID) []word.ID {
	v := make([]word.ID, wide.Words(width))
	for k := range v {
		v[k] = f(k)
	}
	return v
}

// cut gives the words of v their types and clears the bits above the width.
func (l *lowering) cut(width int, v []word.ID) []word.ID {
	for k := range v {
		t := typeOf(width, k)
		v[k] = l.And(l.To(t, v[k]), l.Const(t, maskOf(width, k)))
	}
	return v
}

// long returns the words of a value with 64 bits each.
func (l *lowering) long(v []word.ID, words int) []word.ID {
	w := make([]word.ID, words)
	for k := range w {
		if k < len(v) {
			w[k] = l.To(word.I64, v[k])
		} else {
			w[k] = l.Const(word.I64, 0)
		}
	}
	return w
}

func (l *lowering) lower(x netlist.Node) []word.ID {
	arg := func(i int) []word.ID { return l.nets[x.Args[i]] }
	width := func(i int) int { return l.widthOf(x.Args[i]) }
	one := func(v word.ID) []word.ID { return []word.ID{v} }
	bitwise := func(f func(a, b word.ID) word.ID) []word.ID {
		return l.each(x.Width, func(k int) word.ID { return f(arg(0)[k], arg(1)[k]) })
	}
	switch x.Op {
	case netlist.OpConst:
		return l.each(x.Width, func(k int) word.ID { return l.Const(typeOf(x.Width, k), l.n.Consts[x.Aux][k]) })
	case netlist.OpInput:
		if v, ok := l.fixed[x.Aux]; ok {
			return one(l.Const(typeOf(x.Width, 0), v))
		}
		return l.load(l.place.inputs[x.Aux], word.NoState)
	case netlist.OpReg:
		return l.load(l.place.registers[x.Aux], l.place.regState[x.Aux])
	case netlist.OpNot:
		return l.each(x.Width, func(k int) word.ID {
			return l.Xor(arg(0)[k], l.Const(typeOf(x.Width, k), maskOf(x.Width, k)))
		})
	case netlist.OpReduceAnd:
		return one(l.equal(arg(0), l.each(width(0), func(k int) word.ID {
			return l.Const(typeOf(width(0), k), maskOf(width(0), k))
		})))
	case netlist.OpReduceOr:
		return one(l.Not(l.equal(arg(0), nil)))
	case netlist.OpReduceXor:
		v := arg(0)[0]
		for _, w := range arg(0)[1:] {
			v = l.Xor(v, l.To(word.I64, w))
		}
		return l.cut(1, one(l.Popcnt(v)))
	case netlist.OpPopCount:
		v := l.To(word.I32, l.Popcnt(arg(0)[0]))
		for _, w := range arg(0)[1:] {
			v = l.Add(v, l.To(word.I32, l.Popcnt(w)))
		}
		return one(v)
	case netlist.OpAdd:
		return l.add(x.Width, arg(0), arg(1))
	case netlist.OpSub:
		return l.sub(x.Width, arg(0), arg(1))
	case netlist.OpMul:
		return l.mul(x.Width, arg(0), arg(1))
	case netlist.OpMulS:
		return l.mul(x.Width, l.signed(arg(0), width(0), x.Width), l.signed(arg(1), width(1), x.Width))
	case netlist.OpAnd:
		return bitwise(l.And)
	case netlist.OpOr:
		return bitwise(l.Or)
	case netlist.OpXor:
		return bitwise(l.Xor)
	case netlist.OpEq:
		return one(l.equal(arg(0), arg(1)))
	case netlist.OpNe:
		return one(l.Not(l.equal(arg(0), arg(1))))
	case netlist.OpLt:
		return one(l.less(word.LtU, arg(0), arg(1)))
	case netlist.OpLe:
		return one(l.less(word.LeU, arg(0), arg(1)))
	case netlist.OpLtS:
		return one(l.lessSigned(false, width(0), arg(0), arg(1)))
	case netlist.OpLeS:
		return one(l.lessSigned(true, width(0), arg(0), arg(1)))
	case netlist.OpShl, netlist.OpShr, netlist.OpShrS:
		return l.shift(x.Op, x.Width, arg(0), arg(1))
	case netlist.OpMux:
		return l.each(x.Width, func(k int) word.ID { return l.Select(arg(0)[0], arg(2)[k], arg(1)[k]) })
	case netlist.OpSelect:
		return l.choose(x)
	case netlist.OpSlice:
		return l.each(x.Width, func(k int) word.ID {
			return l.part(arg(0), width(0), x.Aux+64*k, min(64, x.Width-64*k))
		})
	case netlist.OpConcat:
		return l.concat(x)
	case netlist.OpRead:
		return l.read(x, arg(0), width(0))
	}
	panic(fmt.Sprintf("jit: %s is not lowered", x.Op))
}
