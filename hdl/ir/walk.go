package ir

// Operands calls visit for each operand of e, in the order of the fields.
func Operands(e Expr, visit func(Expr)) {
	switch e := e.(type) {
	case *Unary:
		visit(e.X)
	case *Binary:
		visit(e.X)
		visit(e.Y)
	case *Mux:
		visit(e.Index)
		for _, c := range e.Cases {
			visit(c)
		}
	case *Slice:
		visit(e.X)
	case *Concat:
		for _, p := range e.Parts {
			visit(p)
		}
	case *MemRead:
		visit(e.Addr)
	}
}

// Seen is the set of expressions that a walk has visited.
type Seen map[Expr]bool

// Each calls visit for e and every expression below it that is not in seen yet,
// each once, operands before their users, and adds them to seen. The depth of e is
// not limited.
func (seen Seen) Each(e Expr, visit func(Expr)) {
	type step struct {
		e     Expr
		below bool // the operands have been visited
	}
	stack := []step{{e: e}}
	for len(stack) > 0 {
		last := len(stack) - 1
		s := stack[last]
		if s.below {
			stack = stack[:last]
			visit(s.e)
			continue
		}
		if seen[s.e] {
			stack = stack[:last]
			continue
		}
		seen[s.e] = true
		stack[last].below = true
		Operands(s.e, func(x Expr) { stack = append(stack, step{e: x}) })
		for i, k := last+1, len(stack)-1; i < k; i, k = i+1, k-1 {
			stack[i], stack[k] = stack[k], stack[i] // the first operand first
		}
	}
}
