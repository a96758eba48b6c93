package sim_test

import (
	"math/big"

	"posedge/hdl/ir"
)

// oracle evaluates a design straight from the IR with big integers, one
// recursive function a question. It shares nothing with the simulator.
type oracle struct {
	module  *ir.Module
	parent  *oracle
	inst    *ir.Instance // in parent
	kids    map[*ir.Instance]*oracle
	inputs  map[string]*big.Int // of the top
	reset   bool
	state   map[*ir.Signal]*big.Int
	mems    map[*ir.Memory][]*big.Int
	settled map[*ir.Signal]*big.Int
	values  map[ir.Expr]*big.Int
}

func newOracle(m *ir.Module, parent *oracle, inst *ir.Instance) *oracle {
	o := &oracle{module: m, parent: parent, inst: inst, kids: map[*ir.Instance]*oracle{},
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
func (o *oracle) forget() {
	o.settled, o.values = map[*ir.Signal]*big.Int{}, map[ir.Expr]*big.Int{}
	for _, k := range o.kids {
		k.forget()
	}
}

func (o *oracle) top() *oracle {
	if o.parent == nil {
		return o
	}
	return o.parent.top()
}

func (o *oracle) signal(s *ir.Signal) *big.Int {
	if v, ok := o.settled[s]; ok {
		return v
	}
	v := o.settle(s)
	o.settled[s] = v
	return v
}

func (o *oracle) settle(s *ir.Signal) *big.Int {
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
				return o.parent.signal(c.Net)
			}
		}
	case ir.InstanceOutput:
		for _, i := range o.module.Instances {
			for _, c := range i.Conns {
				if c.Net == s {
					return o.kids[i].signal(c.Port)
				}
			}
		}
	}
	return o.eval(o.last(o.module.Body, s))
}

// arm returns the branch of an If or Switch that is taken.
func (o *oracle) arm(s ir.Stmt) []ir.Stmt {
	switch s := s.(type) {
	case *ir.If:
		if o.eval(s.Cond).Sign() != 0 {
			return s.Then
		}
		return s.Else
	case *ir.Switch:
		subject := o.eval(s.Subject)
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
func (o *oracle) last(body []ir.Stmt, target *ir.Signal) ir.Expr {
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
			if e := o.last(o.arm(body[i]), target); e != nil {
				return e
			}
		}
	}
	return nil
}

// writes calls visit for each memory write that applies, in source order.
func (o *oracle) writes(body []ir.Stmt, visit func(*ir.MemWrite)) {
	for _, s := range body {
		if w, ok := s.(*ir.MemWrite); ok {
			visit(w)
		}
		o.writes(o.arm(s), visit)
	}
}

func (o *oracle) edge() {
	var commit []func()
	o.prepare(&commit)
	for _, f := range commit {
		f()
	}
	o.forget()
}

