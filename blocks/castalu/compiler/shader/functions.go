package shader

import (
	"slices"
)

func (m *maker) declareFunction(f *function) {
	if f.Name == "main" {
		m.declareMain(f)
		return
	}
	k := kindOf(f.Type)
	switch {
	case builtins[f.Name].form != "" || refusedFunctions[f.Name] != "":
		m.problems.add(f.Pos, "%q is a function of GLSL; use another name", f.Name)
	case m.functions[f.Name] != nil:
		m.problems.add(f.Pos, "the function %q is already defined at line %d; rename one of them", f.Name,
			m.functions[f.Name].Pos.Line)
	case m.globals.variables[f.Name] != nil:
		m.problems.add(f.Pos, "%q is already declared at line %d", f.Name, m.globals.variables[f.Name].pos.Line)
	case k == void || k == sampler:
		m.problems.add(f.Pos, "the function %q returns %v; functions other than main return float, vec2, vec3, vec4, bool or int",
			f.Name, k)
	default:
		for _, p := range f.Parameters {
			if slices.Contains(p.Qualifiers, "out") || slices.Contains(p.Qualifiers, "inout") {
				m.problems.add(p.Pos, "the parameter %q is out or inout; a function returns its value instead", p.Name)
			}
			if kindOf(p.Type) == void {
				m.problems.add(p.Pos, "the parameter %q is void; allowed are float, vec2, vec3, vec4, bool, int and sampler2D", p.Name)
			}
		}
		m.functions[f.Name] = f
	}
}

func (m *maker) declareMain(f *function) {
	switch {
	case m.main != nil:
		m.problems.add(f.Pos, "main is already defined at line %d", m.main.Pos.Line)
		return
	case f.Type != "void" || len(f.Parameters) > 0:
		m.problems.add(f.Pos, "main must be void main(), without parameters")
		for _, p := range f.Parameters {
			m.problems.mention([]string{p.Name})
		}
	}
	m.main = f
}

// run reads main, and then the functions that are never called, to find their mistakes.
func (m *maker) run() {
	m.scope = m.globals.nested()
	m.function = m.main
	if m.statements(m.main.Body) && m.problems.Len() == 0 {
		m.problems.add(m.main.Pos, "the shader discards every pixel")
	}
	for _, d := range m.unit.declarations {
		f := d.Function
		if f == nil || m.functions[f.Name] != f || m.used[f] {
			continue
		}
		var list []value
		for _, p := range f.Parameters {
			k := kindOf(p.Type)
			list = append(list, value{kind: k, v: m.zeros(k), n: 1})
			if k == sampler {
				list[len(list)-1].n = -1
			}
		}
		m.unused++
		m.body(f, list)
		m.unused--
	}
}

// inline reads a function's body in place of its call.
func (m *maker) inline(f *function, o *operand) value {
	list, good := m.arguments(o.Call.Arguments)
	if !good {
		return value{}
	}
	wants := ""
	fits := len(list) == len(f.Parameters)
	for k, p := range f.Parameters {
		if k > 0 {
			wants += ", "
		}
		wants += p.Type
		fits = fits && list[k].kind == kindOf(p.Type)
	}
	if !fits {
		all := make([]kind, len(list))
		for k, x := range list {
			all[k] = x.kind
		}
		return m.mistake(o.Pos, "found %s(%s); the function at line %d is %s %s(%s)%s", o.Name, kinds(list), f.Pos.Line, f.Type, f.Name,
			wants, mixed(append(all, kindOf(f.Type))...))
	}
	m.used[f] = true
	return m.body(f, list)
}

// body is the value that a function returns.
func (m *maker) body(f *function, list []value) value {
	if !m.step(f.Pos) {
		return value{}
	}
	scope, function := m.scope, m.function
	defer func() { m.scope, m.function = scope, function }()
	m.scope, m.function = m.globals.nested(), f
	m.scope.depth = scope.depth + 1 // an if around the call need not merge the variables of the function
	for k, p := range f.Parameters {
		v := m.add(p.Name, p.Pos, kindOf(p.Type))
		v.fill(list[k])
		if slices.Contains(p.Qualifiers, "const") {
			v.fixed = "a const parameter"
		}
	}
	statements := f.Body.Statements
	last := len(statements) - 1
	if last < 0 || statements[last].Return == nil || statements[last].Return.Value == nil {
		return m.mistake(f.Body.End, "the function %q must end with return and a value of type %s; if the value depends on an if, set a variable there and return it", f.Name, f.Type)
	}
	for _, s := range statements[:last] {
		m.statement(s)
	}
	at := statements[last].Return
	x := m.expression(at.Value)
	if k := kindOf(f.Type); x.kind != broken && x.kind != k {
		return m.mistake(at.Value.Pos, "the function %q returns %v, found %v%s", f.Name, k, x.kind, mixed(k, x.kind))
	}
	return x
}
