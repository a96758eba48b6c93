package ir

import "math/big"

// Dependence says how an output depends combinationally on an input.
type Dependence struct {
	// Bits are the bits of the output that depend on a bit of the input.
	Bits *big.Int
	// Path has the module's signals on one path from the output to the input, each
	// made from the next.
	Path []Step
	// First is the Set of the output with which the path begins.
	First *Set
}

// Depends returns how output out of m depends on its input in, or nil if no bit
// of it does.
//
// Unlike [Paths] it judges bit by bit, inside the children too, and takes into
// account constants and values that are the same in all arms of a choice. It is for
// modules in which Paths has found no loop. It takes time in proportion to the
// flattened logic of out.
func Depends(m *Module, out, in *Signal) *Dependence {
	f := &bitflow{source: in, modules: map[*Module]*flowModule{}, values: map[node]*bitset{}}
	f.root = f.scope(m, nil, nil)
	end := node{scope: f.root, signal: out}
	f.evaluate(end)
	if !f.values[end].touched() {
		return nil
	}
	d := &Dependence{Bits: f.values[end].from}
	d.Path, d.First = f.path(end)
	return d
}

// bitflow finds which bits of the values below a signal depend on the source.
type bitflow struct {
	root    *scope
	source  *Signal // an input of the root
	modules map[*Module]*flowModule
	values  map[node]*bitset
}

// scope is a module in its place: the root, or an instance in an outer scope.
type scope struct {
	*flowModule
	outer    *scope
	instance *Instance
	inner    map[*Instance]*scope
}

// flowModule is what all scopes of a module share.
type flowModule struct {
	acts  map[*Signal][]act // by combinational target
	outs  map[*Signal]joint // by net of a child's output
	ports map[*Signal]int   // index of an input
}

// joint is a port of a child.
type joint struct {
	instance *Instance
	port     *Signal
}

// node is an expression or a signal in a scope.
type node struct {
	scope  *scope
	expr   Expr
	signal *Signal
}

// edge leads from a node to one that it is made from.
type edge struct {
	to     node
	at     Pos       // of the statement or the instance; unknown inside an expression
	inside *Instance // that the edge leaves
	set    *Set      // the first that the edge is part of
	cond   bool      // to a condition, every bit of which decides every bit of the target
}

func (f *bitflow) scope(m *Module, outer *scope, i *Instance) *scope {
	shared := f.modules[m]
	if shared == nil {
		shared = &flowModule{actsOf(m.Body), map[*Signal]joint{}, map[*Signal]int{}}
		for _, i := range m.Instances {
			for _, c := range i.Conns {
				if c.Net.Kind == InstanceOutput {
					shared.outs[c.Net] = joint{i, c.Port}
				}
			}
		}
		for k, p := range m.Ports {
			if p.Kind == Input {
				shared.ports[p] = k
			}
		}
		f.modules[m] = shared
	}
	return &scope{shared, outer, i, map[*Instance]*scope{}}
}

// below calls visit for what n is made from, across the borders of instances.
func (f *bitflow) below(n node, visit func(edge)) {
	s := n.scope
	if n.signal == nil {
		if r, ok := n.expr.(*Ref); ok {
			visit(edge{to: node{scope: s, signal: r.Signal}})
		}
		Operands(n.expr, func(x Expr) { visit(edge{to: node{scope: s, expr: x}}) })
		return
	}
	if j, ok := s.outs[n.signal]; ok {
		if s.inner[j.instance] == nil {
			s.inner[j.instance] = f.scope(j.instance.Module, s, j.instance)
		}
		visit(edge{to: node{scope: s.inner[j.instance], signal: j.port}})
		return
	}
	if k, ok := s.ports[n.signal]; ok {
		if i := s.instance; i != nil {
			visit(edge{to: node{scope: s.outer, signal: i.Conns[k].Net}, at: i.At, inside: i})
		}
		return
	}
	eachAct(s.acts[n.signal], func(a act) {
		e := edge{to: node{scope: s, expr: a.cond}, at: a.at, cond: true}
		if a.set != nil {
			e = edge{to: node{scope: s, expr: a.set.Value}, at: a.set.At, set: a.set}
		}
		eachAct([]act{a}, func(a act) {
			if e.set == nil {
				e.set = a.set
			}
		})
		visit(e)
	})
}

// evaluate finds the value of n and of everything below it.
func (f *bitflow) evaluate(n node) {
	type entry struct {
		node
		open bool
	}
	stack := []entry{{node: n}}
	for len(stack) > 0 {
		last := len(stack) - 1
		n := stack[last].node
		switch {
		case f.values[n] != nil:
			stack = stack[:last]
		case stack[last].open:
			stack = stack[:last]
			f.values[n] = f.value(n)
		default:
			stack[last].open = true
			f.below(n, func(e edge) { stack = append(stack, entry{node: e.to}) })
		}
	}
}

