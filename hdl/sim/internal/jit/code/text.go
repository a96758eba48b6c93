package code

import (
	"fmt"
	"strings"

	"posedge/hdl/sim/internal/jit/word"
)

// Text returns the plan as text, one step per line: values that are kept have a
// name, others are written where they are used.
func (p *Plan) Text() string {
	t := &text{Plan: p}
	part := int32(-1)
	for k := range p.steps {
		if p.part[k] != part {
			part = p.part[k]
			fmt.Fprintf(t, "function %d\n", part)
		}
		t.steps(p.steps[k:k+1], 1)
	}
	return t.String()
}

type text struct {
	*Plan
	strings.Builder
}

func (t *text) line(depth int, format string, args ...any) {
	fmt.Fprintf(t, strings.Repeat("  ", depth)+format+"\n", args...)
}

func (t *text) steps(list []step, depth int) {
	for k := range list {
		s := &list[k]
		switch it := s.item; {
		case it == nil && s.branches():
			n := &t.Nodes[s.value]
			t.line(depth, "%%%d = if %s", s.value, t.expr(n.A))
			t.steps(s.then, depth+1)
			t.line(depth+1, "%s", t.expr(n.B))
			t.line(depth, "else")
			t.steps(s.els, depth+1)
			t.line(depth+1, "%s", t.expr(n.C))
		case it == nil:
			t.line(depth, "%%%d = %s", s.value, t.operation(s.value))
		case it.group != nil:
			t.line(depth, "if %s", t.expr(it.group.cond))
			t.steps(s.then, depth+1)
			if len(s.els) > 0 {
				t.line(depth, "else")
				t.steps(s.els, depth+1)
			}
		default:
			verb := ""
			if t.ofItem[it] != nil {
				verb = "later "
			}
			t.line(depth, "%s%s", verb, t.do(it))
		}
		for _, d := range t.finishAfter[s] {
			t.line(depth, "finish %s", t.target(d.item))
		}
	}
}

// target names the state that an item changes.
func (t *text) target(it *item) string {
	if it.store != nil {
		return fmt.Sprintf("@%d", it.store.Addr)
	}
	return fmt.Sprintf("array @%d", it.writes[0].Base)
}

func (t *text) do(it *item) string {
	if it.store != nil {
		end := ""
		if it.ends {
			end = ", then return"
		}
		return fmt.Sprintf("%s = %s%s", t.target(it), t.expr(it.store.Value), end)
	}
	var list []string
	for _, w := range it.writes {
		s := fmt.Sprintf("%s[%s] =", t.target(it), t.expr(w.Addr))
		for _, v := range w.Values {
			s += " " + t.expr(v)
		}
		if w.Enable != word.None {
			s += " if " + t.expr(w.Enable)
		}
		list = append(list, s)
	}
	return strings.Join(list, ", then ")
}

func (t *text) expr(x word.ID) string {
	if t.local[x] {
		return fmt.Sprintf("%%%d", x)
	}
	return t.operation(x)
}

func (t *text) operation(x word.ID) string {
	n := &t.Nodes[x]
	switch n.Op {
	case word.Const:
		return fmt.Sprintf("%#x", n.Imm)
	case word.Load:
		return fmt.Sprintf("@%d", n.Imm)
	}
	s := n.Op.String()
	if n.Op == word.Fetch {
		s = fmt.Sprintf("fetch%d", n.Imm)
	}
	var operands []string
	t.Operands(x, func(o word.ID) { operands = append(operands, t.expr(o)) })
	return s + "(" + strings.Join(operands, " ") + ")"
}
