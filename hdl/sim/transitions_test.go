package sim_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/quality/oracle"
)

// machine is a module with a state register of n states and three inputs.
func machine(n int) (m mod, st *ir.Signal, in []*ir.Signal) {
	m = module("machine")
	for _, name := range []string{"a", "b", "c"} {
		in = append(in, m.in(name, 1))
	}
	st = m.reg("state", 2, 0)
	st.Enum = &ir.Enum{Name: "state"}
	for v := range n {
		st.Enum.Values = append(st.Enum.Values, ir.EnumValue{Name: fmt.Sprintf("S%d", v), Value: num(uint64(v))})
	}
	m.drive("q", ref(st))
	return m, st, in
}

// ways are the transitions that the program counts.
func ways(t require.TestingT, m mod) (list []string) {
	p, err := sim.Compile(m.Module)
	require.NoError(t, err)
	p, err = p.Covered()
	require.NoError(t, err)
	for _, x := range p.Points() {
		if x.Kind == sim.Transition {
			list = append(list, x.Name)
		}
	}
	return list
}

func TestTransitionsAreThoseThatTheStatementsLeaveOpen(t *testing.T) {
	for name, c := range map[string]struct {
		body func(st *ir.Signal, in []*ir.Signal) []ir.Stmt
		want string
	}{
		"a case that may stay": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{choose(ref(st), arm(0, when(ref(in[0]), put(st, lit(2, 1)))), arm(1, put(st, lit(2, 2))))}
		}, "S0 -> S1, S1 -> S2"},
		"a Set after all cases": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{choose(ref(st), arm(0, put(st, lit(2, 1)))), when(ref(in[0]), put(st, lit(2, 0)))}
		}, "S0 -> S1, S1 -> S0, S2 -> S0"},
		"the last Set wins": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{put(st, lit(2, 1)), put(st, lit(2, 2))}
		}, "S0 -> S2, S1 -> S2"},
		"a condition on the state and more": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{when(bin(ir.OpAnd, ref(in[0]), bin(ir.OpEq, ref(st), lit(2, 1))), put(st, lit(2, 2)))}
		}, "S1 -> S2"},
		"one of two states": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{put(st, pick(ref(in[0]), lit(2, 1), lit(2, 2)))}
		}, "S0 -> S1, S0 -> S2, S1 -> S2, S2 -> S1"},
		"a default": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			s := choose(ref(st), arm(0), arm(1))
			s.HasDefault, s.Default = true, []ir.Stmt{put(st, lit(2, 0))}
			return []ir.Stmt{s}
		}, "S2 -> S0"},
		"a computed state": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{when(bin(ir.OpEq, ref(st), lit(2, 0)), put(st, bin(ir.OpAdd, ref(st), cat(ref(in[0]), ref(in[1])))))}
		}, "S0 -> S1, S0 -> S2"},
	} {
		m, st, in := machine(3)
		m.add(c.body(st, in)...)
		assert.Equal(t, c.want, strings.Join(ways(t, m), ", "), name)
	}
}

func arm(v uint64, body ...ir.Stmt) ir.Case { return ir.Case{Values: []*big.Int{num(v)}, Body: body} }
func choose(x ir.Expr, cases ...ir.Case) *ir.Switch {
	return &ir.Switch{Subject: x, Cases: cases}
}

// No way that a random machine takes under any inputs is missing from the list.
func TestNoTransitionIsMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, st, in := machine(4)
		below := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		var cond func(depth int) ir.Expr
		cond = func(depth int) ir.Expr {
			switch k := below(6); {
			case k < 2 || depth == 0:
				return ref(in[below(3)])
			case k < 4:
				ops := []ir.BinaryOp{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe}
				return bin(ops[below(len(ops))], ref(st), lit(2, uint64(below(4))))
			case k == 4:
				return un(ir.OpNot, cond(depth-1))
			}
			ops := []ir.BinaryOp{ir.OpAnd, ir.OpOr, ir.OpXor}
			return bin(ops[below(3)], cond(depth-1), cond(depth-1))
		}
		var block func(depth int) []ir.Stmt
		block = func(depth int) (body []ir.Stmt) {
			for range below(3) {
				switch k := below(5); {
				case k < 2 || depth == 0:
					body = append(body, put(st, lit(2, uint64(below(4)))))
				case k == 2:
					body = append(body, put(st, pick(cond(1), lit(2, uint64(below(4))), ref(st))))
				case k == 3:
					body = append(body, otherwise(when(cond(2), block(depth-1)...), block(depth-1)...))
				default:
					s := choose(ref(st))
					for v := range below(4) {
						s.Cases = append(s.Cases, arm(uint64(v), block(depth-1)...))
					}
					s.HasDefault, s.Default = true, block(depth-1)
					body = append(body, s)
				}
			}
			return body
		}
		m.add(block(3)...)
		list := ways(t, m)
		for i := range 4 * 8 {
			from, inputs := i/8, i%8
			o := oracle.New(m.Module)
			o.SetState(st, num(uint64(from)))
			for k, s := range in {
				o.SetInput(s.Name, num(uint64(inputs>>k&1)))
			}
			o.Edge()
			if to := o.Signal(st).Uint64(); to != uint64(from) {
				require.Contains(t, list, fmt.Sprintf("S%d -> S%d", from, to), ir.Text(m.Module))
			}
		}
	})
}
