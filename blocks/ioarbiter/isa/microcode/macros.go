package microcode

import _ "embed"

// Format is how a parameter of a macro is converted on its way to its register.
type Format uint8

// The formats.
const (
	Integer Format = iota // as it is
	Fixed                 // fp32 to signed 24.8
)

// Parameter is a word of a macro's request.
type Parameter struct {
	Name   string
	Format Format
}

// Macro is a built-in macro.
type Macro struct {
	Name       string
	Doc        string
	Parameters []Parameter // in the order of the request; the first is r0 at the start
	Text       string
}

//go:embed macros/blit.s
var blit string

//go:embed macros/clear.s
var clearTiles string

//go:embed macros/triangle.s
var triangle string

//go:embed macros/zonly.s
var zonly string

func parameters(f Format, names ...string) (list []Parameter) {
	for _, n := range names {
		list = append(list, Parameter{n, f})
	}
	return list
}

func join(lists ...[]Parameter) (all []Parameter) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// Macros are the built-in macros, in the order of their numbers.
func Macros() []Macro {
	tiles := parameters(Integer, "tx0", "ty0", "tx1", "ty1")
	solid := join(parameters(Fixed, "x0", "y0", "x1", "y1", "x2", "y2", "a", "b", "c"), tiles)
	return []Macro{
		{"blit", "4×4 quads from a texture to the surface", join(parameters(Integer, "qx0", "qy0", "qx1", "qy1"),
			parameters(Fixed, "u", "v", "dudx", "dvdx", "dudy", "dvdy")), blit},
		{"clear", "8×8 tiles of the depth buffer in a clipping rectangle", join(parameters(Fixed, "x0", "y0", "x1", "y1"), tiles), clearTiles},
		{"triangle", "a triangle of one colour, with depth", join(solid, parameters(Integer, "colour")), triangle},
		{"zonly", "a triangle in the depth buffer only", solid, zonly},
	}
}

// Entry is an entry of the table of macros.
type Entry struct {
	Loaded     bool
	Address    int // of the first instruction
	Parameters int // words of the request, its state pointer not counted
}

// Fields of an entry's word.
const (
	EntryAddressBits  = 10
	EntryParameterLow = 10
	EntryParameters   = 6  // bits
	EntryLoadedBit    = 16 // 1: the macro is loaded
	EntryBits         = EntryLoadedBit + 1
)

// Word is the entry as it is loaded.
func (e Entry) Word() uint64 {
	w := uint64(e.Address)&(1<<EntryAddressBits-1) | uint64(e.Parameters)&(1<<EntryParameters-1)<<EntryParameterLow
	if e.Loaded {
		w |= 1 << EntryLoadedBit
	}
	return w
}

// Link places the built-in macros one after another in a memory of size words. A macro that does not fit, or that uses
// an operation that is not in the list, is not loaded.
func Link(list []Operation, size int) (words []Word, entries []Entry) {
	for _, m := range Macros() {
		code, err := Assemble(m.Name+".s", m.Text, list)
		if err != nil || len(words)+len(code) > size {
			entries = append(entries, Entry{})
			continue
		}
		entries = append(entries, Entry{true, len(words), len(m.Parameters)})
		words = append(words, code...)
	}
	return words, entries
}
