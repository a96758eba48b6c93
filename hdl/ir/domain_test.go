package ir_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/ir/irtest"
)

func port(kind ir.Kind, name string) *ir.Signal { return &ir.Signal{Name: name, Kind: kind, Width: 1} }

// crossing is a module with two clocks: a register of each, and a memory that one
// writes and the other reads.
func crossing() *ir.Module {
	a := &ir.Domain{Name: "a", Clock: port(ir.ClockInput, "clk_a"), Reset: port(ir.ResetInput, "rst_a")}
	b := &ir.Domain{Name: "b", Clock: port(ir.ClockInput, "clk_b"), Edge: ir.Falling, Reset: port(ir.ResetInput, "rst_b_n"), Async: true, ActiveLow: true}
	in, out := port(ir.Input, "d"), port(ir.Output, "q")
	first := &ir.Signal{Name: "first", Kind: ir.Reg, Width: 1, Reset: new(big.Int), Domain: a}
	second := &ir.Signal{Name: "second", Kind: ir.Reg, Width: 1, Reset: new(big.Int), Domain: b}
	data := &ir.Signal{Name: "data", Kind: ir.ReadData, Width: 1}
	mem := &ir.Memory{Name: "mem", Width: 1, Depth: 2}
	return &ir.Module{Name: "crossing", Ports: []*ir.Signal{a.Clock, a.Reset, b.Clock, b.Reset, in, out}, Domains: []*ir.Domain{a, b},
		Signals: []*ir.Signal{first, second, data}, Memories: []*ir.Memory{mem},
		Reads: []*ir.SyncRead{{Mem: mem, Addr: ref(second), Enable: constant(1, 1), Data: data, Domain: b}},
		Body: []ir.Stmt{
			&ir.Set{Target: first, Value: ref(in)},
			&ir.Set{Target: second, Value: ref(first)},
			&ir.MemWrite{Mem: mem, Addr: ref(first), Data: ref(in), Domain: a},
			&ir.Set{Target: out, Value: ref(data)},
			&ir.Property{Kind: ir.Assert, Name: "follows", Cond: ref(second), Domain: b},
		}}
}

func blackBox() *ir.Module {
	return &ir.Module{Name: "pll", Ports: []*ir.Signal{port(ir.Input, "ref"), port(ir.Input, "bypass"), port(ir.Output, "lock")},
		Extern: &ir.Extern{Name: "SB_PLL40", Params: []ir.Param{{Name: "DIVF", Value: big.NewInt(63), Bits: 7}, {Name: "PATH", Text: "SIMPLE"}},
			Sources: []string{"vendor/pll.v"}, Paths: ir.Summary{2: {1}}}}
}

// The text of a module shows its clocks: modules that differ only in those are not equal.
func TestDumpTellsDomainsAndBlackBoxes(t *testing.T) {
	assert.Equal(t, `module crossing
  clock clk_a 1
  reset rst_a 1
  clock clk_b 1
  reset rst_b_n 1
  input d 1
  output q 1
  domain "a" clock clk_a rising reset rst_a
  domain "b" clock clk_b falling reset rst_b_n async active_low
  reg first 1 reset 0 in domain "a"
  reg second 1 reset 0 in domain "b"
  read data data 1
  memory mem 2x1
  read data = mem[second] if 1'1 read_first in domain "b"
  first = d
  second = first
  mem[first] = d in domain "a"
  q = data
  assert follows second in domain "b"
end
`, ir.Text(crossing()))
	assert.Equal(t, `module pll
  input ref 1
  input bypass 1
  output lock 1
  extern SB_PLL40
  param DIVF 7'3f
  param PATH "SIMPLE"
  source "vendor/pll.v"
  path lock bypass
end
`, ir.Text(blackBox()))
	for what, change := range map[string]func(m *ir.Module){
		"the domain of a register":        func(m *ir.Module) { m.Signals[0].Domain = m.Domains[1] },
		"the domain of a memory write":    func(m *ir.Module) { m.Body[2].(*ir.MemWrite).Domain = m.Domains[1] },
		"the domain of a registered read": func(m *ir.Module) { m.Reads[0].Domain = m.Domains[0] },
		"the domain of a property":        func(m *ir.Module) { m.Body[4].(*ir.Property).Domain = m.Domains[0] },
		"the edge":                        func(m *ir.Module) { m.Domains[0].Edge = ir.Falling },
		"the kind of reset":               func(m *ir.Module) { m.Domains[0].Async = true },
		"the level of the reset":          func(m *ir.Module) { m.Domains[0].ActiveLow = true },
		"the meaning of a clock":          func(m *ir.Module) { m.Domains[0].Clock.Doc = "from the pin" },
	} {
		m := crossing()
		before := ir.Digest(m)
		change(m)
		assert.NotEqual(t, before, ir.Digest(m), what)
		assert.NotContains(t, ir.Check(m).Error(), "has no domain", what)
	}
}

