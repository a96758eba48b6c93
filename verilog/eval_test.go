package verilog_test

import (
	"math/big"

	"posedge/hdl/ir"
)

// A machine evaluates a design straight from the meaning that package ir
// states, one value at a time, with no thought of speed. It is what the exported
// Verilog is held against.
type machine struct {
	m        *ir.Module
	inputs   map[*ir.Signal]*big.Int
	state    map[*ir.Signal]*big.Int
	mems     map[*ir.Memory][]*big.Int
	children map[*ir.Instance]*machine
	parent   *machine
	inst     *ir.Instance

	settled map[*ir.Signal]*big.Int
	memo    map[ir.Expr]*big.Int
}

func newMachine(m *ir.Module) *machine {
	x := &machine{m: m, inputs: map[*ir.Signal]*big.Int{}, state: map[*ir.Signal]*big.Int{},
		mems: map[*ir.Memory][]*big.Int{}, children: map[*ir.Instance]*machine{}}
	for _, s := range m.Signals {
		if s.Kind != ir.Wire {
			x.state[s] = s.PowerOn()
		}
	}
	for _, mem := range m.Memories {
		words := make([]*big.Int, mem.Depth)
		for i := range words {
			words[i] = new(big.Int)
			if i < len(mem.Init) && mem.Init[i] != nil {
				words[i] = mem.Init[i]
			}
		}
		x.mems[mem] = words
	}
	for _, i := range m.Instances {
		c := newMachine(i.Module)
		c.parent, c.inst = x, i
		x.children[i] = c
	}
	x.forget()
	return x
}

// forget drops the settled values: an input or the state has changed.
func (x *machine) forget() {
	x.settled, x.memo = map[*ir.Signal]*big.Int{}, map[ir.Expr]*big.Int{}
	for _, c := range x.children {
		c.forget()
	}
}

func (x *machine) signal(s *ir.Signal) *big.Int {
	if v, ok := x.state[s]; ok {
		return v
	}
	if v, ok := x.settled[s]; ok {
		return v
	}
	var v *big.Int
	switch s.Kind {
	case ir.Input:
		if x.parent == nil {
			v = x.inputs[s]
			break
		}
		for _, c := range x.inst.Conns {
			if c.Port == s {
				v = x.parent.signal(c.Net)
			}
		}
	case ir.InstanceOutput:
		for _, i := range x.m.Instances {
			for _, c := range i.Conns {
				if c.Net == s {
					v = x.children[i].signal(c.Port)
				}
			}
		}
	default:
		v = x.last(x.m.Body, s)
	}
	x.settled[s] = v
	return v
}

// last is the value of the last Set of s that applies, or nil.
func (x *machine) last(body []ir.Stmt, s *ir.Signal) *big.Int {
	for i := len(body) - 1; i >= 0; i-- {
		var v *big.Int
		if set, ok := body[i].(*ir.Set); ok && set.Target == s {
			v = x.expr(set.Value)
		} else if mentions(body[i], s) {
			v = x.last(x.taken(body[i]), s)
		}
		if v != nil {
			return v
		}
	}
	return nil
}

func mentions(s ir.Stmt, t *ir.Signal) bool {
	found := false
	ir.Walk([]ir.Stmt{s}, func(s ir.Stmt) {
		if set, ok := s.(*ir.Set); ok && set.Target == t {
			found = true
		}
	})
	return found
}

// taken is the branch of s that applies.
func (x *machine) taken(s ir.Stmt) []ir.Stmt {
	switch s := s.(type) {
	case *ir.If:
		if x.expr(s.Cond).Sign() != 0 {
			return s.Then
		}
		return s.Else
	case *ir.Switch:
		v := x.expr(s.Subject)
		for _, c := range s.Cases {
			for _, k := range c.Values {
				if k.Cmp(v) == 0 {
					return c.Body
				}
			}
		}
		return s.Default
	}
	return nil
}

func truncated(v *big.Int, w int) *big.Int {
	mask := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return new(big.Int).And(v, mask.Sub(mask, big.NewInt(1)))
}

