package verilog

import (
	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// maxInline is the length from which an operand gets a wire of its own, so that
// lines stay readable.
const maxInline = 72

// cheap reports whether e reads as well repeated as by a name.
func cheap(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Unary:
		return e.Op == ir.OpNot && atom(e.X)
	case *ir.Binary:
		_, constant := e.Y.(*ir.Const)
		return isEquality(e.Op) && constant && atom(e.X)
	case *ir.Concat:
		// An extension: zeros or a repeated sign bit before a name.
		for _, x := range e.Parts[:len(e.Parts)-1] {
			if !sameAtom(x, e.Parts[0]) {
				return false
			}
		}
		return atom(e.Parts[0]) && atom(e.Parts[len(e.Parts)-1])
	}
	return atom(e)
}

// needsName reports whether e cannot be written in line in c.
func (p *printer) needsName(e ir.Expr, c context) bool {
	switch e := e.(type) {
	case *ir.Mux:
		return wide(e)
	case *ir.MemRead:
		return c.star
	case *ir.Binary:
		// The sign of an operand is lost in an unsigned expression.
		return e.Op.Signed() && !e.Op.IsCompare() && !c.whole
	}
	return false
}

// hoist gives e a wire and returns its name, which is not read yet.
func (p *printer) hoist(e ir.Expr, c context) string {
	name := p.newWire(e, c)
	if m, ok := e.(*ir.Mux); ok && wide(m) {
		p.defineCase(name, m, c.wire())
	} else {
		p.defineWire(name, e, p.inline(e, c.wire()))
	}
	return name
}

// hoistText gives e, already written as t, a wire, and returns its name.
func (p *printer) hoistText(e ir.Expr, t term, c context) string {
	c.role = ""
	name := p.newWire(e, c)
	p.defineWire(name, e, t)
	return name
}

// newWire names the wire of e before its definition is written: names in that come
// later.
func (p *printer) newWire(e ir.Expr, c context) string {
	name := p.wireName(e, c)
	p.named[e] = name
	p.declare(name, e.Width(), c)
	return name
}

func (p *printer) defineWire(name string, e ir.Expr, t term) {
	p.define(syntax.Wrap("  wire "+syntax.Vector(e.Width())+name+" = "+t.text+";", at(e.Pos())))
}

// defineCase writes a wide mux as a case statement that sets name.
func (p *printer) defineCase(name string, m *ir.Mux, c context) {
	body := muxSwitch(m, &ir.Signal{Name: name, Kind: ir.Wire, Width: m.Width(), Enum: c.enum}, m.At)
	c.star = true
	var b block
	p.stmts(&b, []ir.Stmt{body}, 4, "=", c)
	p.define("  reg  " + syntax.Vector(m.Width()) + name + ";" + at(m.At))
	p.define("  always @* begin\n" + b.String() + "  end")
}

// wireName names the wire of e after what it feeds. A word with fields feeds what
// each of them does, and is named after its memory.
func (p *printer) wireName(e ir.Expr, c context) string {
	if r, ok := e.(*ir.MemRead); ok && len(r.Mem.Fields) > 0 {
		return p.names.Fresh(r.Mem.Name + "_word")
	}
	role := c.role
	if role == "" {
		role = suffix(e)
	}
	return p.names.Fresh(c.feeds + "_" + role)
}

// readText is hoistText for a wire of which all bits are read.
func (p *printer) readText(e ir.Expr, t term, c context) string {
	name := p.hoistText(e, t, c)
	p.read(name, e.Width()-1, 0, c)
	return name
}

// atomOf returns text for e that may be repeated, giving e a wire if need be.
func (p *printer) atomOf(e ir.Expr, c context) ir.Expr {
	if atom(e) {
		return e
	}
	name := p.nameOf(e, c.operand())
	return &ir.Ref{Signal: p.standIn(name, e.Width()), At: e.Pos()}
}

// nameOf returns a name for e without recording a read of it.
func (p *printer) nameOf(e ir.Expr, c context) string {
	switch wire := p.wireOf[e]; {
	case p.named[e] != "":
		return p.named[e]
	case wire != nil:
		return wire.Name
	case p.shared(e, c) || p.needsName(e, c):
		return p.hoist(e, c)
	}
	t := p.inline(e, c)
	if p.isName(t.text) { // a comparison of one bit with 1 is that bit
		return t.text
	}
	return p.hoistText(e, t, c)
}
