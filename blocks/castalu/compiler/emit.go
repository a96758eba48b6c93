package compiler

import (
	"posedge/blocks/castalu/isa"
)

// instruction is the instruction of a step, with its registers and constants.
func (s *step) instruction(p *pool) (isa.Instruction, error) {
	i := isa.Instruction{Op: s.op}
	switch s.op {
	case isa.End:
		i.Dest, i.Count = s.in[0][0].value.register, 1
		return i, nil
	case isa.Request:
		i.Unit, i.Count = s.unit, len(s.in[0])
		i.First, i.Dest = s.in[0][0].value.register, s.out[0].register
		i.Second, i.More = i.First, i.Dest // neither request nor response has more than four words
		i.Status = s.status.register
		return i, nil
	}
	i.Type, i.Condition, i.Scale, i.Clamp = s.t, s.condition, s.scale, s.clamp
	in := s.in
	if s.op != isa.Kill {
		first := s.out[0]
		i.Dest = first.register
		i.To = unless(s.t, first.format)
		for _, v := range s.results() {
			i.Mask |= 1 << v.at
		}
		if s.copies {
			in[0] = s.spread()
		}
	}
	for k := range s.op.Inputs() {
		i.In[k] = source(in[k], s.t, p)
	}
	if n := len(in[0]); (s.op == isa.Dot3 || s.op == isa.Dot4) && i.In[0].Width == 1 && i.In[1].Width == 1 {
		i.In[0].Width = n // at least one input must have all elements
		for e := range n {
			i.In[0].Swizzle[e] = i.In[0].Swizzle[0]
		}
	}
	return i, nil
}

// spread is the operand of a gather's mov, with each element at its destination. The
// components between them are not written.
func (s *step) spread() []ref {
	last := 0
	for _, v := range s.out {
		last = max(last, v.at)
	}
	out := make([]ref, last+1)
	for k := range out {
		out[k] = s.in[0][0]
	}
	for n, v := range s.out {
		out[v.at] = s.in[0][n]
	}
	return out
}

// unless is format f, or None if it is that of type t.
func unless(t isa.Type, f isa.Format) isa.Format {
	if f == isa.As(t) {
		return isa.None
	}
	return f
}

// source is an operand whose elements are in one register or constant.
func source(refs []ref, t isa.Type, p *pool) isa.Source {
	var s isa.Source
	at := make([]int, len(refs))
	if refs[0].value != nil {
		s.Index = refs[0].value.register
		s.From = unless(t, refs[0].value.format)
		s.Modifier = refs[0].modifier
		for k, r := range refs {
			at[k] = r.value.at
		}
	} else {
		c, _ := constantOperand(refs, t)
		s.Constant, s.From, s.Modifier = true, c.from, c.modifier
		s.Index, at = p.find(c.atoms)
	}
	s.Width = 1
	for _, c := range at {
		if c != at[0] {
			s.Width = len(at)
		}
	}
	for k := range s.Width {
		s.Swizzle[k] = uint8(at[k])
	}
	return s
}
