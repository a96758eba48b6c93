package compiler

import (
	"slices"

	"posedge/blocks/castalu/isa"
)

// formats chooses in which format each result stands: its own, or that in which all
// consumers take it; the output's in fp32. A kill takes any.
func (d *draft) formats() {
	takers := map[*value][]isa.Type{}
	output := map[*value]bool{}
	for _, s := range d.steps {
		for _, in := range s.in {
			for _, r := range in {
				switch {
				case r.value == nil:
				case s.op != isa.Kill: // the output is in fp32, as the type of End is
					takers[r.value] = append(takers[r.value], s.t)
					output[r.value] = output[r.value] || s.op == isa.End
				}
			}
		}
	}
	for _, s := range d.steps {
		if len(s.out) == 0 || s.out[0].settled {
			continue
		}
		var list, candidates []isa.Type
		for _, v := range s.out {
			list = append(list, takers[v]...)
			if output[v] {
				candidates = []isa.Type{isa.FP32}
			}
		}
		if len(list) > 0 {
			candidates = append(candidates, list[0])
		}
		candidates = append(candidates, s.t)
		fits := func(as isa.Type) bool {
			return !slices.ContainsFunc(list, func(to isa.Type) bool { return !through(s.t, as, to) })
		}
		best := candidates[slices.IndexFunc(candidates, fits)]
		for _, v := range s.out {
			v.format = isa.As(best)
		}
	}
	for _, s := range d.steps {
		if s.op == isa.Kill && s.in[0][0].value != nil {
			s.t, _ = s.in[0][0].value.format.Numeric()
		}
	}
}

// through reports whether a value of the type from that stands in the type as is read in
// the type to as if it stood in from.
func through(from, as, to isa.Type) bool {
	switch {
	case as == from || as == to:
		return true
	case as == isa.FP32:
		return to == from || from == isa.FP16 // fp32 tells the codes of every type apart, and has every value of fp16
	}
	return false
}
