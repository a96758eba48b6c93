package bench_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/docs/examples"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/hdl/sim"
)

// driven wraps a design so that it needs no stimulus: a 64-bit xorshift register
// drives the inputs, and a checksum of all outputs is the only output.
func driven(top *ir.Module) *ir.Module {
	m := &ir.Module{Name: "driven_" + top.Name, At: top.At}
	ref := func(s *ir.Signal) ir.Expr { return &ir.Ref{Signal: s} }
	xor := func(x, y ir.Expr) ir.Expr { return &ir.Binary{Op: ir.OpXor, X: x, Y: y} }
	slice := func(x ir.Expr, lo, w int) ir.Expr { return &ir.Slice{X: x, Hi: lo + w - 1, Lo: lo} }
	signal := func(kind ir.Kind, name string, width int) *ir.Signal {
		s := &ir.Signal{Name: name, Kind: kind, Width: width}
		if kind == ir.Reg {
			s.Reset = big.NewInt(0x2545f491)
		}
		m.Signals = append(m.Signals, s)
		return s
	}
	set := func(s *ir.Signal, e ir.Expr) { m.Body = append(m.Body, &ir.Set{Target: s, Value: e}) }
	wire := func(name string, e ir.Expr) ir.Expr {
		w := signal(ir.Wire, name, e.Width())
		set(w, e)
		return ref(w)
	}
	zeros := func(n int) ir.Expr { return &ir.Const{Value: new(big.Int), Bits: n} }
	random := signal(ir.Reg, "random", 64)
	a := wire("random_a", xor(ref(random), &ir.Concat{Parts: []ir.Expr{slice(ref(random), 0, 51), zeros(13)}}))
	b := wire("random_b", xor(a, &ir.Concat{Parts: []ir.Expr{zeros(7), slice(a, 7, 57)}}))
	set(random, xor(b, &ir.Concat{Parts: []ir.Expr{slice(b, 0, 47), zeros(17)}}))
	twice := wire("random_twice", &ir.Concat{Parts: []ir.Expr{ref(random), ref(random)}})

	x := &ir.Instance{Name: "dut", Module: top}
	sum := signal(ir.Reg, "sum", 64)
	var next ir.Expr = &ir.Concat{Parts: []ir.Expr{slice(ref(sum), 0, 63), slice(ref(sum), 63, 1)}}
	for i, p := range top.DataPorts() {
		kind := ir.InstanceInput
		if p.Kind == ir.Output {
			kind = ir.InstanceOutput
		}
		net := &ir.Signal{Name: "dut_" + p.Name, Kind: kind, Width: p.Width}
		x.Conns = append(x.Conns, ir.Conn{Port: p, Net: net})
		if p.Kind == ir.Input {
			var parts []ir.Expr
			for w := p.Width; w > 0; w -= 64 {
				parts = append(parts, slice(twice, (11*(i+len(parts)))%64, min(w, 64)))
			}
			set(net, &ir.Concat{Parts: parts})
			continue
		}
		for lo := 0; lo < p.Width; lo += 64 {
			w := min(64, p.Width-lo)
			part := slice(ref(net), lo, w)
			if w < 64 {
				part = &ir.Concat{Parts: []ir.Expr{zeros(64 - w), part}}
			}
			next = xor(next, part)
		}
	}
	m.Instances = append(m.Instances, x)
	set(sum, next)
	out := &ir.Signal{Name: "checksum", Kind: ir.Output, Width: 64}
	m.Ports = append(m.Ports, out)
	set(out, ref(sum))
	m.UseImplicitDomain()
	return m
}

// lfsrs is a bank of n Galois shift registers of 32 bits.
type lfsrs struct {
	Step  hdl.In
	Value hdl.Out
	n     int
}

func (l *lfsrs) Describe(m *hdl.Module) {
	sum := hdl.Const(32, 0)
	for i := range l.n {
		r := m.Reg(fmt.Sprintf("lfsr_%d", i), 32, hdl.ResetTo(uint64(i)+1))
		next := hdl.Cat(hdl.Const(1, 0), r.Slice(31, 1)).Xor(r.Bit(0).Repeat(32).And(uint32(0xedb88320)))
		m.If(l.Step, func() { r.Set(next) })
		sum = sum.Xor(r)
	}
	l.Value.Set(sum)
}

