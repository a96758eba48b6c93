package shader

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/flow"
)

// statements reads those of a block, and says whether all pixels that come to it are
// discarded.
func (m *maker) statements(b *block) (ended bool) {
	for k, s := range b.Statements {
		if r := s.Return; r != nil && m.function == m.main && k == len(b.Statements)-1 && b == m.main.Body && r.Value == nil {
			continue
		}
		if ended { // nobody comes here, but mistakes are told of
			m.unlikely++
			m.statement(s)
			m.unlikely--
			continue
		}
		ended = m.statement(s)
	}
	return ended
}

// statement says whether all pixels that come to it are discarded.
func (m *maker) statement(s *statement) (ended bool) {
	if !m.step(s.Pos) {
		return false
	}
	switch {
	case s.Block != nil:
		outer := m.scope
		m.scope = outer.inner()
		ended = m.statements(s.Block)
		m.scope = outer
	case s.If != nil:
		return m.branch(s.If)
	case s.For != nil:
		return m.loop(s.For)
	case s.Return != nil:
		if m.function == m.main {
			m.mistake(s.Pos, "return inside main; use if and else, or discard")
		} else {
			m.mistake(s.Pos, "return is the last statement of a function; choose the value with ?: or a variable")
		}
	case s.Discard:
		return m.discard(s.Pos)
	case s.Local != nil:
		m.local(s.Local)
	case s.Count != nil:
		m.mistake(s.Pos, "%s stands in a loop's header only; write %s %s= 1.0", s.Count.Op, s.Count.Name, s.Count.Op[:1])
	case s.Assign != nil:
		m.assign(s.Assign)
	}
	return ended
}

func (m *maker) discard(at lexer.Position) bool {
	if m.function != m.main {
		m.mistake(at, "discard stands in main only; return a value by which main decides")
		return false
	}
	if m.unlikely > 0 {
		return true
	}
	if m.path == nil {
		m.mistake(at, "the shader discards every pixel; put an if in front of discard")
		return true
	}
	m.b.Kill(m.path[0])
	return true
}

// truths reads the condition of a statement.
func (m *maker) truths(e *expression, of string) (value, bool) {
	x := m.expression(e)
	if x.kind != boolean && x.kind != broken {
		m.mistake(e.Pos, "the condition of %s is %s; it must be a bool, as a comparison is", of, article(x.kind))
	}
	return x, x.kind == boolean
}

