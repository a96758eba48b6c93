package shader

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/internal/text"
)

// maker makes the graph of a unit. It executes the statements in order, with nodes in place of
// numbers.
type maker struct {
	unit      unit
	problems  *problems
	options   Options
	b         *flow.Builder
	pragmas   map[string]*meaning
	scope     *scope
	globals   *scope
	functions map[string]*function
	used      map[*function]bool
	main      *function
	output    *variable
	result    flow.Output

	function *function   // the one that is being read
	path     flow.Vector // the truth on which the current place is reached; nil for always
	unused   int         // not 0 in code that is checked but does not contribute to the result
	changes  []change
	steps    int
	stopped  bool
}

func newMaker(u unit, p *problems, o Options) *maker {
	m := &maker{unit: u, problems: p, options: o, b: flow.NewBuilder(), functions: map[string]*function{},
		used: map[*function]bool{}}
	m.globals = m.scope.nested()
	m.scope = m.globals
	m.pragmas = map[string]*meaning{}
	for _, one := range u.pragmas {
		if old := m.pragmas[one.Name]; old != nil {
			p.add(one.Pos, "%q already has a pragma at line %d", one.Name, old.Pos.Line)
			continue
		}
		if x := one.meaning(p); x != nil {
			m.pragmas[one.Name] = x
		}
	}
	return m
}

func place(at lexer.Position) flow.Position { return flow.Position{Line: at.Line, Column: at.Column} }

// declare reads the declarations outside functions, and finds main.
func (m *maker) declare() {
	for _, d := range m.unit.declarations {
		switch {
		case d.Precision != nil:
			if k := kindOf(d.Precision.Type); k != float && k != integer && k != sampler {
				m.problems.add(d.Pos, "precision is for float, int or sampler2D, not for %v", k)
			}
		case d.Function != nil:
			m.declareFunction(d.Function)
		default:
			for _, name := range d.Global.Names {
				m.declareGlobal(d.Global, name)
			}
		}
	}
	if m.output == nil {
		m.declareOutput("gl_FragColor", lexer.Position{})
	}
	for _, one := range m.unit.pragmas {
		if x := m.pragmas[one.Name]; x != nil && x.pragma == one && !x.taken && !m.problems.mentioned[one.Name] {
			m.problems.add(one.Pos, "no input, uniform, sampler or output is named %q%s", one.Name,
				text.DidYouMean(one.Name, slices.Values(m.globals.names())))
		}
	}
	if m.main == nil && m.problems.Len() == 0 {
		m.problems.add(lexer.Position{Line: 1, Column: 1}, "the shader has no void main()")
	}
}

// meaning returns the pragma of a declared name, or nil.
func (m *maker) meaning(name string) *meaning {
	x := m.pragmas[name]
	if x != nil {
		x.taken = true
	}
	return x
}

func (m *maker) checkName(name string, at lexer.Position) {
	_, isFunction := m.functions[name]
	_, isBuiltin := builtins[name]
	switch {
	case strings.HasPrefix(name, "gl_"):
		m.problems.add(at, "%q begins with gl_, which is reserved for GLSL; use another name", name)
	case isFunction || isBuiltin:
		m.problems.add(at, "%q is a function; use another name", name)
	}
}

func (m *maker) declareGlobal(g *global, d *declarator) {
	k := kindOf(g.Type)
	instead := ""
	switch g.Qualifier {
	case "const":
		m.declareConst(k, d)
		return
	case "out":
		instead = "an output is set in main"
		switch {
		case m.output != nil:
			m.problems.add(d.Pos, "%q is a second output, after %q; a shader has one", d.Name, m.output.name)
			m.problems.mention([]string{d.Name})
			return
		case k != vec4:
			m.problems.add(g.Pos, "the output %q is a %v; an output is a vec4", d.Name, k)
		}
		m.declareOutput(d.Name, d.Pos)
	case "uniform":
		instead = "a uniform gets its value from a pragma: #pragma castalu " + d.Name + " = …"
		if k == sampler {
			m.declareSampler(d)
		} else {
			m.declareVariable(g, d, "a uniform")
		}
	default:
		instead = "an input gets its source from a pragma: #pragma castalu " + d.Name + " = …"
		m.declareVariable(g, d, "an input")
	}
	if d.Init != nil {
		m.problems.add(d.Init.Pos, "%q cannot have an initial value; %s", d.Name, instead)
	}
}

