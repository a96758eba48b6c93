package compiler

import (
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
)

// A value is what stands in one component of a register from when it is computed to its
// last use.
type value struct {
	name    string
	format  isa.Format // as it stands in the register
	settled bool       // the format is not to be chosen
	def     *step      // nil of an input
	web     *web
	place   int // the component in which it must stand, or free

	uses     []*step // an operand's element each
	from, to int     // the times between which it is alive: see step.reads
	register int
	at       int // its component
	// A gather's value, changed by the modifier under, is that of copyOf.
	copyOf ref
	under  isa.Modifier
	by     class
}

// free is the place of a value that may stand in any component.
const free = -1

// A ref is an element of an operand: a value or a constant, and what changes it.
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
	twins     []*value // more components for the one element of out
	unit      int      // of a request
	status    *value   // of a request: what nothing reads
	copies    bool     // it is part of a gather: its values may stand in any components

	name     string
	position flow.Position
	index    int     // in the source's order, then in the schedule
	gathers  []*step // what brings its operands into one register each
}

// The times of a step: gathers write at 4·index and have read what they take at
// 4·index + 1; the step reads at 4·index + 2 and writes at 4·index + 3.
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

// results are all values that a step writes.
func (s *step) results() []*value { return append(s.out[:len(s.out):len(s.out)], s.twins...) }

// A draft is a program in the making.
type draft struct {
	plan   *precision.Plan
	steps  []*step // without gathers; the last is End
	inputs []int
	values []*value
	copies map[ref][]*value // what gathers have moved

	registers int // in use, once they are allocated
}

// all are the steps and their gathers, in the order of execution.
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

// lives finds the times of all values.
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

// live finds the times of a value by its uses.
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
