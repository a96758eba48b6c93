package hdl

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode"

	"posedge/hdl/ir"
)

// Integer is a Go type whose constants can name the states of an FSM.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// State is the state register of a finite state machine over constants of S.
type State[S Integer] struct {
	m      *Module
	reg    Bits
	states []S
	at     site
}

// FSM makes a state machine over the listed constants, whose values are its
// encoding. The first is the reset state; an encoding outside the list goes to
// the first state at the next edge. The names come from S's String method and
// appear in Verilog and waves in upper case.
func FSM[S Integer](m *Module, name string, states ...S) State[S] {
	at := here()
	enum := &ir.Enum{Name: m.named(name)}
	seen := map[string]bool{}
	width, faulty := 1, false
	var values []*big.Int
	for _, s := range states {
		v, _ := reflectInteger(s)
		n := stateName(s, v)
		switch {
		case v.Sign() < 0:
			report(at.errorf("FSM %s: a state has the value %v; encodings are not negative", name, v), m.d)
			faulty = true
			continue
		case seen[n] || seen[v.String()]:
			report(at.errorf("FSM %s: state %s (%v) is listed twice, or shares its name or value", name, n, v), m.d)
			continue
		}
		seen[n], seen[v.String()] = true, true
		enum.Values = append(enum.Values, ir.EnumValue{Name: n, Value: v})
		values = append(values, v)
		width = max(width, v.BitLen())
	}
	if len(values) == 0 {
		if !faulty {
			report(at.errorf("FSM %s has no states; list its constants, the reset state first", name), m.d)
		}
		faulty = true
		values = append(values, new(big.Int))
	}
	reg := m.d.declare(&ir.Signal{Name: m.named(name), Kind: ir.Reg, Width: width, Reset: values[0], Enum: enum, At: at.at}, at)
	if faulty {
		reg.v.poison = true
		m.d.of(reg.v.signal()).forgiven = true
	}
	st := State[S]{m, reg, slices.Clone(states), at}
	if width > 20 || len(values) < 1<<width {
		m.d.atEnd = append(m.d.atEnd, func() { st.recover(values) })
	}
	return st
}

// recover sends an encoding outside the list to the first state.
func (st State[S]) recover(values []*big.Int) {
	if st.reg.v.poison {
		return
	}
	at := st.at.at
	ref := &ir.Ref{Signal: st.reg.v.signal(), At: at}
	back := []ir.Stmt{&ir.Set{Target: st.reg.v.signal(), Value: &ir.Const{Value: values[0], Bits: st.reg.Width(), At: at}, At: at}}
	top := new(big.Int)
	for _, v := range values {
		if v.Cmp(top) > 0 {
			top = v
		}
	}
	dense := top.Cmp(big.NewInt(int64(len(values)-1))) == 0
	var s ir.Stmt
	if dense {
		last := &ir.Const{Value: top, Bits: st.reg.Width(), At: at}
		s = &ir.If{Cond: &ir.Binary{Op: ir.OpGt, X: ref, Y: last, At: at}, Then: back, At: at}
	} else {
		s = &ir.Switch{Subject: ref, Cases: []ir.Case{{Values: values, At: at}}, Default: back, HasDefault: true, At: at}
	}
	*st.m.d.block = append(*st.m.d.block, s)
}

// stateName is the name of a state in upper snake case.
func stateName[S Integer](s S, v *big.Int) string {
	n := fmt.Sprint(s)
	if strings.ContainsFunc(n, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != ' ' && r != '-'
	}) || n == "" {
		n = "s" + v.String()
	}
	if unicode.IsDigit(rune(n[0])) {
		n = "s" + n
	}
	return strings.ToUpper(strings.NewReplacer(" ", "_", "-", "_").Replace(snake(n)))
}

// Bits returns the encoding, for a port or an operation.
// It is read-only; the state is set by [State.Goto].
func (st State[S]) Bits() Bits {
	if st.reg.v == nil {
		return st.reg
	}
	v := *st.reg.v
	v.kind = computedValue
	return Bits{v: &v}
}

// Is is 1 in the given state.
func (st State[S]) Is(s S) Bits {
	if !st.has(s) {
		return poisoned(1)
	}
	return st.reg.Eq(s)
}

// Goto makes s the next state.
func (st State[S]) Goto(s S) {
	if st.has(s) {
		st.reg.Set(s)
	}
}

// has returns whether s is a state; it reports a mistake if not.
func (st State[S]) has(s S) bool {
	if st.m == nil {
		raise(here().errorf("a zero State is used; make it with hdl.FSM"))
		return false
	}
	if st.reg.v.poison || slices.Contains(st.states, s) {
		return true
	}
	v, _ := reflectInteger(s)
	report(here().errorf("%s (%v) is not a state of FSM %s (declared at %s); add it to the list", stateName(s, v), v, st.reg.v.signal().Name, st.at.at.Short()), st.m.d)
	st.m.d.of(st.reg.v.signal()).forgiven = true
	return false
}

// Switch chooses a case by the state.
func (st State[S]) Switch() *StateSwitch[S] {
	if st.m == nil {
		raise(here().errorf("a zero State is used; make it with hdl.FSM"))
		return &StateSwitch[S]{st: st}
	}
	c := st.m.Switch(st.reg)
	w := &StateSwitch[S]{st: st, c: c}
	st.m.d.atEnd = append(st.m.d.atEnd, w.complete)
	return w
}

// StateSwitch is a Switch over the states of an FSM.
type StateSwitch[S Integer] struct {
	st State[S]
	c  *Choice
}

// made returns whether w came from a State; it reports a zero w as a mistake.
func (w *StateSwitch[S]) made() bool {
	if w.c == nil {
		raise(here().errorf("a zero StateSwitch is used; it begins with State.Switch"))
	}
	return w.c != nil
}

// Case runs body's statements in the given state.
func (w *StateSwitch[S]) Case(s S, body func()) *StateSwitch[S] {
	return w.cases([]S{s}, body)
}

// Cases is [StateSwitch.Case] for several states, at least one.
func (w *StateSwitch[S]) Cases(states []S, body func()) *StateSwitch[S] {
	return w.cases(states, body)
}

func (w *StateSwitch[S]) cases(states []S, body func()) *StateSwitch[S] {
	if !w.made() {
		return w
	}
	var list []Operand
	for _, s := range states {
		if w.st.has(s) {
			list = append(list, s)
		} else {
			list = append(list, poisoned(1))
		}
	}
	w.c.cases(here(), body, list...)
	return w
}

// Default runs body's statements in every state that has no case.
func (w *StateSwitch[S]) Default(body func()) {
	if w.made() {
		w.c.Default(body)
	}
}

// complete gives the encodings outside the list to the first state's case if every
// state has a case, so that a signal set in every state is set on all paths.
func (w *StateSwitch[S]) complete() {
	c := w.c
	if c.d == nil || c.s.HasDefault || len(c.first) < len(w.st.states) || len(w.st.states) == 0 || c.s.Exhaustive() {
		return
	}
	first, _ := reflectInteger(w.st.states[0])
	for i := range c.s.Cases {
		arm := &c.s.Cases[i]
		for _, v := range arm.Values {
			if v.Cmp(first) != 0 {
				continue
			}
			if rest, few := c.unlisted(8); few {
				arm.Values = append(arm.Values, rest...)
			} else {
				c.s.Default, c.s.HasDefault = arm.Body, true
				c.s.Cases = append(c.s.Cases[:i], c.s.Cases[i+1:]...)
			}
			return
		}
	}
}
