package lower

import (
	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/netlist"
)

// operation makes the net of w bits that an operator computes from its operands x,
// with as many nodes as that takes.
type operation func(b *netlist.Builder, w int, x ...netlist.Net) netlist.Net

// node is an operator that is an operation of the netlist.
func node(op netlist.Op) operation {
	return func(b *netlist.Builder, w int, x ...netlist.Net) netlist.Net { return b.Node(op, w, 0, x...) }
}

// swapped is an operator that is an operation of the netlist on exchanged operands.
func swapped(op netlist.Op) operation {
	return func(b *netlist.Builder, w int, x ...netlist.Net) netlist.Net { return b.Node(op, w, 0, x[1], x[0]) }
}

var binaryOps = [ir.NumBinaryOps]operation{
	ir.OpAdd: node(netlist.OpAdd), ir.OpSub: node(netlist.OpSub), ir.OpMul: node(netlist.OpMul), ir.OpMulS: node(netlist.OpMulS),
	ir.OpAnd: node(netlist.OpAnd), ir.OpOr: node(netlist.OpOr), ir.OpXor: node(netlist.OpXor), ir.OpEq: node(netlist.OpEq), ir.OpNe: node(netlist.OpNe),
	ir.OpLt: node(netlist.OpLt), ir.OpLe: node(netlist.OpLe), ir.OpGt: swapped(netlist.OpLt), ir.OpGe: swapped(netlist.OpLe),
	ir.OpLtS: node(netlist.OpLtS), ir.OpLeS: node(netlist.OpLeS), ir.OpGtS: swapped(netlist.OpLtS), ir.OpGeS: swapped(netlist.OpLeS),
	ir.OpShl: node(netlist.OpShl), ir.OpShr: node(netlist.OpShr), ir.OpShrS: node(netlist.OpShrS),
}

var unaryOps = [ir.NumUnaryOps]operation{
	ir.OpNot: node(netlist.OpNot), ir.OpReduceAnd: node(netlist.OpReduceAnd), ir.OpReduceOr: node(netlist.OpReduceOr),
	ir.OpReduceXor: node(netlist.OpReduceXor), ir.OpPopCount: node(netlist.OpPopCount),
}
