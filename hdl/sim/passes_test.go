package sim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/internal/quality/oracle"
)

// Operands with some constant bits: a pass's conclusions about them hold for
// every input, especially the extremes.
func TestPassesOnPartlyKnownOperandsKeepEveryResult(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		w := []int{1, 2, 8, 33, 64, 70, 130}[random.IntN(7)]
		m := Module("partly")
		partly := func(name string, w int) ir.Expr {
			x := Ref(m.In(name, w))
			low := random.IntN(w + 1)
			mask, bits := new(big.Int).Rsh(oracle.Modulo(big.NewInt(-1), w), uint(low)), randomBig(random, w)
			switch random.IntN(3) {
			case 0: // zeros above
				bits = new(big.Int)
			case 1: // zeros below
				mask, bits = new(big.Int).Xor(mask, oracle.Modulo(big.NewInt(-1), w)), new(big.Int)
			}
			bits.AndNot(bits, mask)
			return Bin(ir.OpOr, Bin(ir.OpAnd, x, &ir.Const{Value: mask, Bits: w}), &ir.Const{Value: bits, Bits: w})
		}
		x, y, short := partly("x", w), partly("y", w), partly("z", 6)
		n := Lit(12, uint64(random.IntN(w+3)))
		drive := func(e ir.Expr) {
			m.Drive(fmt.Sprintf("q%d", len(m.DataPorts())), e)
			if top := e.Width() - 1; top > 0 {
				m.Drive(fmt.Sprintf("q%d", len(m.DataPorts())), Slice(e, top, top))
				cut := random.IntN(top)
				m.Drive(fmt.Sprintf("q%d", len(m.DataPorts())), Slice(e, top, cut))
			}
		}
		for op := range ir.NumUnaryOps {
			drive(Un(op, x))
		}
		for op := range ir.NumBinaryOps {
			drive(Bin(op, x, y))
			if op.IsShift() {
				drive(Bin(op, x, short))
				drive(Bin(op, x, n))
			}
		}
		drive(Pick(Slice(y, 0, 0), x, y))
		drive(Pick(Slice(short, 1, 0), x, y, Bin(ir.OpAnd, x, y)))
		drive(Cat(x, short, y))

		reference := sim.WithEngine(sim.Reference())
		all := []sim.Option{reference}
		options := [][]sim.Option{{reference}}
		for _, name := range sim.PassNames() {
			all = append(all, sim.WithoutPass(name))
			options = append(options, []sim.Option{reference, sim.WithoutPass(name)})
		}
		var runs []rig
		for _, o := range append([][]sim.Option{all}, options...) {
			runs = append(runs, rig{compile(t, m, o...).New(), t})
		}
		for k := range 12 {
			values := map[string]*big.Int{}
			for _, name := range []string{"x", "y", "z"} {
				width := runs[0].port(name).Width()
				values[name] = randomBig(random, width)
				if k < 8 { // all ones and all zeros of each
					values[name] = oracle.Modulo(big.NewInt(-int64(k>>(name[0]-'x')&1)), width)
				}
			}
			for i, r := range runs {
				for name, v := range values {
					require.NoError(t, r.SetBig(r.port(name), v))
				}
				for _, p := range m.DataPorts() {
					if want, got := runs[0].GetBig(runs[0].port(p.Name)), r.GetBig(r.port(p.Name)); want.Cmp(got) != 0 {
						require.Failf(t, "a pass changed a result", "run %d: %s is %x, not %x\n%s", i, p.Name, got, want, ir.Text(m.Module))
					}
				}
			}
		}
	}
}
