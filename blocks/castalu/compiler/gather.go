package compiler

import (
	"maps"
	"math"
	"slices"

	"posedge/blocks/castalu/isa"
)

// gatherAll makes each operand readable: from one register or constant, with one swizzle,
// format and modifier. Where possible, values are computed in the component in which they
// are needed; otherwise a mov before the instruction puts them there. The output comes
// first, because its components have fixed places.
func (d *draft) gatherAll() {
	d.lives()
	end := d.steps[len(d.steps)-1]
	d.gather(end, 0)
	for _, s := range d.steps {
		if s == end || s.op == isa.Request {
			continue
		}
		for k := range s.in {
			if len(s.in[k]) > 0 {
				d.gather(s, k)
			}
		}
	}
}

// A wanted is a distinct element of an operand.
type wanted struct {
	ref
	places []int // the components that it must be in, for the output; otherwise free
}

// An arrangement is a way to bring an operand together in one register.
type arrangement struct {
	step     *step
	modifier isa.Modifier   // of the operand
	format   isa.Format     // of the operand in the register
	base     *web           // the register in which it is built; nil for a new one
	joined   []*web         // webs that are merged into it
	fixed    map[*value]int // places that the output demands
	homes    [][]*value     // by wanted and place: the value that is read
	twins    []*value       // results written to further components
	moved    []*value       // copies that movs write there
	classes  []class        // of moved
}

// A class identifies copies that a single mov can make.
type class struct {
	from     *web // nil for constants
	t        isa.Type
	format   isa.Format // of the source
	modifier isa.Modifier
}

// gather brings operand k of a step together with the fewest movs.
func (d *draft) gather(s *step, k int) {
	var list []wanted
	values := false
	for e, r := range s.in[k] {
		at := slices.IndexFunc(list, func(w wanted) bool { return w.ref == r })
		if at < 0 {
			at = len(list)
			list = append(list, wanted{ref: r})
		}
		list[at].places = append(list[at].places, e)
		values = values || r.value != nil
	}
	output := s.op == isa.End
	if !output {
		for i := range list {
			list[i].places = []int{free}
		}
		if values && len(list) == 1 {
			return
		}
		if _, ok := constantOperand(s.in[k], s.t); !values && ok {
			return
		}
	}
	modifiers, formats := modifiersOf(list), formatsOf(list, s.t)
	if output {
		modifiers, formats = modifiers[:1], formats[:1] // unmodified, in fp32
	}
	var best *arrangement
	for _, m := range modifiers {
		for _, f := range formats {
			for _, base := range d.bases(list) {
				if base != nil && len(base.values)+len(list) > maxWeb || best != nil && best.cost() == 0 {
					continue
				}
				if a := d.arrange(s, list, m, f, base); a != nil && (best == nil || a.cost() < best.cost()) {
					best = a
				}
			}
		}
	}
	d.apply(best, list, k)
}

func (a *arrangement) cost() int {
	n := 0
	for k, c := range a.classes {
		if !slices.Contains(a.classes[:k], c) {
			n++
		}
	}
	return n
}

func modifiersOf(list []wanted) []isa.Modifier {
	out := []isa.Modifier{isa.Plain}
	for _, w := range list {
		if !slices.Contains(out, w.modifier) {
			out = append(out, w.modifier)
		}
	}
	return out
}

func formatsOf(list []wanted, t isa.Type) []isa.Format {
	out := []isa.Format{isa.As(t)}
	for _, w := range list {
		if w.value != nil && !slices.Contains(out, w.value.format) {
			out = append(out, w.value.format)
		}
	}
	return out
}

