package verilog

import "posedge/hdl/ir"

// maxDepth is how many operations deep an expression may be before a part of it
// gets a wire: much deeper than anything written by hand, and shallow enough for
// the stacks of the tools that read the Verilog.
const maxDepth = 500

// measure records how deep e is, whose operands have been measured, counted from
// the parts of it that get wires.
func (p *printer) measure(e ir.Expr) {
	depth := 0
	ir.Operands(e, func(x ir.Expr) { depth = max(depth, p.below[x]+1) })
	if depth == maxDepth {
		p.split[e] = true
		return
	}
	if depth > 0 {
		p.below[e] = depth
	}
}

// divide gives wires to the parts of e that are too deep, the lowest first.
func (p *printer) divide(e ir.Expr, c site) {
	if len(p.split) == 0 {
		return
	}
	p.done.Each(e, func(x ir.Expr) {
		if x != e && p.split[x] && p.named[x] == "" && p.home[x] == nil {
			p.hoist(x, site{feeds: c.feeds})
		}
	})
}
