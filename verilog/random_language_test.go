package verilog_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"posedge/hdl"
	"posedge/verilog"
)

var languageDesigns = flag.Int("language", 6, "number of random designs in the language")

// mixed is a random component in the language, of what random logic over the IR
// hardly meets: addresses that are sums, memories of a power of two, words at
// constant addresses that are shifted, choices by constants, wide signed
// products, and one name in several scopes.
type mixed struct {
	In  []hdl.In
	Out []hdl.Out

	name  string
	level int // modules below
	r     *rand.Rand
}

func newMixed(name string, level int, r *rand.Rand) *mixed {
	c := &mixed{name: name, level: level, r: r}
	for range 2 + r.IntN(3) {
		c.In = append(c.In, hdl.Input(mixedWidth(r)))
	}
	for range 5 {
		c.Out = append(c.Out, hdl.Output(mixedWidth(r)))
	}
	return c
}

func mixedWidth(r *rand.Rand) int {
	return []int{1, 2, 3, 3, 4, 5, 8, 9, 33, 64, 65, 260}[r.IntN(12)]
}

func (c *mixed) ModuleName() string { return c.name }

// A mixer makes the expressions of one mixed.
type mixer struct {
	*rand.Rand
	m      *hdl.Module
	values []hdl.Bits
	mems   []memory
}

// memory is a memory and the number of its words.
type memory struct {
	*hdl.Mem[hdl.Bits]
	depth int
}

// fit is x at width w.
func (g *mixer) fit(x hdl.Bits, w int) hdl.Bits {
	switch have := x.Width(); {
	case have > w:
		low := g.IntN(have - w + 1)
		return x.Slice(low+w-1, low)
	case have < w && g.IntN(2) == 0:
		return x.ZeroExtend(w)
	case have < w:
		return x.SignExtend(w)
	}
	return x
}

func (g *mixer) value(w int) hdl.Bits { return g.fit(g.values[g.IntN(len(g.values))], w) }

func (g *mixer) number(w int) hdl.Bits { return hdl.Const(w, randomBits(g.Rand, w)) }

// leaf is a value, or seldom a constant.
func (g *mixer) leaf(w int) hdl.Bits {
	if g.IntN(6) == 0 {
		return g.number(w)
	}
	return g.value(w)
}

// arithmetic is what overflows: a sum, a difference, a shift, a complement, a
// choice of these.
func (g *mixer) arithmetic(w int, leaf func(int) hdl.Bits) hdl.Bits {
	switch g.IntN(7) {
	case 0:
		return leaf(w).Add(leaf(w))
	case 1:
		return leaf(w).Sub(leaf(w))
	case 2:
		return leaf(w).Shl(leaf(1 + g.IntN(4)))
	case 3:
		return leaf(w).Not()
	case 4:
		return leaf(w).Mul(leaf(w)).Truncate(w)
	case 5:
		return hdl.Mux(leaf(1), leaf(w).Add(1), leaf(w).Sub(leaf(w)))
	default:
		return hdl.Select(leaf(2), []hdl.Bits{leaf(w), leaf(w).Not(), leaf(w).Add(leaf(w))})
	}
}

// address is a constant, a value, or arithmetic.
func (g *mixer) address(mem memory) hdl.Bits {
	w := mem.AddrWidth()
	switch g.IntN(4) {
	case 0:
		return hdl.Const(w, g.IntN(mem.depth))
	case 1:
		return g.value(w)
	}
	return g.arithmetic(w, g.leaf)
}

// word is a word of a memory, bare or shifted.
func (g *mixer) word() hdl.Bits {
	mem := g.mems[g.IntN(len(g.mems))]
	x := mem.Read(g.address(mem))
	switch by := g.leaf(mixedWidth(g.Rand)); g.IntN(5) {
	case 0:
		return x.Shl(by)
	case 1:
		return x.Shr(by)
	case 2:
		return x.Signed().Shr(by).Bits()
	case 3:
		return x.Shr(1)
	}
	return x
}

func (g *mixer) expr(w int) hdl.Bits {
	k := 1 + g.IntN(8)
	if g.IntN(4) == 0 {
		k = 250 + g.IntN(60)
	}
	switch g.IntN(9) {
	case 0, 1:
		return g.fit(g.word(), w)
	case 2:
		return g.fit(g.leaf(k).Signed().Mul(g.leaf(k).Signed()).Bits(), w)
	case 3:
		return g.fit(g.leaf(8).PopCount().Add(g.leaf(4)), w)
	case 4:
		x, y := g.leaf(k), g.leaf(k)
		return g.fit([]hdl.Bits{x.Lt(y), x.Eq(y), x.Signed().Le(y.Signed()), x.Signed().Gt(y.Signed())}[g.IntN(4)], w)
	case 5:
		return g.fit(hdl.Cat(g.leaf(k), g.leaf(w), g.arithmetic(k, g.leaf)), w)
	case 6:
		return g.leaf(w).Shr(g.IntN(w + 2)).Xor(g.arithmetic(w, g.number))
	}
	return g.arithmetic(w, g.leaf)
}

