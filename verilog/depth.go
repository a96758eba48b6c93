package verilog

import "posedge/hdl/ir"

// maxDepth is how many operations deep an expression may be before something in
// it gets a wire: much deeper than what is written by hand, and little enough for
// the stacks of what reads the Verilog.
const maxDepth = 500

// measure notes how deep e is, whose operands have been measured, counted from
// what gets a wire in it.
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

// divide gives what is too deep below e its wires, the lowest first.
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
