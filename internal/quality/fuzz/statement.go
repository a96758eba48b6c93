package fuzz

import "fmt"

// body draws the statements: groups of targets, in any order.
func (g *generator) body() {
	var steps []func() []*Stmt
	for i := 0; i < len(g.comb); {
		n := min(1+g.IntN(3), len(g.comb)-i)
		part := g.comb[i : i+n]
		steps = append(steps, func() []*Stmt { return g.settled(part) })
		i += n
	}
	for i := 0; i < len(g.clocked); {
		n := min(1+g.IntN(2), len(g.clocked)-i)
		part := g.clocked[i : i+n]
		steps = append(steps, func() []*Stmt { return g.stored(part) })
		i += n
	}
	for _, x := range g.m.Mems {
		for range (g.IntN(4) + 1) / 2 {
			steps = append(steps, func() []*Stmt { return g.readReg(x) })
		}
	}
	for range g.IntN(3) {
		steps = append(steps, g.let)
	}
	for range g.IntN(2) {
		steps = append(steps, g.property)
	}
	if len(g.m.States) > 0 {
		steps = append(steps, g.machine)
	}
	g.Shuffle(len(steps), func(i, k int) { steps[i], steps[k] = steps[k], steps[i] })
	g.m.Body = append(g.m.Body, g.drawEnds()...)
	for _, f := range steps {
		g.m.Body = append(g.m.Body, f()...)
	}
	for _, i := range g.m.Instances {
		for k := range g.design.Modules[i.Module].Out {
			g.m.Body = append(g.m.Body, &Stmt{Kind: unusedStmt, Target: fmt.Sprintf("%s.Out[%d].Bits", i.Name, k)})
		}
	}
}

// reading sets how deep expressions may read, and draws.
func (g *generator) reading(level int, f func()) {
	before := g.limit
	g.limit = level
	f()
	g.limit = before
}

// depth is that of an expression.
func (g *generator) depth() int { return 1 + g.IntN(2) }

// assign is a statement that gives x a value: of a bundle, one leaf if part.
func (g *generator) assign(x target, part bool) *Stmt {
	s := &Stmt{Kind: x.how, Target: x.name}
	level := x.level - 1
	if x.level == 0 { // at the edge everything has settled
		level = g.top
	}
	g.reading(level, func() {
		switch {
		case x.how == fromStmt:
			s.Name = x.from
		case x.how == gotoStmt:
			s.Ints = []int{g.m.States[g.IntN(len(g.m.States))]}
		case x.how == sendStmt:
			s.X, s.Y = g.bits(1, 2), g.bundle(2)
		case x.how == writeStmt:
			s.X, s.Y = g.writeAddress(x.name), g.value(x.t)
			if g.chance(3) {
				s.Kind, s.Z = maskStmt, g.bits(g.lanes(x.t), 2)
			}
		case x.t.Kind == bundleKind && part && g.chance(2):
			i := g.IntN(len(g.design.Shape))
			s.Target += "." + leafNames(len(g.design.Shape))[i]
			s.X = g.bits(g.design.Shape[i], g.depth())
		case x.name == g.shows:
			s.X = g.relations(x.t.Width)
		case x.t.Kind != bundleKind && g.chance(10):
			s.X = &expression{Op: "int", Value: g.number(x.t.Width)}
		case x.t.Kind != bundleKind && x.level > 0 && g.chance(12):
			s.X = constant(g.special(x.t.Width), x.t.Width)
		default:
			s.X = g.value(x.t)
		}
	})
	return s
}

func (g *generator) value(t valueType) *expression {
	if t.Kind == bundleKind {
		return g.bundle(2)
	}
	return g.bits(t.Width, g.depth())
}

// Most masked writes have at most fewLanes lanes, none more than maxLanes: a lane is a write of its own in the Verilog, and
// the time of Yosys grows faster than the square of their number: some seconds for 64 lanes, minutes for 181.
const (
	fewLanes = 16
	maxLanes = 64
)

// lanes is a number of lanes of a word: one that divides its width.
func (g *generator) lanes(t valueType) int {
	width := t.Width
	if t.Kind == bundleKind {
		width = sum(g.design.Shape)
	}
	most := fewLanes
	if g.chance(20) {
		most = maxLanes
	}
	var list []int
	for n := 1; n <= min(width, most); n++ {
		if width%n == 0 {
			list = append(list, n)
		}
	}
	return list[g.IntN(len(list))]
}

