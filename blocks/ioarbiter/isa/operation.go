package isa

import "slices"

// Sizes of a request and of a state object.
const (
	MaxLength   = 64 // words of a request, its state pointer included
	ObjectWords = 16
	WordBits    = 32 // of each word
)

// Layout is the order of the words of a request's records, or of its response's, in SM memory.
type Layout uint8

// With n records of w words, word j of record i is word i·w+j of an array of structs, and word j·n+i of a struct of arrays.
const (
	Records Layout = iota // an array of structs
	Columns               // a struct of arrays
)

// Arrange returns the words of records in the order of the layout.
func (l Layout) Arrange(records [][]uint32) (words []uint32) {
	if l == Columns && len(records) > 0 {
		for j := range records[0] {
			for i := range records {
				words = append(words, records[i][j])
			}
		}
		return words
	}
	return slices.Concat(records...)
}

// Word is a word of an operation's record, or of its response.
type Word struct {
	Name   string // for tables: "x0"
	Format Format
	// Field is the Go path of a field of the unit's request, or of its response: "Vertices[0].X". The word is bits Low
	// to Low+31 of the field, or as many as there are. A response's word is extended with zeros, or with its sign if
	// Signed. The bits of a request's word beyond the field must be 0, or copies of its sign if Signed; otherwise the
	// record is a unit fault, and does not go to the unit.
	Field  string
	Signed bool
	Low    int
}

// Setting is a field of a unit's request that an operation always gives the same value.
type Setting struct {
	Field string
	Value uint64
}

// Operation is a use of a fixed-function unit, which a request selects by its unit number.
type Operation struct {
	Name           string // "triangle"
	Unit           int    // which of the units
	Request        []Word // of a record: 1 to 32
	Layout         Layout
	Settings       []Setting
	Response       []Word // for a record: 0 to 16
	ResponseLayout Layout
}

// Unit describes a fixed-function unit: all that its interface logic is built from.
type Unit struct {
	Name       string
	StateWords int // 1 to 16
	Request    Fields
	Response   Fields
	// Fault is the field of the response, of 1 bit, that is 1 if the request could not be carried out; empty if there
	// is none.
	Fault string
}

// Field is a number in a unit's request, or in its response.
type Field struct {
	Path  string // its Go path in the bundle: "Vertices[0].X"
	Name  string // its name in Verilog: "vertices_0_x"
	Width int    // in bits
}

// Fields are those of a request or of a response, in the order in which they are packed, the first in the lowest bits.
type Fields []Field

// Width is the sum of the fields' widths.
func (list Fields) Width() (n int) {
	for _, f := range list {
		n += f.Width
	}
	return n
}

// Place locates a field among the others.
func (list Fields) Place(path string) (low, width int, ok bool) {
	for _, f := range list {
		if f.Path == path {
			return low, f.Width, true
		}
		low += f.Width
	}
	return 0, 0, false
}

// ABI is what a program must know of a connector.
type ABI struct {
	AddressBits int // of an SM memory's word address
	Objects     int // state objects in global memory
	Units       []Unit
	Operations  []Operation // an operation's number is its index
}

// Operations and macros have numbers in a request's unit field.
const (
	UnitBits      = 5
	MaxOperations = 24 // numbers 0 to 23
	FirstMacro    = MaxOperations
	Macros        = 1<<UnitBits - FirstMacro
)
