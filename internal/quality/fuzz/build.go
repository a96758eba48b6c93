package fuzz

import (
	"fmt"
	"math/big"

	"posedge/hdl"
)

// component is a module of a recipe as a component of the language.
type component struct {
	In   []hdl.In
	Out  []hdl.Out
	Req  []hdl.InOf[Bundle]
	Rsp  []hdl.OutOf[Bundle]
	Push []hdl.Sink[Bundle]
	Pop  []hdl.Source[Bundle]

	design *Design
	module *Module
}

// state is the type of the states of every machine.
type state uint8

// String names the state.
func (s state) String() string { return fmt.Sprintf("s%d", uint8(s)) }

// Component makes the design's top. It can be elaborated once.
func (d *Design) Component() hdl.Component { return d.component(len(d.Modules) - 1) }

func (d *Design) component(module int) *component {
	c := &component{design: d, module: d.Modules[module]}
	for _, w := range c.module.In {
		c.In = append(c.In, hdl.Input(w))
	}
	for _, w := range c.module.Out {
		c.Out = append(c.Out, hdl.Output(w))
	}
	if c.module.Req {
		c.Req = append(c.Req, hdl.InputOf(bundleShape(d.Shape)))
	}
	if c.module.Rsp {
		c.Rsp = append(c.Rsp, hdl.OutputOf(bundleShape(d.Shape)))
	}
	if c.module.Push {
		c.Push = append(c.Push, hdl.NewSink(bundleShape(d.Shape)))
	}
	if c.module.Pop {
		c.Pop = append(c.Pop, hdl.NewSource(bundleShape(d.Shape)))
	}
	return c
}

// ModuleName is the name that the recipe gives.
func (c *component) ModuleName() string { return c.module.Name }

// env holds what the names in a module stand for.
type env struct {
	design  *Design
	m       *hdl.Module
	values  map[string]any // hdl.Bits or Bundle
	mems    map[string]memory
	sinks   map[string]hdl.Sink[Bundle]
	sources map[string]hdl.Source[Bundle]
	states  hdl.State[state]
}

// memory is a memory of words of either type.
type memory struct {
	bits   *hdl.Mem[hdl.Bits]
	bundle *hdl.Mem[Bundle]
}

func (x memory) read(addr any) any {
	if x.bits != nil {
		return x.bits.Read(addr)
	}
	return x.bundle.Read(addr)
}

func (x memory) readReg(name string, addr, enable any, mode hdl.ReadMode) any {
	if x.bits != nil {
		return x.bits.ReadReg(name, addr, enable, mode)
	}
	return x.bundle.ReadReg(name, addr, enable, mode)
}

func (x memory) write(addr, data any) {
	if x.bits != nil {
		x.bits.Write(addr, data.(hdl.Bits))
		return
	}
	x.bundle.Write(addr, data.(Bundle))
}

func (x memory) writeMasked(addr, data any, mask hdl.Bits) {
	if x.bits != nil {
		x.bits.WriteMasked(addr, data.(hdl.Bits), mask)
		return
	}
	x.bundle.WriteMasked(addr, data.(Bundle), mask)
}

// Describe makes the calls that the recipe says.
func (c *component) Describe(m *hdl.Module) {
	e := &env{design: c.design, m: m, values: map[string]any{}, mems: map[string]memory{},
		sinks: map[string]hdl.Sink[Bundle]{}, sources: map[string]hdl.Source[Bundle]{}}
	e.ports("c", c)
	scope := func(name string) *hdl.Module {
		if name == "" {
			return m
		}
		return m.Scope(name)
	}
	if len(c.module.States) > 0 {
		var list []state
		for _, s := range c.module.States {
			list = append(list, state(s))
		}
		e.states = hdl.FSM(m, "st", list...)
	}
	for _, r := range c.module.Regs {
		e.reg(scope(r.Scope), r)
	}
	for _, w := range c.module.Wires {
		if w.Type.Kind == bundleKind {
			e.define(w.Name, hdl.WireOf(m, w.Name, bundleShape(e.design.Shape)))
		} else {
			e.define(w.Name, m.Wire(w.Name, w.Type.Width))
		}
	}
	for _, x := range c.module.Mems {
		e.mem(x)
	}
	for _, i := range c.module.Instances {
		e.ports(i.Name, hdl.Instance(scope(i.Scope), i.Name, c.design.component(i.Module)))
	}
	e.block(c.module.Body)
}

