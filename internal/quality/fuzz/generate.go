package fuzz

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"posedge/internal/frame"
)

// Generate draws a design. A seed always draws the same design.
func Generate(seed uint64) *Design {
	r := rand.New(rand.NewPCG(seed, 0xde5167))
	d := &Design{Name: fmt.Sprintf("f%d", seed)}
	for range 3 + 2*(1+r.IntN(2)) {
		d.Shape = append(d.Shape, 1+r.IntN(9))
	}
	if r.IntN(3) == 0 {
		d.Shape[r.IntN(len(d.Shape))] = favoured[r.IntN(len(favoured))]
	}
	children := []int{0, 0, 0, 1, 1, 2}[r.IntN(6)]
	for i := range children {
		newGenerator(r, d, fmt.Sprintf("%s_%c", d.Name, 'a'+i)).draw()
	}
	newGenerator(r, d, d.Name).draw()
	return d
}

// randomNumber is a value of w bits; zeros, ones and small numbers are frequent.
func randomNumber(r *rand.Rand, w int) *big.Int {
	v := new(big.Int)
	all := allOnes(w)
	switch r.IntN(8) {
	case 0:
		return v
	case 1:
		return all
	case 2:
		v.SetInt64(int64(r.IntN(4)))
	case 3: // only the sign
		v.SetBit(v, w-1, 1)
	default:
		for range frame.Words(w) {
			v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
		}
	}
	return v.And(v, all)
}

// addrWidth is the width of an address of a memory.
func addrWidth(depth int) int { return max(big.NewInt(int64(depth-1)).BitLen(), 1) }

// stateWidth is the width of the encodings.
func stateWidth(states []int) int {
	w := 1
	for _, s := range states {
		w = max(w, big.NewInt(int64(s)).BitLen())
	}
	return w
}

// signal can be read by an expression. It depends on targets up to the level.
type signal struct {
	name  string
	t     valueType
	level int
}

// target can be set by a statement. The value set reads only signals of lower
// levels, so that there is no loop.
type target struct {
	name  string
	t     valueType
	how   stmtKind // set, send, from, write or goto
	from  string
	level int
}

// A generator draws one module.
type generator struct {
	*rand.Rand
	design  *Design
	m       *Module
	signals []signal
	// constants are the leaves of named bundles that are constants.
	constants map[string]bool
	limit     int // of the levels that may be read now
	top       int // the highest level
	comb      []target
	clocked   []target
	// apart are the memories whose even words are read and odd words written, so
	// that a forbidden collision cannot happen.
	apart map[string]bool
	// shows is the output that shows operations of related operands, or empty.
	shows string
	ends  []*expression // named constants
	// before are the latest expressions, for another use.
	before []drawn
	names  []string
	count  int
}

func newGenerator(r *rand.Rand, d *Design, name string) *generator {
	g := &generator{Rand: r, design: d, m: &Module{Name: name}, apart: map[string]bool{}, constants: map[string]bool{}}
	// Names that the exporter might make itself, or that other modules have.
	g.names = []string{"count", "total", "out_0_sum", "count_ones_8", "shifted", "word"}
	g.Shuffle(len(g.names), func(i, k int) { g.names[i], g.names[k] = g.names[k], g.names[i] })
	return g
}

func (g *generator) name(prefix string) string {
	if len(g.names) > 0 && g.IntN(5) == 0 {
		n := g.names[0]
		g.names = g.names[1:]
		return n
	}
	g.count++
	return fmt.Sprintf("%s%d", prefix, g.count)
}

func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// add makes a signal readable, and the leaves of a bundle.
func (g *generator) add(name string, t valueType, level int) {
	g.signals = append(g.signals, signal{name, t, level})
	if t.Kind == bundleKind {
		for i, n := range leafNames(len(g.design.Shape)) {
			g.signals = append(g.signals, signal{name + "." + n, bitsType(g.design.Shape[i]), level})
		}
	}
}

// typ draws the type of a register, wire or memory.
func (g *generator) typ() valueType {
	if g.chance(5) {
		return bundleType
	}
	return bitsType(g.width())
}

// draw adds the module to the design.
func (g *generator) draw() {
	m := g.m
	for range 1 + g.IntN(4) {
		m.In = append(m.In, g.width())
	}
	for range 1 + g.IntN(2) {
		m.Out = append(m.Out, g.width())
	}
	if g.chance(2) {
		g.shows = fmt.Sprintf("c.Out[%d].Bits", len(m.Out))
		m.Out = append(m.Out, 8+g.IntN(12))
	}
	m.Req, m.Rsp, m.Push, m.Pop = g.chance(5), g.chance(5), g.chance(5), g.chance(5)
	g.declare()
	g.levels()
	g.body()
	g.design.Modules = append(g.design.Modules, m)
}

