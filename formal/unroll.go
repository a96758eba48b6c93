package formal

import (
	"fmt"
	"regexp"
	"strings"
)

// sexp is an expression of SMT-LIB: an atom, or a list of expressions.
type sexp struct {
	atom string
	list []sexp
}

var (
	smtToken   = regexp.MustCompile(`\(|\)|\|[^|]*\||[^\s()|]+`)
	smtComment = regexp.MustCompile(`;[^\n]*`)
	smtGoal    = regexp.MustCompile(`(?m)^; yosys-smt2-(assert|cover|assume) (\d+) (\S+)`)
)

// parseSMT reads the expressions of a text.
func parseSMT(text string) ([]sexp, error) {
	stack := []sexp{{}}
	for _, t := range smtToken.FindAllString(smtComment.ReplaceAllString(text, ""), -1) {
		switch t {
		case "(":
			stack = append(stack, sexp{})
		case ")":
			last := len(stack) - 1
			if last == 0 {
				return nil, fmt.Errorf("formal: SMT-LIB text closes a list too many")
			}
			stack[last-1].list = append(stack[last-1].list, stack[last])
			stack = stack[:last]
		default:
			stack[len(stack)-1].list = append(stack[len(stack)-1].list, sexp{atom: t})
		}
	}
	if len(stack) != 1 {
		return nil, fmt.Errorf("formal: SMT-LIB text leaves a list open")
	}
	return stack[0].list, nil
}

// ofState returns the function of (f state) or (f next_state).
func (e sexp) ofState(state string) (string, bool) {
	if len(e.list) == 2 && e.list[1].atom == state && e.list[0].atom != "" {
		return e.list[0].atom, true
	}
	return "", false
}

// at is the text of an expression in a cycle; each function of the state is a
// separate constant for each cycle.
func (e sexp) at(cycle int) string {
	if e.atom != "" {
		return e.atom
	}
	if f, ok := e.ofState("state"); ok {
		return inCycle(f, cycle)
	}
	parts := make([]string, len(e.list))
	for i, x := range e.list {
		parts[i] = x.at(cycle)
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// inCycle is the constant for a function |f| in a cycle.
func inCycle(f string, cycle int) string {
	return fmt.Sprintf("%s@%d|", strings.TrimSuffix(f, "|"), cycle)
}

// words is a design as functions of its state, as write_smt2 prints them. The
// values of a cycle are written in terms of the previous cycle's, so that
// constants propagate: a counter without inputs is a plain number in every cycle.
type words struct {
	functions []smtFunction
	next      map[string]sexp   // by register or memory: its next value
	initial   map[string]string // by register or memory: its value at power-on
	start     []sexp            // what else holds at power-on
	goals     map[string]string // "assert path" or "cover path": its function
}

type smtFunction struct {
	name, sort string
	body       *sexp // nil for registers, memories and inputs
}

// parseWords reads the functions that write_smt2 has printed for a module.
func parseWords(text, module string) (*words, error) {
	all, err := parseSMT(text)
	if err != nil {
		return nil, err
	}
	w := &words{next: map[string]sexp{}, initial: map[string]string{}, goals: map[string]string{}}
	sorts := map[string]sexp{}
	var first []sexp
	for _, e := range all {
		switch {
		case len(e.list) == 4 && e.list[0].atom == "declare-fun":
			w.functions = append(w.functions, smtFunction{e.list[1].atom, e.list[3].at(0), nil})
			sorts[e.list[1].atom] = e.list[3]
		case len(e.list) == 5 && e.list[0].atom == "define-fun":
			switch e.list[1].atom {
			case "|" + module + "_t|":
				if err := w.readNext(e.list[4]); err != nil {
					return nil, err
				}
			case "|" + module + "_i|":
				first = conjuncts(e.list[4])
			default:
				w.functions = append(w.functions, smtFunction{e.list[1].atom, e.list[3].at(0), &e.list[4]})
			}
		}
	}
	w.readInitial(first, sorts)
	for _, f := range w.functions {
		if _, known := w.next[f.name]; f.body == nil && strings.HasPrefix(f.sort, "(Array") && !known {
			return nil, fmt.Errorf("formal: Yosys does not say what follows for memory %s", f.name)
		}
	}
	suffix := map[string]string{"assert": "_a ", "cover": "_c ", "assume": "_u "}
	for _, g := range smtGoal.FindAllStringSubmatch(text, -1) {
		w.goals[g[1]+" "+strings.TrimPrefix(g[3], pathStart)] = "|" + module + suffix[g[1]] + g[2] + "|"
	}
	return w, nil
}

// conjuncts returns the parts of (and ...), or none of true.
func conjuncts(e sexp) []sexp {
	switch {
	case e.atom == "true":
		return nil
	case len(e.list) > 0 && e.list[0].atom == "and":
		return e.list[1:]
	}
	return []sexp{e}
}

func (w *words) readNext(e sexp) error {
	for _, c := range conjuncts(e) {
		if len(c.list) == 3 && c.list[0].atom == "=" {
			if f, ok := c.list[2].ofState("next_state"); ok {
				w.next[f] = c.list[1]
				continue
			}
		}
		return fmt.Errorf("formal: Yosys states a transition that gives no next value: %s", c.at(0))
	}
	return nil
}

// readInitial finds the values at power-on. Each word of a memory has a line, a
// select under a mask of ones; together they become one value: stores into zeros.
func (w *words) readInitial(list []sexp, sorts map[string]sexp) {
	for _, c := range list {
		if len(c.list) == 3 && c.list[0].atom == "=" && c.list[2].atom != "" {
			if f, ok := c.list[1].ofState("state"); ok {
				w.initial[f] = c.list[2].atom
				continue
			}
			if f, address, ok := wordOf(c.list[1]); ok {
				if w.initial[f] == "" {
					w.initial[f] = fmt.Sprintf("((as const %s) #b%s)", sorts[f].at(0), strings.Repeat("0", len(c.list[2].atom)-2))
				}
				if strings.Trim(c.list[2].atom, "#b0") != "" {
					w.initial[f] = fmt.Sprintf("(store %s %s %s)", w.initial[f], address, c.list[2].atom)
				}
				continue
			}
		}
		w.start = append(w.start, c)
	}
}

// wordOf takes (bvand (select (memory state) address) ones) apart.
func wordOf(e sexp) (memory, address string, ok bool) {
	if len(e.list) != 3 || e.list[0].atom != "bvand" || strings.Trim(e.list[2].atom, "#b1") != "" {
		return "", "", false
	}
	s := e.list[1]
	if len(s.list) != 3 || s.list[0].atom != "select" {
		return "", "", false
	}
	memory, ok = s.list[1].ofState("state")
	return memory, s.list[2].atom, ok
}

// unroll writes the values of some cycles: from power-on, or from any state.
func (w *words) unroll(b *strings.Builder, cycles int, powerOn bool) {
	for i := range cycles {
		for _, f := range w.functions {
			name := inCycle(f.name, i)
			value := ""
			next, isState := w.next[f.name]
			switch {
			case f.body != nil:
				value = f.body.at(i)
			case i > 0 && isState:
				value = next.at(i - 1)
			case i == 0 && powerOn:
				value = w.initial[f.name]
			}
			if value == "" {
				fmt.Fprintf(b, "(declare-fun %s () %s)\n", name, f.sort)
				continue
			}
			fmt.Fprintf(b, "(define-fun %s () %s %s)\n", name, f.sort, value)
		}
		if i == 0 && powerOn {
			for _, c := range w.start {
				fmt.Fprintf(b, "(assert %s)\n", c.at(0))
			}
		}
	}
}