// The language's own domain follows from the rest of a module, so the text
// leaves it out; as soon as it does not follow, the text has it.
func TestTheImplicitDomainGoesWithoutSaying(t *testing.T) {
	m, _, _, _, reg := sound()
	text := ir.Text(m)
	assert.NotContains(t, text, "clk")
	require.Equal(t, []string{"clk", "rst", "in", "out"}, names(m.Ports))
	m.UseImplicitDomain()
	assert.Equal(t, text, ir.Text(m), "called again")
	require.NoError(t, ir.Check(m))

	for what, change := range map[string]func(m *ir.Module){
		"another name":       func(m *ir.Module) { m.Domains[0].Clock.Name = "clk_i" },
		"another place":      func(m *ir.Module) { m.Ports[0], m.Ports[1] = m.Ports[1], m.Ports[0] },
		"a reset of nothing": func(m *ir.Module) { reg.Reset = nil },
	} {
		m, _, _, _, reg = sound()
		change(m)
		assert.Contains(t, ir.Text(m), "domain", what)
		assert.NoError(t, ir.Check(m), what)
	}
	stateless := &ir.Module{Name: "m", Ports: []*ir.Signal{port(ir.Input, "a")}}
	before := ir.Text(stateless)
	d := &ir.Domain{Clock: port(ir.ClockInput, "clk")}
	stateless.Ports, stateless.Domains = append([]*ir.Signal{d.Clock}, stateless.Ports...), []*ir.Domain{d}
	assert.NotEqual(t, before, ir.Text(stateless), "a clock of nothing")
}

func names(list []*ir.Signal) (s []string) {
	for _, x := range list {
		s = append(s, x.Name)
	}
	return s
}

// A parent of a clocked instance has a clock, and is joined to it.
func TestInstancesAreJoinedToTheClock(t *testing.T) {
	child, _, _, _, _ := sound()
	in, out := &ir.Signal{Name: "in", Kind: ir.Input, Width: 4}, &ir.Signal{Name: "out", Kind: ir.Output, Width: 4}
	a, y := &ir.Signal{Name: "c_in", Kind: ir.InstanceInput, Width: 4}, &ir.Signal{Name: "c_out", Kind: ir.InstanceOutput, Width: 4}
	m := &ir.Module{Name: "parent", Ports: []*ir.Signal{in, out},
		Instances: []*ir.Instance{{Name: "c", Module: child, Conns: []ir.Conn{{Port: child.Ports[2], Net: a}, {Port: child.Ports[3], Net: y}}}},
		Body:      []ir.Stmt{&ir.Set{Target: a, Value: ref(in)}, &ir.Set{Target: out, Value: ref(y)}}}
	m.UseImplicitDomain()
	require.NoError(t, ir.Check(m))
	assert.Equal(t, []string{"clk", "rst", "in", "out"}, names(m.Ports))
	assert.Same(t, m.Ports[0], m.Instances[0].Conns[0].Net)
	assert.NotContains(t, ir.Text(m), "clk")
	m.Instances[0].Conns[0].Net = m.Ports[1]
	assert.ErrorContains(t, ir.Check(m), "clock clk of instance c is not joined to a clock port of parent")
}

// Domains and black boxes are sound; one place says, for all readers, that none
// of them supports these yet.
func TestWhatNoReaderTakesYetIsRefusedOnce(t *testing.T) {
	for want, m := range map[string]*ir.Module{
		"module crossing has clocks clk_a and clk_b":      crossing(),
		"black boxes cannot be simulated or exported yet": blackBox(),
	} {
		assert.ErrorContains(t, ir.Check(m), want)
	}
	m, _, _, _, _ := sound()
	m.Domains[0].ActiveLow = true
	assert.EqualError(t, ir.Check(m), "-: clock clk of module m: rising edge with a synchronous reset, active low; "+
		"a design can be simulated and exported with a rising edge and a synchronous reset, active high, so far")
}

