package waves

import "fmt"

// Scope is one level of the hierarchy, a module instance.
type Scope struct {
	Name   string   // a Verilog identifier, or one with an index: "gen[0]"
	Vars   []*Var   // in the order in which the viewer lists them
	Scopes []*Scope // the instances inside
}

// Kind is what a variable is in the viewer.
type Kind uint8

const (
	Wire  Kind = iota // a net
	Reg               // a register or a word of a memory
	Clock             // the clock: 1 bit, drawn by the writer, no words in a sample
)

func (k Kind) String() string {
	switch k {
	case Wire:
		return "wire"
	case Reg:
		return "reg"
	case Clock:
		return "clock"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Var is one variable.
//
// Name is a Verilog identifier. A word of a memory is a separate variable,
// named by the memory and its index, "mem[3]"; it is written as Verilator
// writes it, `mem[3] [7:0]`, which GTKWave and Surfer show as one vector for
// each word. (Icarus escapes such a name, `\mem[3] [7:0]`; [Read] treats both
// alike.) A 1-bit word is written `mem[3] [0:0]`, because a bare `mem[3]` would
// be taken for bit 3 of a vector.
type Var struct {
	Name  string
	Width int // bits, 1 to maxWidth
	Kind  Kind

	// Enum names the values in the viewers; nil for a plain number.
	Enum *Enum

	// Alias is another variable of the tree, of the same width, whose value
	// this one always has: a port and the wire it is connected to. Aliases
	// share one identifier in the file and take no words in a sample.
	Alias *Var
}

// Enum is a table of state names. Within one tree, and within one folder of
// waves, its name stands for one table: the side files are named after it.
type Enum struct {
	Name   string // letters, digits, "_" and "-"
	Width  int    // bits, 1 to 64
	States []State
}

// State is one named value.
type State struct {
	Name  string
	Value uint64
}

// maxWidth is the widest variable that is written or read, in bits.
const maxWidth = 1 << 20

// maxDepth limits the nesting of scopes, for the reader and the writer.
const maxDepth = 1000
