package shader

import (
	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
)

// statements reads the statements of a block, and reports whether all pixels that reach it are
// discarded.
func (m *maker) statements(b *block) (ended bool) {
	for k, s := range b.Statements {
		if r := s.Return; r != nil && m.function == m.main && k == len(b.Statements)-1 && b == m.main.Body && r.Value == nil {
			continue
		}
		if ended { // unreachable, but read for mistakes
			m.unused++
			m.statement(s)
			m.unused--
			continue
		}
		ended = m.statement(s)
	}
	return ended
}

// statement reads a statement, and reports whether all pixels that reach it are discarded.
func (m *maker) statement(s *statement) (ended bool) {
	if !m.step(s.Pos) {
		return false
	}
	switch {
	case s.Block != nil:
		outer := m.scope
		m.scope = outer.nested()
		ended = m.statements(s.Block)
		m.scope = outer
	case s.If != nil:
		return m.branch(s.If)
	case s.For != nil:
		return m.loop(s.For)
	case s.Return != nil:
		if m.function == m.main {
			m.mistake(s.Pos, "found return in main; use if and else, or discard")
		} else {
			m.mistake(s.Pos, "found return before the end of a function; choose the value with ?: or a variable, and return it last")
		}
	case s.Discard:
		return m.discard(s.Pos)
	case s.Local != nil:
		m.local(s.Local)
	case s.Count != nil:
		m.mistake(s.Pos, "found %s outside a loop's header; write %s %s= 1.0", s.Count.Op, s.Count.Name, s.Count.Op[:1])
	case s.Assign != nil:
		m.assign(s.Assign)
	}
	return ended
}

func (m *maker) discard(at lexer.Position) bool {
	if m.function != m.main {
		m.mistake(at, "found discard outside main; return a bool, and let main discard")
		return false
	}
	if m.unused > 0 {
		return true
	}
	if m.path == nil {
		m.mistake(at, "the shader discards every pixel; put an if before discard")
		return true
	}
	m.b.Kill(m.path[0])
	return true
}

// truths reads the condition of a statement.
func (m *maker) truths(e *expression, of string) (value, bool) {
	x := m.expression(e)
	if x.kind != boolean && x.kind != broken {
		m.mistake(e.Pos, "the condition of %s is %s; it must be a bool, such as a comparison", of, article(x.kind))
	}
	return x, x.kind == boolean
}

// branch merges the values that both arms of an if leave in the variables.
func (m *maker) branch(s *branch) (ended bool) {
	x, good := m.truths(s.Condition, "if")
	known := good && x.constant()
	first := known && x.v[0].Value == 1
	path := m.path
	enter := func(truth flow.Vector, skipped bool, s *statement) func() {
		return func() {
			outer := m.scope
			m.scope = outer.nested()
			switch {
			case !good || skipped:
				m.unused++
				defer func() { m.unused-- }()
			case !known:
				m.path = truth
				if path != nil {
					m.path = m.b.And(path, truth)
				}
			}
			ended = s != nil && m.statement(s)
			m.scope, m.path = outer, path
		}
	}
	var not flow.Vector
	if good {
		m.b.At(place(s.Pos))
		not = m.b.Not(x.v)
	}
	thenOrder, then := m.arm(enter(x.v, known && !first, s.Then))
	thenEnded := ended
	otherOrder, other := m.arm(enter(not, known && first, s.Else))
	otherEnded := ended
	if !good {
		return false
	}
	take := func(from map[*variable]contents, order []*variable) {
		for _, v := range order {
			m.change(v)
			v.contents = from[v]
		}
	}
	switch {
	case known && first:
		take(then, thenOrder)
		return thenEnded
	case known:
		take(other, otherOrder)
		return otherEnded
	case thenEnded: // only the pixels of the other arm go on
		take(other, otherOrder)
		return otherEnded
	case otherEnded:
		take(then, thenOrder)
		return false
	}
	m.b.At(place(s.Pos))
	for _, v := range append(thenOrder, otherOrder...) {
		a, inThen := then[v]
		b, inOther := other[v]
		if !inThen {
			a = v.contents
		}
		if !inOther {
			b = v.contents
		}
		if inThen || inOther {
			m.merge(v, x.v, a, b, s.Pos)
			delete(then, v)
			delete(other, v)
		}
	}
	return false
}