// declare draws registers, memories and other state.
func (g *generator) declare() {
	m := g.m
	for i, w := range m.In {
		g.add(fmt.Sprintf("c.In[%d].Bits", i), bitsType(w), 0)
	}
	if m.Req {
		g.add("c.Req[0].Data", bundleType, 0)
	}
	if m.Push {
		g.add("c.Push[0].Valid.Bits", bitsType(1), 0)
		g.add("c.Push[0].Data", bundleType, 0)
	}
	if g.chance(6) {
		m.States = g.Perm(10)[:1+g.IntN(6)]
		if g.chance(3) { // no hole in the encoding
			m.States = g.Perm(len(m.States))
		}
	}
	for range g.IntN(3) {
		r := &Reg{Name: g.name("r"), Type: g.typ(), NoReset: g.chance(3)}
		if g.chance(6) {
			r.Scope = "lane"
		}
		if !r.NoReset && g.chance(2) {
			r.Reset = g.word(r.Type)
		}
		m.Regs = append(m.Regs, r)
		g.add(r.Name, r.Type, 0)
		g.clocked = append(g.clocked, target{name: r.Name, t: r.Type, how: setStmt})
	}
	for range (g.IntN(4) + 1) / 2 {
		x := &memDecl{Name: g.name("mem"), Type: g.typ(), Depth: 1 + g.IntN(20)}
		if g.chance(2) {
			x.Depth = 1 << g.IntN(5)
		}
		for range g.IntN(min(x.Depth, 6) + 1) {
			x.Init = append(x.Init, g.word(x.Type))
		}
		m.Mems = append(m.Mems, x)
		g.apart[x.Name] = x.Depth >= 2 && g.chance(2)
		if !g.chance(5) {
			g.clocked = append(g.clocked, target{name: x.Name, t: x.Type, how: writeStmt})
		}
	}
}

// word has a number for each leaf of a type.
func (g *generator) word(t valueType) []*big.Int {
	if t.Kind != bundleKind {
		return []*big.Int{g.number(t.Width)}
	}
	var list []*big.Int
	for _, w := range g.design.Shape {
		list = append(list, g.number(w))
	}
	return list
}

// levels draws wires and instances and the order in which all that is
// combinational settles.
func (g *generator) levels() {
	m := g.m
	var steps []func()
	for range g.IntN(3) {
		w := &wireDecl{Name: g.name("w"), Type: g.typ()}
		m.Wires = append(m.Wires, w)
		steps = append(steps, func() { g.settle(target{name: w.Name, t: w.Type, how: setStmt}) })
	}
	pushed, popped := false, false // the module's own streams are connected to a child's
	if n := len(g.design.Modules); n > 0 {
		for range 1 + g.IntN(3)/2 {
			i := &instanceDecl{Name: g.name("u"), Module: g.IntN(n)}
			if g.chance(5) {
				i.Scope = "lane"
			}
			m.Instances = append(m.Instances, i)
			child := g.design.Modules[i.Module]
			joinPush := child.Push && m.Push && !pushed && g.chance(2)
			joinPop := child.Pop && m.Pop && !popped && g.chance(2)
			pushed, popped = pushed || joinPush, popped || joinPop
			steps = append(steps, func() { g.instance(i.Name, child, joinPush, joinPop) })
		}
	}
	if m.Pop && !popped {
		steps = append(steps, func() {
			g.pop(target{how: sendStmt})
			g.add("c.Pop[0]", valueType{Kind: streamKind}, g.top)
			g.add("c.Pop[0].Data", bundleType, g.top)
		})
	}
	g.Shuffle(len(steps), func(i, k int) { steps[i], steps[k] = steps[k], steps[i] })
	for _, f := range steps {
		f()
	}
	for i, w := range m.Out {
		g.settle(target{name: fmt.Sprintf("c.Out[%d].Bits", i), t: bitsType(w), how: setStmt})
	}
	if m.Rsp {
		g.settle(target{name: "c.Rsp[0].Data", t: bundleType, how: setStmt})
	}
	if m.Push && !pushed {
		g.settle(target{name: "c.Push[0].Ready.Bits", t: bitsType(1), how: setStmt})
		g.add("c.Push[0]", valueType{Kind: streamKind}, g.top)
	}
}

// pop gives a level to what the module's own source is set by, and the same to
// its Ready, for which Valid must not wait.
func (g *generator) pop(x target) {
	x.name = "c.Pop[0]"
	g.settle(x)
	g.add("c.Pop[0].Ready.Bits", bitsType(1), g.top)
}

// settle gives the next level to a target.
func (g *generator) settle(x target) {
	g.top++
	x.level = g.top
	g.comb = append(g.comb, x)
	if x.how == setStmt {
		g.add(x.name, x.t, x.level)
	}
}

// instance gives levels to the inputs of a child and then to its outputs.
func (g *generator) instance(name string, child *Module, joinPush, joinPop bool) {
	for i, w := range child.In {
		g.settle(target{name: fmt.Sprintf("%s.In[%d].Bits", name, i), t: bitsType(w), how: setStmt})
	}
	if child.Req {
		g.settle(target{name: name + ".Req[0].Data", t: bundleType, how: setStmt})
	}
	push, pop := name+".Push[0]", name+".Pop[0]"
	switch {
	case joinPush:
		g.settle(target{name: push, how: fromStmt, from: "c.Push[0]"})
	case child.Push:
		g.settle(target{name: push, how: sendStmt})
	}
	switch {
	case joinPop:
		g.pop(target{how: fromStmt, from: pop})
	case child.Pop:
		g.settle(target{name: pop + ".Ready.Bits", t: bitsType(1), how: setStmt})
	}
	for i, w := range child.Out {
		g.add(fmt.Sprintf("%s.Out[%d].Bits", name, i), bitsType(w), g.top)
	}
	if child.Rsp {
		g.add(name+".Rsp[0].Data", bundleType, g.top)
	}
	if child.Push {
		g.add(push+".Ready.Bits", bitsType(1), g.top)
		g.add(push, valueType{Kind: streamKind}, g.top)
	}
	if joinPush {
		g.add("c.Push[0].Ready.Bits", bitsType(1), g.top)
	}
	if child.Pop {
		g.add(pop+".Valid.Bits", bitsType(1), g.top)
		g.add(pop+".Data", bundleType, g.top)
		g.add(pop, valueType{Kind: streamKind}, g.top)
	}
}
