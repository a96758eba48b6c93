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
// Without a clock, checks are combinational; without a reset, they apply in every
// cycle.
func (p *printer) properties() {
	if len(p.checks) == 0 {
		return
	}
	p.formal = true
	ir.Walk(p.checks, func(s ir.Stmt) { ir.Exprs(s, p.count) })
	event, indent, clock, reset := "@*", 4, p.m.Clock(), p.m.Reset()
	if clock != nil {
		event = "@(posedge " + clock.Name + ")"
	}
	if reset != nil {
		indent = 6
	}
	var body block
	p.stmts(&body, p.checks, indent, "", site{star: clock == nil})
	text := body.String()
	if reset != nil {
		text = "    if (!" + reset.Name + ") begin\n" + text + "    end\n"
	}
	p.out.WriteString("\n`ifdef FORMAL\n")
	p.flush()
	p.out.WriteString("  always " + event + " begin\n" + text + "  end\n" + p.unused("_unused_formal", p.helpers) + "`endif\n")
	p.assigns = false
}