func (g *generator) mem(name string) *memDecl {
	for _, x := range g.m.Mems {
		if x.Name == name {
			return x
		}
	}
	panic("no memory is named " + name)
}

// split is an address whose lowest bit is given.
func (g *generator) split(x *memDecl, low int) *expression {
	w := addrWidth(x.Depth)
	bit := constant(g.number(1).SetInt64(int64(low)), 1)
	if w == 1 {
		return integer(low)
	}
	return op("cat", bitsType(w), g.bits(w-1, 2), bit)
}

func (g *generator) writeAddress(mem string) *expression {
	x := g.mem(mem)
	if g.apart[mem] {
		return g.split(x, 1)
	}
	return g.address(x, 2)
}

// settled gives combinational targets their values on every path.
func (g *generator) settled(list []target) []*Stmt {
	var body, last []*Stmt
	var always []target // set in every arm of a tree
	var free []target   // that a tree may set
	for _, x := range list {
		if x.how == fromStmt {
			body = append(body, g.assign(x, false))
			continue
		}
		free = append(free, x)
		s := g.assign(x, false)
		switch g.IntN(4) {
		case 0:
			if x.how == setStmt {
				s.Kind = defaultStmt
				last = append(last, s)
				continue
			}
			body = append(body, s)
		case 1:
			always = append(always, x)
		default:
			body = append(body, s)
		}
	}
	if len(free) == 0 {
		return body
	}
	g.reading(list[0].level-1, func() {
		if len(always) > 0 {
			body = append(body, g.tree(free, always, true, g.IntN(2)))
		}
		if g.chance(3) {
			body = append(body, g.tree(free, nil, false, g.IntN(2)))
		}
	})
	return append(body, last...)
}

// stored gives clocked targets their values, at least on some path.
func (g *generator) stored(list []target) (body []*Stmt) {
	g.reading(g.top, func() {
		for _, x := range list {
			if g.chance(3) {
				body = append(body, g.assign(x, false))
			}
		}
		body = append(body, g.tree(list, list, false, 1+g.IntN(2)))
		if g.chance(8) {
			body = append(body, g.decoded(list))
		}
		if x := list[0]; x.how == writeStmt && g.chance(2) { // of several writes the last wins
			body = append(body, g.assign(x, false))
		}
	})
	return body
}

// arm is a block in which all of always are set, and some of free.
func (g *generator) arm(free, always []target, total bool, depth int) []*Stmt {
	var body []*Stmt
	for _, x := range always {
		body = append(body, g.assign(x, false))
	}
	for _, x := range free {
		if g.chance(3) {
			body = append(body, g.assign(x, true))
		}
	}
	if len(g.clocked) > 0 && g.chance(5) {
		body = append(body, g.assign(g.clocked[g.IntN(len(g.clocked))], true))
	}
	if depth > 0 && g.chance(3) {
		body = append(body, g.tree(free, nil, false, depth-1))
	}
	return body
}

// tree is an If or a Switch; if it is total, every path through it sets all of
// always.
func (g *generator) tree(free, always []target, total bool, depth int) *Stmt {
	arm := func() []*Stmt { return g.arm(free, always, total, depth) }
	if len(g.m.States) > 0 && g.chance(4) {
		s := &Stmt{Kind: statesStmt}
		for _, v := range g.m.States {
			s.Arms = append(s.Arms, &branchArm{Values: []int{v}, Body: arm()})
		}
		if len(s.Arms) > 1 && g.chance(3) {
			s.Arms, s.HasElse, s.Else = s.Arms[1:], true, arm()
		}
		return s
	}
	if g.chance(2) {
		s := &Stmt{Kind: ifStmt}
		for range 1 + g.IntN(2) {
			s.Arms = append(s.Arms, &branchArm{X: g.bits(1, 2), Body: arm()})
		}
		if total || g.chance(2) {
			s.HasElse, s.Else = true, arm()
		}
		return s
	}
	w := 1 + g.IntN(2)
	s := &Stmt{Kind: switchStmt, X: g.bits(w, 2)}
	values := g.Perm(1 << w)
	if g.chance(6) {
		w = g.width()
		s.X, values = g.bits(w, 2), g.Perm(min(1<<min(w, 3), 8))
	}
	all := w <= 3 && g.chance(3)
	if !all {
		values = values[:1+g.IntN(min(len(values), 4))]
	}
	for len(values) > 0 {
		n := min(1+g.IntN(2), len(values))
		s.Arms = append(s.Arms, &branchArm{Values: values[:n], Body: arm()})
		values = values[n:]
	}
	if !all && (total || g.chance(2)) {
		s.HasElse, s.Else = true, arm()
	}
	return s
}

