// Package irtest builds designs of the intermediate form by hand, for tests that
// are below the language. It is imported with a dot.
package irtest

import (
	"math/big"

	"posedge/hdl/ir"
)

// Mod is a module that is built by hand.
type Mod struct{ *ir.Module }

// Module begins a module.
func Module(name string) Mod {
	return Mod{&ir.Module{Name: name, At: ir.Pos{File: "test.go", Line: 1}}}
}

func (m Mod) port(kind ir.Kind, name string, width int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: width}
	m.Ports = append(m.Ports, s)
	return s
}

// In declares an input.
func (m Mod) In(name string, width int) *ir.Signal { return m.port(ir.Input, name, width) }

// Out declares an output.
func (m Mod) Out(name string, width int) *ir.Signal { return m.port(ir.Output, name, width) }

// Drive declares an output and sets it.
func (m Mod) Drive(name string, e ir.Expr) {
	m.Set(m.Out(name, e.Width()), e)
}

// Domain declares a clock domain with its clock NAME_clk and reset NAME_rst.
func (m Mod) Domain(name string) *ir.Domain {
	d := &ir.Domain{Name: name, Clock: m.port(ir.ClockInput, name+"_clk", 1), Reset: m.port(ir.ResetInput, name+"_rst", 1)}
	m.Domains = append(m.Domains, d)
	return d
}

// Set sets a target.
func (m Mod) Set(s *ir.Signal, e ir.Expr) { m.Add(Put(s, e)) }

// Add appends statements to the body.
func (m Mod) Add(s ...ir.Stmt) {
	m.Body = append(m.Body, s...)
	ir.Walk(s, func(s ir.Stmt) {
		switch s.(type) {
		case *ir.MemWrite, *ir.Property:
			m.UseImplicitDomain()
		}
	})
}

// clock gives a register its domain. UseImplicitDomain looks at the whole module, so
// a large one calls it only for its first registers.
func (m Mod) clock(s *ir.Signal) {
	switch {
	case s.Kind != ir.Reg || s.Domain != nil:
	case len(m.Domains) > 0 && (s.Reset == nil || m.Domains[0].Reset != nil):
		s.Domain = m.Domains[0]
	default:
		m.UseImplicitDomain()
	}
}

// Inner declares a signal that is not a port.
func (m Mod) Inner(s *ir.Signal) *ir.Signal {
	m.Signals = append(m.Signals, s)
	m.clock(s)
	return s
}

// Wire declares a wire.
func (m Mod) Wire(name string, width int) *ir.Signal {
	return m.Inner(&ir.Signal{Name: name, Kind: ir.Wire, Width: width})
}

// Reg declares a register with a reset value.
func (m Mod) Reg(name string, width int, reset uint64) *ir.Signal {
	return m.Inner(&ir.Signal{Name: name, Kind: ir.Reg, Width: width, Reset: Num(reset)})
}

// Bare declares a register that opts out of reset.
func (m Mod) Bare(name string, width int) *ir.Signal {
	return m.Inner(&ir.Signal{Name: name, Kind: ir.Reg, Width: width})
}

// Mem declares a memory.
func (m Mod) Mem(name string, width, depth int, init ...*big.Int) *ir.Memory {
	x := &ir.Memory{Name: name, Width: width, Depth: depth, Init: init}
	m.Memories = append(m.Memories, x)
	return x
}

// ReadReg declares a registered read and returns its data.
func (m Mod) ReadReg(name string, x *ir.Memory, mode ir.ReadMode, addr, enable ir.Expr) *ir.Signal {
	data := m.Inner(&ir.Signal{Name: name, Kind: ir.ReadData, Width: x.Width})
	m.Reads = append(m.Reads, &ir.SyncRead{Mem: x, Addr: addr, Enable: enable, Mode: mode, Data: data,
		At: ir.Pos{File: "test.go", Line: 7}})
	m.UseImplicitDomain()
	return data
}

// Instance adds an instance and returns its nets by port name.
func (m Mod) Instance(name string, child Mod) map[string]*ir.Signal {
	i := &ir.Instance{Name: name, Module: child.Module}
	nets := map[string]*ir.Signal{}
	for _, p := range child.DataPorts() {
		kind := ir.InstanceInput
		if p.Kind == ir.Output {
			kind = ir.InstanceOutput
		}
		net := &ir.Signal{Name: name + "_" + p.Name, Kind: kind, Width: p.Width}
		nets[p.Name] = net
		i.Conns = append(i.Conns, ir.Conn{Port: p, Net: net})
	}
	m.Instances = append(m.Instances, i)
	m.UseImplicitDomain()
	return nets
}

// Num is a number.
func Num(v uint64) *big.Int { return new(big.Int).SetUint64(v) }

// Put sets a target in a branch.
func Put(s *ir.Signal, e ir.Expr) ir.Stmt { return &ir.Set{Target: s, Value: e} }

// Ref reads a signal.
func Ref(s *ir.Signal) ir.Expr { return &ir.Ref{Signal: s} }

// Lit is a constant.
func Lit(width int, v uint64) ir.Expr { return &ir.Const{Value: Num(v), Bits: width} }

// Un applies a unary operator.
func Un(op ir.UnaryOp, x ir.Expr) ir.Expr { return &ir.Unary{Op: op, X: x} }

// Bin applies a binary operator.
func Bin(op ir.BinaryOp, x, y ir.Expr) ir.Expr { return &ir.Binary{Op: op, X: x, Y: y} }

// Plus is a sum.
func Plus(x, y ir.Expr) ir.Expr { return Bin(ir.OpAdd, x, y) }

// Slice takes bits hi down to lo.
func Slice(x ir.Expr, hi, lo int) ir.Expr { return &ir.Slice{X: x, Hi: hi, Lo: lo} }

// Cat joins the parts, the most significant first.
func Cat(parts ...ir.Expr) ir.Expr { return &ir.Concat{Parts: parts} }

// Pick chooses a case by its index.
func Pick(index ir.Expr, cases ...ir.Expr) ir.Expr { return &ir.Mux{Index: index, Cases: cases} }

// Read reads a word of a memory.
func Read(m *ir.Memory, addr ir.Expr) ir.Expr { return &ir.MemRead{Mem: m, Addr: addr} }

// Write writes a word of a memory.
func Write(m *ir.Memory, addr, data ir.Expr) ir.Stmt {
	return &ir.MemWrite{Mem: m, Addr: addr, Data: data}
}

// When is an If without an Else.
func When(cond ir.Expr, then ...ir.Stmt) *ir.If { return &ir.If{Cond: cond, Then: then} }

// Otherwise gives an If its Else.
func Otherwise(s *ir.If, body ...ir.Stmt) *ir.If {
	s.Else = body
	return s
}
