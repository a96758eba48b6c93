package verilog_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
	"posedge/verilog/replay"
)

var widths = []int{1, 8, 32, 33, 64, 65, 129}

// operations is a module with every node kind at width w: bare, as an operand of
// something wider, and shared.
func operations(w int) *ir.Module {
	b := designs.New(fmt.Sprintf("operations_w%d", w), "Every operation.")
	x, y := b.Input("x", w), b.Input("y", w)
	index := b.Input("index", 3)
	amounts := []ir.Expr{b.Input("few", 3), y, b.Input("many", 70)}
	n := 0
	out := func(e ir.Expr) {
		n++
		o := b.Output(fmt.Sprintf("o%d", n), e.Width())
		b.Add(b.Set(o, e))
		// As an operand: negated, in a concatenation, compared.
		p := b.Output(fmt.Sprintf("p%d", n), e.Width()+2)
		e2 := designs.CopyOf(e)
		b.Add(b.Set(p, b.Cat(b.Eq(designs.CopyOf(e), b.Not(designs.CopyOf(e))), b.Not(e2), b.Un(ir.OpReduceXor, designs.CopyOf(e)))))
	}
	for op := range ir.NumUnaryOps {
		out(b.Un(op, x))
	}
	for op := range ir.NumBinaryOps {
		if !op.IsShift() {
			out(b.Bin(op, x, y))
		}
	}
	for op := range ir.NumBinaryOps {
		if !op.IsShift() {
			continue
		}
		for _, a := range amounts {
			out(b.Bin(op, x, a))
		}
		for _, k := range []int64{0, 1, int64(w - 1), int64(w), 200} {
			out(b.Bin(op, x, designs.Num(9, k)))
		}
	}
	out(b.Mux(b.Slice(index, 0, 0), x, y))
	out(b.Mux(b.Slice(index, 0, 0), x))
	out(b.Mux(b.Slice(index, 1, 0), x, y, b.Not(x)))
	out(b.Mux(index, x, y, b.Not(x), b.Not(y), b.Plus(x, y)))
	out(b.Mux(index, x, y, b.Not(x), b.Not(y), x, y, x, b.Bin(ir.OpXor, x, y)))
	out(b.Mux(b.Bin(ir.OpMul, x, index), x, y))
	out(b.Slice(b.Plus(x, y), w-1, w/2))
	out(b.Slice(b.Cat(x, index, y), w+2, w))
	out(b.Cat(x, designs.Num(3, 5), y, y, b.Slice(x, w/2, 0)))
	depth := 5
	mem := b.Mem("mem", w, depth, 1, 0, 1)
	out(b.Read(mem, index))
	out(b.Read(mem, amounts[2]))
	out(b.Read(mem, b.Slice(index, 1, 0)))
	out(b.Read(mem, designs.Num(3, 4)))
	out(b.Read(mem, designs.Num(3, 7)))
	b.Add(b.Write(mem, x, y), b.When(b.Slice(index, 0, 0), b.Write(mem, index, x)))
	b.Add(b.When(b.Bin(ir.OpLt, x, y), b.Write(mem, amounts[2], y)))
	for mode := ir.ReadFirst; mode <= ir.Forbidden; mode++ {
		out(b.ReadReg(fmt.Sprintf("q%d", mode), mem, index, b.Slice(y, 0, 0), mode))
		out(b.ReadReg(fmt.Sprintf("r%d", mode), mem, x, designs.Num(1, 1), mode))
	}
	return b.Module
}

// Every operation at every width: clean for every tool, and equal to the direct
// evaluation in both simulators.
func TestOperationsAgree(t *testing.T) {
	edatest.Need(t, "iverilog", "verilator")
	for i, w := range widths {
		top := operations(w)
		require.NoError(t, ir.Check(top), top.Name)
		r := designs.Replay(t, top, 200, uint64(i))
		if slices.Contains(inVerilator, w) {
			atTheEnd(t, r)
		}
		dump := func() string { return "design " + top.Name + "\n" + string(r.RTL[len(r.RTL)-1].Content) }
		if err := eda.LintVerilator(t.Context(), top.Name, r.RTL); !assert.NoError(t, err) {
			t.Fatal(dump())
		}
		if err := eda.LintIcarus(t.Context(), top.Name, r.RTL); !assert.NoError(t, err) {
			t.Fatal(dump())
		}
		got, err := replay.Icarus(t.Context(), r, false)
		require.NoError(t, err)
		if !assert.NoError(t, got.Err()) {
			t.Fatal(dump())
		}
	}
}

// inVerilator are the widths that Verilator runs in every test, one for each of its kinds of value; its compiler takes
// long.
var inVerilator = []int{1, 33, 65}

func TestLongOperationsAgreeInVerilator(t *testing.T) {
	long.Only(t)
	edatest.Need(t, "verilator")
	for i, w := range widths {
		if !slices.Contains(inVerilator, w) {
			atTheEnd(t, designs.Replay(t, operations(w), 200, uint64(i)))
		}
	}
}

// Yosys finds nothing undriven or driven twice.
func TestSynthesis(t *testing.T) {
	edatest.Need(t, "yosys")
	for _, top := range slices.DeleteFunc(designs.All(), isDatapath) {
		cells(t, top, "proc; flatten; check -assert")
	}
}

// Nor does it in what it makes of them, and of the two designs with multipliers and dividers, which take it long.
func TestLongSynthesis(t *testing.T) {
	long.Only(t)
	edatest.Need(t, "yosys")
	for _, top := range append(designs.All(), operations(8)) {
		files, err := verilog.Export(top, verilog.Options{})
		require.NoError(t, err)
		stats, err := eda.Synth(t.Context(), eda.ICE40, top.Name, files)
		require.NoError(t, err)
		t.Logf("%-16s %+v", top.Name, stats)
	}
}

func isDatapath(top *ir.Module) bool { return top.Name == designs.Datapath().Name }
