package verilog

import (
	"fmt"
	"math/big"
	"strconv"

	"posedge/hdl/ir"
)

// Precedences of Verilog-2005, higher binds tighter.
const (
	precCond = iota
	precLogicOr
	precLogicAnd
	precOr
	precXor
	precAnd
	precEq
	precRel
	precShift
	precAdd
	precMul
	precReduce // a unary reduction: in parentheses if it is an operand
	precUnary
	precPrimary
)

// term is an expression as text.
type term struct {
	text string
	prec int
}

// context says where an expression is printed.
type context struct {
	// feeds is what names of hoisted expressions derive from.
	feeds string
	// role is the suffix of the whole expression's name if it is hoisted.
	role string
	// whole: the expression is the whole right-hand side of an assignment.
	whole bool
	// target is the signal that the whole expression is assigned to, if it is one:
	// the value of a wire is not read from that wire.
	target *ir.Signal
	// star: the text is in an always @*, where a memory must not be read.
	star bool
	// formal: the text is between `ifdef FORMAL and `endif. Uses there do not count
	// for the hardware.
	formal bool
	enum   *ir.Enum
}

// settingOf is the context of the value in s, a statement in c.
func settingOf(s *ir.Set, c context) context {
	role := "value"
	if s.Target.Kind == ir.Reg {
		role = "next"
	}
	return context{feeds: s.Target.Name, role: role, whole: true, target: s.Target, star: c.star, formal: c.formal, enum: s.Target.Enum}
}

// operand is for an operand of an operator.
func (c context) operand() context {
	c = c.branch()
	c.enum = nil
	return c
}

// branch is for a value that is passed through unchanged.
func (c context) branch() context {
	c.whole, c.target, c.role = false, nil, ""
	return c
}

// wire is for the value of a wire of its own.
func (c context) wire() context {
	return context{feeds: c.feeds, whole: true, formal: c.formal, enum: c.enum}
}

// literal writes a sized constant: small ones in decimal, others in hexadecimal.
func literal(v *big.Int, width int) string {
	if v.BitLen() <= 8 {
		if width == 1 {
			return "1'b" + v.String()
		}
		return strconv.Itoa(width) + "'d" + v.String()
	}
	return fmt.Sprintf("%d'h%x", width, v)
}

// expr returns e as text in c. All operators of the IR work at a width that is
// also their context's width in Verilog, so that they can be written in line; the
// exceptions (multiplication, arithmetic shift) are written so that it holds.
func (p *printer) expr(e ir.Expr, c context) term {
	p.divide(e, c)
	if name, ok := p.named[e]; ok {
		p.read(name, e.Width()-1, 0, c)
		return term{name, precPrimary}
	}
	if wire := p.wireOf[e]; wire != nil {
		if wire == c.target {
			return p.inline(e, c)
		}
		p.read(wire.Name, wire.Width-1, 0, c)
		return term{wire.Name, precPrimary}
	}
	if p.shared(e, c) || p.needsName(e, c) {
		name := p.hoist(e, c)
		p.read(name, e.Width()-1, 0, c)
		return term{name, precPrimary}
	}
	return p.inline(e, c)
}

// operand returns e as text, in parentheses if an operator of precedence prec
// needs them or an engineer would write them.
func (p *printer) operand(e ir.Expr, c context, prec int) string {
	t := p.expr(e, c.operand())
	if len(t.text) > maxInline && t.prec != precPrimary {
		return p.readText(e, t, c)
	}
	if bare(t.prec, prec) {
		return t.text
	}
	return "(" + t.text + ")"
}

// bare reports whether an operand of precedence inner needs no parentheses in an
// operation of precedence outer.
func bare(inner, outer int) bool {
	switch {
	case inner == precUnary && outer == precUnary: // ^~x is another operator
		return false
	case inner >= precUnary:
		return true
	case inner == precReduce, inner == precCond:
		return false
	}
	switch outer {
	case precLogicOr:
		return inner == precLogicOr || inner == precEq || inner == precRel
	case precLogicAnd:
		return inner == precLogicAnd || inner == precEq || inner == precRel
	case precOr, precXor, precAnd:
		return inner == outer
	case precEq, precRel:
		return inner == precAdd || inner == precMul
	case precAdd:
		return inner == precAdd || inner == precMul
	case precCond:
		return true
	}
	return false
}

// inline writes e itself, whether or not it has a name.
func (p *printer) inline(e ir.Expr, c context) term {
	switch e := e.(type) {
	case *ir.Const:
		if name := p.stateName(c.enum, e.Value, c); name != "" {
			return term{name, precPrimary}
		}
		return term{literal(e.Value, e.Bits), precPrimary}
	case *ir.Ref:
		p.read(e.Signal.Name, e.Signal.Width-1, 0, c)
		return term{e.Signal.Name, precPrimary}
	case *ir.Slice:
		return term{p.slice(e.X, e.Hi, e.Lo, c), precPrimary}
	case *ir.Concat:
		return p.concat(e, c)
	case *ir.Unary:
		return unaryOps[e.Op].write(p, e, c)
	case *ir.Binary:
		return binaryOps[e.Op].write(p, e, c)
	case *ir.Mux:
		return p.mux(e, c)
	case *ir.MemRead:
		return p.memRead(e, c)
	}
	panic(fmt.Sprintf("verilog: unknown expression %T", e)) // the set of kinds is closed
}