// define gives a name, and those of its leaves, their value.
func (e *env) define(name string, v any) {
	e.values[name] = v
	if b, ok := v.(Bundle); ok {
		leaves, _ := hdl.Leaves(b)
		for i, n := range leafNames(len(e.design.Shape)) {
			e.values[name+"."+n] = leaves[i].Bits
		}
	}
}

// ports defines the ports of c, which goes by name.
func (e *env) ports(name string, c *component) {
	for i, p := range c.In {
		e.define(fmt.Sprintf("%s.In[%d].Bits", name, i), p.Bits)
	}
	for i, p := range c.Out {
		e.define(fmt.Sprintf("%s.Out[%d].Bits", name, i), p.Bits)
	}
	for i, p := range c.Req {
		e.define(fmt.Sprintf("%s.Req[%d].Data", name, i), p.Data)
	}
	for i, p := range c.Rsp {
		e.define(fmt.Sprintf("%s.Rsp[%d].Data", name, i), p.Data)
	}
	for i, p := range c.Push {
		n := fmt.Sprintf("%s.Push[%d]", name, i)
		e.sinks[n] = p
		e.define(n+".Valid.Bits", p.Valid.Bits)
		e.define(n+".Ready.Bits", p.Ready.Bits)
		e.define(n+".Data", p.Data)
	}
	for i, p := range c.Pop {
		n := fmt.Sprintf("%s.Pop[%d]", name, i)
		e.sources[n] = p
		e.define(n+".Valid.Bits", p.Valid.Bits)
		e.define(n+".Ready.Bits", p.Ready.Bits)
		e.define(n+".Data", p.Data)
	}
}

func (e *env) reg(m *hdl.Module, r *Reg) {
	var options []hdl.RegOption
	if r.NoReset {
		options = append(options, hdl.NoReset())
	}
	if r.Type.Kind == bundleKind {
		if r.Reset != nil {
			options = append(options, hdl.ResetTo(bundleConst(e.design.Shape, r.Reset)))
		}
		e.define(r.Name, hdl.RegOf(m, r.Name, bundleShape(e.design.Shape), options...))
		return
	}
	if r.Reset != nil {
		options = append(options, hdl.ResetTo(r.Reset[0]))
	}
	e.define(r.Name, m.Reg(r.Name, r.Type.Width, options...))
}

func (e *env) mem(x *memDecl) {
	if x.Type.Kind == bundleKind {
		mem := hdl.NewMem(e.m, x.Name, bundleShape(e.design.Shape), x.Depth)
		var words []Bundle
		for _, w := range x.Init {
			words = append(words, bundleConst(e.design.Shape, w))
		}
		if words != nil {
			mem.Init(words)
		}
		e.mems[x.Name] = memory{bundle: mem}
		return
	}
	mem := hdl.NewMem(e.m, x.Name, hdl.Width(x.Type.Width), x.Depth)
	var words []hdl.Bits
	for _, w := range x.Init {
		words = append(words, hdl.Const(x.Type.Width, w[0]))
	}
	if words != nil {
		mem.Init(words)
	}
	e.mems[x.Name] = memory{bits: mem}
}

