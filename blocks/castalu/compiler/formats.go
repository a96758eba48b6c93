package compiler

import (
	"slices"

	"posedge/blocks/castalu/isa"
)

// formats chooses the format in which each result is stored: its own, or the one in which
// all consumers read it; for the output, fp32. A kill reads any format.
func (d *draft) formats() {
	takers := map[*value][]isa.Type{}
	output := map[*value]bool{}
	for _, s := range d.steps {
		for _, in := range s.in {
			for _, r := range in {
				switch {
				case r.value == nil:
				case s.op != isa.Kill: // the type of End is fp32, as that of the output
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

// through reports whether storing a value of type from in type as makes no difference to a
// reader of type to.
func through(from, as, to isa.Type) bool {
	switch {
	case as == from || as == to:
		return true
	case as == isa.FP32:
		return to == from || from == isa.FP16 // fp32 distinguishes the codes of every type, and has every value of fp16
	}
	return false
}
