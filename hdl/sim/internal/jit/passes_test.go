package jit

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/jit/code"
	"posedge/hdl/sim/internal/lower/lowertest"
)

// Each pass has its name and its switch: without it, the code is another.
func TestEveryPassCanBeLeftOut(t *testing.T) {
	m := Station()
	push, at, x := Ref(m.In("push", 1)), Ref(m.In("at", 2)), Ref(m.In("x", 64))
	for i := range uint64(4) { // conditions with a common factor
		slot := m.Reg(fmt.Sprint("slot", i), 64, 0)
		m.Add(When(Bin(ir.OpAnd, push, Bin(ir.OpEq, at, Lit(2, i))), Put(slot, x)))
	}
	m.Add(&ir.Property{Kind: ir.Assert, Name: "none_at_3", Cond: Bin(ir.OpNe, at, Lit(2, 3))})
	long := x // enough to be skipped where it is not chosen
	for i := range uint64(20) {
		long = Plus(Bin(ir.OpXor, long, Lit(64, i+5)), x)
	}
	m.Drive("square", Pick(at, Lit(8, 7), Lit(8, 2), Lit(8, 4), Lit(8, 9)))
	m.Drive("chosen", Plus(Pick(push, x, long), x))
	n := lowertest.Netlist(t, m)
	compiled := func(without string) []byte {
		binary, err := encode(&program{n: n, place: placementOf(n), reset: -1}, code.Omit(map[string]bool{without: true}))
		require.NoError(t, err)
		return binary
	}
	for _, name := range Passes() {
		assert.NotEmpty(t, name)
		assert.False(t, bytes.Equal(compiled(""), compiled(name)), "without %s the code is the same", name)
	}
}