// decoded is a choice of many arms, in which each target is set by one or two.
func (g *generator) decoded(list []target) *Stmt {
	s := &Stmt{Kind: ifStmt}
	values := g.Perm(16)
	if g.chance(2) {
		s.Kind, s.X = switchStmt, g.bits(4, 2)
	}
	for _, v := range values[:9+g.IntN(8)] {
		a := &branchArm{}
		if s.Kind == ifStmt {
			a.X = g.bits(1, 2)
		} else {
			a.Values = []int{v}
		}
		s.Arms = append(s.Arms, a)
	}
	if len(s.Arms) < len(values) && g.chance(2) {
		s.HasElse, s.Else = true, g.arm(nil, list[:1], false, 0)
	}
	for _, x := range list {
		for range 1 + g.IntN(2) {
			a := s.Arms[g.IntN(len(s.Arms))]
			a.Body = append(a.Body, g.assign(x, false))
		}
	}
	return s
}

// let names an expression, for Go alone or for the hardware.
func (g *generator) let() []*Stmt {
	level := g.IntN(g.top + 1)
	s := &Stmt{Kind: letStmt}
	g.reading(level, func() {
		switch g.IntN(4) {
		case 0:
			s.Kind, s.Name, s.X = namedStmt, g.name("n"), g.bits(g.width(), g.depth())
		case 1:
			if g.bundles() {
				s.Name, s.X = g.name("v"), g.bundle(2)
				break
			}
			fallthrough
		default:
			s.Name, s.X = g.name("v"), g.bits(g.width(), 1+g.depth())
		}
	})
	if s.X.Op == "ref" || g.isConstant(s.X) { // nothing to name
		return nil
	}
	g.add(s.Name, s.X.Type, level)
	for i, n := range leafNames(len(g.design.Shape)) {
		switch s.X.Op {
		case "bundle":
			g.constants[s.Name+"."+n] = g.isConstant(s.X.Args[i])
		case "unflatten":
			g.constants[s.Name+"."+n] = g.isConstant(s.X.Args[0])
		}
	}
	return []*Stmt{s}
}

// readReg is a registered read.
func (g *generator) readReg(x *memDecl) []*Stmt {
	s := &Stmt{Kind: readRegStmt, Name: g.name("q"), Target: x.Name, Ints: []int{g.IntN(3)}}
	g.reading(g.top, func() {
		if g.apart[x.Name] && s.Ints[0] == 2 {
			s.X = g.split(x, 0)
		} else {
			s.X = g.address(x, 2)
		}
		s.Y = g.bits(1, 2)
		if g.chance(4) {
			s.Y = integer(1)
		}
		if !g.apart[x.Name] && s.Ints[0] == 2 && !g.chance(8) {
			s.Ints[0] = g.IntN(2) // seldom a collision that stops the run
		}
	})
	g.add(s.Name, x.Type, 0)
	return []*Stmt{s}
}

// property is an assert, assume or cover; the first two hold nearly always.
func (g *generator) property() []*Stmt {
	s := &Stmt{Kind: []stmtKind{assertStmt, assumeStmt, coverStmt}[g.IntN(3)], Name: g.name("p")}
	g.reading(g.top, func() {
		s.X = g.bits(1, 2)
		switch w := g.width(); {
		case s.Kind == coverStmt:
		case w > 12 && g.chance(2):
			s.X = op("ne", bitsType(1), g.bits(w, 2), &expression{Op: "int", Value: g.number(w)})
		default:
			s.X = op("or", bitsType(1), s.X, op("not", bitsType(1), s.X))
		}
		if g.chance(3) {
			s = &Stmt{Kind: ifStmt, Arms: []*branchArm{{X: g.bits(1, 1), Body: []*Stmt{s}}}}
		}
	})
	return []*Stmt{s}
}

// machine moves the state machine.
func (g *generator) machine() (body []*Stmt) {
	move := []target{{name: "st", how: gotoStmt}}
	g.reading(g.top, func() { body = []*Stmt{g.tree(move, move, false, 1)} })
	return body
}
