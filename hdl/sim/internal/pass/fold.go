package pass

import (
	"fmt"
	"slices"

	"posedge/hdl/sim/internal/eval"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// fold computes nodes whose operands are constants, and drops operations that
// return one of their operands: x+0, a mux with equal arms, a whole slice, ….
func fold(n *netlist.Netlist) *netlist.Netlist {
	return rewrite(n, func(b *netlist.Builder, _ netlist.Net, x netlist.Node) netlist.Net {
		if x.Op == netlist.OpConst {
			return same(b, n, x)
		}
		return folder{b}.fold(x)
	})
}

// folder makes a netlist with simpler nodes.
type folder struct{ *netlist.Builder }

func (b folder) isZero(net netlist.Net) bool {
	c := b.Constant(net)
	return c != nil && wide.IsZero(c)
}

func (b folder) isOnes(net netlist.Net) bool {
	c := b.Constant(net)
	if c == nil || c[len(c)-1] != wide.TopMask(b.Width(net)) {
		return false
	}
	if slices.ContainsFunc(c[:len(c)-1], func(w uint64) bool { return w != ^uint64(0) }) {
		return false
	}
	return true
}

func (b folder) zero(width int) netlist.Net { return b.Words(width, make([]uint64, wide.Words(width))) }

// fold makes x, or what it comes to. x is not a source.
func (b folder) fold(x netlist.Node) netlist.Net {
	if net, ok := b.evaluate(x); ok {
		return net
	}
	if net, ok := b.identity(x); ok {
		return net
	}
	return b.Node(x.Op, x.Width, x.Aux, x.Args...)
}

// evaluate computes x if all operands are constants.
func (b folder) evaluate(x netlist.Node) (netlist.Net, bool) {
	v, ok := eval.Constant(x, b.Width, b.Constant)
	if !ok {
		return 0, false
	}
	return b.Words(x.Width, v), true
}

// identity returns the net that x is equal to, if a rule knows one.
func (b folder) identity(x netlist.Node) (netlist.Net, bool) {
	arg := func(i int) netlist.Net { return x.Args[i] }
	whole := func(i int) (netlist.Net, bool) { return arg(i), true }
	none := func() (netlist.Net, bool) { return b.zero(x.Width), true }
	bit := func(v uint64) (netlist.Net, bool) { return b.Words(1, []uint64{v}), true }
	switch x.Op {
	case netlist.OpNot:
		if in := b.At(arg(0)); in.Op == netlist.OpNot {
			return in.Args[0], true
		}
	case netlist.OpReduceAnd, netlist.OpReduceOr, netlist.OpReduceXor, netlist.OpPopCount:
		if b.Width(arg(0)) == 1 {
			return whole(0)
		}
	case netlist.OpAdd:
		switch {
		case b.isZero(arg(0)):
			return whole(1)
		case b.isZero(arg(1)):
			return whole(0)
		}
	case netlist.OpSub:
		switch {
		case b.isZero(arg(1)):
			return whole(0)
		case arg(0) == arg(1):
			return none()
		}
	case netlist.OpMul, netlist.OpMulS:
		if b.isZero(arg(0)) || b.isZero(arg(1)) {
			return none()
		}
	case netlist.OpAnd:
		switch {
		case b.isZero(arg(0)) || b.isOnes(arg(1)) || arg(0) == arg(1):
			return whole(0)
		case b.isZero(arg(1)) || b.isOnes(arg(0)):
			return whole(1)
		}
	case netlist.OpOr:
		switch {
		case b.isZero(arg(1)) || b.isOnes(arg(0)) || arg(0) == arg(1):
			return whole(0)
		case b.isZero(arg(0)) || b.isOnes(arg(1)):
			return whole(1)
		}
	case netlist.OpXor:
		switch {
		case b.isZero(arg(0)):
			return whole(1)
		case b.isZero(arg(1)):
			return whole(0)
		case arg(0) == arg(1):
			return none()
		}
	case netlist.OpEq, netlist.OpLe, netlist.OpLeS:
		if arg(0) == arg(1) {
			return bit(1)
		}
	case netlist.OpNe, netlist.OpLt, netlist.OpLtS:
		if arg(0) == arg(1) {
			return bit(0)
		}
	case netlist.OpShl, netlist.OpShr, netlist.OpShrS:
		if b.isZero(arg(0)) || b.isZero(arg(1)) {
			return whole(0)
		}
		if c := b.Constant(arg(1)); c != nil && x.Op != netlist.OpShrS && wide.Number(c) >= x.Width {
			return none()
		}
	case netlist.OpMux:
		switch {
		case b.isZero(arg(0)) || arg(1) == arg(2):
			return whole(1)
		case b.isOnes(arg(0)):
			return whole(2)
		case x.Width == 1 && b.isZero(arg(1)) && b.isOnes(arg(2)):
			return whole(0)
		}
	case netlist.OpSelect:
		if c := b.Constant(arg(0)); c != nil {
			if i := wide.Number(c); i < len(x.Args)-1 {
				return whole(1 + i)
			}
			return none()
		}
	case netlist.OpSlice:
		return b.slice(x)
	case netlist.OpConcat:
		if len(x.Args) == 1 {
			return whole(0)
		}
	case netlist.OpRead:
	default:
		panic(fmt.Sprintf("pass: fold has no rules for %s", x.Op))
	}
	return 0, false
}

// slice looks through what a slice is taken from: another slice, or the one
// part of a concatenation that holds all its bits.
func (b folder) slice(x netlist.Node) (netlist.Net, bool) {
	from := b.At(x.Args[0])
	switch {
	case x.Width == from.Width:
		return x.Args[0], true
	case from.Op == netlist.OpSlice:
		return b.fold(netlist.Node{Op: netlist.OpSlice, Width: x.Width, Aux: x.Aux + from.Aux, Args: from.Args}), true
	case from.Op == netlist.OpConcat:
		low := 0
		for i := len(from.Args) - 1; i >= 0; i-- {
			part := b.Width(from.Args[i])
			if x.Aux >= low && x.Aux+x.Width <= low+part {
				return b.fold(netlist.Node{Op: netlist.OpSlice, Width: x.Width, Aux: x.Aux - low, Args: from.Args[i : i+1]}), true
			}
			low += part
		}
	}
	return 0, false
}
