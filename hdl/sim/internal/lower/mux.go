package lower

import (
	"math/big"
	"slices"

	"posedge/hdl/ir"
)

// drivers says what a module's body gives its targets, as expressions in the
// scope of the module: If and Switch have become muxes on the user's own
// conditions, outer condition outermost. Every target of one branch shares the
// condition by pointer, so that a later pass can group by it.
type drivers struct {
	// value is the settled value of a combinational target, or the next value
	// of a register before reset. A register without a Set is not in it.
	value      map[*ir.Signal]ir.Expr
	writes     []guardedWrite    // in source order
	properties []guardedProperty // in source order
}

// guardedWrite is a memory write under the conjunction of the conditions
// around it; enable is nil if there is none.
type guardedWrite struct {
	*ir.MemWrite
	enable ir.Expr
}

// guardedProperty is a property under the conjunction of the conditions around it;
// enable is nil if there is none.
type guardedProperty struct {
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
	v := &values{outer, map[*ir.Signal]ir.Expr{}}
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			v.value[s.Target] = s.Value
		case *ir.MemWrite:
			d.writes = append(d.writes, guardedWrite{s, path})
		case *ir.Property:
			d.properties = append(d.properties, guardedProperty{s, path})
		case *ir.If:
			d.chain(s, v, path)
		case *ir.Switch:
			d.branch(s, v, path)
		}
	}
	return v
}

// arm is a branch of a choice.
type arm struct {
	cond ir.Expr // the arm is taken if none before it is; unused of the last
	when ir.Expr // the arm is taken
	*values
}

// chain makes a choice of an If; an Else that contains only an If continues it.
func (d *drivers) chain(s *ir.If, v *values, path ir.Expr) {
	var arms []arm
	var before ir.Expr // no arm so far is taken
	for {
		arms = append(arms, arm{s.Cond, both(before, s.Cond), d.block(s.Then, v, both(path, s.Cond))})
		not := &ir.Unary{Op: ir.OpNot, X: s.Cond, At: s.At}
		path, before = both(path, not), both(before, not)
		next, ok := onlyIf(s.Else)
		if !ok {
			break
		}
		s = next
	}
	v.choose(append(arms, arm{nil, before, d.block(s.Else, v, path)}))
}

// branch makes a choice of a Switch.
func (d *drivers) branch(s *ir.Switch, v *values, path ir.Expr) {
	var any ir.Expr
	var arms []arm
	width := s.Subject.Width()
	for _, c := range s.Cases {
		var match ir.Expr
		for _, value := range c.Values {
			eq := &ir.Binary{Op: ir.OpEq, X: s.Subject, At: c.At,
				Y: &ir.Const{Value: new(big.Int).Set(value), Bits: width, At: c.At}}
			match = either(match, eq)
		}
		any = either(any, match)
		arms = append(arms, arm{match, match, d.block(c.Body, v, both(path, match))})
	}
	// If the cases are exhaustive, the last one needs no compare.
	if !s.Exhaustive() || len(arms) == 0 {
		var none ir.Expr
		if any != nil {
			none = &ir.Unary{Op: ir.OpNot, X: any, At: s.At}
			path = both(path, none)
		}
		arms = append(arms, arm{nil, none, d.block(s.Default, v, path)})
	}
	v.choose(arms)
}

// choose gives v what the arms set, of which one is taken: a chain of muxes, the
// first arm outermost. The chain of a target that only few arms set, such as a
// register of a decoded file, has only these arms; otherwise the work would grow
// with the square of the arms.
func (v *values) choose(arms []arm) {
	setters := map[*ir.Signal][]int{}
	for i, a := range arms {
		for t := range a.value {
			setters[t] = append(setters[t], i)
		}
	}
	last := len(arms) - 1
	for t, list := range setters {
		if last >= 8 && 4*len(list) <= last {
			e := v.get(t)
			for _, i := range slices.Backward(list) {
				e = mux(arms[i].when, e, arms[i].value[t])
			}
			v.value[t] = e
			continue
		}
		of := func(i int) ir.Expr {
			if e, ok := arms[i].value[t]; ok {
				return e
			}
			return v.get(t)
		}
		from := min(list[len(list)-1], last-1)
		e := of(from + 1)
		for i := from; i >= 0; i-- {
			e = mux(arms[i].cond, e, of(i))
		}
		v.value[t] = e
	}
}

// mux chooses; if one side is not set yet a later Set covers both (ir.Holes), so
// that the other side will do.
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
