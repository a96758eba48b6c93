// Package oracle evaluates a design directly by the meaning that package ir states,
// with big integers and one recursive function for each question. It shares nothing
// with the simulator and the exporter, which are both compared with it.
package oracle

import (
	"math/big"

	"posedge/hdl/ir"
)

// Oracle is a running design, in cycle 0 after power-on, with all inputs 0.
type Oracle struct {
	module  *ir.Module
	parent  *Oracle
	inst    *ir.Instance // in parent
	kids    map[*ir.Instance]*Oracle
	inputs  map[string]*big.Int // of the top
	reset   bool
	state   map[*ir.Signal]*big.Int
	mems    map[*ir.Memory][]*big.Int
	settled map[*ir.Signal]*big.Int
	values  map[ir.Expr]*big.Int
}

// New starts a design that satisfies ir.Check.
func New(top *ir.Module) *Oracle { return newOracle(top, nil, nil) }

func newOracle(m *ir.Module, parent *Oracle, inst *ir.Instance) *Oracle {
	o := &Oracle{module: m, parent: parent, inst: inst, kids: map[*ir.Instance]*Oracle{},
		inputs: map[string]*big.Int{}, state: map[*ir.Signal]*big.Int{}, mems: map[*ir.Memory][]*big.Int{}}
	for _, s := range m.Signals {
		if s.Kind == ir.Reg || s.Kind == ir.ReadData {
			o.state[s] = s.PowerOn()
		}
	}
	for _, x := range m.Memories {
		words := make([]*big.Int, x.Depth)
		for i := range words {
			words[i] = new(big.Int)
			if i < len(x.Init) && x.Init[i] != nil {
				words[i] = x.Init[i]
			}
		}
		o.mems[x] = words
	}
	for _, i := range m.Instances {
		o.kids[i] = newOracle(i.Module, o, i)
	}
	o.forget()
	return o
}

// forget drops what was computed for the cycle.
func (o *Oracle) forget() {
	o.settled, o.values = map[*ir.Signal]*big.Int{}, map[ir.Expr]*big.Int{}
	for _, k := range o.kids {
		k.forget()
	}
}

func (o *Oracle) top() *Oracle {
	if o.parent == nil {
		return o
	}
	return o.parent.top()
}

// SetInput gives an input of the top its value, from this cycle on.
func (o *Oracle) SetInput(name string, v *big.Int) {
	o.inputs[name] = v
	o.forget()
}

// SetReset gives the reset its value, from this cycle on.
func (o *Oracle) SetReset(on bool) {
	o.reset = on
	o.forget()
}

// SetState gives a register of the module its value now.
func (o *Oracle) SetState(s *ir.Signal, v *big.Int) {
	o.state[s] = v
	o.top().forget()
}

// Module is a running module.
func (o *Oracle) Module() *ir.Module { return o.module }

// Reset reports whether the reset is 1.
func (o *Oracle) Reset() bool { return o.top().reset }

// Child is the running module of an instance.
func (o *Oracle) Child(i *ir.Instance) *Oracle { return o.kids[i] }

// Memory has the words of a memory of the module.
func (o *Oracle) Memory(x *ir.Memory) []*big.Int { return o.mems[x] }

// Signal is the settled value of a signal of the module.
func (o *Oracle) Signal(s *ir.Signal) *big.Int {
	if v, ok := o.settled[s]; ok {
		return v
	}
	v := o.settle(s)
	o.settled[s] = v
	return v
}

func (o *Oracle) settle(s *ir.Signal) *big.Int {
	switch s.Kind {
	case ir.Reg, ir.ReadData:
		return o.state[s]
	case ir.Input:
		if o.parent == nil {
			if v := o.inputs[s.Name]; v != nil {
				return v
			}
			return new(big.Int)
		}
		for _, c := range o.inst.Conns {
			if c.Port == s {
				return o.parent.Signal(c.Net)
			}
		}
	case ir.InstanceOutput:
		for _, i := range o.module.Instances {
			for _, c := range i.Conns {
				if c.Net == s {
					return o.kids[i].Signal(c.Port)
				}
			}
		}
	}
	return o.Value(o.last(o.module.Body, s))
}

// Taken returns the branch of an If or Switch that is taken now.
func (o *Oracle) Taken(s ir.Stmt) []ir.Stmt {
	switch s := s.(type) {
	case *ir.If:
		if o.Value(s.Cond).Sign() != 0 {
			return s.Then
		}
		return s.Else
	case *ir.Switch:
		subject := o.Value(s.Subject)
		for _, c := range s.Cases {
			for _, v := range c.Values {
				if v.Cmp(subject) == 0 {
					return c.Body
				}
			}
		}
		return s.Default
	}
	return nil
}

// last returns the value of the last Set of target that applies, or nil.
func (o *Oracle) last(body []ir.Stmt, target *ir.Signal) ir.Expr {
	for i := len(body) - 1; i >= 0; i-- {
		if s, ok := body[i].(*ir.Set); ok && s.Target == target {
			return s.Value
		}
		sets := false
		ir.Walk(body[i:i+1], func(s ir.Stmt) {
			if x, ok := s.(*ir.Set); ok && x.Target == target {
				sets = true
			}
		})
		if sets {
			if e := o.last(o.Taken(body[i]), target); e != nil {
				return e
			}
		}
	}
	return nil
}

