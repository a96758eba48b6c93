package shader

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/internal/text"
)

// arguments returns the values of a call's expressions, and whether they are free of mistakes.
func (m *maker) arguments(list []*expression) ([]value, bool) {
	out := make([]value, len(list))
	good := true
	for k, e := range list {
		out[k] = m.expression(e)
		good = good && out[k].kind != broken
	}
	return out, good
}

// kinds lists the types of arguments: "vec3, float".
func kinds(list []value) string {
	var names []string
	for _, x := range list {
		names = append(names, x.kind.String())
	}
	return strings.Join(names, ", ")
}

// construct is vec3(x, y, z), vec3(x), vec4(v3, 1.0), float(i).
func (m *maker) construct(o *operand) value {
	k := kindOf(o.Type)
	list, good := m.arguments(o.Parts.Arguments)
	switch {
	case !good:
		return value{}
	case k == integer && len(list) == 1 && list[0].kind == integer:
		return list[0]
	case k == boolean && len(list) == 1 && list[0].kind == boolean:
		return list[0]
	case k == integer:
		return m.mistake(o.Pos, "%v(%s): %s", k, kinds(list), integers)
	case k == boolean:
		return m.mistake(o.Pos, "%v(%s): a condition is a comparison, such as x > 0.0", k, kinds(list))
	case !k.floats():
		return m.mistake(o.Pos, "%v(%s) is not a constructor; float, vec2, vec3 and vec4 have one", k, kinds(list))
	}
	var all flow.Vector
	for i, x := range list {
		switch {
		case x.kind == integer:
			all = append(all, m.b.Number(float64(x.n))...)
		case x.kind.floats() || x.kind == boolean: // which is 1 or 0
			if len(all) >= k.width() {
				return m.mistake(o.Parts.Arguments[i].Pos, "%v(%s) has more than %s", k, kinds(list), components(k.width()))
			}
			all = append(all, x.v...)
		default:
			return m.mistake(o.Parts.Arguments[i].Pos, "found %s in %v(…); allowed are float, vec2, vec3, vec4, int and bool",
				article(x.kind), k)
		}
	}
	switch {
	case len(all) == 1:
		for len(all) < k.width() {
			all = append(all, all[0])
		}
	case len(all) < k.width():
		return m.mistake(o.Pos, "%v(%s) has %s; it needs 1 or %d", k, kinds(list), components(len(all)), k.width())
	case len(all) > k.width() && len(list) > 1 && k.width() > 1 && list[len(list)-1].kind == integer:
		return m.mistake(o.Pos, "%v(%s) has more than %s", k, kinds(list), components(k.width()))
	}
	return floats(all[:k.width()])
}

func components(n int) string {
	return map[int]string{0: "no component", 1: "1 component", 2: "2 components", 3: "3 components", 4: "4 components"}[n]
}

// call calls a function of the language or of the shader.
func (m *maker) call(o *operand) value {
	if instead, ok := refusedFunctions[o.Name]; ok {
		return m.mistake(o.Pos, "%q is not in the language: %s", o.Name, instead)
	}
	if b, ok := builtins[o.Name]; ok {
		return m.callBuiltin(o, b)
	}
	f, ok := m.functions[o.Name]
	switch {
	case o.Name == "main":
		return m.mistake(o.Pos, "main cannot be called")
	case m.scope.find(o.Name, o.Pos) != nil:
		return m.mistake(o.Pos, "%q is a variable, not a function", o.Name)
	case ok && f == m.function:
		return m.mistake(o.Pos, "%q calls itself; functions are inlined: use a loop with constant bounds", o.Name)
	case !ok || f.Pos.Offset > o.Pos.Offset:
		if later := m.later(o.Name); later != nil {
			return m.mistake(o.Pos, "%q is called before its definition at line %d; move the definition up", o.Name, later.Pos.Line)
		}
		if m.problems.mentioned[o.Name] {
			return value{}
		}
		names := append(sortedKeys(builtins), sortedKeys(m.functions)...)
		return m.mistake(o.Pos, "there is no function %q%s", o.Name, text.DidYouMean(o.Name, slices.Values(names)))
	}
	return m.inline(f, o)
}