// value is the value of n, from the values below it.
func (f *bitflow) value(n node) *bitset {
	of := func(e Expr) *bitset { return f.values[node{scope: n.scope, expr: e}] }
	s := n.signal
	switch {
	case s == f.source && n.scope == f.root:
		return dependent(s.Width, ones(s.Width))
	case s != nil && s.Kind.Combinational():
		return apply(n.scope.acts[s], unknown(s.Width), of)
	}
	if _, ok := n.expr.(*Ref); ok || s != nil {
		v := (*bitset)(nil)
		f.below(n, func(e edge) { v = f.values[e.to] })
		if v == nil {
			v = unknown(s.Width) // state, or an input of the root
		}
		return v
	}
	return bitsetOf(n.expr, of)
}

// path goes from end to the source, along bits that depend on it.
func (f *bitflow) path(end node) (path []Step, first *Set) {
	path = []Step{{Signal: end.signal}}
	want := ones(end.signal.Width)
	for n := end; n.scope != f.root || n.signal != f.source; {
		var next edge
		var bits *big.Int
		f.below(n, func(e edge) {
			if next.to.scope != nil {
				return
			}
			if part := and(reaching(n.expr, e, want), f.values[e.to].from); part.Sign() != 0 {
				next, bits = e, part
			}
		})
		if next.to.scope == nil {
			panic("ir: a dependence without a way")
		}
		want = bits
		if n == end {
			first = next.set
		}
		step := &path[len(path)-1]
		if next.to.scope == f.root {
			if next.at != (Pos{}) {
				step.At, step.Instance = next.at, next.inside
			}
			if x, ok := n.expr.(*Slice); ok {
				if _, ok := x.X.(*Ref); ok {
					step.Part = x
				}
			}
			if next.to.signal != nil {
				path = append(path, Step{Signal: next.to.signal})
			}
		}
		n = next.to
	}
	return path, first
}

// act is what a statement does to one target: a Set, or a choice of arms.
type act struct {
	set  *Set
	cond Expr // of an If, with arms for true and false, or of a Switch
	at   Pos
	arms [][]act
	s    *Switch
}

// actsOf sorts the statements of a body by their combinational targets.
func actsOf(body []Stmt) map[*Signal][]act {
	acts := map[*Signal][]act{}
	choose := func(a act, bodies ...[]Stmt) {
		arms := map[*Signal][][]act{}
		for i, b := range bodies {
			for s, list := range actsOf(b) {
				if arms[s] == nil {
					arms[s] = make([][]act, len(bodies))
				}
				arms[s][i] = list
			}
		}
		for s, list := range arms {
			a.arms = list
			acts[s] = append(acts[s], a)
		}
	}
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			if s.Target.Kind.Combinational() {
				acts[s.Target] = append(acts[s.Target], act{set: s})
			}
		case *If:
			choose(act{cond: s.Cond, at: s.At}, s.Then, s.Else)
		case *Switch:
			var bodies [][]Stmt
			for _, c := range s.Cases {
				bodies = append(bodies, c.Body)
			}
			if !s.Exhaustive() {
				bodies = append(bodies, s.Default)
			}
			choose(act{cond: s.Subject, at: s.At, s: s}, bodies...)
		}
	}
	return acts
}

// eachAct visits acts and those in their arms, in source order.
func eachAct(acts []act, visit func(act)) {
	for _, a := range acts {
		visit(a)
		for _, arm := range a.arms {
			eachAct(arm, visit)
		}
	}
}

// apply returns a target's value after the acts.
func apply(acts []act, v *bitset, of func(Expr) *bitset) *bitset {
	for _, a := range acts {
		if a.set != nil {
			v = of(a.set.Value)
			continue
		}
		cond := of(a.cond)
		if k, ok := a.taken(cond); ok {
			v = apply(a.arms[k], v, of)
			continue
		}
		results := make([]*bitset, len(a.arms))
		for i, arm := range a.arms {
			results[i] = apply(arm, v, of)
		}
		v = oneOf(cond, results)
	}
	return v
}

// taken is the arm of a constant condition.
func (a act) taken(cond *bitset) (arm int, ok bool) {
	if !cond.constant() {
		return 0, false
	}
	if a.s == nil {
		return 1 - int(cond.one.Int64()), true
	}
	for i, c := range a.s.Cases {
		for _, v := range c.Values {
			if v.Cmp(cond.one) == 0 {
				return i, true
			}
		}
	}
	return len(a.s.Cases), true
}
