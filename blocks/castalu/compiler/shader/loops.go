package shader

import (
	"github.com/alecthomas/participle/v2/lexer"
)

// loop reads its body once for each value of the counter.
func (m *maker) loop(s *loop) (ended bool) {
	outer := m.scope
	defer func() { m.scope = outer }()
	m.scope = outer.nested()
	first := m.expression(s.First)
	if first.kind != integer {
		if first.kind != broken {
			m.mistake(s.First.Pos, "the counter %q starts at %s; it must be a constant int", s.Counter, article(first.kind))
		}
		return false
	}
	i := m.add(s.Counter, s.Pos, integer)
	i.fixed = "a loop counter"
	i.fill(first)
	turns := 0
	for ; ; turns++ {
		x, good := m.truths(s.Condition, "for")
		if !good {
			return ended
		}
		if !x.constant() {
			m.mistake(s.Condition.Pos, "the loop's bound is known only when the shader runs; a loop is unrolled, so its bounds must be constants")
			return ended
		}
		if x.v[0].Value == 0 {
			break
		}
		if turns == maxTurns {
			m.mistake(s.Pos, "the loop runs more than %d times; loops are unrolled, so shorten it", maxTurns)
			return ended
		}
		before := m.problems.Len()
		ended = m.turn(s.Body) || ended
		if ended || m.problems.Len() > before || m.stopped || !m.next(s, i) {
			return ended
		}
	}
	if turns == 0 { // to find the mistakes in it
		m.unused++
		m.arm(func() { m.turn(s.Body) })
		m.unused--
	}
	return ended
}

func (m *maker) turn(body *statement) bool {
	outer := m.scope
	m.scope = outer.nested()
	defer func() { m.scope = outer }()
	return m.statement(body)
}

// next steps the counter.
func (m *maker) next(s *loop, i *variable) bool {
	name, at, op := "", lexer.Position{}, ""
	by := value{kind: integer, n: 1}
	switch {
	case s.Count != nil:
		name, at, op = s.Count.Name, s.Count.Pos, s.Count.Op[:1]
	default:
		name, at, op = s.Step.Name, s.Step.Pos, s.Step.Op
		if s.Step.Value != nil {
			by = m.expression(s.Step.Value)
		}
		if op == "" || op == "=" || len(s.Step.Members) > 0 {
			m.mistake(at, "a loop's step must be i++, i-- or i += 2")
			return false
		}
		op = op[:1]
	}
	if name != i.name {
		m.mistake(at, "the loop's step changes %q; its counter is %q", name, i.name)
		return false
	}
	if by.kind != integer {
		if by.kind != broken {
			m.mistake(at, "the loop's step is %s; it must be an int", article(by.kind))
		}
		return false
	}
	x := m.count(at, op, i.value.n, by.n)
	i.value = x
	return x.kind == integer
}