// later is a function that is declared further down in the text.
func (m *maker) later(name string) *function {
	for _, d := range m.unit.declarations {
		if d.Function != nil && d.Function.Name == name {
			return d.Function
		}
	}
	return nil
}

func (m *maker) callBuiltin(o *operand, b builtin) value {
	list, good := m.arguments(o.Call.Arguments)
	if !good {
		return value{}
	}
	result, ok := match(b.form, list)
	if !ok {
		kindsOf := make([]kind, len(list))
		for k, x := range list {
			kindsOf[k] = x.kind
		}
		return m.mistake(o.Pos, "found %s(%s); the function is %s%s", o.Name, kinds(list), explain(b.form), mixed(append(kindsOf, float)...))
	}
	m.b.At(place(o.Pos))
	if b.make == nil {
		return m.texture(o.Pos, list)
	}
	if wrong := m.wrongConstants(o, b, list); wrong != "" {
		return m.badConstant(o.Pos, result, "%s", wrong)
	}
	var x []flow.Vector
	for _, one := range list {
		x = append(x, one.v)
	}
	out := m.made(o.Pos, o.Name, b.make(m.b, x), list...)
	if out.kind != broken && out.kind != result {
		panic("shader: " + o.Name + " does not have the type of its form")
	}
	return out
}

func (m *maker) texture(at lexer.Position, list []value) value {
	if list[0].n < 0 { // a sampler without an image, or a function that is never called
		return floats(m.zeros(vec4))
	}
	return floats(m.b.Texture(int(list[0].n), list[1].v))
}

func (m *maker) wrongConstants(o *operand, b builtin, list []value) string {
	for _, rule := range b.wrong {
		if list[rule.parameter].anyConstant(rule.so) {
			return rule.text
		}
	}
	above := func(x, y value) bool { // in some component
		for k := range max(len(x.v), len(y.v)) {
			p, q := x.v[min(k, len(x.v)-1)], y.v[min(k, len(y.v)-1)]
			if p.Op == flow.Constant && q.Op == flow.Constant && p.Value > q.Value {
				return true
			}
		}
		return false
	}
	switch o.Name {
	case "normalize":
		zero := true
		for _, n := range list[0].v {
			zero = zero && n.Op == flow.Constant && n.Value == 0
		}
		if zero {
			return "normalize of a constant vector of length 0"
		}
	case "clamp":
		if above(list[1], list[2]) {
			return "clamp(x, low, high) of constants needs low <= high"
		}
	case "smoothstep":
		for k := range max(len(list[0].v), len(list[1].v)) {
			p, q := list[0].v[min(k, len(list[0].v)-1)], list[1].v[min(k, len(list[1].v)-1)]
			if p.Op == flow.Constant && q.Op == flow.Constant && p.Value >= q.Value {
				return "smoothstep(low, high, x) of constants needs low < high"
			}
		}
	}
	return ""
}

// match returns the type of the result, and whether the arguments fit the form.
func match(form string, list []value) (kind, bool) {
	result, parameters := takeForm(form)
	if len(list) != len(parameters) {
		return broken, false
	}
	t := broken // what T stands for
	for k, p := range parameters {
		if p == "T" {
			t = list[k].kind
			break
		}
	}
	of := func(name string) kind {
		if name == "T" {
			return t
		}
		return kindOf(name)
	}
	for k, p := range parameters {
		got := list[k].kind
		name, scalar := strings.CutSuffix(p, "?")
		if name == "T" && !got.floats() || got != of(name) && !(scalar && got == float) {
			return broken, false
		}
	}
	return of(result), true
}

// takeForm splits a form such as "T mix(T, T, T?)" into its result and its parameters.
func takeForm(form string) (string, []string) {
	result, rest, _ := strings.Cut(form, " ")
	_, inner, _ := strings.Cut(strings.TrimSuffix(rest, ")"), "(")
	return result, strings.Split(inner, ", ")
}

// explain is a form in words.
func explain(form string) string {
	out := strings.ReplaceAll(form, "T?", "T or float")
	if strings.Contains(form, "T") && !strings.HasPrefix(form, "vec") {
		out += ", where T is one of float, vec2, vec3 and vec4"
	}
	return out
}
