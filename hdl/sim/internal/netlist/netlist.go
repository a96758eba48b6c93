// Package netlist is the simulator's view of a design: flat, every node after
// its operands, with neither statements nor hierarchy. The passes rewrite it and
// the engines run it.
package netlist

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/wide"
)

// Net is the index of a node in [Netlist.Nodes]: the value that it computes.
type Net int32

// Op is the operation of a [Node]. The set is closed: what the IR has beyond
// it (statements, wires, instances, registered reads, greater-than) is gone
// after lowering.
type Op uint8

const (
	OpConst     Op = iota // Netlist.Consts[Aux]
	OpInput               // Netlist.Inputs[Aux]
	OpReg                 // the current value of Netlist.Registers[Aux]
	OpNot                 // bitwise complement
	OpReduceAnd           // width 1
	OpReduceOr            // width 1
	OpReduceXor           // width 1
	OpPopCount
	OpAdd // modulo 2^Width
	OpSub // modulo 2^Width
	OpMul
	OpMulS
	OpAnd
	OpOr
	OpXor
	OpEq // width 1, as all compares
	OpNe
	OpLt
	OpLe
	OpLtS
	OpLeS
	OpShl
	OpShr
	OpShrS
	OpMux    // Args[2] where Args[0], one bit, is 1; else Args[1]
	OpSelect // Args[1+i] where Args[0] is i; 0 past the end
	OpSlice  // Width bits of Args[0] from bit Aux up
	OpConcat // Args joined, the most significant first
	OpRead   // the word at Args[0] of Netlist.Memories[Aux]; 0 past the end

	NumOps // how many there are: the length of a table over all of them
)

var opNames = [NumOps]string{
	OpConst: "const", OpInput: "input", OpReg: "reg",
	OpNot: "not", OpReduceAnd: "reduce_and", OpReduceOr: "reduce_or", OpReduceXor: "reduce_xor", OpPopCount: "popcount",
	OpAdd: "add", OpSub: "sub", OpMul: "mul", OpMulS: "mul_s", OpAnd: "and", OpOr: "or", OpXor: "xor",
	OpEq: "eq", OpNe: "ne", OpLt: "lt", OpLe: "le", OpLtS: "lt_s", OpLeS: "le_s",
	OpShl: "shl", OpShr: "shr", OpShrS: "shr_s",
	OpMux: "mux", OpSelect: "select", OpSlice: "slice", OpConcat: "concat", OpRead: "read",
}

// String returns the name that [Netlist.Text] prints.
func (op Op) String() string { return opNames[op] }

// IsSource reports whether a node has its value from outside the logic: it is a
// constant, an input or a register.
func (op Op) IsSource() bool { return op == OpConst || op == OpInput || op == OpReg }

// Node is one operation. Its meaning is that of the IR's expression of the
// same name (package ir).
type Node struct {
	Op    Op
	Width int // of the result, in bits
	// Aux is an index, or the low bit of a slice: see the list of operations.
	Aux int
	// Args are nets before this one in Netlist.Nodes.
	Args []Net
}

// Netlist is a flattened design: every node after its operands, so that one
// walk from the first to the last settles all logic.
//
// Nodes[i] is Inputs[i], and after the inputs come the registers in order.
// These, the memories and the outputs are the same, in the same order, in
// every netlist of a design, whatever passes ran: the layout is the IR's.
type Netlist struct {
	Name      string
	Nodes     []Node
	Consts    [][]uint64 // words of 64 bits, the least significant first
	Domains   []Domain   // the top's, in its order
	Inputs    []Input    // the top's inputs in declaration order, then the resets
	Outputs   []Output   // the top's outputs in declaration order
	Registers []Register
	// Counters is how many of the last registers count coverage: they are not
	// state of the design.
	Counters int
	Memories []Memory
	// Writes of one memory are in source order: the last that applies wins.
	Writes     []Write
	Collisions []Collision
	// Properties are the asserts and assumes, in the order of declaration as
	// registers are. A run stops if one fails.
	Properties []Property
	// Covers are the cover points that the netlist keeps.
	Covers []Property
	// Until has at most one net: an armed run stops when it is 1.
	Until []Net
	// Signals are the named signals whose value the netlist keeps.
	Signals []Signal
}

// Edges are the domains, by their indices in [Netlist.Domains], that have an edge.
type Edges = ir.Edges

// Domain is a clock domain. What it clocks has its index in [Netlist.Domains], or
// [ir.NoDomain] if it takes part in every instant.
type Domain struct {
	Name  string
	Reset int // index in Inputs, or -1: nothing in it is reset
}

// Input is the name and width of an input.
type Input struct {
	Name  string
	Width int
}

// Output is a port and the net that drives it.
type Output struct {
	Name  string
	Width int
	Net   Net
}

// Register is a register or the data of a registered read. Registers are in
// the order of declaration: those of a module, then those of its instances.
// Reset is part of Next.
type Register struct {
	Path    string // "queue.wr"
	Width   int
	PowerOn *big.Int
	// Defined says that PowerOn is the design's own reset value. Otherwise the
	// value at power-on may be random.
	Defined bool
	Domain  int
	Next    Net
}

// Memory is an array of words, in the order of declaration as registers are.
type Memory struct {
	Path         string
	Width, Depth int
	Init         []*big.Int // see ir.Memory
}

// Write is a write port. If Addr is Depth or more it writes nothing.
type Write struct {
	Mem                int // index in Memories
	Domain             int
	Enable, Addr, Data Net
}

