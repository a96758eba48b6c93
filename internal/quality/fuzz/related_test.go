package fuzz

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// relationsIn are the ways in which operands of a design have to do with each other.
func relationsIn(d *Design) map[string]bool {
	found := map[string]bool{}
	ends := map[string]bool{}
	for _, m := range d.Modules {
		walk(m.Body, func(s *Stmt) {
			if s.Kind == namedStmt && s.X.Op == "const" {
				ends[s.Name] = true
			}
		})
	}
	orders := []string{"lt", "le", "gt", "ge"}
	d.visit(func(p **expression) {
		x := *p
		note := func(relation string, has bool) {
			if has {
				found[relation] = true
			}
		}
		note("a named constant", x.Op == "ref" && ends[x.Name])
		if len(x.Args) == 0 {
			return
		}
		from := x.Args[0]
		note("a slice of a value beside itself", slices.Contains([]string{"slice", "bit", "truncate"}, x.Op) &&
			(from.Op == "repeat" || from.Op == "cat" && from.Args[0] == from.Args[1]))
		if len(x.Args) != 2 {
			return
		}
		y := x.Args[1]
		note("equal operands of "+x.Op, from == y)
		note("equal signed operands", from.Op == "signed" && y.Op == "signed" && from.Args[0] == y.Args[0])
		note("an order with 0", slices.Contains(orders, x.Op) && y.Value != nil && y.Value.Sign() == 0)
		note("an order with all ones", slices.Contains(orders, x.Op) && y.Value != nil && y.Value.Cmp(allOnes(from.Type.Width)) == 0)
		note("a shift by a word of a memory", slices.Contains([]string{"shl", "shr", "s_shr"}, x.Op) && y.Op == "read" && y.Args[0].Op == "int")
	})
	return found
}

// Operands often have to do with each other, so that a fault that shows only there is
// soon noticed. How soon, a long test of package mutant measures with such faults.
func TestOperandsAreOftenRelated(t *testing.T) {
	const designs = 400
	counts := map[string]int{}
	for seed := range uint64(designs) {
		for relation := range relationsIn(Generate(seed)) {
			counts[relation]++
		}
	}
	for relation, percent := range map[string]int{
		"equal operands of sub": 12, "equal operands of xor": 12, "equal operands of le": 6, "equal operands of eq": 7, "equal signed operands": 20,
		"an order with 0": 10, "an order with all ones": 10, "a slice of a value beside itself": 40, "a named constant": 35,
		"a shift by a word of a memory": 20,
	} {
		t.Logf("%-34s in %2d %% of the designs", relation, 100*counts[relation]/designs)
		assert.GreaterOrEqual(t, 100*counts[relation]/designs, percent, relation)
	}
}
