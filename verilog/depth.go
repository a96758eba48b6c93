package verilog

import "posedge/hdl/ir"

// maxDepth is how many operations deep an expression may be before a part of it
// gets a wire: much deeper than anything written by hand, and shallow enough for
// the stacks of the tools that read the Verilog.
const maxDepth = 500

// measure finds how deep the text of e may be, counted from the parts of it that get
// wires. depth has those of its operands, unless they are 0.
func (p *plan) measure(e ir.Expr, depth map[ir.Expr]int) {
	deepest := 0
	ir.Operands(e, func(x ir.Expr) { deepest = max(deepest, depth[x]+1) })
	if deepest == maxDepth {
		p.tooDeep[e] = true
		return
	}
	if deepest > 0 {
		depth[e] = deepest
	}
}

// divide gives wires to the parts of e that are too deep, the lowest first.
func (p *printer) divide(e ir.Expr, c context) {
	if len(p.tooDeep) == 0 {
		return
	}
	p.divided.Each(e, func(x ir.Expr) {
		if x != e && p.tooDeep[x] && p.named[x] == "" && p.wireOf[x] == nil {
			p.hoist(x, context{feeds: c.feeds, formal: c.formal})
		}
	})
}
