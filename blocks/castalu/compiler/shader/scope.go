package shader

import (
	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
)

// state is whether a component of a variable has a value.
type state uint8

const (
	unset     state = iota
	sometimes       // in one arm of an if
	set
)

// contents is what a variable holds.
type contents struct {
	value   value
	state   [4]state       // by component; int and sampler2D use the first
	unsetAt lexer.Position // the if that sets it in one arm
}

// variable is a name with a value.
type variable struct {
	contents
	kind  kind
	name  string
	pos   lexer.Position
	fixed string // why it cannot be assigned: it is "an input"; "" if it can
	depth int    // of the scope that it is declared in
}

// change is what a variable held before.
type change struct {
	variable *variable
	before   contents
}

// scope is the variables of a block, and its enclosing scope.
type scope struct {
	outer     *scope
	depth     int
	variables map[string]*variable
}

func (s *scope) nested() *scope {
	depth := 0
	if s != nil {
		depth = s.depth + 1
	}
	return &scope{s, depth, map[string]*variable{}}
}

// find returns a variable that is declared before a place, or nil.
func (s *scope) find(name string, at lexer.Position) *variable {
	for ; s != nil; s = s.outer {
		if v := s.variables[name]; v != nil && v.pos.Offset <= at.Offset {
			return v
		}
	}
	return nil
}

// names returns the names of all variables in scope.
func (s *scope) names() []string {
	var out []string
	for ; s != nil; s = s.outer {
		for name := range s.variables {
			out = append(out, name)
		}
	}
	return out
}

// add declares a variable, unless its name is taken.
func (m *maker) add(name string, at lexer.Position, k kind) *variable {
	v := &variable{kind: k, name: name, pos: at, depth: m.scope.depth}
	v.value = value{kind: k, v: make(flow.Vector, k.width())}
	if k == broken {
		v.fill(value{})
	}
	if old := m.scope.variables[name]; old != nil {
		m.problems.add(at, "%q is already declared at line %d", name, old.pos.Line)
		return v
	}
	m.checkName(name, at)
	m.scope.variables[name] = v
	return v
}

// fill sets a whole variable.
func (v *variable) fill(x value) {
	v.value = x
	v.state = [4]state{set, set, set, set}
}

// change records what a variable holds, before it changes.
func (m *maker) change(v *variable) {
	m.changes = append(m.changes, change{v, v.contents})
}

// arm runs do, undoes its changes, and returns the contents that the changed variables had
// afterwards, in the order of the changes; only of those that are declared outside.
func (m *maker) arm(do func()) ([]*variable, map[*variable]contents) {
	before := m.changes
	m.changes = nil
	do()
	var order []*variable
	after := map[*variable]contents{}
	for _, c := range m.changes {
		if _, ok := after[c.variable]; !ok && c.variable.depth <= m.scope.depth {
			order = append(order, c.variable)
			after[c.variable] = c.variable.contents
		}
	}
	for k := len(m.changes) - 1; k >= 0; k-- {
		m.changes[k].variable.contents = m.changes[k].before
	}
	m.changes = before
	return order, after
}

// merge sets a variable to what either arm of an if has left in it, component by component:
// there is no select for those that both arms set alike.
func (m *maker) merge(v *variable, truth flow.Vector, then, other contents, at lexer.Position) {
	m.change(v)
	if then.value.kind == broken || other.value.kind == broken {
		v.fill(value{})
		return
	}
	out := contents{value: value{kind: v.kind, v: make(flow.Vector, v.kind.width())}, unsetAt: at}
	var places []int
	var x, y flow.Vector
	for k := range out.value.v {
		a, b := then.value.v[k], other.value.v[k]
		switch {
		case then.state[k] == set && other.state[k] == set:
			out.state[k] = set
			out.value.v[k] = a
			if a != b {
				places, x, y = append(places, k), append(x, a), append(y, b)
			}
		case then.state[k] != unset || other.state[k] != unset:
			out.state[k] = sometimes
		}
	}
	if len(places) > 0 {
		chosen := m.b.Do(flow.Select, y, x, truth)
		m.b.Named(v.name, chosen)
		for i, k := range places {
			out.value.v[k] = chosen[i]
		}
	}
	v.contents = out
}
