package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Text is m as stable text, without source positions. An expression that is used
// more than once is printed once, as %n, numbered in the order of first use. The
// language's own domain is left out if it follows from the rest: see
// [Module.UseImplicitDomain]. Two modules with equal text behave equally.
func Text(m *Module) string {
	d := &dumper{uses: map[Expr]int{}, number: map[Expr]int{}, counted: Seen{}, defined: Seen{}}
	d.module(m)
	return d.b.String()
}

// Digest is the xxhash of the text of the module and all below it.
func Digest(top *Module) uint64 {
	h := xxhash.New()
	for _, m := range Modules(top) {
		_, _ = h.WriteString(Text(m))
	}
	return h.Sum64()
}

// OwnDigest is the xxhash of the text of the module alone, in which the modules
// below it are only names.
func OwnDigest(m *Module) uint64 { return xxhash.Sum64String(Text(m)) }

type dumper struct {
	b       strings.Builder
	uses    map[Expr]int
	number  map[Expr]int
	counted Seen
	defined Seen
	rest    []piece // room for expr
	clocks  bool    // domains are printed
}

func (d *dumper) module(m *Module) {
	m.Roots(d.count)
	fmt.Fprintf(&d.b, "module %s\n", m.Name)
	if m.Doc != "" {
		fmt.Fprintf(&d.b, "  doc %q\n", m.Doc)
	}
	d.clocks = !clockedByRule(m)
	for _, s := range m.Ports {
		if d.clocks || !isClock(s) {
			d.signal(s)
		}
	}
	if d.clocks {
		for _, x := range m.Domains {
			d.domain(x)
		}
	}
	if m.Extern != nil {
		d.extern(m)
	}
	for _, s := range m.Signals {
		d.signal(s)
	}
	for _, x := range m.Memories {
		fmt.Fprintf(&d.b, "  memory %s %dx%d", x.Name, x.Depth, x.Width)
		for _, f := range x.Fields {
			fmt.Fprintf(&d.b, " %s=%d", f.Name, f.Width)
		}
		if x.NoInit {
			d.b.WriteString(" noinit")
		}
		for i, v := range x.Init {
			if v != nil && v.Sign() != 0 {
				fmt.Fprintf(&d.b, " %d:%x", i, v)
			}
		}
		d.b.WriteString("\n")
	}
	for _, i := range m.Instances {
		fmt.Fprintf(&d.b, "  instance %s %s", i.Name, i.Module.Name)
		for _, c := range i.Conns {
			if d.clocks || !isClock(c.Port) {
				fmt.Fprintf(&d.b, " %s=%s%s", c.Port.Name, c.Net.Name, flags(c.Net))
			}
		}
		d.b.WriteString("\n")
	}
	for _, r := range m.Reads {
		d.line("  ", "read "+r.Data.Name+" = "+r.Mem.Name+"[%s] if %s "+r.Mode.String()+d.in(r.Domain), r.Addr, r.Enable)
	}
	d.block(m.Body, "  ")
	d.b.WriteString("end\n")
}

func isClock(s *Signal) bool { return s.Kind == ClockInput || s.Kind == ResetInput }

// clockedByRule reports whether [Module.UseImplicitDomain] would give m, if it
// had no clocks, exactly the clocks that it has.
func clockedByRule(m *Module) bool {
	clock, reset := m.needs()
	n := 0
	for i, p := range m.Ports {
		if isClock(p) {
			n++
			if p != m.Ports[n-1] || i != n-1 {
				return false // not in front
			}
		}
	}
	if !clock || m.Extern != nil {
		return len(m.Domains) == 0 && n == 0
	}
	if len(m.Domains) != 1 || !m.Domains[0].implicit() {
		return false
	}
	own := m.Domains[0]
	if m.Ports[0] != own.Clock || reset != (own.Reset != nil) || reset && (n != 2 || m.Ports[1] != own.Reset) || !reset && n != 1 {
		return false
	}
	all := true
	Walk(m.Body, func(s Stmt) {
		switch s := s.(type) {
		case *Property:
			all = all && s.Domain == own
		case *MemWrite:
			all = all && s.Domain == own
		}
	})
	for _, r := range m.Reads {
		all = all && r.Domain == own
	}
	for _, s := range m.Signals {
		all = all && (s.Kind != Reg || s.Domain == own)
	}
	return all
}

