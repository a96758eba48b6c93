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
// Unlike [Paths] it works bit by bit, even inside children, and takes into
// account constants and values that are the same in all arms of a choice. It is
// for modules in which Paths has found no loop. Its time is proportional to the
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

// flowModule holds what all scopes of a module share.
type flowModule struct {
	effects map[*Signal][]effect  // by combinational target
	outs    map[*Signal]childPort // by net of a child's output
	ports   map[*Signal]int       // index of an input
}

// childPort is a port of a child.
type childPort struct {
	instance *Instance
	port     *Signal
}

// node is an expression or a signal in a scope.
type node struct {
	scope  *scope
	expr   Expr
	signal *Signal
}

// dependency leads from a node to one that it is made from.
type dependency struct {
	to     node
	at     Pos       // of the statement or the instance; unknown inside an expression
	inside *Instance // that the dependency leaves
	set    *Set      // the first that the dependency is part of
	cond   bool      // to a condition, every bit of which decides every bit of the target
}

func (f *bitflow) scope(m *Module, outer *scope, i *Instance) *scope {
	shared := f.modules[m]
	if shared == nil {
		shared = &flowModule{effectsOf(m.Body), map[*Signal]childPort{}, map[*Signal]int{}}
		for _, i := range m.Instances {
			for _, c := range i.Conns {
				if c.Net.Kind == InstanceOutput {
					shared.outs[c.Net] = childPort{i, c.Port}
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

// below calls visit for each node that n is made from, across instance boundaries.
func (f *bitflow) below(n node, visit func(dependency)) {
	s := n.scope
	if n.signal == nil {
		if r, ok := n.expr.(*Ref); ok {
			visit(dependency{to: node{scope: s, signal: r.Signal}})
		}
		Operands(n.expr, func(x Expr) { visit(dependency{to: node{scope: s, expr: x}}) })
		return
	}
	if c, ok := s.outs[n.signal]; ok {
		if s.inner[c.instance] == nil {
			s.inner[c.instance] = f.scope(c.instance.Module, s, c.instance)
		}
		visit(dependency{to: node{scope: s.inner[c.instance], signal: c.port}})
		return
	}
	if k, ok := s.ports[n.signal]; ok {
		if i := s.instance; i != nil {
			visit(dependency{to: node{scope: s.outer, signal: i.Conns[k].Net}, at: i.At, inside: i})
		}
		return
	}
	eachEffect(s.effects[n.signal], func(x effect) {
		d := dependency{to: node{scope: s, expr: x.cond}, at: x.at, cond: true}
		if x.set != nil {
			d = dependency{to: node{scope: s, expr: x.set.Value}, at: x.set.At, set: x.set}
		}
		eachEffect([]effect{x}, func(x effect) {
			if d.set == nil {
				d.set = x.set
			}
		})
		visit(d)
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
			f.below(n, func(d dependency) { stack = append(stack, entry{node: d.to}) })
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
		return apply(n.scope.effects[s], unknown(s.Width), of)
	}
	if _, ok := n.expr.(*Ref); ok || s != nil {
		v := (*bitset)(nil)
		f.below(n, func(d dependency) { v = f.values[d.to] })
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
		var next dependency
		var bits *big.Int
		f.below(n, func(d dependency) {
			if next.to.scope != nil {
				return
			}
			if part := and(reaching(n.expr, d, want), f.values[d.to].from); part.Sign() != 0 {
				next, bits = d, part
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

// effect is what a statement does to one target: a Set, or a choice of arms.
type effect struct {
	set  *Set
	cond Expr // of an If, with arms for true and false, or of a Switch
	at   Pos
	arms [][]effect
	s    *Switch
}

// effectsOf sorts the statements of a body by their combinational targets.
func effectsOf(body []Stmt) map[*Signal][]effect {
	effects := map[*Signal][]effect{}
	choose := func(x effect, bodies ...[]Stmt) {
		arms := map[*Signal][][]effect{}
		for i, b := range bodies {
			for s, list := range effectsOf(b) {
				if arms[s] == nil {
					arms[s] = make([][]effect, len(bodies))
				}
				arms[s][i] = list
			}
		}
		for s, list := range arms {
			x.arms = list
			effects[s] = append(effects[s], x)
		}
	}
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			if s.Target.Kind.Combinational() {
				effects[s.Target] = append(effects[s.Target], effect{set: s})
			}
		case *If:
			choose(effect{cond: s.Cond, at: s.At}, s.Then, s.Else)
		case *Switch:
			var bodies [][]Stmt
			for _, c := range s.Cases {
				bodies = append(bodies, c.Body)
			}
			if !s.Exhaustive() {
				bodies = append(bodies, s.Default)
			}
			choose(effect{cond: s.Subject, at: s.At, s: s}, bodies...)
		}
	}
	return effects
}

// eachEffect visits effects and those in their arms, in source order.
func eachEffect(effects []effect, visit func(effect)) {
	for _, x := range effects {
		visit(x)
		for _, arm := range x.arms {
			eachEffect(arm, visit)
		}
	}
}

// apply returns a target's value after the effects.
func apply(effects []effect, v *bitset, of func(Expr) *bitset) *bitset {
	for _, x := range effects {
		if x.set != nil {
			v = of(x.set.Value)
			continue
		}
		cond := of(x.cond)
		if k, ok := x.taken(cond); ok {
			v = apply(x.arms[k], v, of)
			continue
		}
		results := make([]*bitset, len(x.arms))
		for i, arm := range x.arms {
			results[i] = apply(arm, v, of)
		}
		v = oneOf(cond, results)
	}
	return v
}

// taken is the arm of a constant condition.
func (x effect) taken(cond *bitset) (arm int, ok bool) {
	if !cond.constant() {
		return 0, false
	}
	if x.s == nil {
		return 1 - int(cond.one.Int64()), true
	}
	for i, c := range x.s.Cases {
		for _, v := range c.Values {
			if v.Cmp(cond.one) == 0 {
				return i, true
			}
		}
	}
	return len(x.s.Cases), true
}
