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
	event, indent, clock, reset := "@*", 4, p.m.Clock(), p.m.Reset()
	if clock != nil {
		event = "@(posedge " + clock.Name + ")"
	}
	if reset != nil {
		indent = 6
	}
	var body block
	p.stmts(&body, p.checks, indent, "", context{star: clock == nil, formal: true})
	text := body.String()
	if reset != nil {
		text = "    if (!" + reset.Name + ") begin\n" + text + "    end\n"
	}
	text = "  always " + event + " begin\n" + text + "  end\n" + p.unused("_unused_formal", p.helpers)
	p.section("`ifdef FORMAL", text, "`endif")
}