// prepare computes everything from the values before the edge.
func (o *oracle) prepare(commit *[]func()) {
	later := func(f func()) { *commit = append(*commit, f) }
	after := map[*ir.Memory][]*big.Int{}
	for x, words := range o.mems {
		after[x] = append([]*big.Int(nil), words...)
	}
	o.writes(o.module.Body, func(w *ir.MemWrite) {
		if a := o.eval(w.Addr); a.Cmp(big.NewInt(int64(w.Mem.Depth))) < 0 {
			after[w.Mem][a.Int64()] = o.eval(w.Data)
		}
	})
	for _, s := range o.module.Signals {
		if s.Kind != ir.Reg {
			continue
		}
		if s.Reset != nil && o.top().reset {
			later(func() { o.state[s] = s.Reset })
		} else if e := o.last(o.module.Body, s); e != nil {
			v := o.eval(e)
			later(func() { o.state[s] = v })
		}
	}
	for _, r := range o.module.Reads {
		if o.eval(r.Enable).Sign() == 0 {
			continue
		}
		words := o.mems[r.Mem]
		if r.Mode == ir.WriteFirst {
			words = after[r.Mem]
		}
		v := wordAt(words, o.eval(r.Addr))
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

func (o *oracle) eval(e ir.Expr) *big.Int {
	if v, ok := o.values[e]; ok {
		return v
	}
	v := o.compute(e)
	o.values[e] = v
	return v
}

func (o *oracle) compute(e ir.Expr) *big.Int {
	switch e := e.(type) {
	case *ir.Const:
		return e.Value
	case *ir.Ref:
		return o.signal(e.Signal)
	case *ir.Unary:
		return unaryValue(e.Op, o.eval(e.X), e.X.Width())
	case *ir.Binary:
		return binaryValue(e.Op, o.eval(e.X), o.eval(e.Y), e.X.Width(), e.Y.Width())
	case *ir.Mux:
		i := o.eval(e.Index)
		if i.Cmp(big.NewInt(int64(len(e.Cases)))) >= 0 {
			return new(big.Int)
		}
		return o.eval(e.Cases[i.Int64()])
	case *ir.Slice:
		return modulo(new(big.Int).Rsh(o.eval(e.X), uint(e.Lo)), e.Width())
	case *ir.Concat:
		v := new(big.Int)
		for _, p := range e.Parts {
			v.Lsh(v, uint(p.Width())).Or(v, o.eval(p))
		}
		return v
	case *ir.MemRead:
		return wordAt(o.mems[e.Mem], o.eval(e.Addr))
	}
	panic("unknown expression")
}

func modulo(v *big.Int, width int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return new(big.Int).Mod(v, m)
}

// twos returns v of the width as a two's complement number.
func twos(v *big.Int, width int) *big.Int {
	if v.Bit(width-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func unaryValue(op ir.UnaryOp, x *big.Int, w int) *big.Int {
	ones := 0
	for i := range w {
		ones += int(x.Bit(i))
	}
	switch op {
	case ir.OpNot:
		return modulo(new(big.Int).Not(x), w)
	case ir.OpReduceAnd:
		return truth(ones == w)
	case ir.OpReduceOr:
		return truth(ones > 0)
	case ir.OpReduceXor:
		return big.NewInt(int64(ones % 2))
	case ir.OpPopCount:
		return big.NewInt(int64(ones))
	}
	panic("unknown operation")
}

func binaryValue(op ir.BinaryOp, x, y *big.Int, wx, wy int) *big.Int {
	z := new(big.Int)
	sx, sy := twos(x, wx), twos(y, wy)
	amount := uint(wx)
	if y.Cmp(big.NewInt(int64(wx))) < 0 {
		amount = uint(y.Uint64())
	}
	switch op {
	case ir.OpAdd:
		return modulo(z.Add(x, y), wx)
	case ir.OpSub:
		return modulo(z.Sub(x, y), wx)
	case ir.OpMul:
		return z.Mul(x, y)
	case ir.OpMulS:
		return modulo(z.Mul(sx, sy), wx+wy)
	case ir.OpAnd:
		return z.And(x, y)
	case ir.OpOr:
		return z.Or(x, y)
	case ir.OpXor:
		return z.Xor(x, y)
	case ir.OpEq:
		return truth(x.Cmp(y) == 0)
	case ir.OpNe:
		return truth(x.Cmp(y) != 0)
	case ir.OpLt:
		return truth(x.Cmp(y) < 0)
	case ir.OpLe:
		return truth(x.Cmp(y) <= 0)
	case ir.OpGt:
		return truth(x.Cmp(y) > 0)
	case ir.OpGe:
		return truth(x.Cmp(y) >= 0)
	case ir.OpLtS:
		return truth(sx.Cmp(sy) < 0)
	case ir.OpLeS:
		return truth(sx.Cmp(sy) <= 0)
	case ir.OpGtS:
		return truth(sx.Cmp(sy) > 0)
	case ir.OpGeS:
		return truth(sx.Cmp(sy) >= 0)
	case ir.OpShl:
		return modulo(z.Lsh(x, amount), wx)
	case ir.OpShr:
		return z.Rsh(x, amount)
	case ir.OpShrS:
		return modulo(z.Rsh(sx, amount), wx)
	}
	panic("unknown operation")
}