func TestCheckRefusesBrokenDomains(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(m *ir.Module)
	}{
		{"registered read data of crossing has no domain", func(m *ir.Module) { m.Reads[0].Domain = nil }},
		{"write of memory mem of crossing has no domain", func(m *ir.Module) { m.Body[2].(*ir.MemWrite).Domain = nil }},
		{"assert follows of crossing has no domain", func(m *ir.Module) { m.Body[4].(*ir.Property).Domain = nil }},
		{"register first of crossing has no domain", func(m *ir.Module) { m.Signals[0].Domain = &ir.Domain{Name: "a"} }},
		{"has a reset value, its domain no reset", func(m *ir.Module) { m.Domains[0].Reset = nil }},
		{"has no clock port", func(m *ir.Module) { m.Domains[0].Clock = port(ir.Wire, "x") }},
		{"belongs to no domain", func(m *ir.Module) { m.Ports = append(m.Ports, port(ir.ClockInput, "spare")) }},
		{"two domains are named", func(m *ir.Module) { m.Domains[1].Name = "a" }},
		{"clock clk_a is read as a value", func(m *ir.Module) {
			m.Body = append(m.Body, &ir.Set{Target: m.Signals[0], Value: ref(m.Domains[0].Clock)})
		}},
	} {
		m := crossing()
		c.spoil(m)
		assert.ErrorContains(t, ir.Check(m), c.want)
	}
	for _, c := range []struct {
		want  string
		spoil func(m *ir.Module)
	}{
		{"path to port 0, which is no output", func(m *ir.Module) { m.Extern.Paths = ir.Summary{0: {1}} }},
		{"path from port 2, which is no input", func(m *ir.Module) { m.Extern.Paths = ir.Summary{2: {2}} }},
		{"does not fit 5 bits", func(m *ir.Module) { m.Extern.Params[0].Bits = 5 }},
		{"no contents here", func(m *ir.Module) { m.Memories = []*ir.Memory{{Name: "mem", Width: 1, Depth: 1}} }},
	} {
		m := blackBox()
		c.spoil(m)
		assert.ErrorContains(t, ir.Check(m), c.want)
	}
}

// The paths through a black box are the ones that it declares.
func TestPathsThroughABlackBox(t *testing.T) {
	m := blackBox()
	sums, loop, _ := ir.Paths(m)
	require.Empty(t, loop)
	assert.Equal(t, ir.Summary{2: {1}}, sums[m])
}

// A design lists what each of its domains clocks, through all instances.
func TestDomainUses(t *testing.T) {
	m := irtest.Crossing()
	uses := ir.DomainUses(m.Module)
	assert.Equal(t, []ir.DomainUse{
		{Domain: m.Domains[0], Regs: []string{"sent"}, Writes: []string{"log"}, Properties: []string{"sends"}},
		{Domain: m.Domains[1], Regs: []string{"taken", "ticks.count"}, Reads: []string{"past"}, Writes: []string{"seen"}, Properties: []string{"follows", "takes"}},
	}, uses)
	assert.EqualValues(t, 3, ir.AllEdges(m.Module))
	assert.True(t, ir.Edges(2).Has(1) && !ir.Edges(2).Has(0) && ir.Edges(0).Has(ir.NoDomain))

	stateless := &ir.Module{Name: "m", Ports: []*ir.Signal{port(ir.Input, "a")}}
	assert.Empty(t, ir.DomainUses(stateless))
	assert.Zero(t, ir.AllEdges(stateless))
}

// A domain of an instance is one of its parent, in every respect.
func TestInstancesStandInADomain(t *testing.T) {
	m := irtest.Crossing()
	assert.ErrorContains(t, ir.Check(m.Module), "module crossing has clocks a_clk and b_clk")
	i := m.Instances[0]
	own := i.Module.Domains[0]
	assert.Same(t, m.Domains[1], i.Outer(m.Module, own))
	for what, spoil := range map[string]func(){
		"the clock of one, the reset of another": func() { i.Conns[0].Net = m.Domains[0].Clock },
		"another edge":                           func() { m.Domains[1].Edge = ir.Falling },
		"another kind of reset":                  func() { m.Domains[1].Async = true },
		"another level of reset":                 func() { m.Domains[1].ActiveLow = true },
	} {
		kept, conns := *m.Domains[1], slices.Clone(i.Conns)
		spoil()
		assert.ErrorContains(t, ir.Check(m.Module), `domain "" of instance ticks is joined to no domain of its kind of crossing`, what)
		*m.Domains[1], i.Conns = kept, conns
	}
	for range ir.MaxDomains {
		m.Domain(fmt.Sprint("d", len(m.Domains)))
	}
	assert.ErrorContains(t, ir.Check(m.Module), "crossing has 66 domains, more than 64")
}
