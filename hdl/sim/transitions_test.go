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
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/internal/quality/oracle"
)

// machine is a module with a state register of n states and three inputs.
func machine(n int) (m Mod, st *ir.Signal, in []*ir.Signal) {
	m = Module("machine")
	for _, name := range []string{"a", "b", "c"} {
		in = append(in, m.In(name, 1))
	}
	st = m.Reg("state", 2, 0)
	st.Enum = &ir.Enum{Name: "state"}
	for v := range n {
		st.Enum.Values = append(st.Enum.Values, ir.EnumValue{Name: fmt.Sprintf("S%d", v), Value: Num(uint64(v))})
	}
	m.Drive("q", Ref(st))
	return m, st, in
}

// ways are the transitions that the program counts.
func ways(t require.TestingT, m Mod) (list []string) {
	p, err := sim.Compile(m.Module)
	require.NoError(t, err)
	p, err = p.Instrumented()
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
			return []ir.Stmt{choose(Ref(st), arm(0, When(Ref(in[0]), Put(st, Lit(2, 1)))), arm(1, Put(st, Lit(2, 2))))}
		}, "S0 -> S1, S1 -> S2"},
		"a Set after all cases": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{choose(Ref(st), arm(0, Put(st, Lit(2, 1)))), When(Ref(in[0]), Put(st, Lit(2, 0)))}
		}, "S0 -> S1, S1 -> S0, S2 -> S0"},
		"the last Set wins": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{Put(st, Lit(2, 1)), Put(st, Lit(2, 2))}
		}, "S0 -> S2, S1 -> S2"},
		"a condition on the state and more": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{When(Bin(ir.OpAnd, Ref(in[0]), Bin(ir.OpEq, Ref(st), Lit(2, 1))), Put(st, Lit(2, 2)))}
		}, "S1 -> S2"},
		"one of two states": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{Put(st, Pick(Ref(in[0]), Lit(2, 1), Lit(2, 2)))}
		}, "S0 -> S1, S0 -> S2, S1 -> S2, S2 -> S1"},
		"a default": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			s := choose(Ref(st), arm(0), arm(1))
			s.HasDefault, s.Default = true, []ir.Stmt{Put(st, Lit(2, 0))}
			return []ir.Stmt{s}
		}, "S2 -> S0"},
		"a computed state": {func(st *ir.Signal, in []*ir.Signal) []ir.Stmt {
			return []ir.Stmt{When(Bin(ir.OpEq, Ref(st), Lit(2, 0)), Put(st, Bin(ir.OpAdd, Ref(st), Cat(Ref(in[0]), Ref(in[1])))))}
		}, "S0 -> S1, S0 -> S2"},
	} {
		m, st, in := machine(3)
		m.Add(c.body(st, in)...)
		assert.Equal(t, c.want, strings.Join(ways(t, m), ", "), name)
	}
}

func arm(v uint64, body ...ir.Stmt) ir.Case { return ir.Case{Values: []*big.Int{Num(v)}, Body: body} }
func choose(x ir.Expr, cases ...ir.Case) *ir.Switch {
	return &ir.Switch{Subject: x, Cases: cases}
}

// No transition that a random machine makes under any inputs is missing from the list.
func TestNoTransitionIsMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, st, in := machine(4)
		below := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		var cond func(depth int) ir.Expr
		cond = func(depth int) ir.Expr {
			switch k := below(6); {
			case k < 2 || depth == 0:
				return Ref(in[below(3)])
			case k < 4:
				ops := []ir.BinaryOp{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe}
				return Bin(ops[below(len(ops))], Ref(st), Lit(2, uint64(below(4))))
			case k == 4:
				return Un(ir.OpNot, cond(depth-1))
			}
			ops := []ir.BinaryOp{ir.OpAnd, ir.OpOr, ir.OpXor}
			return Bin(ops[below(3)], cond(depth-1), cond(depth-1))
		}
		var block func(depth int) []ir.Stmt
		block = func(depth int) (body []ir.Stmt) {
			for range below(3) {
				switch k := below(5); {
				case k < 2 || depth == 0:
					body = append(body, Put(st, Lit(2, uint64(below(4)))))
				case k == 2:
					body = append(body, Put(st, Pick(cond(1), Lit(2, uint64(below(4))), Ref(st))))
				case k == 3:
					body = append(body, Otherwise(When(cond(2), block(depth-1)...), block(depth-1)...))
				default:
					s := choose(Ref(st))
					for v := range below(4) {
						s.Cases = append(s.Cases, arm(uint64(v), block(depth-1)...))
					}
					s.HasDefault, s.Default = true, block(depth-1)
					body = append(body, s)
				}
			}
			return body
		}
		m.Add(block(3)...)
		list := ways(t, m)
		for i := range 4 * 8 {
			from, inputs := i/8, i%8
			o := oracle.New(m.Module)
			o.SetState(st, Num(uint64(from)))
			for k, s := range in {
				o.SetInput(s.Name, Num(uint64(inputs>>k&1)))
			}
			o.Edge()
			if to := o.Signal(st).Uint64(); to != uint64(from) {
				require.Contains(t, list, fmt.Sprintf("S%d -> S%d", from, to), ir.Text(m.Module))
			}
		}
	})
}