// in names the domain at the end of a line.
func (d *dumper) in(x *Domain) string {
	switch {
	case !d.clocks:
		return ""
	case x == nil:
		return " in no domain"
	}
	return fmt.Sprintf(" in domain %q", x.Name)
}

func (d *dumper) domain(x *Domain) {
	fmt.Fprintf(&d.b, "  domain %q clock %s %s", x.Name, x.Clock.Name, x.Edge)
	if x.Reset != nil {
		fmt.Fprintf(&d.b, " reset %s", x.Reset.Name)
	}
	if x.Async {
		d.b.WriteString(" async")
	}
	if x.ActiveLow {
		d.b.WriteString(" active_low")
	}
	d.b.WriteString("\n")
}

func (d *dumper) extern(m *Module) {
	fmt.Fprintf(&d.b, "  extern %s\n", m.Extern.Name)
	for _, p := range m.Extern.Params {
		if p.Value != nil {
			fmt.Fprintf(&d.b, "  param %s %d'%x\n", p.Name, p.Bits, p.Value)
		} else {
			fmt.Fprintf(&d.b, "  param %s %q\n", p.Name, p.Text)
		}
	}
	for _, f := range m.Extern.Sources {
		fmt.Fprintf(&d.b, "  source %q\n", f)
	}
	for out, p := range m.Ports {
		if from := m.Extern.Paths[out]; len(from) > 0 {
			fmt.Fprintf(&d.b, "  path %s", p.Name)
			for _, in := range from {
				d.b.WriteString(" " + m.Ports[in].Name)
			}
			d.b.WriteString("\n")
		}
	}
}

func flags(s *Signal) string {
	if s.Unused {
		return "(unused)"
	}
	return ""
}

func (d *dumper) signal(s *Signal) {
	fmt.Fprintf(&d.b, "  %s %s %d", s.Kind, s.Name, s.Width)
	if s.Kind == Reg {
		if s.Reset != nil {
			fmt.Fprintf(&d.b, " reset %x", s.Reset)
		} else {
			d.b.WriteString(" noreset")
		}
		d.b.WriteString(d.in(s.Domain))
	}
	if s.Enum != nil {
		fmt.Fprintf(&d.b, " enum %s", s.Enum.Name)
		for _, v := range s.Enum.Values {
			fmt.Fprintf(&d.b, " %s=%x", v.Name, v.Value)
		}
	}
	if s.Unused {
		d.b.WriteString(" unused")
	}
	if s.Doc != "" {
		fmt.Fprintf(&d.b, " doc %q", s.Doc)
	}
	d.b.WriteString("\n")
}

func (d *dumper) block(body []Stmt, indent string) {
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			d.line(indent, s.Target.Name+" = %s", s.Value)
		case *Property:
			d.line(indent, s.Kind.String()+" "+s.Name+" %s"+d.in(s.Domain), s.Cond)
		case *MemWrite:
			if s.Mask != nil {
				d.line(indent, s.Mem.Name+"[%s] = %s in lanes %s"+d.in(s.Domain), s.Addr, s.Data, s.Mask)
				break
			}
			d.line(indent, s.Mem.Name+"[%s] = %s"+d.in(s.Domain), s.Addr, s.Data)
		case *If:
			d.line(indent, "if %s", s.Cond)
			d.block(s.Then, deeper(indent))
			if len(s.Else) > 0 {
				fmt.Fprintf(&d.b, "%selse\n", indent)
				d.block(s.Else, deeper(indent))
			}
			fmt.Fprintf(&d.b, "%send\n", indent)
		case *Switch:
			d.line(indent, "switch %s", s.Subject)
			for _, c := range s.Cases {
				fmt.Fprintf(&d.b, "%scase", indent)
				for _, v := range c.Values {
					fmt.Fprintf(&d.b, " %x", v)
				}
				d.b.WriteString("\n")
				d.block(c.Body, deeper(indent))
			}
			if s.HasDefault {
				fmt.Fprintf(&d.b, "%sdefault\n", indent)
				d.block(s.Default, deeper(indent))
			}
			fmt.Fprintf(&d.b, "%send\n", indent)
		}
	}
}

