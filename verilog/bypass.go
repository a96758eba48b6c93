package verilog

import (
	"slices"

	"posedge/hdl/ir"
)

// guarded are the conditions around a write. at is the place of the outermost, or of
// the write if there is none.
type guarded struct {
	by []ir.Expr
	at ir.Pos
}

// and is also guarded by a condition of s.
func (g guarded) and(cond ir.Expr, s ir.Stmt) guarded {
	if len(g.by) == 0 {
		g.at = s.Pos()
	}
	g.by = append(g.by[:len(g.by):len(g.by)], cond)
	return g
}

// bypasses sets the data of a write-first read to what is being written at its
// address. Each write, and each lane of it, has one condition of its own: Yosys finds
// block RAM only where each bit is a chain of choices between the word and something
// else, and not where both sides of a choice lead to the word.
func (p *printer) bypasses(b *block, writes []ir.Stmt, in guarded, r *ir.SyncRead, addr ir.Expr, indent int) {
	for _, s := range writes {
		switch s := s.(type) {
		case *ir.If:
			p.bypasses(b, s.Then, in.and(s.Cond, s), r, addr, indent)
			p.bypasses(b, s.Else, in.and(not(s.Cond, s.At), s), r, addr, indent)
		case *ir.Switch:
			var others []ir.Expr
			for _, arm := range s.Cases {
				selected := selects(s.Subject, arm)
				p.bypasses(b, arm.Body, in.and(selected, s), r, addr, indent)
				others = append(others, not(selected, arm.At))
			}
			p.bypasses(b, s.Default, in.and(all(others...), s), r, addr, indent)
		case *ir.MemWrite:
			p.bypass(b, s, in, r, addr, indent)
		}
	}
}

// selects is the condition that subject selects an arm.
func selects(subject ir.Expr, arm ir.Case) (any ir.Expr) {
	for _, v := range slices.Backward(arm.Values) {
		equal := binary(ir.OpEq, subject, constant(v, subject.Width(), arm.At), arm.At)
		if any == nil {
			any = equal
		} else {
			any = &ir.Binary{Op: ir.OpOr, X: equal, Y: any, At: arm.At}
		}
	}
	return any
}

// bypass sets the data of a read to what s writes, if that is at the address that is
// read and the conditions around s hold.
func (p *printer) bypass(b *block, s *ir.MemWrite, in guarded, r *ir.SyncRead, addr ir.Expr, indent int) {
	w := max(addr.Width(), s.Addr.Width())
	equal := binary(ir.OpEq, extended(s.Addr, w), extended(addr, w), s.At)
	if same(s.Addr, addr) {
		equal = truth(true, s.At)
	}
	if k, decided := equal.(*ir.Const); decided && k.Value.Sign() == 0 {
		return
	}
	guard := all(in.and(equal, s).by...)
	c := context{feeds: r.Data.Name, role: "bypass"}
	if s.Mask != nil {
		if and, ok := guard.(*ir.Binary); ok && and.Op == ir.OpAnd && s.Mask.Width() > 1 {
			guard = &ir.Ref{Signal: p.standIn(p.hoist(guard, c), 1), At: s.At} // each lane reads it
		}
		p.lanes(b, s, r.Data.Name, laneWidth(s), guard, c, indent)
		return
	}
	var set ir.Stmt = &ir.Set{Target: r.Data, Value: s.Data, At: s.At}
	if guard != nil {
		set = &ir.If{Cond: guard, Then: []ir.Stmt{set}, At: in.and(equal, s).at}
	}
	p.stmts(b, []ir.Stmt{set}, indent, "<=", context{feeds: r.Data.Name})
}
