package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// muxCaseLimit is the number of cases up to which a mux is a chain of ?:.
const muxCaseLimit = 4

// wide reports whether m is written as a case statement.
func wide(m *ir.Mux) bool { return len(m.Cases) > muxCaseLimit }

// muxSwitch is "target = m" as a Switch.
func muxSwitch(m *ir.Mux, target *ir.Signal, pos ir.Pos) *ir.Switch {
	s := &ir.Switch{Subject: m.Index, At: pos}
	for i, x := range m.Cases {
		set := &ir.Set{Target: target, Value: x, At: x.Pos()}
		s.Cases = append(s.Cases, ir.Case{Values: []*big.Int{big.NewInt(int64(i))}, Body: []ir.Stmt{set}, At: x.Pos()})
	}
	if !s.Exhaustive() {
		s.HasDefault = true
		s.Default = []ir.Stmt{&ir.Set{Target: target, Value: zero(m.Width(), pos), At: pos}}
	}
	return s
}

// mux writes up to four cases as a chain of ?:; wider ones are case statements.
func (p *printer) mux(e *ir.Mux, c context) term {
	value := func(x ir.Expr) string {
		t := p.expr(x, c.branch())
		switch {
		case len(t.text) > maxInline && t.prec != precPrimary:
			return p.readText(x, t, c)
		case t.prec == precCond:
			return "(" + t.text + ")"
		}
		return t.text
	}
	if e.Index.Width() == 1 && len(e.Cases) == 2 {
		cond := p.operand(e.Index, c, precCond)
		then := value(e.Cases[1])
		rest := p.expr(e.Cases[0], c.branch())
		if len(rest.text) > maxInline && rest.prec != precPrimary && rest.prec != precCond {
			rest.text = p.readText(e.Cases[0], rest, c)
		}
		return term{cond + " ? " + then + " : " + rest.text, precCond}
	}
	index := p.atomOf(e.Index, c)
	exhaustive := index.Width() < 31 && len(e.Cases) == 1<<index.Width()
	var b strings.Builder
	for i, x := range e.Cases {
		if i == len(e.Cases)-1 && exhaustive {
			b.WriteString(value(x))
			return term{b.String(), precCond}
		}
		eq := &ir.Binary{Op: ir.OpEq, X: index, Y: &ir.Const{Value: big.NewInt(int64(i)), Bits: index.Width(), At: e.At}, At: e.At}
		fmt.Fprintf(&b, "%s ? %s : ", p.inline(eq, c.operand()).text, value(x))
	}
	b.WriteString(literal(new(big.Int), e.Width()))
	return term{b.String(), precCond}
}
