package sim

import (
	"math/big"

	"posedge/hdl/ir"
)

// drivers says what a module's body gives its targets, as expressions in the
// scope of the module: If and Switch have become muxes on the user's own
// conditions, outer condition outermost. Every target of one branch shares the
// condition by pointer, so that a later pass can group by it.
type drivers struct {
	// value is the settled value of a combinational target, or the next value
	// of a register before reset. A register without a Set is not in it.
	value  map[*ir.Signal]ir.Expr
	writes []guardedWrite // in source order
	checks []guardedCheck // in source order
}

// guardedWrite is a memory write under the conjunction of the conditions
// around it; enable is nil if there is none.
type guardedWrite struct {
	*ir.MemWrite
	enable ir.Expr
}

// guardedCheck is a check under the conjunction of the conditions around it;
// enable is nil if there is none.
type guardedCheck struct {
	*ir.Property
	enable ir.Expr
}

func driversOf(m *ir.Module) *drivers {
	d := &drivers{}
	d.value = d.block(m.Body, nil, nil).value
	return d
}

// values is what a block sets, on top of what was set before it.
type values struct {
	outer *values
	value map[*ir.Signal]ir.Expr
}

// get returns the value so far; a register that is not set holds. It is nil
// for a combinational target that is not set yet.
func (v *values) get(s *ir.Signal) ir.Expr {
	for ; v != nil; v = v.outer {
		if e, ok := v.value[s]; ok {
			return e
		}
	}
	if s.Kind == ir.Reg {
		return &ir.Ref{Signal: s, At: s.At}
	}
	return nil
}

func (d *drivers) block(body []ir.Stmt, outer *values, path ir.Expr) *values {
	// What is around sets nothing more before the block ends: an else deep in a
	// chain need not look through all the empty ones before it.
	for outer != nil && len(outer.value) == 0 {
		outer = outer.outer
	}
	v := &values{outer, map[*ir.Signal]ir.Expr{}}
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			v.value[s.Target] = s.Value
		case *ir.MemWrite:
			d.writes = append(d.writes, guardedWrite{s, path})
		case *ir.Property:
			d.checks = append(d.checks, guardedCheck{s, path})
		case *ir.If:
			then := d.block(s.Then, v, both(path, s.Cond))
			var not ir.Expr
			if len(s.Else) > 0 {
				not = both(path, &ir.Unary{Op: ir.OpNot, X: s.Cond, At: s.At})
			}
			v.choose(s.Cond, d.block(s.Else, v, not), then)
		case *ir.Switch:
			d.branch(s, v, path)
		}
	}
	return v
}

// branch makes a Switch a chain of muxes, its first case outermost.
func (d *drivers) branch(s *ir.Switch, v *values, path ir.Expr) {
	var any ir.Expr
	match := make([]ir.Expr, len(s.Cases))
	arms := make([]*values, len(s.Cases))
	width := s.Subject.Width()
	for i, c := range s.Cases {
		for _, value := range c.Values {
			eq := &ir.Binary{Op: ir.OpEq, X: s.Subject, At: c.At,
				Y: &ir.Const{Value: new(big.Int).Set(value), Bits: width, At: c.At}}
			match[i] = either(match[i], eq)
		}
		any = either(any, match[i])
		arms[i] = d.block(c.Body, v, both(path, match[i]))
	}
	var rest *values
	if s.Exhaustive() && len(arms) > 0 {
		// Default is never reached: the last case needs no compare.
		rest, arms = arms[len(arms)-1], arms[:len(arms)-1]
	} else {
		inner := path
		if any != nil {
			inner = both(path, &ir.Unary{Op: ir.OpNot, X: any, At: s.At})
		}
		rest = d.block(s.Default, v, inner)
	}
	for i := len(arms) - 1; i >= 0; i-- {
		chain := &values{v, map[*ir.Signal]ir.Expr{}}
		chain.merge(match[i], rest, arms[i])
		rest = chain
	}
	for t, e := range rest.value {
		v.value[t] = e
	}
}

// choose gives v what the two branches after it set.
func (v *values) choose(cond ir.Expr, no, yes *values) {
	merged := &values{v, map[*ir.Signal]ir.Expr{}}
	merged.merge(cond, no, yes)
	for t, e := range merged.value {
		v.value[t] = e
	}
}

func (v *values) merge(cond ir.Expr, no, yes *values) {
	for t := range no.value {
		v.value[t] = mux(cond, no.value[t], yes.get(t))
	}
	for t := range yes.value {
		if _, done := v.value[t]; !done {
			v.value[t] = mux(cond, no.get(t), yes.value[t])
		}
	}
}

// mux chooses; where one side is not set yet a later Set covers both
// (ir.Holes), so that the other will do.
func mux(cond, no, yes ir.Expr) ir.Expr {
	switch {
	case no == nil || no == yes:
		return yes
	case yes == nil:
		return no
	}
	return &ir.Mux{Index: cond, Cases: []ir.Expr{no, yes}, At: cond.Pos()}
}

func both(path, cond ir.Expr) ir.Expr {
	if path == nil {
		return cond
	}
	return &ir.Binary{Op: ir.OpAnd, X: path, Y: cond, At: cond.Pos()}
}

func either(any, cond ir.Expr) ir.Expr {
	if any == nil {
		return cond
	}
	return &ir.Binary{Op: ir.OpOr, X: any, Y: cond, At: cond.Pos()}
}
