package ir

import (
	"math/bits"
	"slices"
)

// deps is the dependency graph of one module: what each combinational signal
// needs in the same cycle. Registers, memories and read data end a path.
type deps struct {
	module *Module
	// needs lists, for each combinational signal, what its Sets and the
	// conditions around them evaluate; for an instance's output net, the input
	// nets that it depends on inside the child.
	needs map[*Signal][]need
}

// need is an edge of the graph: to an expression, a signal or a guard.
type need struct {
	expr   Expr
	signal *Signal
	guard  *guard
	at     Pos       // of the statement or the instance; unknown inside an expression
	inside *Instance // through which the signal is needed, or nil
}

// guard is the condition of an If or Switch, and those around it.
type guard struct {
	cond  need
	outer *guard
}

// Summary says, for a module, which inputs each output depends on
// combinationally, ports by index in Module.Ports.
type Summary map[int][]int

func newDeps(m *Module, children map[*Module]Summary) *deps {
	d := &deps{m, map[*Signal][]need{}}
	d.collect(m.Body, nil)
	for _, i := range m.Instances {
		sum := children[i.Module]
		for out, c := range i.Conns {
			for _, in := range sum[out] {
				d.needs[c.Net] = append(d.needs[c.Net], need{signal: i.Conns[in].Net, at: i.At, inside: i})
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
				list := append(d.needs[s.Target], need{expr: s.Value, at: s.At})
				if around != nil {
					list = append(list, need{guard: around})
				}
				d.needs[s.Target] = list
			}
		case *If:
			inner := &guard{need{expr: s.Cond, at: s.At}, around}
			d.collect(s.Then, inner)
			d.collect(s.Else, inner)
		case *Switch:
			inner := &guard{need{expr: s.Subject, at: s.At}, around}
			for _, c := range s.Cases {
				d.collect(c.Body, inner)
			}
			d.collect(s.Default, inner)
		}
	}
}

// below calls visit for what n itself needs.
func (d *deps) below(n need, visit func(need)) {
	switch {
	case n.signal != nil:
		for _, x := range d.needs[n.signal] {
			visit(x)
		}
	case n.guard != nil:
		if n.guard.outer != nil {
			visit(need{guard: n.guard.outer})
		}
		visit(n.guard.cond)
	default:
		if r, ok := n.expr.(*Ref); ok {
			visit(need{signal: r.Signal})
		}
		Operands(n.expr, func(x Expr) { visit(need{expr: x}) })
	}
}

// key is what a need leads to, as the key of a map.
func (n need) key() any {
	switch {
	case n.signal != nil:
		return n.signal
	case n.guard != nil:
		return n.guard
	}
	return n.expr
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

// Summarize returns the [Summary] of one module, given those of its children; or a
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

// order searches depth first, in declaration order, and returns the needs that it
// found, each after its own needs; or a loop.
func (d *deps) order() (order []need, loop []Step) {
	open := map[*Signal]bool{}
	done := map[any]bool{}
	var stack []visit
	d.module.AllSignals(func(s *Signal) {
		if loop != nil {
			return
		}
		stack = append(stack[:0], visit{need: need{signal: s}})
		for len(stack) > 0 {
			last := len(stack) - 1
			v := stack[last]
			switch {
			case v.open:
				stack = stack[:last]
				if key := v.key(); !done[key] {
					done[key] = true
					order = append(order, v.need)
				}
			case done[v.key()]:
				stack = stack[:last]
			case open[v.signal]:
				loop = steps(stack)
				return
			default:
				if v.signal != nil {
					open[v.signal] = true
				}
				stack[last].open = true
				d.below(v.need, func(n need) { stack = append(stack, visit{need: n}) })
				slices.Reverse(stack[last+1:])
			}
		}
	})
	return order, loop
}

// steps reads the loop off a stack whose last entry is a signal that is open.
func steps(stack []visit) []Step {
	var path []need
	last := stack[len(stack)-1].need
	for _, v := range stack[:len(stack)-1] {
		if v.open && (len(path) > 0 || v.signal == last.signal) {
			path = append(path, v.need)
		}
	}
	path = append(path, last)
	loop := []Step{{Signal: last.signal}}
	for k, n := range path[1:] {
		step := &loop[len(loop)-1]
		if n.at != (Pos{}) {
			step.At, step.Instance = n.at, n.inside
		}
		if n.signal == nil {
			continue
		}
		if part, ok := path[max(k-1, 0)].expr.(*Slice); ok { // path[k] is the Ref
			step.Part = part
		}
		loop = append(loop, Step{Signal: n.signal})
	}
	return loop[:len(loop)-1]
}

// summary takes the order of a module without a loop.
func (d *deps) summary(order []need) Summary {
	index := map[*Signal]int{}
	for i, p := range d.module.Ports {
		if p.Kind == Input {
			index[p] = i
		}
	}
	words := (len(d.module.Ports) + 63) / 64
	sets := map[any][]uint64{} // the inputs that something needs, a bit each; nil for none
	for _, n := range order {
		var set []uint64
		own := false // nobody else has the set
		if i, ok := index[n.signal]; ok {
			set = make([]uint64, words)
			set[i/64] |= 1 << (i % 64)
		}
		d.below(n, func(x need) {
			more := sets[x.key()]
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
			sets[n.key()] = set
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