// each calls visit for each statement that applies, in source order.
func (o *Oracle) each(body []ir.Stmt, visit func(ir.Stmt)) {
	for _, s := range body {
		visit(s)
		o.each(o.Taken(s), visit)
	}
}

// lanes has a 1 for each bit of the word that a write writes.
func (o *Oracle) lanes(w *ir.MemWrite) *big.Int {
	all := new(big.Int)
	for i := range w.Mem.Width {
		if w.Mask == nil || o.Value(w.Mask).Bit(i*w.Mask.Width()/w.Mem.Width) != 0 {
			all.SetBit(all, i, 1)
		}
	}
	return all
}

// writes calls visit for each write of x that applies and hits a word, with the
// bits that it writes.
func (o *Oracle) writes(visit func(x *ir.Memory, addr int64, data, mask *big.Int)) {
	o.each(o.module.Body, func(s ir.Stmt) {
		if w, ok := s.(*ir.MemWrite); ok {
			if a := o.Value(w.Addr); a.Cmp(big.NewInt(int64(w.Mem.Depth))) < 0 {
				if mask := o.lanes(w); mask.Sign() != 0 {
					visit(w.Mem, a.Int64(), o.Value(w.Data), mask)
				}
			}
		}
	})
}

// Stops reports whether the cycle must not end: an assert or assume fails, or a
// word is read and written at once although the read forbids that.
func (o *Oracle) Stops() bool {
	stops := false
	o.each(o.module.Body, func(s ir.Stmt) {
		if p, ok := s.(*ir.Property); ok && p.Kind != ir.Cover && !o.Reset() {
			stops = stops || o.Value(p.Cond).Sign() == 0
		}
	})
	for _, r := range o.module.Reads {
		if r.Mode == ir.Forbidden && o.Value(r.Enable).Sign() != 0 {
			o.writes(func(x *ir.Memory, addr int64, _, _ *big.Int) {
				stops = stops || x == r.Mem && o.Value(r.Addr).Cmp(big.NewInt(addr)) == 0
			})
		}
	}
	for _, i := range o.module.Instances {
		stops = stops || o.kids[i].Stops()
	}
	return stops
}

// Edge ends the cycle.
func (o *Oracle) Edge() {
	var commit []func()
	o.prepare(&commit)
	for _, f := range commit {
		f()
	}
	o.forget()
}

// prepare computes everything from the values before the edge.
func (o *Oracle) prepare(commit *[]func()) {
	later := func(f func()) { *commit = append(*commit, f) }
	after := map[*ir.Memory][]*big.Int{}
	for x, words := range o.mems {
		after[x] = append([]*big.Int(nil), words...)
	}
	o.writes(func(x *ir.Memory, addr int64, data, mask *big.Int) {
		kept := new(big.Int).AndNot(after[x][addr], mask)
		after[x][addr] = kept.Or(kept, new(big.Int).And(data, mask))
	})
	for _, s := range o.module.Signals {
		if s.Kind != ir.Reg {
			continue
		}
		if s.Reset != nil && o.Reset() {
			later(func() { o.state[s] = s.Reset })
		} else if e := o.last(o.module.Body, s); e != nil {
			v := o.Value(e)
			later(func() { o.state[s] = v })
		}
	}
	for _, r := range o.module.Reads {
		if o.Value(r.Enable).Sign() == 0 {
			continue
		}
		words := o.mems[r.Mem]
		if r.Mode == ir.WriteFirst {
			words = after[r.Mem]
		}
		v := wordAt(words, o.Value(r.Addr))
		later(func() { o.state[r.Data] = v })
	}
	later(func() { o.mems = after })
	for _, i := range o.module.Instances {
		o.kids[i].prepare(commit)
	}
}

func wordAt(words []*big.Int, addr *big.Int) *big.Int {
	if addr.Cmp(big.NewInt(int64(len(words)))) >= 0 {
		return new(big.Int)
	}
	return words[addr.Int64()]
}

// Value is the settled value of an expression of the module.
func (o *Oracle) Value(e ir.Expr) *big.Int {
	if v, ok := o.values[e]; ok {
		return v
	}
	v := o.compute(e)
	o.values[e] = v
	return v
}

func (o *Oracle) compute(e ir.Expr) *big.Int {
	switch e := e.(type) {
	case *ir.Const:
		return e.Value
	case *ir.Ref:
		return o.Signal(e.Signal)
	case *ir.Unary:
		return Unary(e.Op, o.Value(e.X), e.X.Width())
	case *ir.Binary:
		return Binary(e.Op, o.Value(e.X), o.Value(e.Y), e.X.Width(), e.Y.Width())
	case *ir.Mux:
		i := o.Value(e.Index)
		if i.Cmp(big.NewInt(int64(len(e.Cases)))) >= 0 {
			return new(big.Int)
		}
		return o.Value(e.Cases[i.Int64()])
	case *ir.Slice:
		return Modulo(new(big.Int).Rsh(o.Value(e.X), uint(e.Lo)), e.Width())
	case *ir.Concat:
		v := new(big.Int)
		for _, p := range e.Parts {
			v.Lsh(v, uint(p.Width())).Or(v, o.Value(p))
		}
		return v
	case *ir.MemRead:
		return wordAt(o.mems[e.Mem], o.Value(e.Addr))
	}
	panic("unknown expression")
}
