package sim_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

// mod builds a module by hand: these tests are below the language.
type mod struct{ *ir.Module }

func module(name string) mod {
	return mod{&ir.Module{Name: name, At: ir.Pos{File: "test.go", Line: 1}}}
}

func (m mod) port(kind ir.Kind, name string, width int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: width}
	m.Ports = append(m.Ports, s)
	return s
}

func (m mod) in(name string, width int) *ir.Signal  { return m.port(ir.Input, name, width) }
func (m mod) out(name string, width int) *ir.Signal { return m.port(ir.Output, name, width) }

// drive adds an output and sets it.
func (m mod) drive(name string, e ir.Expr) {
	m.set(m.out(name, e.Width()), e)
}

func (m mod) set(s *ir.Signal, e ir.Expr) { m.add(put(s, e)) }
func (m mod) add(s ...ir.Stmt)            { m.Body = append(m.Body, s...) }

func (m mod) inner(s *ir.Signal) *ir.Signal {
	m.Signals = append(m.Signals, s)
	return s
}

func (m mod) wire(name string, width int) *ir.Signal {
	return m.inner(&ir.Signal{Name: name, Kind: ir.Wire, Width: width})
}

// reg declares a register with a reset value.
func (m mod) reg(name string, width int, reset uint64) *ir.Signal {
	return m.inner(&ir.Signal{Name: name, Kind: ir.Reg, Width: width, Reset: num(reset), Domain: ir.DefaultDomain})
}

// bare declares a register that opts out of reset.
func (m mod) bare(name string, width int) *ir.Signal {
	return m.inner(&ir.Signal{Name: name, Kind: ir.Reg, Width: width, Domain: ir.DefaultDomain})
}

func (m mod) mem(name string, width, depth int, init ...*big.Int) *ir.Memory {
	x := &ir.Memory{Name: name, Width: width, Depth: depth, Init: init, Domain: ir.DefaultDomain}
	m.Memories = append(m.Memories, x)
	return x
}

func (m mod) readReg(name string, x *ir.Memory, mode ir.Collision, addr, enable ir.Expr) *ir.Signal {
	data := m.inner(&ir.Signal{Name: name, Kind: ir.ReadData, Width: x.Width, Domain: ir.DefaultDomain})
	m.Reads = append(m.Reads, &ir.SyncRead{Mem: x, Addr: addr, Enable: enable, Mode: mode, Data: data,
		At: ir.Pos{File: "test.go", Line: 7}})
	return data
}

// instance returns the nets by port name.
func (m mod) instance(name string, child mod) map[string]*ir.Signal {
	i := &ir.Instance{Name: name, Module: child.Module}
	nets := map[string]*ir.Signal{}
	for _, p := range child.Ports {
		kind := ir.InstanceInput
		if p.Kind == ir.Output {
			kind = ir.InstanceOutput
		}
		net := &ir.Signal{Name: name + "_" + p.Name, Kind: kind, Width: p.Width}
		nets[p.Name] = net
		i.Conns = append(i.Conns, ir.Conn{Port: p, Net: net})
	}
	m.Instances = append(m.Instances, i)
	return nets
}

func num(v uint64) *big.Int               { return new(big.Int).SetUint64(v) }
func put(s *ir.Signal, e ir.Expr) ir.Stmt { return &ir.Set{Target: s, Value: e} }
func ref(s *ir.Signal) ir.Expr            { return &ir.Ref{Signal: s} }
func lit(width int, v uint64) ir.Expr     { return &ir.Const{Value: num(v), Bits: width} }
func un(op ir.UnaryOp, x ir.Expr) ir.Expr { return &ir.Unary{Op: op, X: x} }
func bin(op ir.BinaryOp, x, y ir.Expr) ir.Expr {
	return &ir.Binary{Op: op, X: x, Y: y}
}
func add(x, y ir.Expr) ir.Expr                     { return bin(ir.OpAdd, x, y) }
func slice(x ir.Expr, hi, lo int) ir.Expr          { return &ir.Slice{X: x, Hi: hi, Lo: lo} }
func cat(parts ...ir.Expr) ir.Expr                 { return &ir.Concat{Parts: parts} }
func pick(index ir.Expr, cases ...ir.Expr) ir.Expr { return &ir.Mux{Index: index, Cases: cases} }
func read(m *ir.Memory, addr ir.Expr) ir.Expr      { return &ir.MemRead{Mem: m, Addr: addr} }
func write(m *ir.Memory, addr, data ir.Expr) ir.Stmt {
	return &ir.MemWrite{Mem: m, Addr: addr, Data: data}
}

func when(cond ir.Expr, then ...ir.Stmt) *ir.If { return &ir.If{Cond: cond, Then: then} }

func otherwise(s *ir.If, body ...ir.Stmt) *ir.If {
	s.Else = body
	return s
}

// counter counts the cycles in which enable is high.
func counter(width int) mod {
	m := module("counter")
	enable := m.in("enable", 1)
	value := m.out("value", width)
	count := m.reg("count", width, 0)
	m.add(when(ref(enable), put(count, add(ref(count), lit(width, 1)))))
	m.set(value, ref(count))
	return m
}

// engines is what every test of behaviour runs in.
var engines = sim.Engines()

func forEachEngine(t *testing.T, test func(t *testing.T, e sim.Engine)) {
	for _, e := range engines {
		t.Run(e.Name(), func(t *testing.T) { test(t, e) })
	}
}

// rig is a simulation whose ports go by name.
type rig struct {
	*sim.Simulation
	t testing.TB
}

func compile(t testing.TB, m mod, options ...sim.Option) *sim.Program {
	t.Helper()
	p, err := sim.Compile(m.Module, options...)
	require.NoError(t, err)
	return p
}

func start(t testing.TB, e sim.Engine, m mod, options ...sim.InstanceOption) rig {
	t.Helper()
	return rig{compile(t, m, sim.WithEngine(e)).New(options...), t}
}

func (r rig) port(name string) sim.Port {
	r.t.Helper()
	p, err := r.Program().Port(name)
	require.NoError(r.t, err)
	return p
}

func (r rig) set(name string, v uint64) {
	r.t.Helper()
	require.NoError(r.t, r.Set(r.port(name), v))
}

func (r rig) get(name string) uint64 { return r.Get(r.port(name)) }

func (r rig) tick(n int) {
	r.t.Helper()
	require.NoError(r.t, r.Tick(n))
}

func (r rig) peek(path string) uint64 {
	r.t.Helper()
	v, err := r.Peek(path)
	require.NoError(r.t, err)
	return v
}

// passNames are the passes that can be left out.
func passNames() []string {
	var names []string
	for _, p := range sim.Passes() {
		names = append(names, p.Name)
	}
	return append(names, sim.CodePasses()...)
}
