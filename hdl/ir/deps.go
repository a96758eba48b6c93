package ir

import "math/bits"

// A dependency graph of one module: what each combinational signal needs in
// the same cycle. Its nodes are signals and expressions; registers, memories
// and read data end a path.
type deps struct {
	module *Module
	// sources lists, for each combinational signal, the expressions that its
	// Sets and the conditions around them evaluate.
	sources map[*Signal][]source
	// through lists, for an instance's output net, the input nets that it
	// depends on inside the child.
	through map[*Signal][]*Signal
	inst    map[*Signal]*Instance
}

type source struct {
	expr Expr
	at   Pos
}

// Summary says, for a module, which inputs each output depends on
// combinationally, ports by index in Module.Ports.
type Summary map[int][]int

func newDeps(m *Module, children map[*Module]Summary) *deps {
	d := &deps{m, map[*Signal][]source{}, map[*Signal][]*Signal{}, map[*Signal]*Instance{}}
	d.collect(m.Body, nil)
	for _, i := range m.Instances {
		sum := children[i.Module]
		for out, c := range i.Conns {
			d.inst[c.Net] = i
			for _, in := range sum[out] {
				d.through[c.Net] = append(d.through[c.Net], i.Conns[in].Net)
			}
		}
	}
	return d
}

func (d *deps) collect(body []Stmt, conds []source) {
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			if s.Target.Kind.Combinational() {
				list := append(d.sources[s.Target], source{s.Value, s.At})
				d.sources[s.Target] = append(list, conds...)
			}
		case *If:
			inner := append(conds[:len(conds):len(conds)], source{s.Cond, s.At})
			d.collect(s.Then, inner)
			d.collect(s.Else, inner)
		case *Switch:
			inner := append(conds[:len(conds):len(conds)], source{s.Subject, s.At})
			for _, c := range s.Cases {
				d.collect(c.Body, inner)
			}
			d.collect(s.Default, inner)
		}
	}
}

// Step is one signal of a combinational loop.
type Step struct {
	Signal *Signal
	// At is where the next signal of the loop is read to make this one.
	At Pos
	// Instance is the child through which this signal depends on the next, or nil.
	Instance *Instance
}

// Paths returns the [Summary] of every module below and including top, or the
// first combinational loop: signals of one module, each of which depends on
// the next, and the last on the first.
func Paths(top *Module) (sums map[*Module]Summary, loop []Step, in *Module) {
	sums = map[*Module]Summary{}
	for _, m := range Modules(top) {
		d := newDeps(m, sums)
		if loop = d.loop(); loop != nil {
			return nil, loop, m
		}
		sums[m] = d.summary()
	}
	return sums, nil, nil
}

// loop searches depth first in declaration order.
func (d *deps) loop() []Step {
	const (
		fresh = iota
		open
		done
	)
	sig := map[*Signal]int{}
	exprDone := map[Expr]bool{}
	var stack []Step
	var visitSignal func(*Signal) []Step
	var visitExpr func(Expr) []Step
	visitExpr = func(e Expr) []Step {
		if exprDone[e] {
			return nil
		}
		var found []Step
		if r, ok := e.(*Ref); ok {
			found = visitSignal(r.Signal)
		} else {
			Operands(e, func(x Expr) {
				if found == nil {
					found = visitExpr(x)
				}
			})
		}
		if found == nil {
			exprDone[e] = true
		}
		return found
	}
	visitSignal = func(s *Signal) []Step {
		switch {
		case sig[s] == open:
			for i, st := range stack {
				if st.Signal == s {
					return append([]Step(nil), stack[i:]...)
				}
			}
		case sig[s] == done:
			return nil
		}
		sig[s] = open
		for _, src := range d.sources[s] {
			stack = append(stack, Step{Signal: s, At: src.at})
			if found := visitExpr(src.expr); found != nil {
				return found
			}
			stack = stack[:len(stack)-1]
		}
		for _, in := range d.through[s] {
			stack = append(stack, Step{Signal: s, At: d.inst[s].At, Instance: d.inst[s]})
			if found := visitSignal(in); found != nil {
				return found
			}
			stack = stack[:len(stack)-1]
		}
		sig[s] = done
		return nil
	}
	var found []Step
	d.module.AllSignals(func(s *Signal) {
		if found == nil {
			found = visitSignal(s)
		}
	})
	return found
}

// summary is called on a module without a loop.
func (d *deps) summary() Summary {
	index := map[*Signal]int{}
	for i, p := range d.module.Ports {
		if p.Kind == Input {
			index[p] = i
		}
	}
	words := (len(d.module.Ports) + 63) / 64
	sigs := map[*Signal][]uint64{}
	exprs := map[Expr][]uint64{}
	or := func(dst, src []uint64) {
		for i, w := range src {
			dst[i] |= w
		}
	}
	var ofSignal func(*Signal) []uint64
	var ofExpr func(Expr) []uint64
	ofExpr = func(e Expr) []uint64 {
		if r, ok := e.(*Ref); ok {
			return ofSignal(r.Signal)
		}
		if set, ok := exprs[e]; ok {
			return set
		}
		set := make([]uint64, words)
		Operands(e, func(x Expr) { or(set, ofExpr(x)) })
		exprs[e] = set
		return set
	}
	ofSignal = func(s *Signal) []uint64 {
		if set, ok := sigs[s]; ok {
			return set
		}
		set := make([]uint64, words)
		if i, ok := index[s]; ok {
			set[i/64] |= 1 << (i % 64)
		}
		for _, src := range d.sources[s] {
			or(set, ofExpr(src.expr))
		}
		for _, in := range d.through[s] {
			or(set, ofSignal(in))
		}
		sigs[s] = set
		return set
	}
	sum := Summary{}
	for i, p := range d.module.Ports {
		if p.Kind != Output {
			continue
		}
		for w, word := range ofSignal(p) {
			for ; word != 0; word &= word - 1 {
				sum[i] = append(sum[i], w*64+bits.TrailingZeros64(word))
			}
		}
	}
	return sum
}
