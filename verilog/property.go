package verilog

import "posedge/hdl/ir"

// apart divides body into hardware and checks, each with the statements around it.
func apart(body []ir.Stmt) (hardware, checks []ir.Stmt) {
	isCheck := func(s ir.Stmt) bool {
		_, ok := s.(*ir.Property)
		return ok
	}
	if checks = only(body, isCheck); len(checks) == 0 {
		return body, nil
	}
	return only(body, func(s ir.Stmt) bool { return !isCheck(s) }), checks
}

// properties writes the checks for formal tools, with the expressions that only
// they need. It comes last: the rest of the file does not depend on the checks.
func (p *printer) properties() {
	if len(p.checks) == 0 {
		return
	}
	text := p.propertiesOf(nil)
	for _, d := range p.m.Domains {
		text += p.propertiesOf(d)
	}
	p.section("`ifdef FORMAL", text+p.unused("_unused_formal", p.helpers), "`endif")
}

// propertiesOf writes the block of the checks in a domain. Without a clock, checks are
// combinational; without a reset, they apply in every cycle.
func (p *printer) propertiesOf(d *ir.Domain) string {
	checks := only(p.checks, func(s ir.Stmt) bool {
		x, ok := s.(*ir.Property)
		return ok && x.Domain == d
	})
	if len(checks) == 0 {
		return ""
	}
	event, before, after, indent := "@*", "", "", 4
	if d != nil {
		event = "@(posedge " + d.Clock.Name + ")"
	}
	if d != nil && d.Reset != nil {
		before, after, indent = "    if (!"+d.Reset.Name+") begin\n", "    end\n", 6
	}
	var body block
	p.stmts(&body, checks, indent, "", context{star: d == nil, formal: true})
	return "  always " + event + " begin\n" + before + body.String() + after + "  end\n"
}
