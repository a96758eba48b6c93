package word

import (
	"fmt"
	"math/bits"
	"strings"
)

// ID is the number of a node: greater than those of its operands.
type ID int32

// Type is the type of a value.
type Type uint8

const (
	I32 Type = iota
	I64
)

// Bits is the size of the type.
func (t Type) Bits() int { return 32 << t }

func (t Type) mask() uint64 { return ^uint64(0) >> (64 - t.Bits()) }

// TypeOf is the type of a value of 1 to 64 bits.
func TypeOf(width int) Type {
	if width <= 32 {
		return I32
	}
	return I64
}

// Mask has the low width bits, at most 64.
func Mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// Op is an operation. Both operands of a binary operation have the type of its
// result; those of a compare have one type, and its result is 0 or 1 of 32 bits.
type Op uint8

const (
	Const  Op = iota // Imm
	Load             // Size bytes at Imm
	Fetch            // Size bytes at Imm plus A, which has 32 bits; see Count
	Wrap             // the low 32 bits of A
	Extend           // A, of 32 bits, with zeros above
	And
	Or
	Xor
	Add
	Sub
	Mul
	Shl // by B, modulo the size of the type, as all shifts
	Shr
	ShrS
	Eq
	Ne
	LtU
	LeU
	LtS
	LeS
	Popcnt
	Select // B where A, of 32 bits, is not 0; else C

	NumOps // how many there are: the length of a table over all of them
)

var opNames = [NumOps]string{
	Const: "const", Load: "load", Fetch: "fetch", Wrap: "wrap", Extend: "extend",
	And: "and", Or: "or", Xor: "xor", Add: "add", Sub: "sub", Mul: "mul",
	Shl: "shl", Shr: "shr", ShrS: "shr_s",
	Eq: "eq", Ne: "ne", LtU: "lt_u", LeU: "le_u", LtS: "lt_s", LeS: "le_s",
	Popcnt: "popcnt", Select: "select",
}

func (op Op) String() string { return opNames[op] }

// None is no operand.
const None ID = -1

// NoState is the [Node.State] of a load of what does not change.
const NoState int32 = -1

// Node is one operation.
type Node struct {
	Op      Op
	T       Type
	Size    uint8 // bytes of a load or fetch
	A, B, C ID
	State   int32 // what a load or fetch reads: the number of a piece of state
	// Count is, for a fetch from one of several pieces of state, their number;
	// its address is then fixed, as a load's. It is 0 for a fetch from an array,
	// whose address counts from the begin of all arrays.
	Count int32
	// Step is, for a fetch from one of Count arrays, how far their pieces of state
	// lie apart; else 0.
	Step int32
	Imm  uint64
	// Ones are the bits that the value may have.
	Ones uint64
}

// Graph is a set of nodes.
type Graph struct {
	Nodes []Node
	// Plain switches the simplifications off.
	Plain bool
	// NoTables leaves choices among constants as they are.
	NoTables bool

	index   map[key]ID
	tables  map[ID]table
	decided []deciders // of nodes, as far as they were asked for
}

type key struct {
	op      Op
	t       Type
	size    uint8
	a, b, c ID
	state   int32
	imm     uint64
	count   int32
	step    int32
}

// New returns an empty graph.
func New() *Graph { return &Graph{index: map[key]ID{}, tables: map[ID]table{}} }

func (g *Graph) node(x Node) ID {
	k := key{x.Op, x.T, x.Size, x.A, x.B, x.C, x.State, x.Imm, x.Count, x.Step}
	if id, ok := g.index[k]; ok {
		return id
	}
	id := ID(len(g.Nodes))
	g.Nodes = append(g.Nodes, x)
	g.index[k] = id
	return id
}

// Value returns the value of a constant.
func (g *Graph) Value(x ID) (v uint64, ok bool) {
	n := &g.Nodes[x]
	return n.Imm, n.Op == Const
}

// Reads calls f with each piece of state that x itself reads.
func (g *Graph) Reads(x ID, f func(state int32)) {
	n := &g.Nodes[x]
	if n.State != NoState && (n.Op == Load || n.Op == Fetch) {
		for i := range max(n.Count, 1) {
			f(n.State + i*max(n.Step, 1))
		}
	}
}

// is reports whether x is the constant v.
func (g *Graph) is(x ID, v uint64) bool {
	n := &g.Nodes[x]
	return n.Op == Const && n.Imm == v
}

// Operands calls f with each operand of x.
func (g *Graph) Operands(x ID, f func(ID)) {
	n := &g.Nodes[x]
	for _, o := range [...]ID{n.A, n.B, n.C} {
		if o != None {
			f(o)
		}
	}
}

// fill has every bit up to the highest of v.
func fill(v uint64) uint64 { return ^uint64(0) >> bits.LeadingZeros64(v) }

// Text returns the nodes that roots need, one a line.
func (g *Graph) Text(roots ...ID) string {
	need := make([]bool, len(g.Nodes))
	for _, r := range roots {
		need[r] = true
	}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if need[i] {
			g.Operands(ID(i), func(o ID) { need[o] = true })
		}
	}
	var b strings.Builder
	for i, x := range g.Nodes {
		if !need[i] {
			continue
		}
		fmt.Fprintf(&b, "%%%d = %s.%s", i, [...]string{"i32", "i64"}[x.T], x.Op)
		switch x.Op {
		case Const:
			fmt.Fprintf(&b, " %#x", x.Imm)
		case Load, Fetch:
			fmt.Fprintf(&b, "%d @%d", 8*x.Size, x.Imm)
		}
		g.Operands(ID(i), func(o ID) { fmt.Fprintf(&b, " %%%d", o) })
		b.WriteByte('\n')
	}
	return b.String()
}

// Depth is the number of nodes on the longest path.
func (g *Graph) Depth() int {
	depth := make([]int, len(g.Nodes))
	longest := 0
	for i := range g.Nodes {
		d := 0
		g.Operands(ID(i), func(o ID) { d = max(d, depth[o]) })
		depth[i] = d + 1
		longest = max(longest, d+1)
	}
	return longest
}
