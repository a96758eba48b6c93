package waves

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	// An identifier of IEEE 1364 clause 3.7 (not escaped), with the indices of
	// a memory word or a generate block. Neither "." nor ":" can occur: the
	// first separates scopes, the second crashes GTKWave.
	nameForm     = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_$]*(\[[0-9]+\])*$`)
	enumNameForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)
)

const maxName = 1024 // characters, so that lines stay readable by every tool

// treeCheck walks a tree once, in declaration order.
type treeCheck struct {
	layout *layout
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
		if c.names[v] == "" { // otherwise it is a repeated Var, which has its own error
			take(v.Name)
		}
		c.variable(v, full+"."+v.Name)
	}
	for i, inner := range s.Scopes {
		if inner == nil {
			c.fail("scope %d inside %s is nil", i, full)
			continue
		}
		if !c.scopes[inner] { // otherwise it is a repeated Scope, which has its own error
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
		c.fail("%s %q: %q is not a Verilog identifier; use letters, digits and _, with at most an index such as mem[3]", what, full, name)
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
	if v.Width < 1 || v.Width > maxWidth {
		c.fail("%s is %d bits wide; a variable has 1 to %d", full, v.Width, maxWidth)
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
		s := slot{name: full, width: v.Width, offset: c.layout.words, at: c.layout.packed.Add(v.Width)}
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
		c.fail("%s: the enum's name %q cannot be a file name; use letters, digits, _ and -", full, e.Name)
	}
	if e.Width < 1 || e.Width > 64 {
		c.fail("%s: enum %s is %d bits wide; an enum has 1 to 64", full, e.Name, e.Width)
		return
	}
	values := map[uint64]bool{}
	for _, s := range e.States {
		if !printable(s.Name) {
			c.fail("%s: enum %s: the state name %q cannot be shown; use printable ASCII that does not begin with ?", full, e.Name, s.Name)
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
	return a.Width == b.Width && slices.Equal(a.States, b.States)
}

// printable reports whether a state name survives both viewers' tables: they are
// lines of text, and "?" would begin a colour in GTKWave.
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