// mesh is a random graph of about n word-level nodes with one register for
// every eight.
func mesh(n int) *ir.Module {
	random := rand.New(rand.NewPCG(uint64(n), 32))
	m := &ir.Module{Name: fmt.Sprintf("mesh_%d", n)}
	var pool []ir.Expr
	var regs []*ir.Signal
	for i := range n/8 + 1 {
		r := &ir.Signal{Name: fmt.Sprintf("r%d", i), Kind: ir.Reg, Width: 32, Reset: big.NewInt(int64(i))}
		m.Signals = append(m.Signals, r)
		regs, pool = append(regs, r), append(pool, &ir.Ref{Signal: r})
	}
	ops := []ir.BinaryOp{ir.OpAdd, ir.OpSub, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpXor}
	for len(pool) < n {
		x, y := pool[random.IntN(len(pool))], pool[random.IntN(len(pool))]
		if random.IntN(5) == 0 {
			pool = append(pool, &ir.Mux{Index: &ir.Slice{X: x}, Cases: []ir.Expr{x, y}})
		} else {
			pool = append(pool, &ir.Binary{Op: ops[random.IntN(len(ops))], X: x, Y: y})
		}
	}
	one := &ir.Const{Value: big.NewInt(1), Bits: 32}
	for i, r := range regs {
		m.Body = append(m.Body, &ir.Set{Target: r, Value: &ir.Binary{Op: ir.OpAdd, X: pool[len(pool)-1-i], Y: one}})
	}
	q := &ir.Signal{Name: "q", Kind: ir.Output, Width: 32}
	m.Ports = append(m.Ports, q)
	m.Body = append(m.Body, &ir.Set{Target: q, Value: &ir.Ref{Signal: regs[0]}})
	m.UseImplicitDomain()
	return m
}

// engineDesign is a design that both engines run.
type engineDesign struct {
	name string
	top  func(t testing.TB) *ir.Module
}

func component(name string, make func() hdl.Component) engineDesign {
	return engineDesign{name, func(t testing.TB) *ir.Module {
		d, err := hdl.Elaborate(make())
		require.NoError(t, err)
		return driven(d.Top)
	}}
}

func engineDesigns() []engineDesign {
	point := examples.Point{X: hdl.Width(12), Y: hdl.Width(12)}
	unit := func(lanes int) func() hdl.Component {
		return func() hdl.Component {
			u, err := ropmask.New(ropmask.NewConfig(lanes, isa.PackedOnce))
			if err != nil {
				panic(err)
			}
			return u
		}
	}
	list := []engineDesign{
		component("counter", func() hdl.Component { return examples.NewCounter(8) }),
		component("lfsrs", func() hdl.Component { return &lfsrs{hdl.Input(1), hdl.Output(32), 64} }),
		component("traffic", func() hdl.Component { return examples.NewTraffic() }),
		component("regfile", func() hdl.Component { return examples.NewRegFile() }),
		component("mac", func() hdl.Component { return examples.NewMAC() }),
		component("triangle", func() hdl.Component { return examples.NewBoundingBox() }),
		component("fifo", func() hdl.Component { return lib.NewFIFO(point, 6) }),
		component("arbiter", func() hdl.Component { return lib.NewRoundRobin(hdl.Width(8), 5) }),
		component("ropmask_l1", unit(1)),
		component("ropmask_l4", unit(4)),
	}
	for _, n := range []int{3300, 30000} {
		list = append(list, engineDesign{fmt.Sprintf("mesh_%d", n), func(testing.TB) *ir.Module { return mesh(n) }})
	}
	return list
}

// digest runs cycles after a reset cycle, and returns the digest of ports and state.
func digest(t *testing.T, top *ir.Module, cycles int, options ...sim.Option) uint64 {
	t.Helper()
	p, err := sim.Compile(top, options...)
	require.NoError(t, err)
	s := p.New(sim.WithStateDigest())
	rst, err := p.Port("rst")
	require.NoError(t, err)
	require.NoError(t, s.Set(rst, 1))
	require.NoError(t, s.Tick(1))
	require.NoError(t, s.Set(rst, 0))
	require.NoError(t, s.Tick(cycles))
	return s.Digest()
}

func TestEnginesAgreeOnEveryDesignWithEachPassOff(t *testing.T) {
	for _, d := range engineDesigns() {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			top := d.top(t)
			cycles := 300
			if d.name == "mesh_30000" {
				cycles = 3
			}
			want := digest(t, top, cycles, sim.WithEngine(sim.Reference()))
			for _, e := range sim.Engines() {
				assert.Equal(t, want, digest(t, top, cycles, sim.WithEngine(e)), e.Name())
			}
			for _, name := range sim.PassNames() {
				assert.Equal(t, want, digest(t, top, cycles, sim.WithoutPass(name)), "without %s", name)
			}
		})
	}
}

// BenchmarkEngines reports the time of a cycle, and of compilation for each
// 1000 nodes of the optimised netlist.
func BenchmarkEngines(b *testing.B) {
	for _, d := range engineDesigns() {
		for _, e := range sim.Engines() {
			b.Run(d.name+"/"+e.Name(), func(b *testing.B) {
				top := d.top(b)
				p, err := sim.Compile(top, sim.WithEngine(e))
				require.NoError(b, err)
				s := p.New()
				rst, _ := p.Port("rst")
				require.NoError(b, s.Set(rst, 1))
				require.NoError(b, s.Tick(1))
				require.NoError(b, s.Set(rst, 0))
				b.ResetTimer()
				require.NoError(b, s.Tick(b.N))
				b.ReportMetric(float64(p.Nodes()), "nodes")
			})
		}
		b.Run(d.name+"/compile", func(b *testing.B) {
			top := d.top(b)
			nodes := 0
			for b.Loop() {
				p, err := sim.Compile(top)
				require.NoError(b, err)
				nodes = p.Nodes()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(nodes), "ms/1000nodes")
		})
	}
}