func (e *env) expr(x *expression) any {
	switch x.Op {
	case "ref":
		if v, ok := e.values[x.Name]; ok {
			return v
		}
		panic("no value is named " + x.Name)
	case "const":
		return hdl.Const(x.Type.Width, x.Value)
	case "int":
		return new(big.Int).Set(x.Value)
	}
	var args []any
	for _, a := range x.Args {
		args = append(args, e.expr(a))
	}
	return operations[x.Op].call(e, x, args)
}

func (e *env) block(body []*Stmt) {
	for _, s := range body {
		e.stmt(s)
	}
}

func (e *env) stmt(s *Stmt) {
	switch s.Kind {
	case letStmt:
		e.define(s.Name, e.expr(s.X))
	case namedStmt:
		e.define(s.Name, e.m.Named(s.Name, bitsOf(e.expr(s.X))))
	case readRegStmt:
		e.define(s.Name, e.mems[s.Target].readReg(s.Name, e.expr(s.X), e.expr(s.Y), hdl.ReadMode(s.Ints[0])))
	case setStmt:
		if to, ok := e.values[s.Target].(Bundle); ok {
			hdl.Set(to, e.expr(s.X).(Bundle))
		} else {
			bitsOf(e.values[s.Target]).Set(e.expr(s.X))
		}
	case defaultStmt:
		if to, ok := e.values[s.Target].(Bundle); ok {
			hdl.Default(to, e.expr(s.X).(Bundle))
		} else {
			bitsOf(e.values[s.Target]).Default(e.expr(s.X))
		}
	case ifStmt:
		chain := e.m.If(e.expr(s.Arms[0].X), func() { e.block(s.Arms[0].Body) })
		for _, a := range s.Arms[1:] {
			chain = chain.ElseIf(e.expr(a.X), func() { e.block(a.Body) })
		}
		if s.HasElse {
			chain.Else(func() { e.block(s.Else) })
		}
	case switchStmt:
		choice := e.m.Switch(bitsOf(e.expr(s.X)))
		for _, a := range s.Arms {
			if len(a.Values) == 1 {
				choice.Case(a.Values[0], func() { e.block(a.Body) })
			} else {
				choice.Cases(a.Values, func() { e.block(a.Body) })
			}
		}
		if s.HasElse {
			choice.Default(func() { e.block(s.Else) })
		}
	case statesStmt:
		choice := e.states.Switch()
		for _, a := range s.Arms {
			var list []state
			for _, v := range a.Values {
				list = append(list, state(v))
			}
			choice.Cases(list, func() { e.block(a.Body) })
		}
		if s.HasElse {
			choice.Default(func() { e.block(s.Else) })
		}
	case gotoStmt:
		e.states.Goto(state(s.Ints[0]))
	case writeStmt:
		e.mems[s.Target].write(e.expr(s.X), e.expr(s.Y))
	case maskStmt:
		e.mems[s.Target].writeMasked(e.expr(s.X), e.expr(s.Y), e.expr(s.Z).(hdl.Bits))
	case sendStmt:
		if to, ok := e.sinks[s.Target]; ok {
			to.Send(e.expr(s.X), e.expr(s.Y).(Bundle))
		} else {
			e.sources[s.Target].Send(e.expr(s.X), e.expr(s.Y).(Bundle))
		}
	case fromStmt:
		e.from(s)
	case unusedStmt:
		hdl.Unused(e.values[s.Target])
	case assertStmt:
		e.m.Assert(s.Name, e.expr(s.X))
	case assumeStmt:
		e.m.Assume(s.Name, e.expr(s.X))
	case coverStmt:
		e.m.Cover(s.Name, e.expr(s.X))
	default:
		panic("unknown statement " + string(s.Kind))
	}
}

// from joins two streams.
func (e *env) from(s *Stmt) {
	var other hdl.Stream[Bundle] = e.sources[s.Name]
	if sink, ok := e.sinks[s.Name]; ok {
		other = sink
	}
	if to, ok := e.sinks[s.Target]; ok {
		to.From(other)
		return
	}
	e.sources[s.Target].From(other)
}
