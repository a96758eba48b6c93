package fuzz

import (
	"fmt"
	"go/format"
	"math/big"
	"sort"
	"strings"
)

// Source prints the design as a Go program of one file that makes the same calls
// of package hdl. Its function newTop makes the top. The text main goes to its
// end, the lines in it that begin with import to its head.
func (d *Design) Source(main string) []byte {
	p := &printer{d: d}
	for i, m := range d.Modules {
		p.component(i, m)
	}
	body := p.b.String()
	p.b.Reset()
	p.line("// Design %s, as it was drawn and made smaller.", d.Name)
	p.line("package main")
	p.line("import (")
	imports := []string{`"posedge/hdl"`}
	if p.numbers {
		imports = append(imports, `"math/big"`)
	}
	if p.states {
		imports = append(imports, `"fmt"`)
	}
	for line := range strings.SplitSeq(main, "\n") {
		if strings.HasPrefix(line, "import ") {
			imports = append(imports, strings.TrimPrefix(line, "import "))
		} else {
			body += line + "\n"
		}
	}
	sort.Strings(imports)
	p.line("%s\n)", strings.Join(imports, "\n"))
	p.line("func newTop() hdl.Component { return new%d() }", len(d.Modules)-1)
	if p.numbers {
		p.line("// num is a number of more than 64 bits.\nfunc num(hex string) *big.Int { v, _ := new(big.Int).SetString(hex, 16); return v }")
	}
	if p.states {
		p.line("type state uint8\n// String names the state.\nfunc (s state) String() string { return fmt.Sprintf(\"s%%d\", uint8(s)) }")
	}
	if p.bundles {
		p.line("%s", bundleSource)
	}
	text := p.b.String() + body
	out, err := format.Source([]byte(text))
	if err != nil {
		panic(fmt.Sprintf("%v\n%s", err, text)) // the printer is wrong
	}
	return out
}

const bundleSource = `
type Bundle struct {
	A    hdl.Bits
	Pair [2]hdl.Bits
	Rest []Part
}
type Part struct{ X, Y hdl.Bits }

func bundle(leaves ...hdl.Bits) Bundle {
	b := Bundle{A: leaves[0], Pair: [2]hdl.Bits{leaves[1], leaves[2]}}
	for i := 3; i < len(leaves); i += 2 {
		b.Rest = append(b.Rest, Part{leaves[i], leaves[i+1]})
	}
	return b
}
`

