package verilog_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/verilog"
)

var widths = []int{1, 8, 32, 33, 64, 65, 129}

// operations is a module with every node kind at width w: bare, as an operand of
// something wider, and shared.
func operations(w int) *ir.Module {
	b := module(fmt.Sprintf("operations_w%d", w), "Every operation.")
	x, y := b.input("x", w), b.input("y", w)
	index := b.input("index", 3)
	amounts := []ir.Expr{b.input("few", 3), y, b.input("many", 70)}
	n := 0
	out := func(e ir.Expr) {
		n++
		o := b.output(fmt.Sprintf("o%d", n), e.Width())
		b.add(b.set(o, e))
		// As an operand: negated, in a concatenation, compared.
		p := b.output(fmt.Sprintf("p%d", n), e.Width()+2)
		e2 := b.copyOf(e)
		b.add(b.set(p, b.cat(b.eq(b.copyOf(e), b.not(b.copyOf(e))), b.not(e2), b.un(ir.OpReduceXor, b.copyOf(e)))))
	}
	for op := ir.OpNot; op <= ir.OpPopCount; op++ {
		out(b.un(op, x))
	}
	for op := ir.OpAdd; op <= ir.OpGeS; op++ {
		out(b.bin(op, x, y))
	}
	for op := ir.OpShl; op <= ir.OpShrS; op++ {
		for _, a := range amounts {
			out(b.bin(op, x, a))
		}
		for _, k := range []int64{0, 1, int64(w - 1), int64(w), 200} {
			out(b.bin(op, x, num(9, k)))
		}
	}
	out(b.mux(b.slice(index, 0, 0), x, y))
	out(b.mux(b.slice(index, 0, 0), x))
	out(b.mux(b.slice(index, 1, 0), x, y, b.not(x)))
	out(b.mux(index, x, y, b.not(x), b.not(y), b.plus(x, y)))
	out(b.mux(index, x, y, b.not(x), b.not(y), x, y, x, b.bin(ir.OpXor, x, y)))
	out(b.mux(b.bin(ir.OpMul, x, index), x, y))
	out(b.slice(b.plus(x, y), w-1, w/2))
	out(b.slice(b.cat(x, index, y), w+2, w))
	out(b.cat(x, num(3, 5), y, y, b.slice(x, w/2, 0)))
	depth := 5
	mem := b.mem("mem", w, depth, 1, 0, 1)
	out(b.read(mem, index))
	out(b.read(mem, amounts[2]))
	out(b.read(mem, b.slice(index, 1, 0)))
	out(b.read(mem, num(3, 4)))
	out(b.read(mem, num(3, 7)))
	b.add(b.write(mem, x, y), b.when(b.slice(index, 0, 0), b.write(mem, index, x)))
	b.add(b.when(b.bin(ir.OpLt, x, y), b.write(mem, amounts[2], y)))
	for mode := ir.ReadFirst; mode <= ir.Forbidden; mode++ {
		out(b.readReg(fmt.Sprintf("q%d", mode), mem, index, b.slice(y, 0, 0), mode))
		out(b.readReg(fmt.Sprintf("r%d", mode), mem, x, num(1, 1), mode))
	}
	return b.m
}

// copyOf is e as a node of its own.
func (b *builder) copyOf(e ir.Expr) ir.Expr {
	switch e := e.(type) {
	case *ir.Unary:
		c := *e
		return &c
	case *ir.Binary:
		c := *e
		return &c
	case *ir.Mux:
		c := *e
		return &c
	case *ir.Slice:
		c := *e
		return &c
	case *ir.Concat:
		c := *e
		return &c
	case *ir.MemRead:
		c := *e
		return &c
	}
	return e
}

// onlyConstant reports whether lint complains of nothing but comparisons that
// turn out constant: operations compare constants with each other.
func onlyConstant(err error) bool {
	var lint *verilog.ToolError
	if !errors.As(err, &lint) {
		return false
	}
	for _, line := range strings.Split(lint.Output, "\n") {
		if strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "%Warning-CMPCONST") &&
			!strings.HasPrefix(line, "%Warning-UNSIGNED") && !strings.HasPrefix(line, "%Error: Exiting") {
			return false
		}
	}
	return true
}

// Every operation at every width: clean for every tool, and equal to the direct
// evaluation in both simulators.
func TestOperationsAgree(t *testing.T) {
	needTool(t, "iverilog", "verilator")
	var tops []*ir.Module
	for _, w := range widths {
		tops = append(tops, operations(w))
	}
	var all []*verilog.Replay
	for i, top := range tops {
		require.NoError(t, ir.Check(top), top.Name)
		r := replay(t, top, 200, uint64(i))
		all = append(all, r)
		dump := func() string { return "design " + top.Name + "\n" + string(r.RTL[len(r.RTL)-1].Content) }
		if err := verilog.LintVerilator(t.Context(), top.Name, r.RTL); !onlyConstant(err) && !assert.NoError(t, err) {
			t.Fatal(dump())
		}
		if err := verilog.LintIcarus(t.Context(), top.Name, r.RTL); !assert.NoError(t, err) {
			t.Fatal(dump())
		}
		got, err := verilog.RunIcarus(t.Context(), r, false)
		require.NoError(t, err)
		if !assert.NoError(t, got.Err()) {
			t.Fatal(dump())
		}
	}
	results, err := verilog.RunVerilator(t.Context(), false, all...)
	require.NoError(t, err)
	for _, got := range results {
		assert.NoError(t, got.Err())
	}
}
