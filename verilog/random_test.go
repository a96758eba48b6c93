package verilog_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
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

// A generator makes random designs. Wire k reads wires below k only, so that
// there is no loop; statements set several wires under one condition, and a wire
// may read another that the same statement sets.
type generator struct {
	*builder
	r     *rand.Rand
	refs  []leaf
	pool  []leaf
	mems  []*ir.Memory
	regs  []*ir.Ref
	wires []*ir.Ref // wires, outputs and instance inputs
}

// leaf is an expression and the number of wires that may be read before it.
type leaf struct {
	e     ir.Expr
	level int
}

func (g *generator) width() int {
	if g.r.IntN(2) == 0 {
		return 1 + g.r.IntN(12)
	}
	return widths[g.r.IntN(len(widths))]
}

func (g *generator) fit(e ir.Expr, w int) ir.Expr {
	switch have := e.Width(); {
	case have > w:
		lo := g.r.IntN(have - w + 1)
		return g.slice(e, lo+w-1, lo)
	case have < w && g.r.IntN(2) == 0:
		return g.cat(num(w-have, 0), e)
	case have < w:
		top := g.slice(e, have-1, have-1)
		parts := make([]ir.Expr, w-have)
		for i := range parts {
			parts[i] = top
		}
		return g.cat(append(parts, e)...)
	}
	return e
}

func (g *generator) expr(w, level, depth int) ir.Expr {
	if g.r.IntN(5) == 0 {
		for _, i := range g.r.Perm(len(g.pool))[:min(len(g.pool), 8)] {
			if p := g.pool[i]; p.level <= level && p.e.Width() == w {
				return p.e
			}
		}
	}
	e := g.fresh(w, level, depth)
	g.pool = append(g.pool, leaf{e, level})
	return e
}

func (g *generator) fresh(w, level, depth int) ir.Expr {
	sub := func(w int) ir.Expr { return g.expr(w, level, depth-1) }
	if depth <= 0 || g.r.IntN(8) == 0 {
		if g.r.IntN(10) == 0 {
			return &ir.Const{Value: randomBits(g.r, w), Bits: w, At: g.at()}
		}
		for {
			if l := g.refs[g.r.IntN(len(g.refs))]; l.level <= level {
				return g.fit(l.e, w)
			}
		}
	}
	switch g.r.IntN(12) {
	case 0:
		return g.not(sub(w))
	case 1:
		return g.fit(g.un([]ir.UnaryOp{ir.OpReduceAnd, ir.OpReduceOr, ir.OpReduceXor, ir.OpPopCount}[g.r.IntN(4)], sub(g.width())), w)
	case 2, 3, 4:
		op := []ir.BinaryOp{ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor}[g.r.IntN(5)]
		return g.bin(op, sub(w), sub(w))
	case 5:
		if w < 2 {
			return g.not(sub(w))
		}
		k := 1 + g.r.IntN(w-1)
		return g.bin([]ir.BinaryOp{ir.OpMul, ir.OpMulS}[g.r.IntN(2)], sub(k), sub(w-k))
	case 6, 7:
		k := g.width()
		return g.fit(g.bin(ir.OpEq+ir.BinaryOp(g.r.IntN(10)), sub(k), sub(k)), w)
	case 8:
		return g.bin(ir.OpShl+ir.BinaryOp(g.r.IntN(3)), sub(w), sub(g.width()))
	case 9:
		k := 1 + g.r.IntN(3)
		cases := make([]ir.Expr, 1+g.r.IntN(1<<k))
		for i := range cases {
			cases[i] = sub(w)
		}
		return g.mux(sub(k), cases...)
	case 10:
		return g.fit(sub(g.width()), w)
	default:
		return g.fit(g.read(g.mems[g.r.IntN(len(g.mems))], sub(1+g.r.IntN(6))), w)
	}
}

