package compiler

import (
	"fmt"
	"math"
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
	"posedge/internal/text"
)

// literal is the value of a type that is nearest to x, extended to a component. Values out
// of range saturate, in floating point to infinity.
func literal(t isa.Type, x float64) uint32 {
	bits, ok := isa.As(t).Nearest(x)
	if !ok && !t.Float() {
		least := -1.0
		if !t.Signed() {
			least = 0
		}
		bits, _ = isa.As(t).Nearest(max(least, min(x, 1)))
	}
	return bits
}

// An atom is the content of a component of a constant: the bits of a literal, or a
// component of a uniform.
type atom struct {
	uniform *flow.Node
	bits    uint32
	format  isa.Format // in which the bits were first requested; atoms with equal bits are shared
}

func (a atom) same(b atom) bool { return a.uniform == b.uniform && a.bits == b.bits }

// A constantSource is an operand that reads constants.
type constantSource struct {
	atoms    []atom // by element
	from     isa.Format
	modifier isa.Modifier
}

// constantOperand is an operand of an instruction of type t that reads only constants;
// false if a single constant cannot hold them in one format and with one modifier.
func constantOperand(refs []ref, t isa.Type) (constantSource, bool) {
	var out constantSource
	fp32 := isa.As(isa.FP32)
	uniform := slices.IndexFunc(refs, func(r ref) bool { return !r.literal() })
	as := t
	if uniform >= 0 {
		out.modifier = refs[uniform].modifier
		if as = isa.FP32; t != as {
			out.from = fp32
		}
	}
	for _, r := range refs {
		m, ok := r.relative(out.modifier)
		if r.value != nil || !ok || !r.literal() && m != isa.Plain {
			return out, false
		}
		if !r.literal() {
			out.atoms = append(out.atoms, atom{uniform: r.constant})
			continue
		}
		x := changed(m, r.constant.Value)
		bits := literal(as, x)
		if as != t && isa.Cast(fp32, isa.As(t), bits) != literal(t, x) {
			return out, false
		}
		out.atoms = append(out.atoms, atom{bits: bits, format: isa.As(as)})
	}
	return out, true
}

// A pool is the constant memory of a program.
type pool struct{ vectors [][]atom }

// constants packs the constants that the operands of all steps read into vectors: the
// largest sets first, each into the vector that already holds most of it.
func (d *draft) constants() (*pool, error) {
	var sets [][]atom
	for _, s := range d.all() {
		for _, in := range s.in {
			if len(in) == 0 || in[0].value != nil {
				continue
			}
			c, ok := constantOperand(in, s.t)
			if !ok {
				return nil, fmt.Errorf("castalu: %s reads constants that do not fit into one vector", s.what())
			}
			var set []atom
			for _, a := range c.atoms {
				if !slices.ContainsFunc(set, a.same) {
					set = append(set, a)
				}
			}
			sets = append(sets, set)
		}
	}
	slices.SortStableFunc(sets, func(a, b []atom) int { return len(b) - len(a) })
	p := &pool{}
	for _, set := range sets {
		best, most := -1, -1
		for k, v := range p.vectors {
			missing := p.missing(v, set)
			if has := len(set) - len(missing); len(v)+len(missing) <= 4 && has > most {
				best, most = k, has
			}
		}
		if best < 0 {
			p.vectors = append(p.vectors, nil)
			best = len(p.vectors) - 1
		}
		p.vectors[best] = append(p.vectors[best], p.missing(p.vectors[best], set)...)
	}
	if n := len(p.vectors); n > maxConstants {
		return nil, fmt.Errorf("castalu: the shader needs %s of four components; the processor has at most %d", text.Count(n, "constant"), maxConstants)
	}
	return p, nil
}

func (p *pool) missing(vector, set []atom) []atom {
	var out []atom
	for _, a := range set {
		if !slices.ContainsFunc(vector, a.same) {
			out = append(out, a)
		}
	}
	return out
}

// find returns a vector that has all atoms, and the component of each.
func (p *pool) find(atoms []atom) (index int, at []int) {
	for k, v := range p.vectors {
		if len(p.missing(v, atoms)) > 0 {
			continue
		}
		for _, a := range atoms {
			at = append(at, slices.IndexFunc(v, a.same))
		}
		return k, at
	}
	panic("compiler: a constant is in no vector")
}

// contents returns the constants' bits and their descriptions.
func (p *pool) contents(g *flow.Graph) (bits [][4]uint32, what [][4]Constant) {
	for _, v := range p.vectors {
		var b [4]uint32
		var w [4]Constant
		for k, a := range v {
			if u := a.uniform; u != nil {
				b[k] = math.Float32bits(float32(g.Variables[u.Index].Value[u.Component]))
				w[k] = Constant{Uniform: true, Variable: u.Index, Component: u.Component, Format: isa.As(isa.FP32)}
			} else {
				b[k] = a.bits
				w[k] = Constant{Literal: true, Format: a.format}
			}
		}
		bits = append(bits, b)
		what = append(what, w)
	}
	return bits, what
}