// declareVariable adds an input or a uniform.
func (m *maker) declareVariable(g *global, d *declarator, what string) {
	k := kindOf(g.Type)
	v := m.add(d.Name, d.Pos, k)
	v.fixed = what
	x := m.meaning(d.Name)
	if !k.floats() {
		m.problems.add(g.Pos, "%q is %s of type %v; allowed are float, vec2, vec3 and vec4", d.Name, what, k)
		v.fill(value{})
		return
	}
	one := flow.Variable{Name: d.Name, Width: k.width(), Uniform: g.Qualifier == "uniform", Attributes: flow.Unknown,
		Position: place(d.Pos)}
	if one.Uniform && d.Init == nil && (x == nil || x.source.kind == "") {
		m.problems.add(d.Pos, "the uniform %q has no value; give it one: #pragma castalu %s = %s", d.Name, d.Name, example(k))
	}
	if x != nil {
		x.give(&one, m.problems)
	}
	m.b.At(place(d.Pos))
	v.fill(floats(m.b.Variable(one)))
}

// example is a value of a type.
func example(k kind) string {
	if k == float {
		return "1.0"
	}
	return k.String() + "(1.0)"
}

func (m *maker) declareConst(k kind, d *declarator) {
	if d.Init == nil {
		m.problems.add(d.Pos, "the constant %q has no value: const %v %s = …", d.Name, k, d.Name)
		m.add(d.Name, d.Pos, k).fill(value{})
		return
	}
	x := m.expression(d.Init)
	if x.kind != broken && (k != x.kind || !x.kind.floats() && k != integer && k != boolean) {
		m.problems.add(d.Init.Pos, "found %s for %q, which is %s%s", article(x.kind), d.Name, article(k), mixed(k, x.kind))
		x = value{}
	}
	if !x.constant() {
		m.problems.add(d.Init.Pos, "the value of the constant %q is known only when the shader runs; leave const out", d.Name)
	}
	v := m.add(d.Name, d.Pos, k)
	v.fixed = "a constant"
	v.fill(x)
}

func (m *maker) declareOutput(name string, at lexer.Position) {
	m.result = flow.Output{Name: name, Attributes: flow.Unknown, Position: place(at)}
	if x := m.meaning(name); x != nil {
		if x.source.kind != "" && x.source.kind != "wrong" {
			m.problems.add(x.Source.Pos, "%q is the output, which has no source", name)
		}
		if x.attributes != nil {
			m.result.Declared, m.result.Attributes = true, *x.attributes
		}
	}
	if name == "gl_FragColor" && at.Line == 0 {
		m.output = &variable{kind: vec4, name: name, contents: contents{value: value{kind: vec4, v: make(flow.Vector, 4)}}}
		m.globals.variables[name] = m.output
		return
	}
	m.output = m.add(name, at, vec4)
}

func (m *maker) declareSampler(d *declarator) {
	s := flow.Sampler{Name: d.Name, Attributes: flow.Attributes{Sign: flow.Positive, Exponent: 0, Bits: 8}, Position: place(d.Pos)}
	if x := m.meaning(d.Name); x != nil {
		if x.attributes != nil {
			s.Declared, s.Attributes = true, *x.attributes
		}
		switch x.source.kind {
		case "", "wrong":
		case "pass":
			s.Pass = x.source.file
		default:
			m.problems.add(x.Source.Pos, "%q is a sampler, whose only source is pass(FILE.frag)", d.Name)
		}
	}
	v := m.add(d.Name, d.Pos, sampler)
	v.fixed = "a sampler"
	v.fill(value{kind: sampler, n: -1})
	if m.options.Image == nil {
		m.problems.add(d.Pos, "there is no image for the sampler %q", d.Name)
		return
	}
	image, err := m.options.Image(s)
	if err != nil {
		m.problems.add(d.Pos, "the sampler %q: %v", d.Name, err)
		return
	}
	s.Image = image
	v.value.n = int64(m.b.Sampler(s))
}