// tree sets some of targets, by index in wires or registers, under conditions.
func (g *generator) tree(wires []int, regs []*ir.Ref, depth int) []ir.Stmt {
	level := len(g.wires)
	for _, i := range wires {
		level = min(level, i)
	}
	var body []ir.Stmt
	leafs := func() []ir.Stmt {
		var list []ir.Stmt
		for _, i := range wires {
			if g.r.IntN(3) > 0 {
				list = append(list, g.set(g.wires[i], g.expr(g.wires[i].Width(), i, 2)))
			}
		}
		for _, t := range regs {
			if g.r.IntN(2) == 0 {
				list = append(list, g.set(t, g.expr(t.Width(), level, 2)))
			}
		}
		if len(wires) == 0 && g.r.IntN(3) == 0 {
			m := g.mems[g.r.IntN(len(g.mems))]
			list = append(list, g.write(m, g.expr(1+g.r.IntN(6), level, 1), g.expr(m.Width, level, 2)))
		}
		return list
	}
	inner := func() []ir.Stmt {
		if depth > 0 && g.r.IntN(2) == 0 {
			return append(leafs(), g.tree(wires, regs, depth-1)...)
		}
		return leafs()
	}
	if g.r.IntN(3) > 0 {
		return append(body, g.whenElse(g.expr(1, level, 2), inner(), inner()))
	}
	k := 1 + g.r.IntN(3)
	s := &ir.Switch{Subject: g.expr(k, level, 1), At: g.at()}
	values := g.r.Perm(1 << k)[:1+g.r.IntN(1<<k)]
	for i := 0; i < len(values); {
		n := min(1+g.r.IntN(2), len(values)-i)
		var list []*big.Int
		for _, v := range values[i : i+n] {
			list = append(list, big.NewInt(int64(v)))
		}
		s.Cases = append(s.Cases, ir.Case{Values: list, Body: inner(), At: g.at()})
		i += n
	}
	if g.r.IntN(2) == 0 {
		s.HasDefault, s.Default = true, inner()
	}
	return append(body, s)
}

// randomDesign is a module named after its seed, with children below it.
func randomDesign(seed uint64, children int) *ir.Module {
	g := &generator{builder: module(fmt.Sprintf("random_%d", seed), "Random logic."), r: rand.New(rand.NewPCG(seed, 7))}
	add := func(e ir.Expr, level int) { g.refs = append(g.refs, leaf{e, level}) }
	for i := range 2 + g.r.IntN(4) {
		add(g.input(fmt.Sprintf("in%d", i), g.width()), 0)
	}
	for i := range 1 + g.r.IntN(4) {
		q := g.signal(fmt.Sprintf("q%d", i), g.width(), ir.Reg)
		if g.r.IntN(2) == 0 {
			q.Signal.Reset = randomBits(g.r, q.Width())
		}
		g.regs = append(g.regs, q)
		add(q, 0)
	}
	for i := range 2 {
		g.mems = append(g.mems, g.mem(fmt.Sprintf("mem%d", i), g.width(), 1+g.r.IntN(20), 1))
	}
	for i := range 2 + g.r.IntN(4) {
		w := g.wire(fmt.Sprintf("w%d", i), g.width())
		g.wires = append(g.wires, w)
		add(w, len(g.wires))
	}
	for i := range children {
		nets := g.instance(fmt.Sprintf("child%d", i), randomDesign(seed*31+uint64(i)+1000, 0))
		conns := g.m.Instances[i].Conns
		for _, c := range conns {
			if c.Net.Kind == ir.InstanceInput {
				g.wires = append(g.wires, nets[c.Port.Name])
			}
		}
		for _, c := range conns {
			if c.Net.Kind == ir.InstanceOutput {
				add(nets[c.Port.Name], len(g.wires))
			}
		}
	}
	for i := range 3 {
		o := g.output(fmt.Sprintf("out%d", i), g.width())
		g.wires = append(g.wires, o)
		add(o, len(g.wires))
	}
	for i, mode := range []ir.Collision{ir.ReadFirst, ir.WriteFirst, ir.Forbidden}[:1+g.r.IntN(3)] {
		m := g.mems[g.r.IntN(2)]
		add(g.readReg(fmt.Sprintf("data%d", i), m, g.expr(1+g.r.IntN(6), 0, 1), g.expr(1, 0, 1), mode), 0)
	}
	// The first wires read registers and inputs only; refs of level 0 exist.
	for i := 0; i < len(g.wires); {
		n := min(1+g.r.IntN(3), len(g.wires)-i)
		var group []int
		for k := i; k < i+n; k++ {
			group = append(group, k)
		}
		for _, k := range group {
			g.add(g.set(g.wires[k], g.expr(g.wires[k].Width(), k, 3)))
		}
		if g.r.IntN(3) > 0 {
			g.add(g.tree(group, nil, 1)...)
		}
		i += n
	}
	for range 2 {
		g.add(g.tree(nil, g.regs, 2)...)
	}
	return g.m
}

// onlyConstant reports whether lint complains of nothing but comparisons that
// turn out constant: random logic compares constants with each other.
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

// Every operation at every width, and random designs: clean for every tool, and
// equal to the direct evaluation in both simulators.
func TestOperationsAndRandomDesignsAgree(t *testing.T) {
	needTool(t, "iverilog", "verilator")
	var tops []*ir.Module
	for _, w := range widths {
		tops = append(tops, operations(w))
	}
	for seed := range uint64(*randomDesigns) {
		tops = append(tops, randomDesign(seed+*firstSeed, int(seed%3)))
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
