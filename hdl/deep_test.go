package hdl_test

import (
	"fmt"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

// chain is a sum of n terms, one after the other.
func chain(n int) *pins {
	return pinsOf(func(m *hdl.Module, p *pins) {
		x := p.A.Bits
		for i := range n {
			x = x.Add(p.A).Xor(i % 256)
		}
		p.Q.Set(x)
	})
}

// priority is an If followed by n more branches.
func priority(n int) *pins {
	return pinsOf(func(m *hdl.Module, p *pins) {
		count := m.Reg("count", 16)
		c := m.If(p.C, func() { p.Q.Set(1) })
		for i := range n {
			c = c.ElseIf(count.Eq(i), func() {
				p.Q.Set(i % 256)
				count.Set(i + 1)
			})
		}
	})
}

// wires is a chain of n wires.
func wires(n int) *pins {
	return pinsOf(func(m *hdl.Module, p *pins) {
		x := p.A.Bits
		for i := range n {
			x = m.Named(fmt.Sprintf("w%d", i), x.Add(1))
		}
		p.Q.Set(x)
	})
}

// Long descriptions take proportional time, and no stack.
func TestLongDescriptionsAreElaborated(t *testing.T) {
	for name, c := range map[string]*pins{"operations": chain(20000), "branches": priority(4000), "wires": wires(20000)} {
		t.Run(name, func(t *testing.T) {
			defer debug.SetMaxStack(debug.SetMaxStack(8 << 20))
			_, err := hdl.Elaborate(c)
			require.NoError(t, err)
		})
	}
}

// A thousand nested Ifs are accepted, and still give Verilog of a reasonable size.
func TestDeepNestingIsTaken(t *testing.T) {
	_, err := hdl.Elaborate(pinsOf(func(m *hdl.Module, p *pins) {
		var nest func(n int)
		nest = func(n int) {
			p.Q.Set(n % 256)
			if n > 0 {
				m.If(p.C, func() { nest(n - 1) })
			}
		}
		nest(1000)
	}))
	require.NoError(t, err)
}

func BenchmarkElaborate(b *testing.B) {
	for _, x := range []struct {
		name string
		make func() *pins
	}{
		{"operations", func() *pins { return chain(20000) }},
		{"branches", func() *pins { return priority(4000) }},
		{"wires", func() *pins { return wires(20000) }},
	} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				_, err := hdl.Elaborate(x.make())
				require.NoError(b, err)
			}
		})
	}
}