func signed(v *big.Int, w int) *big.Int {
	if v.Bit(w-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

func flag1(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func (x *machine) expr(e ir.Expr) *big.Int {
	if v, ok := x.memo[e]; ok {
		return v
	}
	v := truncated(x.eval(e), e.Width())
	x.memo[e] = v
	return v
}

func (x *machine) eval(e ir.Expr) *big.Int {
	v := new(big.Int)
	switch e := e.(type) {
	case *ir.Const:
		return e.Value
	case *ir.Ref:
		return x.signal(e.Signal)
	case *ir.Slice:
		return v.Rsh(x.expr(e.X), uint(e.Lo))
	case *ir.Concat:
		for _, p := range e.Parts {
			v.Lsh(v, uint(p.Width()))
			v.Or(v, x.expr(p))
		}
		return v
	case *ir.MemRead:
		return x.word(e.Mem, x.expr(e.Addr))
	case *ir.Mux:
		if i := x.expr(e.Index); i.Cmp(big.NewInt(int64(len(e.Cases)))) < 0 {
			return x.expr(e.Cases[i.Int64()])
		}
		return v
	case *ir.Unary:
		a := x.expr(e.X)
		count := 0
		for i := range e.X.Width() {
			count += int(a.Bit(i))
		}
		switch e.Op {
		case ir.OpNot:
			return v.Not(a)
		case ir.OpReduceAnd:
			return flag1(count == e.X.Width())
		case ir.OpReduceOr:
			return flag1(count > 0)
		case ir.OpReduceXor:
			return big.NewInt(int64(count % 2))
		default:
			return big.NewInt(int64(count))
		}
	}
	b := e.(*ir.Binary)
	a, c, w := x.expr(b.X), x.expr(b.Y), b.X.Width()
	sa, sc := signed(a, w), signed(c, b.Y.Width())
	amount := uint(w) // a larger amount shifts no further
	if c.Cmp(big.NewInt(int64(w))) < 0 {
		amount = uint(c.Int64())
	}
	switch b.Op {
	case ir.OpAdd:
		return v.Add(a, c)
	case ir.OpSub:
		return v.Sub(a, c)
	case ir.OpMul:
		return v.Mul(a, c)
	case ir.OpMulS:
		return v.Mul(sa, sc)
	case ir.OpAnd:
		return v.And(a, c)
	case ir.OpOr:
		return v.Or(a, c)
	case ir.OpXor:
		return v.Xor(a, c)
	case ir.OpEq:
		return flag1(a.Cmp(c) == 0)
	case ir.OpNe:
		return flag1(a.Cmp(c) != 0)
	case ir.OpLt:
		return flag1(a.Cmp(c) < 0)
	case ir.OpLe:
		return flag1(a.Cmp(c) <= 0)
	case ir.OpGt:
		return flag1(a.Cmp(c) > 0)
	case ir.OpGe:
		return flag1(a.Cmp(c) >= 0)
	case ir.OpLtS:
		return flag1(sa.Cmp(sc) < 0)
	case ir.OpLeS:
		return flag1(sa.Cmp(sc) <= 0)
	case ir.OpGtS:
		return flag1(sa.Cmp(sc) > 0)
	case ir.OpGeS:
		return flag1(sa.Cmp(sc) >= 0)
	case ir.OpShl:
		return v.Lsh(a, amount)
	case ir.OpShr:
		return v.Rsh(a, amount)
	case ir.OpShrS:
		return v.Rsh(sa, amount)
	}
	panic("unknown operation")
}

func (x *machine) word(mem *ir.Memory, addr *big.Int) *big.Int {
	if addr.Cmp(big.NewInt(int64(mem.Depth))) >= 0 {
		return new(big.Int)
	}
	return x.mems[mem][addr.Int64()]
}

type wordWrite struct {
	mem  *ir.Memory
	addr int64
	data *big.Int
}

// edge computes what the next edge changes, from the values before it, and
// returns what makes the change.
func (x *machine) edge(reset bool) func() {
	next := map[*ir.Signal]*big.Int{}
	var writes []wordWrite
	var collect func(body []ir.Stmt)
	collect = func(body []ir.Stmt) {
		for _, s := range body {
			if w, ok := s.(*ir.MemWrite); ok {
				if addr := x.expr(w.Addr); addr.Cmp(big.NewInt(int64(w.Mem.Depth))) < 0 {
					writes = append(writes, wordWrite{w.Mem, addr.Int64(), x.expr(w.Data)})
				}
				continue
			}
			collect(x.taken(s))
		}
	}
	collect(x.m.Body)
	for _, s := range x.m.Signals {
		if s.Kind != ir.Reg {
			continue
		}
		if v := x.last(x.m.Body, s); v != nil {
			next[s] = v
		}
		if reset && s.Reset != nil {
			next[s] = s.Reset
		}
	}
	for _, r := range x.m.Reads {
		if x.expr(r.Enable).Sign() == 0 {
			continue
		}
		addr := x.expr(r.Addr)
		v := x.word(r.Mem, addr)
		if r.Mode == ir.WriteFirst {
			for _, w := range writes {
				if w.mem == r.Mem && addr.IsInt64() && w.addr == addr.Int64() {
					v = w.data
				}
			}
		}
		next[r.Data] = v
	}
	var below []func()
	for _, i := range x.m.Instances {
		below = append(below, x.children[i].edge(reset))
	}
	return func() {
		for s, v := range next {
			x.state[s] = v
		}
		for _, w := range writes {
			x.mems[w.mem][w.addr] = w.data
		}
		for _, apply := range below {
			apply()
		}
	}
}
