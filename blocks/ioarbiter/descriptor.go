package ioarbiter

import (
	"fmt"

	"posedge/hdl"
)

// Format is a conversion of one word by the shared format converters: of a parameter on its way to a unit, and of a
// word of the unit's output on its way back.
type Format uint8

// The formats. Conversions round to nearest even and saturate; a NaN becomes 0 in 24.8.
const (
	Integer Format = iota // the word as it is, in both directions
	Fixed                 // fp32 to signed 24.8; back to fp32
	Half                  // fp32 to fp16 in the low 16 bits; back to fp32
	Unorm                 // responses only: the low 8 bits, 0 to 255, to fp32, 0 to 1
	YUV601                // requests only: RGB to YUV of BT.601, three UNORM8 in the low 24 bits, limited range
	YUV709                // the same of BT.709
)

// FormatBits is the width of a Format.
const FormatBits = 3

var formatNames = [...]string{"integer", "24.8", "fp16", "unorm8", "yuv601", "yuv709"}

// String is the format's name.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// ofRequests says whether words of requests can be converted to the format.
func (f Format) ofRequests() bool { return f != Unorm && f <= YUV709 }

// Layout is the order of the words of a request's records, or of its response's, in SM memory.
type Layout uint8

// With n records of w words, word j of record i is word i·w+j of an array of structs, and word j·n+i of a struct of arrays.
const (
	Records Layout = iota // an array of structs
	Columns               // a struct of arrays
)

// Word is a word of an operation's record, or of its response.
type Word struct {
	Name   string // for tables: "x0"
	Format Format
	// Field is the field of the unit's request, or of its response, by its Go path: "Vertices[0].X". The word is bits
	// Low to Low+31 of it, or as many as it has. A response's word is extended with zeros, or with its sign if Signed. The
	// bits of a request's word beyond the field must be 0, or copies of its sign if Signed: a record with another word is
	// a unit fault, and does not go to the unit.
	Field  string
	Signed bool
	Low    int
}

// Setting is a field of a unit's request that an operation always gives the same value.
type Setting struct {
	Field string
	Value uint64
}

// Operation is what a request can ask for by its unit number: a use of a fixed-function unit.
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
	StateWords int        // 1 to 16
	Request    []hdl.Leaf // the fields of its request
	Response   []hdl.Leaf // and of its response
	// Fault is the field of the response, of 1 bit, that says that the request could not be carried out; it may be empty.
	Fault string
}

// NewUnit describes a unit with the given shapes of its request and its response.
func NewUnit[Req, Resp any](name string, stateWords int, request Req, response Resp, fault string) (Unit, error) {
	in, err := hdl.Leaves(request)
	if err != nil {
		return Unit{}, fmt.Errorf("ioarbiter: unit %s: request: %w", name, err)
	}
	out, err := hdl.Leaves(response)
	if err != nil {
		return Unit{}, fmt.Errorf("ioarbiter: unit %s: response: %w", name, err)
	}
	return Unit{Name: name, StateWords: stateWords, Request: in, Response: out, Fault: fault}, nil
}

// widthOf is the sum of the fields' widths.
func widthOf(leaves []hdl.Leaf) (n int) {
	for _, l := range leaves {
		n += l.Bits.Width()
	}
	return n
}

// place is where a field lies among the others, as [hdl.Flatten] packs them.
func place(leaves []hdl.Leaf, field string) (low, width int, ok bool) {
	for _, l := range leaves {
		if l.Field == field {
			return low, l.Bits.Width(), true
		}
		low += l.Bits.Width()
	}
	return 0, 0, false
}

// Operations and macros have numbers in a request's unit field.
const (
	UnitBits      = 5
	MaxOperations = 24 // numbers 0 to 23
	FirstMacro    = MaxOperations
	Macros        = 1<<UnitBits - FirstMacro
)
