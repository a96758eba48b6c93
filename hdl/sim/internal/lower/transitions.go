package lower

import (
	"maps"
	"math/big"

	"posedge/hdl/ir"
)

// transition is a step of a state machine from one state to another.
type transition struct {
	from, to ir.EnumValue
	at       ir.Pos // of the Set; of the machine where the next state is computed
}

// transitions returns the transitions that the statements of m allow the state
// machine s, in the order of its states: for each state the body is followed with
// the register at that state, both ways if a condition depends on more. If the
// next state is a computed value every other state is possible. Staying in a state
// is not a transition.
func transitions(m *ir.Module, s *ir.Signal) (list []transition) {
	wires := constantsOf(m)
	for _, from := range s.Enum.Values {
		w := &walk{machine: s, state: from.Value, wires: wires, known: map[ir.Expr]*big.Int{}}
		next := w.block(m.Body, outcomes{from.Value.String(): s.At})
		for _, to := range s.Enum.Values {
			at, possible := next[to.Value.String()]
			if !possible {
				at, possible = next[anywhere]
			}
			if possible && to.Value.Cmp(from.Value) != 0 {
				list = append(list, transition{from, to, at})
			}
		}
	}
	return list
}

// constantsOf returns the values of wires with a single Set, outside every branch.
func constantsOf(m *ir.Module) map[*ir.Signal]ir.Expr {
	sets := map[*ir.Signal]int{}
	ir.Walk(m.Body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Set); ok {
			sets[s.Target]++
		}
	})
	wires := map[*ir.Signal]ir.Expr{}
	for _, s := range m.Body {
		if s, ok := s.(*ir.Set); ok && sets[s.Target] == 1 && s.Target.Kind.Combinational() {
			wires[s.Target] = s.Value
		}
	}
	return wires
}

// outcomes are the possible next values of a machine, as decimal text, each with
// the line that sets it.
type outcomes map[string]ir.Pos

// anywhere is the outcome of a computed value.
const anywhere = ""

func (o outcomes) join(p outcomes) outcomes {
	all := outcomes{}
	maps.Copy(all, p)
	maps.Copy(all, o) // the first in source order names the line
	return all
}

// walk follows a body with the machine in one state.
type walk struct {
	machine *ir.Signal
	state   *big.Int
	wires   map[*ir.Signal]ir.Expr
	known   map[ir.Expr]*big.Int // nil: not a constant
}

func (w *walk) block(body []ir.Stmt, now outcomes) outcomes {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			if s.Target == w.machine {
				now = w.values(s.Value, s.At)
			}
		case *ir.If:
			switch c := w.value(s.Cond); {
			case c == nil:
				now = w.block(s.Then, now).join(w.block(s.Else, now))
			case c.Sign() > 0:
				now = w.block(s.Then, now)
			default:
				now = w.block(s.Else, now)
			}
		case *ir.Switch:
			now = w.choice(s, now)
		}
	}
	return now
}

func (w *walk) choice(s *ir.Switch, now outcomes) outcomes {
	subject := w.value(s.Subject)
	after := outcomes{}
	for _, c := range s.Cases {
		if subject == nil {
			after = after.join(w.block(c.Body, now))
			continue
		}
		for _, v := range c.Values {
			if v.Cmp(subject) == 0 {
				return w.block(c.Body, now)
			}
		}
	}
	if s.Exhaustive() {
		return after
	}
	return after.join(w.block(s.Default, now))
}

// values are the outcomes of setting the machine to e.
func (w *walk) values(e ir.Expr, at ir.Pos) outcomes {
	if v := w.value(e); v != nil {
		return outcomes{v.String(): at}
	}
	x, ok := e.(*ir.Mux)
	if !ok {
		return outcomes{anywhere: at}
	}
	all := outcomes{}
	for _, c := range x.Cases {
		all = all.join(w.values(c, at))
	}
	if w := x.Index.Width(); w >= 31 || len(x.Cases) < 1<<w {
		all = all.join(outcomes{"0": at})
	}
	return all
}

// value is e if the machine's state alone decides it, otherwise nil. Each value is
// computed once, its operands first, on a stack of its own.
func (w *walk) value(e ir.Expr) *big.Int {
	stack := []ir.Expr{e}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		if _, done := w.known[x]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		first := len(stack)
		w.operands(x, func(o ir.Expr) {
			if _, done := w.known[o]; !done {
				stack = append(stack, o)
			}
		})
		if len(stack) == first {
			w.known[x] = w.evaluate(x)
			stack = stack[:first-1]
		}
	}
	return w.known[e]
}

// operands calls f with what e is computed from; for a wire that is its value.
func (w *walk) operands(e ir.Expr, f func(ir.Expr)) {
	if r, ok := e.(*ir.Ref); ok {
		if v := w.wires[r.Signal]; v != nil {
			f(v)
		}
		return
	}
	ir.Operands(e, f)
}

// evaluate is the value of e, whose operands are known or not.
func (w *walk) evaluate(e ir.Expr) *big.Int {
	value := func(x ir.Expr) *big.Int { return w.known[x] }
	switch e := e.(type) {
	case *ir.Ref:
		if e.Signal == w.machine {
			return w.state
		}
		if v := w.wires[e.Signal]; v != nil {
			return value(v)
		}
		return nil
	case *ir.MemRead:
		return nil
	case *ir.Mux:
		// The other cases need not be known.
		if i := value(e.Index); i != nil && i.IsInt64() && i.Int64() < int64(len(e.Cases)) {
			return value(e.Cases[i.Int64()])
		}
	case *ir.Binary:
		// One operand may decide, as the state does in "state is BUSY and go".
		if x, y := value(e.X), value(e.Y); x == nil || y == nil {
			return decided(e, x, y)
		}
	}
	known := true
	ir.Operands(e, func(x ir.Expr) { known = known && value(x) != nil })
	if !known {
		return nil
	}
	return ir.Eval(e, value)
}

// decided is the value of e if x or y alone decides it; one or both are nil.
func decided(e *ir.Binary, x, y *big.Int) *big.Int {
	one := x
	if one == nil {
		one = y
	}
	switch {
	case one == nil:
	case e.Op == ir.OpAnd && one.Sign() == 0, e.Op == ir.OpOr && one.Sign() > 0 && e.Width() == 1:
		return one
	}
	return nil
}