// branch merges what both arms of an if leave in the variables.
func (m *maker) branch(s *branch) (ended bool) {
	x, good := m.truths(s.Condition, "if")
	known := good && x.constant()
	first := known && x.v[0].Value == 1
	path := m.path
	enter := func(truth flow.Vector, skipped bool, s *statement) func() {
		return func() {
			outer := m.scope
			m.scope = outer.inner()
			switch {
			case !good || skipped:
				m.unlikely++
				defer func() { m.unlikely-- }()
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

// loop reads its body once for each value of the counter.
func (m *maker) loop(s *loop) (ended bool) {
	outer := m.scope
	defer func() { m.scope = outer }()
	m.scope = outer.inner()
	first := m.expression(s.First)
	if first.kind != integer {
		if first.kind != broken {
			m.mistake(s.First.Pos, "the counter %q begins with %s; it is an int with constant bounds", s.Counter, article(first.kind))
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
			m.mistake(s.Condition.Pos, "the loop's bound is known only when the shader runs; a loop is unrolled, so its bounds are constants")
			return ended
		}
		if x.v[0].Value == 0 {
			break
		}
		if turns == maxTurns {
			m.mistake(s.Pos, "the loop runs more than %d times; it is unrolled", maxTurns)
			return ended
		}
		before := len(m.problems.list)
		ended = m.turn(s.Body) || ended
		if ended || len(m.problems.list) > before || m.stopped || !m.next(s, i) {
			return ended
		}
	}
	if turns == 0 { // to find the mistakes in it
		m.unlikely++
		m.arm(func() { m.turn(s.Body) })
		m.unlikely--
	}
	return ended
}

func (m *maker) turn(body *statement) bool {
	outer := m.scope
	m.scope = outer.inner()
	defer func() { m.scope = outer }()
	return m.statement(body)
}

// next counts.
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
			m.mistake(at, "a loop's step is i++, i-- or i += 2")
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
			m.mistake(at, "the loop's step is %s; it is an int", article(by.kind))
		}
		return false
	}
	x := m.count(at, op, i.value.n, by.n)
	i.value = x
	return x.kind == integer
}

func (m *maker) local(l *local) {
	k := kindOf(l.Type)
	for _, d := range l.Names {
		if k == void || k == sampler {
			m.mistake(l.Pos, "the variable %q is %v; allowed are float, vec2, vec3, vec4 and bool", d.Name, k)
			m.add(d.Name, d.Pos, broken)
			continue
		}
		if l.Const {
			m.declareConst(k, d)
			continue
		}
		if k == integer {
			m.mistake(l.Pos, "the variable %q is an int; int serves loop counters and constants: use float, or const int", d.Name)
			m.add(d.Name, d.Pos, broken)
			continue
		}
		if d.Init == nil {
			m.add(d.Name, d.Pos, k)
			continue
		}
		x := m.expression(d.Init)
		if x.kind != broken && x.kind != k {
			m.mistake(d.Init.Pos, "%q is %s, its value %s%s", d.Name, article(k), article(x.kind), mixed(k, x.kind))
			x = value{}
		}
		m.b.Named(d.Name, x.v)
		m.add(d.Name, d.Pos, k).fill(x)
	}
}

// find returns a variable, or nil and says so.
func (m *maker) find(name string, at lexer.Position) *variable {
	v := m.scope.find(name, at)
	if v != nil {
		return v
	}
	if m.functions[name] != nil || builtins[name].form != "" {
		m.mistake(at, "%q is a function; call it, as %s(…)", name, name)
		return nil
	}
	if later := m.globals.variables[name]; later != nil {
		m.mistake(at, "%q is used in front of its declaration at line %d; move that up", name, later.pos.Line)
		return nil
	}
	if m.problems.mentioned[name] {
		return nil
	}
	hint := nearest(name, m.scope.names())
	switch name {
	case "gl_FragCoord":
		hint = "; declare an input: in vec2 uv, and #pragma castalu uv = uv"
	case "gl_FragColor":
		hint = "; the output is " + m.output.name
	}
	m.mistake(at, "%q is not declared%s", name, hint)
	return nil
}

func (m *maker) assign(s *assignment) {
	if s.Call != nil {
		m.arguments(s.Call.Arguments)
		m.mistake(s.Pos, "%s(…) stands alone; functions change nothing, so use what it returns", s.Name)
		return
	}
	v := m.find(s.Name, s.Pos)
	if s.Value == nil && (v == nil || v.fixed == "") {
		if v != nil {
			m.mistake(s.Pos, "%s stands in a loop's header only; write %s %s= 1.0", s.Op, s.Name, s.Op[:1])
		}
		return
	}
	x := value{}
	if s.Value != nil {
		x = m.expression(s.Value)
	}
	if v == nil {
		return
	}
	if v.fixed != "" {
		m.mistake(s.Pos, "%q is %s, which cannot be assigned", s.Name, v.fixed)
		return
	}
	if v == m.output && m.function != m.main {
		m.mistake(s.Pos, "the output %q is set in main; return the value", s.Name)
		return
	}
	places, k, good := m.target(v, s)
	if !good || v.value.kind == broken {
		return
	}
	if s.Op != "=" {
		var old value
		old = m.readVariable(v, &operand{Pos: s.Pos, Members: s.Members})
		if old.kind != broken && len(s.Members) > 0 {
			old = m.swizzle(old, s.Members[0])
		}
		x = m.binary(s.Pos, s.Op[:1], old, x)
	}
	if x.kind != broken && x.kind != k {
		at := s.Pos
		if s.Op == "=" {
			at = s.Value.Pos
		}
		m.mistake(at, "%q is %s, its value %s%s", s.Name+dotted(s.Members), article(k), article(x.kind), mixed(k, x.kind))
		x = value{}
	}
	m.change(v)
	if x.kind == broken {
		v.fill(value{})
		return
	}
	m.b.Named(v.name, x.v)
	out := slices.Clone(v.value.v)
	for i, place := range places {
		out[place] = x.v[i]
		v.state[place] = set
	}
	v.value = value{kind: v.kind, v: out}
}

func dotted(list []*member) string {
	if len(list) == 0 {
		return ""
	}
	return "." + list[0].Name
}

// target is the components that an assignment sets, and their type.
func (m *maker) target(v *variable, s *assignment) ([]int, kind, bool) {
	if len(s.Members) == 0 {
		return []int{0, 1, 2, 3}[:v.kind.width()], v.kind, true
	}
	at := s.Members[0]
	switch {
	case len(s.Members) > 1:
		m.mistake(s.Members[1].Pos, "found .%s behind .%s; one swizzle stands on the left", s.Members[1].Name, at.Name)
		return nil, broken, false
	case v.kind < vec2 || v.kind > vec4:
		m.mistake(at.Pos, "found .%s of %s; only vectors have components", at.Name, article(v.kind))
		return nil, broken, false
	}
	places, wrong := letters(at.Name, v.kind)
	for k, p := range places {
		if slices.Contains(places[:k], p) {
			wrong = "a component that is set stands there once"
		}
	}
	if wrong != "" {
		m.mistake(at.Pos, "found .%s; %s", at.Name, wrong)
		return nil, broken, false
	}
	return places, vector(len(places)), true
}