type printer struct {
	d                        *Design
	b                        strings.Builder
	numbers, states, bundles bool
	m                        *Module
	read                     map[string]bool // Go variables that something uses
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

// shape is the shape of the design's bundles as Go text.
func (p *printer) shape() string {
	p.bundles = true
	var parts []string
	for _, w := range p.d.Shape {
		parts = append(parts, fmt.Sprintf("hdl.Width(%d)", w))
	}
	return "bundle(" + strings.Join(parts, ", ") + ")"
}

func (p *printer) component(i int, m *Module) {
	p.m = m
	p.line("// component%d is module %s.", i, m.Name)
	p.line("type component%d struct {", i)
	var fields []string
	field := func(name, typ string, values ...string) {
		p.line("%s []%s", name, typ)
		fields = append(fields, fmt.Sprintf("%s: []%s{%s},", name, typ, strings.Join(values, ", ")))
	}
	widths := func(call string, list []int) []string {
		var values []string
		for _, w := range list {
			values = append(values, fmt.Sprintf("%s(%d)", call, w))
		}
		return values
	}
	if len(m.In) > 0 {
		field("In", "hdl.In", widths("hdl.Input", m.In)...)
	}
	if len(m.Out) > 0 {
		field("Out", "hdl.Out", widths("hdl.Output", m.Out)...)
	}
	for _, x := range []struct {
		has             bool
		name, typ, call string
	}{{m.Req, "Req", "InOf", "InputOf"}, {m.Rsp, "Rsp", "OutOf", "OutputOf"}, {m.Push, "Push", "Sink", "NewSink"}, {m.Pop, "Pop", "Source", "NewSource"}} {
		if x.has {
			field(x.name, "hdl."+x.typ+"[Bundle]", "hdl."+x.call+"("+p.shape()+")")
		}
	}
	p.line("}")
	p.line("func new%d() *component%d { return &component%d{\n%s\n} }", i, i, i, strings.Join(fields, "\n"))
	p.line("// ModuleName is the name of the definition.")
	p.line("func (c *component%d) ModuleName() string { return %q }", i, m.Name)
	p.line("// Describe makes the module.")
	p.line("func (c *component%d) Describe(m *hdl.Module) {", i)
	p.read = map[string]bool{}
	p.uses(m.Body)
	p.declarations(m)
	p.block(m.Body)
	p.line("}\n")
}

// uses notes the variables that the statements use.
func (p *printer) uses(body []*Stmt) {
	note := func(name string) {
		if i := strings.IndexAny(name, ".["); i >= 0 {
			name = name[:i]
		}
		p.read[name] = true
	}
	var expr func(*expression)
	expr = func(x *expression) {
		if x == nil {
			return
		}
		note(x.Name)
		if x.Op == "is" || x.Op == "state" {
			note("st")
		}
		for _, a := range x.Args {
			expr(a)
		}
	}
	walk(body, func(s *Stmt) {
		note(s.Target)
		switch s.Kind {
		case fromStmt:
			note(s.Name)
		case statesStmt, gotoStmt:
			note("st")
		}
		expr(s.X)
		expr(s.Y)
		expr(s.Z)
		for _, a := range s.Arms {
			expr(a.X)
		}
	})
}

// variable declares a Go variable, or _ where nothing uses it.
func (p *printer) variable(name, value string) {
	if p.read[name] {
		p.line("%s := %s", name, value)
		return
	}
	p.line("_ = %s", value)
}

func inScope(scope string) string {
	if scope == "" {
		return "m"
	}
	return fmt.Sprintf("m.Scope(%q)", scope)
}

func (p *printer) declarations(m *Module) {
	if len(m.States) > 0 {
		p.states = true
		var list []string
		for _, s := range m.States {
			list = append(list, fmt.Sprintf("state(%d)", s))
		}
		p.variable("st", fmt.Sprintf("hdl.FSM(m, \"st\", %s)", strings.Join(list, ", ")))
	}
	for _, r := range m.Regs {
		options := ""
		if r.NoReset {
			options = ", hdl.NoReset()"
		}
		if r.Type.Kind == bundleKind {
			if r.Reset != nil {
				options += fmt.Sprintf(", hdl.ResetTo(%s)", p.word(r.Type, r.Reset))
			}
			p.variable(r.Name, fmt.Sprintf("hdl.RegOf(%s, %q, %s%s)", inScope(r.Scope), r.Name, p.shape(), options))
			continue
		}
		if r.Reset != nil {
			options += fmt.Sprintf(", hdl.ResetTo(%s)", p.number(r.Reset[0]))
		}
		p.variable(r.Name, fmt.Sprintf("%s.Reg(%q, %d%s)", inScope(r.Scope), r.Name, r.Type.Width, options))
	}
	for _, w := range m.Wires {
		if w.Type.Kind == bundleKind {
			p.variable(w.Name, fmt.Sprintf("hdl.WireOf(m, %q, %s)", w.Name, p.shape()))
		} else {
			p.variable(w.Name, fmt.Sprintf("m.Wire(%q, %d)", w.Name, w.Type.Width))
		}
	}
	for _, x := range m.Mems {
		shape, typ := fmt.Sprintf("hdl.Width(%d)", x.Type.Width), "hdl.Bits"
		if x.Type.Kind == bundleKind {
			shape, typ = p.shape(), "Bundle"
		}
		p.read[x.Name] = p.read[x.Name] || x.Init != nil
		p.variable(x.Name, fmt.Sprintf("hdl.NewMem(m, %q, %s, %d)", x.Name, shape, x.Depth))
		if x.Init != nil {
			var words []string
			for _, w := range x.Init {
				words = append(words, p.word(x.Type, w))
			}
			p.line("%s.Init([]%s{%s})", x.Name, typ, strings.Join(words, ", "))
		}
	}
	for _, i := range m.Instances {
		p.variable(i.Name, fmt.Sprintf("hdl.Instance(%s, %q, new%d())", inScope(i.Scope), i.Name, i.Module))
	}
}

// word is a word of a memory, or a reset value, of constants.
func (p *printer) word(t valueType, values []*big.Int) string {
	if t.Kind != bundleKind {
		return fmt.Sprintf("hdl.Const(%d, %s)", t.Width, p.number(values[0]))
	}
	p.bundles = true
	var parts []string
	for i, w := range p.d.Shape {
		parts = append(parts, fmt.Sprintf("hdl.Const(%d, %s)", w, p.number(values[i])))
	}
	return "bundle(" + strings.Join(parts, ", ") + ")"
}

func (p *printer) number(v *big.Int) string {
	switch {
	case v.BitLen() > 63:
		p.numbers = true
		return fmt.Sprintf("num(%q)", v.Text(16))
	case v.BitLen() > 7:
		return fmt.Sprintf("%#x", v)
	}
	return v.String()
}

func (p *printer) expr(x *expression) string {
	switch x.Op {
	case "ref":
		return x.Name
	case "const":
		return fmt.Sprintf("hdl.Const(%d, %s)", x.Type.Width, p.number(x.Value))
	case "int":
		return p.number(x.Value)
	}
	text := operations[x.Op].text
	var parts []string
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '@':
			parts = append(parts, x.Name)
		case text[i] == '$' && text[i+1] == '+':
			var rest []string
			for _, a := range x.Args[1:] {
				rest = append(rest, p.expr(a))
			}
			parts = append(parts, strings.Join(rest, ", "))
			i++
		case text[i] == '$':
			i++
			parts = append(parts, p.expr(x.Args[text[i]-'0']))
		case text[i] == '#':
			i++
			parts = append(parts, fmt.Sprint(x.Ints[text[i]-'0']))
		case strings.HasPrefix(text[i:], "SHAPE"):
			parts = append(parts, p.shape())
			i += len("SHAPE") - 1
		default:
			parts = append(parts, text[i:i+1])
		}
	}
	p.bundles = p.bundles || x.Op == "bundle" || x.Op == "select_of"
	return strings.Join(parts, "")
}

