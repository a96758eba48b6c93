package verilog

import (
	"math/big"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// block collects the lines of a statement block.
type block struct{ strings.Builder }

func (b *block) line(indent int, text, comment string) {
	b.WriteString(syntax.Wrap(strings.Repeat(" ", indent)+text, comment) + "\n")
}

// stmts writes body. assign is the assignment operator: "=" in an always @*,
// "<=" in a clocked block.
func (p *printer) stmts(b *block, body []ir.Stmt, indent int, assign string, c context) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			p.assignment(b, s, indent, assign, c)
		case *ir.If:
			p.ifElse(b, s, indent, assign, c)
		case *ir.Switch:
			p.caseOf(b, s, indent, assign, c)
		case *ir.MemWrite:
			p.memWrite(b, s, indent)
		case *ir.Property:
			cond := p.expr(s.Cond, context{feeds: s.Name, role: "holds", whole: true, star: c.star, formal: c.formal})
			b.line(indent, s.Name+": "+s.Kind.String()+" ("+cond.text+");", at(s.At))
		}
	}
}

func (p *printer) assignment(b *block, s *ir.Set, indent int, assign string, c context) {
	if m := p.caseFor(s, p.usesIn(c)); m != nil {
		p.caseOf(b, muxSwitch(m, s.Target, s.At), indent, assign, c)
		return
	}
	v := p.expr(s.Value, settingOf(s, c))
	b.line(indent, s.Target.Name+" "+assign+" "+v.text+";", at(s.At))
}

// condition is the context of what decides over body: it is named after the
// first thing that it decides.
func (p *printer) condition(s ir.Stmt, role string, c context) context {
	c = context{feeds: c.feeds, role: role, star: c.star, formal: c.formal}
	if name := decided(s); name != "" {
		c.feeds = name
	}
	return c
}

// decided is the name of the first thing that s gives a value or checks, if any.
func decided(s ir.Stmt) (name string) {
	switch s := s.(type) {
	case *ir.Set:
		return s.Target.Name
	case *ir.MemWrite:
		return s.Mem.Name
	case *ir.Property:
		return s.Name
	}
	ir.Bodies(s, func(body []ir.Stmt) {
		for i := 0; i < len(body) && name == ""; i++ {
			name = decided(body[i])
		}
	})
	return name
}

func (p *printer) ifElse(b *block, s *ir.If, indent int, assign string, c context) {
	word := "if ("
	for {
		cond, then, other := s.Cond, s.Then, s.Else
		if len(then) == 0 {
			cond, then, other = negated(cond), other, nil
		}
		text := p.expr(cond, p.condition(s, "when", c)).text
		b.line(indent, word+text+") begin", at(s.At))
		p.stmts(b, then, indent+2, assign, c)
		if len(other) == 0 {
			b.line(indent, "end", "")
			return
		}
		if next, ok := other[0].(*ir.If); ok && len(other) == 1 {
			s, word = next, "end else if ("
			continue
		}
		b.line(indent, "end else begin", "")
		p.stmts(b, other, indent+2, assign, c)
		b.line(indent, "end", "")
		return
	}
}

func negated(e ir.Expr) ir.Expr {
	if n, ok := e.(*ir.Unary); ok && n.Op == ir.OpNot {
		return n.X
	}
	return &ir.Unary{Op: ir.OpNot, X: e, At: e.Pos()}
}

func (p *printer) caseOf(b *block, s *ir.Switch, indent int, assign string, c context) {
	cond := p.condition(s, "select", c)
	subject := p.expr(s.Subject, cond).text
	enum := enumOf(s.Subject)
	label := func(v *big.Int) string {
		if name := p.stateName(enum, v, c); name != "" {
			return name
		}
		return literal(v, s.Subject.Width())
	}
	b.line(indent, "case ("+subject+")", at(s.At))
	for _, arm := range s.Cases {
		labels := make([]string, len(arm.Values))
		for i, v := range arm.Values {
			labels[i] = label(v)
		}
		p.arm(b, strings.Join(labels, ", "), arm.Body, arm.At, indent+2, assign, c)
	}
	// A default is written unless the cases are all there are.
	if !s.Exhaustive() {
		p.arm(b, "default", s.Default, ir.Pos{}, indent+2, assign, c)
	}
	b.line(indent, "endcase", "")
}

// arm writes one arm of a case, on one line where it is a single assignment.
func (p *printer) arm(b *block, label string, body []ir.Stmt, pos ir.Pos, indent int, assign string, c context) {
	if len(body) == 0 {
		b.line(indent, label+": ;", at(pos))
		return
	}
	if _, simple := body[0].(*ir.Set); simple && len(body) == 1 {
		var one block
		p.stmts(&one, body, indent, assign, c)
		text := strings.TrimLeft(one.String(), " ")
		if !strings.Contains(strings.TrimSuffix(text, "\n"), "\n") && indent+len(label)+len(text) < syntax.LineWidth+20 {
			b.WriteString(strings.Repeat(" ", indent) + label + ": " + text)
			return
		}
		b.line(indent, label+": begin", at(pos))
		b.WriteString(indented(one.String(), 2))
		b.line(indent, "end", "")
		return
	}
	b.line(indent, label+": begin", at(pos))
	p.stmts(b, body, indent+2, assign, c)
	b.line(indent, "end", "")
}

func indented(text string, by int) string {
	pad := strings.Repeat(" ", by)
	return pad + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+pad) + "\n"
}
