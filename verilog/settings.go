package verilog

import (
	"math/big"
	"slices"

	"posedge/hdl/ir"
)

// setting is a Set of a combinational signal.
type setting struct {
	value ir.Expr
	when  *arm // nil: always
}

// arm is a branch of a choice in which there are statements.
type arm struct {
	outer   *arm
	subject ir.Expr // of the choice
	// selected reports whether a value of the subject selects the branch.
	selected func(*big.Int) bool
	decided  *when // once it is
}

// when says whether an arm is executed.
type when int

const (
	sometimes when = iota
	never
	always
)

// settings are the Sets of each combinational signal, in order.
func settings(body []ir.Stmt) map[*ir.Signal][]setting {
	found := map[*ir.Signal][]setting{}
	var collect func(body []ir.Stmt, in *arm)
	collect = func(body []ir.Stmt, in *arm) {
		for _, s := range body {
			switch s := s.(type) {
			case *ir.Set:
				if t := s.Target; t.Kind.Combinational() {
					found[t] = append(found[t], setting{s.Value, in})
				}
			case *ir.If:
				holds := func(v *big.Int) bool { return v.Sign() != 0 }
				collect(s.Then, &arm{outer: in, subject: s.Cond, selected: holds})
				collect(s.Else, &arm{outer: in, subject: s.Cond, selected: func(v *big.Int) bool { return !holds(v) }})
			case *ir.Switch:
				for _, c := range s.Cases {
					among := func(v *big.Int) bool { return hasValue(c, v) }
					collect(c.Body, &arm{outer: in, subject: s.Subject, selected: among})
				}
				other := func(v *big.Int) bool {
					return !slices.ContainsFunc(s.Cases, func(c ir.Case) bool { return hasValue(c, v) })
				}
				collect(s.Default, &arm{outer: in, subject: s.Subject, selected: other})
			}
		}
	}
	collect(body, nil)
	return found
}

func hasValue(c ir.Case, v *big.Int) bool {
	return slices.ContainsFunc(c.Values, func(x *big.Int) bool { return x.Cmp(v) == 0 })
}

// holds reports whether what is known says that a is executed.
func (k known) holds(a *arm) when {
	if a == nil {
		return always
	}
	if a.decided == nil {
		w := k.holds(a.outer)
		if w != never {
			if v, ok := k.all(a.subject); !ok {
				w = sometimes
			} else if !a.selected(v) {
				w = never
			}
		}
		a.decided = &w
	}
	return *a.decided
}
