package shader

import (
	"fmt"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"posedge/internal/text"
)

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
			m.mistake(l.Pos, "the variable %q is an int; int is only for loop counters and constants: use float, or const int", d.Name)
			m.add(d.Name, d.Pos, broken)
			continue
		}
		if d.Init == nil {
			m.add(d.Name, d.Pos, k)
			continue
		}
		x := m.expression(d.Init)
		if x.kind != broken && x.kind != k {
			m.mistake(d.Init.Pos, "found %s for %q, which is %s%s", article(x.kind), d.Name, article(k), mixed(k, x.kind))
			x = value{}
		}
		m.b.Named(d.Name, x.v)
		m.add(d.Name, d.Pos, k).fill(x)
	}
}

// find returns a variable, or adds a mistake and returns nil.
func (m *maker) find(name string, at lexer.Position) *variable {
	v := m.scope.find(name, at)
	if v != nil {
		return v
	}
	if m.functions[name] != nil || builtins[name].form != "" {
		m.mistake(at, "%q is a function; call it: %s(…)", name, name)
		return nil
	}
	if later := m.globals.variables[name]; later != nil {
		m.mistake(at, "%q is used before its declaration at line %d; move the declaration up", name, later.pos.Line)
		return nil
	}
	if m.problems.mentioned[name] {
		return nil
	}
	hint := text.DidYouMean(name, slices.Values(m.scope.names()))
	switch name {
	case "gl_FragCoord":
		hint = "; declare an input: in vec2 uv, and #pragma castalu uv = uv"
	case "gl_FragColor":
		hint = "; it can be used in main"
		if m.output != nil {
			hint = fmt.Sprintf("; the output is %q", m.output.name)
		}
	}
	m.mistake(at, "%q is not declared%s", name, hint)
	return nil
}

func (m *maker) assign(s *assignment) {
	if s.Call != nil {
		m.arguments(s.Call.Arguments)
		m.mistake(s.Pos, "the result of %s(…) is not used, and functions have no other effect", s.Name)
		return
	}
	v := m.find(s.Name, s.Pos)
	if s.Value == nil && (v == nil || v.fixed == "") {
		if v != nil {
			m.mistake(s.Pos, "found %s outside a loop's header; write %s %s= 1.0", s.Op, s.Name, s.Op[:1])
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
		m.mistake(at, "found %s for %q, which is %s%s", article(x.kind), s.Name+dotted(s.Members), article(k), mixed(k, x.kind))
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

// target returns the components that an assignment sets, and their type.
func (m *maker) target(v *variable, s *assignment) ([]int, kind, bool) {
	if len(s.Members) == 0 {
		return []int{0, 1, 2, 3}[:v.kind.width()], v.kind, true
	}
	at := s.Members[0]
	switch {
	case len(s.Members) > 1:
		m.mistake(s.Members[1].Pos, "found .%s after .%s; the left side takes one swizzle", s.Members[1].Name, at.Name)
		return nil, broken, false
	case v.kind < vec2 || v.kind > vec4:
		m.mistake(at.Pos, "found .%s of %s; only vectors have components", at.Name, article(v.kind))
		return nil, broken, false
	}
	places, wrong := letters(at.Name, v.kind)
	for k, p := range places {
		if slices.Contains(places[:k], p) {
			wrong = "a component can be set only once"
		}
	}
	if wrong != "" {
		m.mistake(at.Pos, "found .%s; %s", at.Name, wrong)
		return nil, broken, false
	}
	return places, vector(len(places)), true
}