// deeper is the indentation one level further in, up to a limit: a long chain of
// else-ifs would be mostly blanks.
func deeper(indent string) string {
	if len(indent) < 128 {
		indent += "  "
	}
	return indent
}

func shareable(e Expr) bool {
	switch e.(type) {
	case *Const, *Ref:
		return false
	}
	return true
}

// count counts the uses of e, which is used once by a statement, and of everything below it.
func (d *dumper) count(e Expr) {
	d.use(e)
	d.counted.Each(e, func(x Expr) { Operands(x, d.use) })
}

func (d *dumper) use(e Expr) {
	if shareable(e) {
		d.uses[e]++
	}
}

// define prints a line for each shared expression in e that has none yet,
// operands first.
func (d *dumper) define(e Expr) {
	d.defined.Each(e, func(e Expr) {
		if d.uses[e] > 1 {
			n := len(d.number)
			fmt.Fprintf(&d.b, "  %%%d = ", n)
			d.expr(e)
			d.b.WriteString("\n")
			d.number[e] = n
		}
	})
}

// line prints text in which each %s is the next expression, after the definitions
// that the expressions need.
func (d *dumper) line(indent, format string, exprs ...Expr) {
	for _, e := range exprs {
		d.define(e)
	}
	d.b.WriteString(indent)
	for i, part := range strings.Split(format, "%s") {
		if i > 0 {
			d.expr(exprs[i-1])
		}
		d.b.WriteString(part)
	}
	d.b.WriteString("\n")
}

// piece is an expression to be printed, or text.
type piece struct {
	e    Expr
	text string
}

// expr prints e; a part that has its own line is printed as its number.
func (d *dumper) expr(e Expr) {
	rest := append(d.rest[:0], piece{e: e}) // the next one last
	list := func(head string, parts ...Expr) {
		d.b.WriteString("(" + head)
		rest = append(rest, piece{text: ")"})
		for _, p := range slices.Backward(parts) {
			rest = append(rest, piece{e: p}, piece{text: " "})
		}
	}
	for len(rest) > 0 {
		next := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if next.e == nil {
			d.b.WriteString(next.text)
			continue
		}
		if n, ok := d.number[next.e]; ok {
			fmt.Fprintf(&d.b, "%%%d", n)
			continue
		}
		switch e := next.e.(type) {
		case *Const:
			fmt.Fprintf(&d.b, "%d'%x", e.Bits, e.Value)
		case *Ref:
			d.b.WriteString(e.Signal.Name)
		case *Unary:
			list(e.Op.String(), e.X)
		case *Binary:
			list(e.Op.String(), e.X, e.Y)
		case *Mux:
			list("mux", append([]Expr{e.Index}, e.Cases...)...)
		case *Slice:
			rest = append(rest, piece{text: fmt.Sprintf("[%d:%d]", e.Hi, e.Lo)}, piece{e: e.X})
		case *Concat:
			list("cat", e.Parts...)
		case *MemRead:
			list("read "+e.Mem.Name, e.Addr)
		default:
			panic(fmt.Sprintf("ir: unknown expression %T", e))
		}
	}
	d.rest = rest
}
