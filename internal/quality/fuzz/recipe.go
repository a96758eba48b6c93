package fuzz

import (
	"fmt"
	"math/big"

	"posedge/hdl"
)

// Design is the recipe of a design: its modules, children before their parents,
// the top last.
type Design struct {
	// Name is the name of the top module and, with a suffix, of the others.
	Name string
	// Shape has the widths of the leaves of every [Bundle] in the design.
	Shape   []int
	Modules []*Module
}

// Top is the last module.
func (d *Design) Top() *Module { return d.Modules[len(d.Modules)-1] }

// Module is the recipe of a component. Signals are named as Go expressions that
// are valid in its Describe: "r0", "c.In[1].Bits", "u0.Rsp[0].Data.Pair[1]".
type Module struct {
	Name string
	In   []int // widths of inputs
	Out  []int // widths of outputs
	// Bundle ports and streams of the design's shape, at most one each.
	Req, Rsp, Push, Pop bool

	States    []int // encodings of the state machine st, the reset state first; or none
	Regs      []*Reg
	Wires     []*wireDecl
	Mems      []*memDecl
	Instances []*instanceDecl
	Body      []*Stmt
}

// valueType is the type of a value: Bits or Signed of a width, or a Bundle.
type valueType struct {
	Kind  Kind
	Width int // 0 for a bundle
}

// Kind is the Go type of a value.
type Kind uint8

const (
	bitsKind Kind = iota
	signedKind
	bundleKind
	streamKind // not a value; only for the generator
)

func bitsType(width int) valueType { return valueType{bitsKind, width} }

var bundleType = valueType{Kind: bundleKind}

// Reg is a register, of Bits or a bundle.
type Reg struct {
	Name    string
	Type    valueType
	Scope   string // or empty
	NoReset bool
	Reset   []*big.Int // one for each leaf; nil if not given
}

// wireDecl is a wire, of Bits or a bundle.
type wireDecl struct {
	Name string
	Type valueType
}

// memDecl is a memory of words of Bits or a bundle.
type memDecl struct {
	Name  string
	Type  valueType
	Depth int
	Init  [][]*big.Int // a word has one number for each leaf
}

// instanceDecl is a child, by its index in [Design.Modules].
type instanceDecl struct {
	Name   string
	Scope  string // or empty
	Module int
}

// expression is an expression: an operation of the table, or one of
//
//   - ref: the signal called Name
//   - const: Value, of a width
//   - int: Value as a Go integer, where the other side has the width
type expression struct {
	Op    string
	Type  valueType
	Args  []*expression
	Ints  []int  // parameters: a slice's ends, a number of copies
	Name  string // of a signal, memory or stream
	Value *big.Int
}

// stmtKind says what a [Stmt] is.
type stmtKind string

const (
	letStmt     stmtKind = "let"     // Name := X
	namedStmt   stmtKind = "named"   // Name := m.Named("Name", X)
	readRegStmt stmtKind = "readreg" // Name := Target.ReadReg("Name", X, Y, mode)
	setStmt     stmtKind = "set"     // Target.Set(X), of a bundle hdl.Set(Target, X)
	defaultStmt stmtKind = "default" // Target.Default(X)
	ifStmt      stmtKind = "if"      // Arms by their X, Else
	switchStmt  stmtKind = "switch"  // X, Arms by their Values, Else
	writeStmt   stmtKind = "write"   // Target.Write(X, Y)
	maskStmt    stmtKind = "mask"    // Target.WriteMasked(X, Y, Z)
	statesStmt  stmtKind = "states"  // st.Switch(), Arms by their Values, Else
	gotoStmt    stmtKind = "goto"    // st.Goto(Ints[0])
	sendStmt    stmtKind = "send"    // Target.Send(X, Y)
	fromStmt    stmtKind = "from"    // Target.From(Name)
	unusedStmt  stmtKind = "unused"  // hdl.Unused(Target)
	assertStmt  stmtKind = "assert"  // m.Assert("Name", X)
	assumeStmt  stmtKind = "assume"  // m.Assume("Name", X)
	coverStmt   stmtKind = "cover"   // m.Cover("Name", X)
)

// Stmt is a statement.
type Stmt struct {
	Kind    stmtKind
	Name    string
	Target  string
	X, Y, Z *expression
	Ints    []int // the read mode, the state
	Arms    []*branchArm
	Else    []*Stmt
	HasElse bool
}

// branchArm is a branch of an If (X), a Switch (Values) or a Switch over states.
type branchArm struct {
	X      *expression
	Values []int
	Body   []*Stmt
}

// Bundle is the bundle of all random designs: a value, an array, and a slice of
// structs.
type Bundle struct {
	A    hdl.Bits
	Pair [2]hdl.Bits
	Rest []Part
}

// Part is a nested bundle.
type Part struct{ X, Y hdl.Bits }

// leafNames are the Go paths of the leaves of a bundle of n leaves.
func leafNames(n int) []string {
	list := []string{"A", "Pair[0]", "Pair[1]"}
	for i := range (n - 3) / 2 {
		list = append(list, fmt.Sprintf("Rest[%d].X", i), fmt.Sprintf("Rest[%d].Y", i))
	}
	return list
}

func sum(widths []int) int {
	n := 0
	for _, w := range widths {
		n += w
	}
	return n
}