// fixed is a constant or an operation on constants.
func (g *mixer) fixed(w int) hdl.Bits {
	if g.IntN(2) == 0 {
		return g.number(w)
	}
	return g.fit(g.arithmetic(3, g.number), w)
}

// subject is what a choice is made by, often fixed.
func (g *mixer) subject(w int) hdl.Bits {
	switch g.IntN(3) {
	case 0:
		return g.fixed(w)
	case 1:
		return g.fit(g.value(3).Eq(g.arithmetic(3, g.leaf)), w)
	}
	return g.value(w)
}

// choose calls some under conditions.
func (g *mixer) choose(depth int, subject func(width int) hdl.Bits, some func()) {
	body := func() {
		some()
		if depth > 0 && g.IntN(2) == 0 {
			g.choose(depth-1, subject, some)
		}
	}
	if g.IntN(2) == 0 {
		chain := g.m.If(subject(1), body)
		if g.IntN(2) == 0 {
			chain = chain.ElseIf(subject(1), body)
		}
		if g.IntN(2) == 0 {
			chain.Else(body)
		}
		return
	}
	arms := g.m.Switch(subject(2))
	for _, v := range g.Perm(4)[:1+g.IntN(4)] {
		arms.Case(v, body)
	}
	if g.IntN(2) == 0 {
		arms.Default(body)
	}
}

func (c *mixed) Describe(m *hdl.Module) {
	g := &mixer{Rand: c.r, m: m}
	for _, in := range c.In {
		g.values = append(g.values, in.Bits)
	}
	// The names are the same in every module, an instance's among them: what
	// names a register here names an instance in the next module.
	names := []string{"count", "mem", "sum", "out_0_sum", "count_ones_8"}
	g.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	name := func() string {
		first := names[0]
		names = names[1:]
		return first
	}
	for range 2 {
		depth := []int{1, 2, 4, 8, 8, 16, 5}[g.IntN(7)]
		g.mems = append(g.mems, memory{hdl.NewMem(m, name(), hdl.Width(mixedWidth(g.Rand)), depth), depth})
	}
	held := m.Reg(name(), mixedWidth(g.Rand))
	free := m.Reg(name(), mixedWidth(g.Rand), hdl.NoReset())
	g.values = append(g.values, held, free)
	for i, mode := range []hdl.Collision{hdl.ReadFirst, hdl.WriteFirst} {
		mem := g.mems[i]
		enable := g.subject(1)
		g.values = append(g.values, mem.ReadReg([]string{"first", "second"}[i], g.address(mem), enable, mode))
	}
	if c.level > 0 {
		child := hdl.Instance(m, name(), newMixed(fmt.Sprintf("%s_%d", c.name, c.level), c.level-1, c.r))
		for _, in := range child.In {
			in.Set(g.expr(in.Width()))
		}
		for _, out := range child.Out {
			g.values = append(g.values, out.Bits)
		}
	}
	for i, out := range c.Out {
		switch i {
		case 0, 1: // nothing but constants may remain
			out.Set(g.number(out.Width()))
			g.choose(1, g.fixed, func() { out.Set(g.leaf(out.Width())) })
		case 2:
			out.Set(g.expr(out.Width()))
			g.choose(1, g.subject, func() { out.Set(g.expr(out.Width())) })
		default:
			out.Set(g.expr(out.Width()))
		}
	}
	for _, mem := range g.mems {
		write := func() { mem.Write(g.address(mem), g.expr(mem.Read(0).Width())) }
		write()
		g.choose(1, g.subject, write)
	}
	g.choose(2, g.subject, func() { held.Set(g.expr(held.Width())) })
	g.choose(2, g.subject, func() { free.Set(g.expr(free.Width())) })
}

// Random designs in the language: clean for both lints, and equal to the
// simulator in Icarus and Verilator.
func TestRandomDesignsInTheLanguageAgree(t *testing.T) {
	var all []*verilog.Replay
	for seed := *firstSeed; seed < *firstSeed+uint64(*languageDesigns); seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		all = append(all, recorded(t, newMixed(fmt.Sprintf("mixed_%d", seed), int(seed%3), r), 150, seed))
	}
	agree(t, all...)
}