// bases returns the registers in which an operand may be built: those of its elements and
// of earlier copies of them, and a new one.
func (d *draft) bases(list []wanted) []*web {
	var out []*web
	add := func(w *web) {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	for _, w := range list {
		if w.value != nil {
			add(w.value.web)
		}
		for _, v := range d.copies[w.ref] {
			add(v.web)
		}
	}
	return append(out, nil)
}

// relative is the modifier which, followed by the operand's modifier, has the effect of r's
// own; false if there is none.
func (r ref) relative(operand isa.Modifier) (isa.Modifier, bool) {
	if operand == isa.Plain {
		return r.modifier, true
	}
	if operand == isa.OneMinus || r.modifier == isa.OneMinus {
		return isa.Plain, r.modifier == operand
	}
	if operand == isa.Negate {
		return negate(r.modifier), true
	}
	if !r.literal() {
		return isa.Plain, r.modifier == operand
	}
	x := changed(r.modifier, r.constant.Value)
	if operand == isa.Absolute {
		return r.modifier, !math.Signbit(x)
	}
	return negate(r.modifier), math.Signbit(x) || x == 0
}

// changed applies a modifier to a number.
func changed(m isa.Modifier, x float64) float64 {
	switch m {
	case isa.Negate:
		return -x
	case isa.Absolute:
		return math.Abs(x)
	case isa.NegateAbsolute:
		return -math.Abs(x)
	}
	return x
}

// arrange tries to build an operand in base; nil if that is impossible.
func (d *draft) arrange(s *step, list []wanted, m isa.Modifier, f isa.Format, base *web) *arrangement {
	a := &arrangement{step: s, modifier: m, format: f, base: base, fixed: map[*value]int{}, homes: make([][]*value, len(list))}
	in := web{register: free}
	if base != nil {
		in = web{slices.Clone(base.values), base.register}
	}
	extended := map[*value]int{}
	defer func() {
		for v, to := range extended {
			v.to = to
		}
	}()
	for k, w := range list { // elements that are there already, or can be
		if base == nil {
			break
		}
		for _, home := range d.homes(a, w) {
			next := web{slices.Clone(in.values), in.register}
			joins := !slices.Contains(in.values, home)
			if joins {
				if in.register != free && home.web.register != free || len(in.values)+len(home.web.values) > maxWeb {
					continue
				}
				next = web{append(next.values, home.web.values...), max(in.register, home.web.register)}
			}
			fixed := maps.Clone(a.fixed)
			if w.places[0] != free {
				fixed[home] = w.places[0]
			}
			to := home.to
			home.to = max(to, s.reads())
			var twins []*value
			if home.alone() {
				for _, p := range w.places[1:] {
					twins = append(twins, &value{name: home.name, format: home.format, settled: true, def: home.def, place: p, from: home.from, to: s.reads()})
				}
			}
			next.values = append(next.values, twins...)
			if _, ok := fit(next.values, fixed, nothing); !ok {
				home.to = to
				continue
			}
			if _, ok := extended[home]; !ok {
				extended[home] = to
			}
			if joins {
				a.joined = append(a.joined, home.web)
			}
			in, a.fixed = next, fixed
			a.twins = append(a.twins, twins...)
			a.homes[k] = append([]*value{home}, twins...)
			break
		}
	}
	for k, w := range list { // elements that are moved there
		for _, p := range w.places[len(a.homes[k]):] {
			c, ok := w.class(m, f, s.t)
			if !ok {
				return nil
			}
			v := &value{name: w.name(), format: f, settled: true, place: p, from: 4 * s.index, to: s.reads(), copyOf: w.ref, under: m, by: c}
			a.classes = append(a.classes, c)
			a.moved = append(a.moved, v)
			a.homes[k] = append(a.homes[k], v)
			in.values = append(in.values, v)
		}
	}
	if _, ok := fit(in.values, a.fixed, nothing); !ok {
		return nil
	}
	return a
}

// homes returns the values from which an element can be read without a mov: its own, and
// copies that an earlier mov has written to the base.
func (d *draft) homes(a *arrangement, w wanted) (list []*value) {
	if w.value != nil && w.modifier == a.modifier && w.value.format == a.format {
		list = append(list, w.value)
	}
	c, ok := w.class(a.modifier, a.format, a.step.t)
	for _, v := range d.copies[w.ref] {
		if ok && v.under == a.modifier && v.format == a.format && v.by.like(c) && v.web == a.base && v.from <= 4*a.step.index {
			list = append(list, v)
		}
	}
	return list
}

// like reports whether two movs change the elements that they move in the same way.
func (c class) like(other class) bool {
	c.from, other.from = nil, nil
	return c == other
}

// alone reports whether a value is the only element of an arithmetic result, which can be
// written to several components.
func (v *value) alone() bool { return v.def != nil && v.def.op.Arithmetic() && len(v.def.out) == 1 }

func (r ref) name() string {
	if r.value != nil {
		return r.value.name
	}
	return r.constant.Bundle.Name
}

// class is the class of the mov that makes a copy of an element in format f, for an operand
// with modifier m of an instruction of type t.
func (r ref) class(m isa.Modifier, f isa.Format, t isa.Type) (class, bool) {
	change, ok := r.relative(m)
	as, _ := f.Numeric()
	switch {
	case !ok || !through(t, as, t):
		return class{}, false
	case r.literal():
		// As the instruction itself would round it.
		x := changed(change, r.constant.Value)
		return class{t: as}, as == t || isa.Cast(f, isa.As(t), literal(as, x)) == literal(t, x)
	}
	from, at := isa.As(isa.FP32), (*web)(nil)
	if r.value != nil {
		from, at = r.value.format, r.value.web
	}
	c := class{from: at, t: as, modifier: change}
	if from == f && change == isa.Plain {
		return c, true
	}
	c.t, c.format = t, from
	return c, true
}

// apply carries out an arrangement.
func (d *draft) apply(a *arrangement, list []wanted, k int) {
	s := a.step
	into := a.base
	if into == nil {
		into = &web{register: free}
	}
	join := func(values []*value) {
		for _, v := range values {
			v.web = into
		}
		into.values = append(into.values, values...)
	}
	for _, w := range a.joined {
		into.register = max(into.register, w.register)
		join(w.values)
	}
	for v, place := range a.fixed {
		v.place = place
	}
	join(a.twins)
	join(a.moved)
	d.values = append(append(d.values, a.twins...), a.moved...)
	for _, v := range a.twins {
		v.def.twins = append(v.def.twins, v)
	}
	movs := map[class]*step{}
	for n, v := range a.moved {
		c := a.classes[n]
		mov := movs[c]
		if mov == nil {
			mov = &step{op: isa.Move, t: c.t, copies: true, name: v.name, position: s.position, index: s.index}
			movs[c] = mov
			s.gathers = append(s.gathers, mov)
		}
		r := v.copyOf
		r.modifier, _ = r.relative(a.modifier)
		mov.in[0] = append(mov.in[0], r)
		mov.out = append(mov.out, v)
		v.def = mov
		d.copies[v.copyOf] = append(d.copies[v.copyOf], v)
		if r.value != nil {
			r.value.uses = append(r.value.uses, mov)
		}
	}
	var read []*value
	for e, r := range s.in[k] {
		if r.value != nil {
			at := slices.Index(r.value.uses, s)
			r.value.uses = slices.Delete(r.value.uses, at, at+1)
			read = append(read, r.value)
		}
		n := slices.IndexFunc(list, func(w wanted) bool { return w.ref == r })
		home := a.homes[n][0]
		if i := slices.Index(list[n].places, e); s.op == isa.End {
			home = a.homes[n][i]
		}
		s.in[k][e] = ref{value: home, modifier: a.modifier}
		home.uses = append(home.uses, s)
		read = append(read, home)
	}
	for _, v := range read {
		v.live()
	}
}