// Collision is a read of a memory that forbids a write of the same word in the
// cycle of the read: where When is 1, the simulation fails.
type Collision struct {
	Mem        int // index in Memories
	Domain     int // of the read
	When, Addr Net
	At         ir.Pos
}

// Property is an assert, an assume or a cover. When is 1 if it applies and an assert
// or assume fails, or a cover is reached.
type Property struct {
	Kind   ir.PropertyKind
	Path   string // "queue.no_overflow"
	Domain int
	When   Net
	At     ir.Pos
}

// Signal is a named signal and its net.
type Signal struct {
	Path string // "queue.push_valid"
	Net  Net
}

// Join returns the path of a name in an instance: "queue.wr", or "wr" in the top.
func Join(instance []string, name string) string {
	if len(instance) == 0 {
		return name
	}
	return strings.Join(instance, ".") + "." + name
}

// Text returns the netlist as stable text, one node per line. It names domains if
// there are several.
func (n *Netlist) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "netlist %s\n", n.Name)
	in := func(domain int) string {
		if len(n.Domains) < 2 || domain == ir.NoDomain {
			return ""
		}
		return fmt.Sprintf(" in domain %q", n.Domains[domain].Name)
	}
	for _, x := range n.Memories {
		fmt.Fprintf(&b, "memory %s %dx%d\n", x.Path, x.Depth, x.Width)
	}
	for i, x := range n.Nodes {
		fmt.Fprintf(&b, "%%%d = %s", i, x.Op)
		switch x.Op {
		case OpConst:
			fmt.Fprintf(&b, " %x", wide.ToBig(n.Consts[x.Aux]))
		case OpInput:
			fmt.Fprintf(&b, " %s", n.Inputs[x.Aux].Name)
		case OpReg:
			r := n.Registers[x.Aux]
			fmt.Fprintf(&b, " %s next %%%d power_on %x%s", r.Path, r.Next, r.PowerOn, in(r.Domain))
		case OpRead:
			fmt.Fprintf(&b, " %s", n.Memories[x.Aux].Path)
		}
		for _, a := range x.Args {
			fmt.Fprintf(&b, " %%%d", a)
		}
		if x.Op == OpSlice {
			fmt.Fprintf(&b, " from %d", x.Aux)
		}
		fmt.Fprintf(&b, " : %d\n", x.Width)
	}
	for _, w := range n.Writes {
		fmt.Fprintf(&b, "write %s[%%%d] = %%%d if %%%d%s\n", n.Memories[w.Mem].Path, w.Addr, w.Data, w.Enable, in(w.Domain))
	}
	for _, c := range n.Collisions {
		fmt.Fprintf(&b, "forbid %s[%%%d] if %%%d%s\n", n.Memories[c.Mem].Path, c.Addr, c.When, in(c.Domain))
	}
	for _, c := range n.Properties {
		fmt.Fprintf(&b, "%s %s fails if %%%d%s\n", c.Kind, c.Path, c.When, in(c.Domain))
	}
	for _, c := range n.Covers {
		fmt.Fprintf(&b, "%s %s if %%%d%s\n", c.Kind, c.Path, c.When, in(c.Domain))
	}
	for _, net := range n.Until {
		fmt.Fprintf(&b, "until %%%d\n", net)
	}
	for _, o := range n.Outputs {
		fmt.Fprintf(&b, "output %s = %%%d\n", o.Name, o.Net)
	}
	for _, s := range n.Signals {
		fmt.Fprintf(&b, "signal %s = %%%d\n", s.Path, s.Net)
	}
	return b.String()
}

// State are the registers of the design itself.
func (n *Netlist) State() []Register { return n.Registers[:len(n.Registers)-n.Counters] }

// Stop is a net at which a run ends before the edge of a domain.
type Stop struct {
	When   Net
	Domain int
}

// Stops are those of Collisions, then those of Properties.
func (n *Netlist) Stops() []Stop {
	list := make([]Stop, 0, len(n.Collisions)+len(n.Properties))
	for _, c := range n.Collisions {
		list = append(list, Stop{c.When, c.Domain})
	}
	for _, c := range n.Properties {
		list = append(list, Stop{c.When, c.Domain})
	}
	return list
}

// Roots returns a copy of n without nodes and constants, in which each net
// that something other than a node uses has gone through f.
func (n *Netlist) Roots(f func(Net) Net) *Netlist {
	c := *n
	c.Nodes, c.Consts = nil, nil
	c.Outputs = slices.Clone(n.Outputs)
	for i := range c.Outputs {
		c.Outputs[i].Net = f(c.Outputs[i].Net)
	}
	c.Registers = slices.Clone(n.Registers)
	for i := range c.Registers {
		c.Registers[i].Next = f(c.Registers[i].Next)
	}
	c.Writes = slices.Clone(n.Writes)
	for i := range c.Writes {
		w := &c.Writes[i]
		w.Enable, w.Addr, w.Data = f(w.Enable), f(w.Addr), f(w.Data)
	}
	c.Collisions = slices.Clone(n.Collisions)
	for i := range c.Collisions {
		x := &c.Collisions[i]
		x.When, x.Addr = f(x.When), f(x.Addr)
	}
	for _, list := range []*[]Property{&c.Properties, &c.Covers} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i].When = f((*list)[i].When)
		}
	}
	c.Until = slices.Clone(n.Until)
	for i := range c.Until {
		c.Until[i] = f(c.Until[i])
	}
	c.Signals = slices.Clone(n.Signals)
	for i := range c.Signals {
		c.Signals[i].Net = f(c.Signals[i].Net)
	}
	return &c
}
