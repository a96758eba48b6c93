package eval_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/eval"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// corners are the operands at which carries, signs and shifts turn.
func corners(width int, random *rand.Rand) (list []*big.Int) {
	all := new(big.Int).Lsh(Num(1), uint(width))
	top := new(big.Int).Lsh(Num(1), uint(width-1))
	list = []*big.Int{
		new(big.Int), Num(1), big.NewInt(-1), top, new(big.Int).Sub(top, Num(1)),
		Num(uint64(width)), Num(uint64(width - 1)), new(big.Int).Lsh(Num(1), 64),
	}
	for range 2 {
		v := new(big.Int)
		for range wide.Words(width) {
			v.Lsh(v, 64).Or(v, Num(random.Uint64()))
		}
		list = append(list, v)
	}
	for i, v := range list {
		list[i] = new(big.Int).Mod(v, all)
	}
	return list
}

// What the instructions compute is what the intermediate form says an operator
// means, for every operator, in one word and in several.
func TestEveryOperatorIsEvaluatedAsItIsSpecified(t *testing.T) {
	for _, w := range []int{1, 7, 33, 63, 64, 65, 128, 130} {
		random := rand.New(rand.NewPCG(uint64(w), 1))
		for _, a := range corners(w, random) {
			for _, b := range corners(w, random) {
				x, y := &ir.Const{Value: a, Bits: w}, &ir.Const{Value: b, Bits: w}
				narrow := &ir.Const{Value: new(big.Int).Mod(b, Num(1<<5)), Bits: 5}
				var all []ir.Expr
				for op := range ir.NumUnaryOps {
					all = append(all, Un(op, x))
				}
				for op := range ir.NumBinaryOps {
					all = append(all, Bin(op, x, y))
					if op.Class() == ir.ClassShift || op.Class() == ir.ClassProduct {
						all = append(all, Bin(op, x, narrow))
					}
				}
				all = append(all, Cat(x, narrow, y), Slice(x, w-1, w/2), Pick(Slice(y, 0, 0), x, y), Pick(narrow, x, y, x))
				holds(t, all)
			}
		}
	}
}

// holds compares the value of each expression over constants with ir.Eval's.
func holds(t *testing.T, all []ir.Expr) {
	t.Helper()
	m := Module("constants")
	for i, e := range all {
		m.Drive(fmt.Sprintf("q%d", i), e)
	}
	n := lower.Lower(m.Module, false).Netlist
	values := make([][]uint64, len(n.Nodes))
	for i, x := range n.Nodes {
		if x.Op == netlist.OpConst {
			values[i] = n.Consts[x.Aux]
			continue
		}
		v, ok := eval.Constant(x, func(a netlist.Net) int { return n.Nodes[a].Width }, func(a netlist.Net) []uint64 { return values[a] })
		require.True(t, ok)
		values[i] = v
	}
	for i, e := range all {
		want := valueOf(e)
		got := wide.ToBig(values[n.Outputs[i].Net])
		if want.Cmp(got) != 0 {
			require.Failf(t, "a wrong value", "q%d is %x, not %x\n%s", i, got, want, ir.Text(m.Module))
		}
	}
}

// valueOf is the value of an expression over constants.
func valueOf(e ir.Expr) *big.Int { return ir.Eval(e, valueOf) }
