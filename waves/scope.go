package waves

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
)

// Scope is one level of the hierarchy, a module instance.
type Scope struct {
	Name   string   // a Verilog identifier, or one with an index: «gen[0]»
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
// Name is a Verilog identifier. A word of a memory is a variable of its own,
// named by the memory and its index, «mem[3]»; it is written as Verilator
// writes it, `mem[3] [7:0]`, which GTKWave and Surfer show as one vector a
// word. (Icarus escapes such a name, `\mem[3] [7:0]`; [Read] takes both for
// the same.) A 1-bit word is written `mem[3] [0:0]`, because a bare `mem[3]`
// would be taken for bit 3 of a vector.
type Var struct {
	Name  string
	Width int // bits, 1 to MaxWidth
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
	Name   string // letters, digits, «_» and «-»
	Width  int    // bits, 1 to 64
	States []State
}

// State is one named value.
type State struct {
	Name  string
	Value uint64
}

// MaxWidth is the widest variable that is written or read, in bits.
const MaxWidth = 1 << 20

// maxDepth bounds the nesting of scopes, for the reader as for the writer.
const maxDepth = 1000

// Layout says where in a sample each variable's value lies. A variable of w
// bits has ceil(w/64) words, the least significant first, and the bits above
// w are 0. Variables follow each other in declaration order: the variables of
// a scope, then its inner scopes one after the other. Clocks and aliases have
// no words of their own.
//
// A frame is the same packed: in that order, a variable of up to 8, 16, 32 or 64
// bits has 1, 2, 4 or 8 bytes, a wider one 8 for each 64 bits, little-endian, and
// begins at a multiple of its size, or of 8. The length of a frame is a multiple
// of 8.
type Layout struct {
	slots  []slot
	index  map[*Var]int // of the slot, through aliases
	clocks bool
	words  int
	frame  int // bytes
}

// slot is one value in a sample: a variable that is neither clock nor alias.
type slot struct {
	name   string // full name, for messages
	width  int
	offset int // in words
	at     int // in a frame, in bytes
}

func (s slot) words() int { return (s.width + 63) / 64 }

// bytes is the size in a frame.
func (s slot) bytes() int {
	switch {
	case s.width <= 8:
		return 1
	case s.width <= 16:
		return 2
	case s.width <= 32:
		return 4
	}
	return 8 * s.words()
}

// pack puts the words of the slot into a frame, unpack takes them out.
func (s slot) pack(frame []byte, words []uint64) {
	at := frame[s.at:]
	switch s.bytes() {
	case 1:
		at[0] = byte(words[0])
	case 2:
		binary.LittleEndian.PutUint16(at, uint16(words[0]))
	case 4:
		binary.LittleEndian.PutUint32(at, uint32(words[0]))
	default:
		for k, w := range words {
			binary.LittleEndian.PutUint64(at[8*k:], w)
		}
	}
}

func (s slot) unpack(frame []byte) []uint64 {
	words := make([]uint64, s.words())
	at := frame[s.at:]
	switch s.bytes() {
	case 1:
		words[0] = uint64(at[0])
	case 2:
		words[0] = uint64(binary.LittleEndian.Uint16(at))
	case 4:
		words[0] = uint64(binary.LittleEndian.Uint32(at))
	default:
		for k := range words {
			words[k] = binary.LittleEndian.Uint64(at[8*k:])
		}
	}
	return words
}

// excess is the error of a value that does not fit.
func (s slot) excess(time uint64) error {
	return fmt.Errorf("%s at time %d: the sample has bits above its %d", s.name, time, s.width)
}

// Words is the length of a sample.
func (l *Layout) Words() int { return l.words }

// FrameSize is the length of a frame in bytes.
func (l *Layout) FrameSize() int { return l.frame }

// FrameOffset is [Layout.Offset] in a frame, in bytes.
func (l *Layout) FrameOffset(v *Var) (int, bool) {
	i, ok := l.index[v]
	if !ok {
		return 0, false
	}
	return l.slots[i].at, true
}

// Offset is the index of v's first word in a sample; for an alias, that of the
// variable it stands for. It is false for a clock and for a variable that is
// not in the tree.
func (l *Layout) Offset(v *Var) (int, bool) {
	i, ok := l.index[v]
	if !ok {
		return 0, false
	}
	return l.slots[i].offset, true
}

var (
	// An identifier of IEEE 1364 clause 3.7 (not escaped), with the indices of
	// a memory word or a generate block. Neither «.» nor «:» can occur: the
	// first separates scopes, the second crashes GTKWave.
	nameForm     = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*(\[[0-9]+\])*$`)
	enumNameForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)
)

const maxName = 1024 // characters, so that lines stay readable by every tool

// NewLayout checks the tree and lays out its samples. All that is wrong with
// the tree comes back in one joined error, each line with a variable's full
// name.
func NewLayout(top *Scope) (*Layout, error) {
	l := &Layout{index: map[*Var]int{}}
	c := &treeCheck{layout: l, names: map[*Var]string{}, scopes: map[*Scope]bool{}, enums: map[string]*Enum{}}
	if top == nil {
		return nil, errors.New("waves: the tree has no top scope")
	}
	c.scope(top, "", 1)
	c.aliases()
	l.frame = (l.frame + 7) &^ 7
	if len(c.errs) > 0 {
		return nil, errors.Join(c.errs...)
	}
	return l, nil
}

// treeCheck walks a tree once, in declaration order.
type treeCheck struct {
	layout *Layout
	names  map[*Var]string // full names of the variables seen
	order  []*Var
	scopes map[*Scope]bool
	enums  map[string]*Enum
	errs   []error
}

func (c *treeCheck) fail(format string, args ...any) {
	const limit = 10
	if len(c.errs) < limit {
		c.errs = append(c.errs, fmt.Errorf("waves: "+format, args...))
	}
}

func (c *treeCheck) scope(s *Scope, prefix string, depth int) {
	full := prefix + s.Name
	switch {
	case c.scopes[s]:
		c.fail("scope %s is in the tree twice; make a Scope for each instance", full)
		return
	case depth > maxDepth:
		c.fail("scope %s: more than %d levels of hierarchy", full, maxDepth)
		return
	}
	c.scopes[s] = true
	c.name("scope", full, s.Name)
	taken := map[string]bool{}
	take := func(name string) {
		if taken[name] {
			c.fail("%s.%s is declared twice; rename one", full, name)
		}
		taken[name] = true
	}
	for i, v := range s.Vars {
		if v == nil {
			c.fail("variable %d of %s is nil", i, full)
			continue
		}
		if c.names[v] == "" { // else the same Var again, which says it better
			take(v.Name)
		}
		c.variable(v, full+"."+v.Name)
	}
	for i, inner := range s.Scopes {
		if inner == nil {
			c.fail("scope %d inside %s is nil", i, full)
			continue
		}
		if !c.scopes[inner] { // else the same Scope again, which says it better
			take(inner.Name)
		}
		c.scope(inner, full+".", depth+1)
	}
}

func (c *treeCheck) name(what, full, name string) {
	switch {
	case len(name) > maxName:
		c.fail("%s %.40s…: its name has %d characters, at most %d are allowed", what, full, len(name), maxName)
	case !nameForm.MatchString(name):
		c.fail("%s %q: %q is not a Verilog identifier; use letters, digits and «_», with an index like «mem[3]» at most", what, full, name)
	}
}

func (c *treeCheck) variable(v *Var, full string) {
	if first, ok := c.names[v]; ok {
		c.fail("%s is the same Var as %s; make another with Alias set", full, first)
		return
	}
	c.names[v] = full
	c.order = append(c.order, v)
	c.name("variable", full, v.Name)
	if v.Width < 1 || v.Width > MaxWidth {
		c.fail("%s is %d bits wide; a variable has 1 to %d", full, v.Width, MaxWidth)
	}
	if v.Enum != nil {
		c.enum(v.Enum, v, full)
	}
	switch v.Kind {
	case Clock:
		if v.Width != 1 || v.Alias != nil || v.Enum != nil {
			c.fail("%s is a clock: it has 1 bit, no Alias and no Enum", full)
		}
		c.layout.clocks = true
	case Wire, Reg:
	default:
		c.fail("%s has the unknown kind %d; use Wire, Reg or Clock", full, v.Kind)
	}
	if v.Kind != Clock && v.Alias == nil {
		s := slot{name: full, width: v.Width, offset: c.layout.words}
		unit := min(s.bytes(), 8)
		s.at = (c.layout.frame + unit - 1) / unit * unit
		c.layout.frame = s.at + s.bytes()
		c.layout.index[v] = len(c.layout.slots)
		c.layout.slots = append(c.layout.slots, s)
		c.layout.words += s.words()
	}
}

// aliases gives each alias the slot of the variable at the end of its chain.
func (c *treeCheck) aliases() {
	inLoop := map[*Var]bool{} // reported already
	for _, v := range c.order {
		if v.Alias == nil || v.Kind == Clock {
			continue
		}
		full, end := c.names[v], v
		seen := map[*Var]bool{}
		for end.Alias != nil && !seen[end] {
			seen[end] = true
			end = end.Alias
		}
		slot, ok := c.layout.index[end]
		switch {
		case end.Alias != nil:
			if !inLoop[end] {
				c.fail("%s is an alias of itself", full)
			}
			maps.Copy(inLoop, seen)
		case end.Kind == Clock:
			c.fail("%s is an alias of a clock; give it the kind Clock instead, all clocks are one", full)
		case !ok:
			c.fail("%s is an alias of %q, which is not in the tree", full, end.Name)
		case c.layout.slots[slot].width != v.Width:
			c.fail("%s is %d bits, but %s, which it is an alias of, is %d", full, v.Width, c.names[end], end.Width)
		default:
			c.layout.index[v] = slot
		}
	}
}

func (c *treeCheck) enum(e *Enum, v *Var, full string) {
	if e.Width != v.Width {
		c.fail("%s is %d bits, but its enum %s is %d", full, v.Width, e.Name, e.Width)
	}
	if first, ok := c.enums[e.Name]; ok {
		if first != e && !sameEnum(first, e) {
			c.fail("%s: another enum is called %s too, with other states; rename one", full, e.Name)
		}
		return
	}
	c.enums[e.Name] = e
	if !enumNameForm.MatchString(e.Name) || len(e.Name) > 200 {
		c.fail("%s: the enum's name %q cannot be a file's name; use letters, digits, «_» and «-»", full, e.Name)
	}
	if e.Width < 1 || e.Width > 64 {
		c.fail("%s: enum %s is %d bits wide; an enum has 1 to 64", full, e.Name, e.Width)
		return
	}
	values := map[uint64]bool{}
	for _, s := range e.States {
		if !printable(s.Name) {
			c.fail("%s: enum %s: the state name %q cannot be shown; use printable ASCII that does not begin with «?»", full, e.Name, s.Name)
		}
		if e.Width < 64 && s.Value>>e.Width != 0 {
			c.fail("%s: enum %s: the value %d of %s does not fit %d bits", full, e.Name, s.Value, s.Name, e.Width)
		}
		if values[s.Value] {
			c.fail("%s: enum %s: the value %d has two names", full, e.Name, s.Value)
		}
		values[s.Value] = true
	}
}

func sameEnum(a, b *Enum) bool {
	if a.Width != b.Width || len(a.States) != len(b.States) {
		return false
	}
	for i := range a.States {
		if a.States[i] != b.States[i] {
			return false
		}
	}
	return true
}

// printable holds for a state name that survives both viewers' tables: they
// are lines of text, and «?» would begin a colour in GTKWave.
func printable(name string) bool {
	if name == "" || name[0] == '?' || strings.TrimSpace(name) != name {
		return false
	}
	for i := 0; i < len(name); i++ {
		if name[i] < ' ' || name[i] > '~' {
			return false
		}
	}
	return true
}
