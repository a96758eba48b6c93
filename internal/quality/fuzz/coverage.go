package fuzz

import (
	"fmt"
	"slices"

	"posedge/hdl/ir"
)

// Covered counts the node kinds, operations, statements, memory modes and widths in
// a design's intermediate form.
func Covered(counts map[string]int, top *ir.Module) {
	for _, m := range ir.Modules(top) {
		seen := map[ir.Expr]bool{}
		var visit func(e ir.Expr)
		visit = func(e ir.Expr) {
			if seen[e] {
				counts["shared expression"]++
				return
			}
			seen[e] = true
			counts[kindOf(e)]++
			counts[fmt.Sprintf("%s of %d bits", kindOf(e), e.Width())]++
			counts[fmt.Sprintf("width %d", e.Width())]++
			ir.Operands(e, visit)
		}
		m.Roots(visit)
		ir.Walk(m.Body, func(s ir.Stmt) { counts[statementOf(s)]++ })
		m.AllSignals(func(s *ir.Signal) {
			kind := s.Kind.String()
			if s.Kind == ir.Reg && s.Reset == nil {
				kind = "reg without reset"
			}
			if s.Enum != nil {
				kind = "state register"
			}
			counts[kind]++
		})
		writes := map[*ir.Memory]int{}
		ir.Walk(m.Body, func(s ir.Stmt) {
			if w, ok := s.(*ir.MemWrite); ok {
				writes[w.Mem]++
			}
		})
		for _, x := range m.Memories {
			counts["memory of "+[]string{"no write", "one write", "several writes"}[min(writes[x], 2)]]++
		}
		for _, r := range m.Reads {
			counts["read "+r.Mode.String()]++
		}
	}
	instances := map[*ir.Module]int{}
	for _, m := range ir.Modules(top) {
		for _, i := range m.Instances {
			instances[i.Module]++
		}
	}
	for _, n := range instances {
		counts["module of "+[]string{"one instance", "several instances"}[min(n, 2)-1]]++
	}
}

func kindOf(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Unary:
		return e.Op.String()
	case *ir.Binary:
		return e.Op.String()
	case *ir.Mux:
		if len(e.Cases) == 2 && e.Index.Width() == 1 {
			return "mux"
		}
		return "select"
	case *ir.Const:
		return "constant"
	case *ir.Ref:
		return "reference"
	case *ir.Slice:
		return "slice"
	case *ir.Concat:
		return "concatenation"
	case *ir.MemRead:
		return "memory read"
	}
	return fmt.Sprintf("%T", e)
}

func statementOf(s ir.Stmt) string {
	switch s := s.(type) {
	case *ir.Set:
		return "set of " + s.Target.Kind.String()
	case *ir.If:
		return "if"
	case *ir.Switch:
		if s.HasDefault {
			return "switch with default"
		}
		return "switch"
	case *ir.MemWrite:
		if s.Mask != nil {
			return "masked memory write"
		}
		return "memory write"
	case *ir.Property:
		return s.Kind.String()
	}
	return fmt.Sprintf("%T", s)
}

// Used counts the parts of the language that a recipe uses, by the names of
// [Vocabulary].
func Used(counts map[string]int, d *Design) {
	d.visit(func(x **expression) { counts["language "+(*x).Op]++ })
	for _, m := range d.Modules {
		walk(m.Body, func(s *Stmt) { counts["language "+string(s.Kind)]++ })
	}
}

// Vocabulary names the operations and statements of the language that designs
// are made of.
func Vocabulary() []string {
	list := []string{"ref", "const", "int"}
	for name := range operations {
		list = append(list, name)
	}
	for _, k := range []stmtKind{letStmt, namedStmt, readRegStmt, setStmt, defaultStmt, ifStmt, switchStmt, writeStmt, maskStmt,
		statesStmt, gotoStmt, sendStmt, fromStmt, unusedStmt, assertStmt, assumeStmt, coverStmt} {
		list = append(list, string(k))
	}
	for i := range list {
		list[i] = "language " + list[i]
	}
	slices.Sort(list)
	return list
}
