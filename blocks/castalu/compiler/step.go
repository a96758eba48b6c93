package compiler

import (
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
)

// A value occupies one component of a register from its computation to its last use.
type value struct {
	name    string
	format  isa.Format // in the register
	settled bool       // the format is fixed
	def     *step      // nil for an input
	web     *web
	place   int // the component that it must be in, or free

	uses     []*step // once for each operand element
	from, to int     // its live range, in the times of step.reads
	register int
	at       int // its component
	// For a gather's copy: read with the modifier under, it equals copyOf.
	copyOf ref
	under  isa.Modifier
	by     class
}

// free is the place of a value that may be in any component.
const free = -1

// A ref is an element of an operand: a value or a constant, and its modifier.
type ref struct {
	value    *value
	constant *flow.Node // Constant, or the Input of a uniform
	modifier isa.Modifier
}

func (r ref) literal() bool { return r.constant != nil && r.constant.Op == flow.Constant }

// A step is an instruction whose registers and constants are not chosen yet.
type step struct {
	op        isa.Op
	t         isa.Type
	condition isa.Condition
	scale     isa.Scale
	clamp     isa.Clamp
	in        [3][]ref // by element
	out       []*value // by element
	twins     []*value // further components for the only element of out
	unit      int      // of a request
	status    *value   // of a request; nothing reads it
	copies    bool     // it is a gather's mov: its values may be in any components

	name     string
	position flow.Position
	index    int     // in the source's order, then in the schedule
	gathers  []*step // movs that bring each operand into one register
}

// The times of a step: its gathers write at 4·index and finish reading at 4·index + 1; the
// step itself reads at 4·index + 2 and writes at 4·index + 3.
func (s *step) reads() int {
	if s.copies {
		return 4*s.index + 1
	}
	return 4*s.index + 2
}

func (s *step) writes() int {
	if s.copies {
		return 4 * s.index
	}
	return 4*s.index + 3
}

// results returns all values that a step writes.
func (s *step) results() []*value { return append(s.out[:len(s.out):len(s.out)], s.twins...) }

// A draft is a program in the making.
type draft struct {
	plan   *precision.Plan
	steps  []*step // without gathers; the last is End
	inputs []int
	values []*value
	copies map[ref][]*value // that gathers have made

	registers int // in use, after allocation
}

// all returns the steps and their gathers, in the order of execution.
func (d *draft) all() []*step {
	var list []*step
	for _, s := range d.steps {
		list = append(append(list, s.gathers...), s)
	}
	return list
}

// value adds a value.
func (d *draft) value(v value) *value {
	added := &v
	added.web = &web{values: []*value{added}, register: free}
	d.values = append(d.values, added)
	return added
}

// lives computes the live ranges of all values.
func (d *draft) lives() {
	for _, v := range d.values {
		v.uses = nil
	}
	for _, s := range d.all() {
		for _, in := range s.in {
			for _, r := range in {
				if r.value != nil {
					r.value.uses = append(r.value.uses, s)
				}
			}
		}
	}
	for _, v := range d.values {
		v.live()
	}
}

// live computes a value's live range from its uses.
func (v *value) live() {
	v.from = -1
	if v.def != nil {
		v.from = v.def.writes()
	}
	v.to = v.from
	for _, s := range v.uses {
		v.to = max(v.to, s.reads())
	}
}