func (p *printer) block(body []*Stmt) {
	for _, s := range body {
		p.stmt(s)
	}
}

// body is a function literal of statements, up to its closing brace.
func (p *printer) body(body []*Stmt) {
	p.b.WriteString("func() {\n")
	p.block(body)
	p.b.WriteString("}")
}

func (p *printer) bundleTarget(name string) bool {
	for _, r := range p.m.Regs {
		if r.Name == name {
			return r.Type.Kind == bundleKind
		}
	}
	for _, w := range p.m.Wires {
		if w.Name == name {
			return w.Type.Kind == bundleKind
		}
	}
	return strings.HasSuffix(name, "].Data")
}

func (p *printer) stmt(s *Stmt) {
	switch s.Kind {
	case letStmt:
		p.variable(s.Name, p.expr(s.X))
	case namedStmt:
		p.variable(s.Name, fmt.Sprintf("m.Named(%q, %s)", s.Name, p.expr(s.X)))
	case readRegStmt:
		mode := []string{"hdl.ReadFirst", "hdl.WriteFirst", "hdl.Forbidden"}[s.Ints[0]]
		p.variable(s.Name, fmt.Sprintf("%s.ReadReg(%q, %s, %s, %s)", s.Target, s.Name, p.expr(s.X), p.expr(s.Y), mode))
	case setStmt, defaultStmt:
		call := map[stmtKind]string{setStmt: "Set", defaultStmt: "Default"}[s.Kind]
		if p.bundleTarget(s.Target) {
			p.line("hdl.%s(%s, %s)", call, s.Target, p.expr(s.X))
		} else {
			p.line("%s.%s(%s)", s.Target, call, p.expr(s.X))
		}
	case ifStmt:
		for i, a := range s.Arms {
			fmt.Fprintf(&p.b, "%s(%s, ", []string{"m.If", ".ElseIf"}[min(i, 1)], p.expr(a.X))
			p.body(a.Body)
			p.b.WriteString(")")
		}
		p.otherwise("Else", s)
	case switchStmt:
		fmt.Fprintf(&p.b, "m.Switch(%s)", p.expr(s.X))
		for _, a := range s.Arms {
			if len(a.Values) == 1 {
				fmt.Fprintf(&p.b, ".\nCase(%d, ", a.Values[0])
			} else {
				fmt.Fprintf(&p.b, ".\nCases([]int{%s}, ", numbers(a.Values, "%d"))
			}
			p.body(a.Body)
			p.b.WriteString(")")
		}
		p.otherwise("Default", s)
	case statesStmt:
		p.b.WriteString("st.Switch()")
		for _, a := range s.Arms {
			fmt.Fprintf(&p.b, ".\nCases([]state{%s}, ", numbers(a.Values, "state(%d)"))
			p.body(a.Body)
			p.b.WriteString(")")
		}
		p.otherwise("Default", s)
	case gotoStmt:
		p.line("st.Goto(state(%d))", s.Ints[0])
	case writeStmt:
		p.line("%s.Write(%s, %s)", s.Target, p.expr(s.X), p.expr(s.Y))
	case maskStmt:
		p.line("%s.WriteMasked(%s, %s, %s)", s.Target, p.expr(s.X), p.expr(s.Y), p.expr(s.Z))
	case sendStmt:
		p.line("%s.Send(%s, %s)", s.Target, p.expr(s.X), p.expr(s.Y))
	case fromStmt:
		p.line("%s.From(%s)", s.Target, s.Name)
	case unusedStmt:
		p.line("hdl.Unused(%s)", s.Target)
	case assertStmt, assumeStmt, coverStmt:
		call := map[stmtKind]string{assertStmt: "Assert", assumeStmt: "Assume", coverStmt: "Cover"}[s.Kind]
		p.line("m.%s(%q, %s)", call, s.Name, p.expr(s.X))
	}
}

func (p *printer) otherwise(call string, s *Stmt) {
	if s.HasElse {
		fmt.Fprintf(&p.b, ".\n%s(", call)
		p.body(s.Else)
		p.b.WriteString(")")
	}
	p.b.WriteString("\n")
}

func numbers(list []int, format string) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, fmt.Sprintf(format, v))
	}
	return strings.Join(parts, ", ")
}

// walk visits all statements of body and those inside them.
func walk(body []*Stmt, visit func(*Stmt)) {
	for _, s := range body {
		visit(s)
		for _, a := range s.Arms {
			walk(a.Body, visit)
		}
		walk(s.Else, visit)
	}
}
