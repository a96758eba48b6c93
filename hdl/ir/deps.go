package ir

import (
	"math/bits"
	"slices"
)

// deps is the dependency graph of one module: the signals that each combinational
// signal needs in the same cycle. Registers, memories and read data end a path.
type deps struct {
	module *Module
	// needs lists, for each combinational signal, the expressions that its Sets
	// and the conditions around them evaluate; for an instance's output net, the
	// input nets that it depends on through the child.
	needs map[*Signal][]need
}

// need is an edge of the graph. There is one for each operand of a module, so it is
// kept small.
type need struct {
	to  any // the node: an Expr, a *Signal or a *guard
	via *via
}

// via is where a need is written; nil inside an expression.
type via struct {
	at     Pos       // of the statement or the instance
	inside *Instance // through which a signal is needed, or nil
}

// guard is the condition of an If or Switch, with the conditions around it.
type guard struct {
	cond  need
	outer *guard
}

// Summary says, for a module, which inputs each output depends on
// combinationally; ports are given by their index in Module.Ports.
type Summary map[int][]int

func newDeps(m *Module, children map[*Module]Summary) *deps {
	d := &deps{m, map[*Signal][]need{}}
	d.collect(m.Body, nil)
	for _, i := range m.Instances {
		sum, at := children[i.Module], &via{i.At, i}
		for out, c := range i.Conns {
			for _, in := range sum[out] {
				d.needs[c.Net] = append(d.needs[c.Net], need{i.Conns[in].Net, at})
			}
		}
	}
	return d
}

func (d *deps) collect(body []Stmt, around *guard) {
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			if s.Target.Kind.Combinational() {
				list := append(d.needs[s.Target], need{s.Value, &via{at: s.At}})
				if around != nil {
					list = append(list, need{to: around})
				}
				d.needs[s.Target] = list
			}
		case *If:
			inner := &guard{need{s.Cond, &via{at: s.At}}, around}
			d.collect(s.Then, inner)
			d.collect(s.Else, inner)
		case *Switch:
			inner := &guard{need{s.Subject, &via{at: s.At}}, around}
			for _, c := range s.Cases {
				d.collect(c.Body, inner)
			}
			d.collect(s.Default, inner)
		}
	}
}

// below calls visit for each node that a node itself needs.
func (d *deps) below(node any, visit func(need)) {
	switch x := node.(type) {
	case *Signal:
		for _, n := range d.needs[x] {
			visit(n)
		}
	case *guard:
		if x.outer != nil {
			visit(need{to: x.outer})
		}
		visit(x.cond)
	case *Ref:
		visit(need{to: x.Signal})
	case Expr:
		Operands(x, func(x Expr) { visit(need{to: x}) })
	}
}

// Step is one signal of a combinational loop.
type Step struct {
	Signal *Signal
	// At is where the next signal of the loop is read to make this one.
	At Pos
	// Part is the bits of the next signal that are read, if not all of them are.
	Part *Slice
	// Instance is the child through which this signal depends on the next, or nil.
	Instance *Instance
}

// Paths returns the [Summary] of every module below and including top, or the
// first combinational loop: signals of one module, each of which depends on
// the next, and the last on the first.
func Paths(top *Module) (sums map[*Module]Summary, loop []Step, in *Module) {
	sums = map[*Module]Summary{}
	for _, m := range Modules(top) {
		if sums[m], loop = Summarize(m, sums); loop != nil {
			return nil, loop, m
		}
	}
	return sums, nil, nil
}

// Summarize returns the [Summary] of one module, given its children's; or a
// loop.
func Summarize(m *Module, children map[*Module]Summary) (Summary, []Step) {
	if m.Extern != nil {
		return m.Extern.Paths, nil
	}
	d := newDeps(m, children)
	order, loop := d.order()
	if loop != nil {
		return nil, loop
	}
	return d.summary(order), nil
}

// visit is an entry of the stack of [deps.order].
type visit struct {
	need
	open bool // its needs are being visited: it is on the path
}

// order searches depth first, in declaration order, and returns the nodes that
// it found, each after the nodes that it needs; or a loop.
func (d *deps) order() (order []any, loop []Step) {
	open := map[*Signal]bool{}
	done := map[any]bool{}
	var stack []visit
	d.module.AllSignals(func(s *Signal) {
		if loop != nil {
			return
		}
		stack = append(stack[:0], visit{need: need{to: s}})
		for len(stack) > 0 {
			last := len(stack) - 1
			v := stack[last]
			if done[v.to] {
				stack = stack[:last]
				continue
			}
			if v.open {
				stack = stack[:last]
				done[v.to] = true
				order = append(order, v.to)
				continue
			}
			if s, ok := v.to.(*Signal); ok {
				if open[s] {
					loop = steps(stack)
					return
				}
				open[s] = true
			}
			stack[last].open = true
			d.below(v.to, func(n need) { stack = append(stack, visit{need: n}) })
			slices.Reverse(stack[last+1:])
		}
	})
	return order, loop
}

// steps reads the loop off a stack whose last entry is a signal that is open.
func steps(stack []visit) []Step {
	var path []need
	last := stack[len(stack)-1].need
	for _, v := range stack[:len(stack)-1] {
		if v.open && (len(path) > 0 || v.to == last.to) {
			path = append(path, v.need)
		}
	}
	path = append(path, last)
	loop := []Step{{Signal: last.to.(*Signal)}}
	for k, n := range path[1:] {
		step := &loop[len(loop)-1]
		if n.via != nil && n.via.at != (Pos{}) {
			step.At, step.Instance = n.via.at, n.via.inside
		}
		s, ok := n.to.(*Signal)
		if !ok {
			continue
		}
		if part, ok := path[max(k-1, 0)].to.(*Slice); ok { // path[k] is the Ref
			step.Part = part
		}
		loop = append(loop, Step{Signal: s})
	}
	return loop[:len(loop)-1]
}

// summary takes the order of a module without a loop.
func (d *deps) summary(order []any) Summary {
	index := map[*Signal]int{}
	for i, p := range d.module.Ports {
		if p.Kind == Input {
			index[p] = i
		}
	}
	words := (len(d.module.Ports) + 63) / 64
	sets := map[any][]uint64{} // the inputs that something needs, a bit each; nil for none
	for _, node := range order {
		var set []uint64
		own := false // nobody else has the set
		if s, ok := node.(*Signal); ok {
			if i, ok := index[s]; ok {
				set = make([]uint64, words)
				set[i/64] |= 1 << (i % 64)
			}
		}
		d.below(node, func(n need) {
			more := sets[n.to]
			switch {
			case set == nil:
				set = more
				return
			case more == nil || &more[0] == &set[0]:
				return
			case !own:
				set, own = slices.Clone(set), true
			}
			for i, w := range more {
				set[i] |= w
			}
		})
		if set != nil {
			sets[node] = set
		}
	}
	sum := Summary{}
	for i, p := range d.module.Ports {
		if p.Kind != Output {
			continue
		}
		for w, word := range sets[p] {
			for ; word != 0; word &= word - 1 {
				sum[i] = append(sum[i], w*64+bits.TrailingZeros64(word))
			}
		}
	}
	return sum
}
