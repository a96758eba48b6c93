package ir_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
)

func constant(width int, v int64) ir.Expr { return &ir.Const{Value: big.NewInt(v), Bits: width} }
func ref(s *ir.Signal) ir.Expr            { return &ir.Ref{Signal: s} }

// sound is a module with an input, an output, a wire and a register, each set.
func sound() (m *ir.Module, in, out, wire, reg *ir.Signal) {
	in = &ir.Signal{Name: "in", Kind: ir.Input, Width: 4}
	out = &ir.Signal{Name: "out", Kind: ir.Output, Width: 4}
	wire = &ir.Signal{Name: "wire0", Kind: ir.Wire, Width: 4}
	reg = &ir.Signal{Name: "reg0", Kind: ir.Reg, Width: 4, Reset: new(big.Int)}
	m = &ir.Module{Name: "m", Ports: []*ir.Signal{in, out}, Signals: []*ir.Signal{wire, reg}}
	m.Body = []ir.Stmt{
		&ir.Set{Target: wire, Value: ref(in)},
		&ir.Set{Target: reg, Value: ref(wire)},
		&ir.Set{Target: out, Value: ref(reg)},
	}
	m.UseImplicitDomain()
	return m, in, out, wire, reg
}

func TestCheckRefusesEachBreach(t *testing.T) {
	m, _, _, _, _ := sound()
	require.NoError(t, ir.Check(m))
	for _, c := range []struct {
		want  string
		spoil func(m *ir.Module, in, out, wire, reg *ir.Signal)
	}{
		{"used twice", func(_ *ir.Module, in, out, _, _ *ir.Signal) { out.Name = in.Name }},
		{"has width 0", func(_ *ir.Module, in, _, _, _ *ir.Signal) { in.Width = 0 }},
		{"register reg0 of m has no domain of its module", func(_ *ir.Module, _, _, _, reg *ir.Signal) { reg.Domain = nil }},
		{"does not fit", func(_ *ir.Module, _, _, _, reg *ir.Signal) { reg.Reset = big.NewInt(16) }},
		{"cannot be set here", func(m *ir.Module, in, _, _, _ *ir.Signal) {
			m.Body = append(m.Body, &ir.Set{Target: in, Value: constant(4, 0)})
		}},
		{"has 4 bits, the value 5", func(m *ir.Module, _, out, _, _ *ir.Signal) {
			m.Body = append(m.Body, &ir.Set{Target: out, Value: constant(5, 0)})
		}},
		{"add of 4 and 5 bits", func(m *ir.Module, in, out, _, _ *ir.Signal) {
			m.Body = append(m.Body, &ir.Set{Target: out, Value: &ir.Binary{Op: ir.OpAdd, X: ref(in), Y: constant(5, 0)}})
		}},
		{"slice [4:0] of 4 bits", func(m *ir.Module, in, out, _, _ *ir.Signal) {
			m.Body = append(m.Body, &ir.Set{Target: out, Value: &ir.Slice{X: ref(in), Hi: 4}})
		}},
		{"condition of 4 bits", func(m *ir.Module, in, _, _, _ *ir.Signal) {
			m.Body = append(m.Body, &ir.If{Cond: ref(in)})
		}},
		{"belongs to another module", func(m *ir.Module, _, out, _, _ *ir.Signal) {
			_, foreign, _, _, _ := sound()
			m.Body = append(m.Body, &ir.Set{Target: out, Value: ref(foreign)})
		}},
		{"not set on all paths", func(m *ir.Module, in, out, _, _ *ir.Signal) {
			bit := &ir.Slice{X: ref(in)}
			m.Body[2] = &ir.If{Cond: bit, Then: []ir.Stmt{&ir.Set{Target: out, Value: ref(in)}}}
		}},
		{"combinational loop", func(m *ir.Module, _, out, wire, _ *ir.Signal) {
			m.Body[0] = &ir.Set{Target: wire, Value: ref(out)}
			m.Body[2] = &ir.Set{Target: out, Value: ref(wire)}
		}},
	} {
		m, in, out, wire, reg := sound()
		c.spoil(m, in, out, wire, reg)
		assert.ErrorContains(t, ir.Check(m), c.want)
	}
}

// A wire passes its input on in the same cycle; a register does not.
func TestPathsEndAtRegisters(t *testing.T) {
	m, in, out, wire, _ := sound()
	sums, loop, _ := ir.Paths(m)
	require.Nil(t, loop)
	assert.Empty(t, sums[m])
	m.Body[2] = &ir.Set{Target: out, Value: ref(wire)}
	sums, _, _ = ir.Paths(m)
	assert.Equal(t, ir.Summary{3: {2}}, sums[m], "%s from %s", out.Name, in.Name)
}

func TestSharedExpressionsAreDumpedOnce(t *testing.T) {
	m, in, out, _, _ := sound()
	twice := &ir.Binary{Op: ir.OpAdd, X: ref(in), Y: ref(in)}
	m.Body[2] = &ir.Set{Target: out, Value: &ir.Binary{Op: ir.OpXor, X: twice, Y: twice}}
	assert.Contains(t, ir.Text(m), "  %0 = (add in in)\n  out = (xor %0 %0)\n")
}
