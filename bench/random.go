package bench

import (
	"math/big"

	"posedge/hdl/ir"
	"posedge/internal/frame"
)

// Random runs n cycles in which every input that no agent drives takes random
// values: all bits random, all 0, all 1, a small number, or the value it had. Now
// and then the design is reset. No protocol is followed. A second call continues
// where the first stopped: two calls of Random(1) are the same as Random(2).
func (tb *TB) Random(n int) {
	tb.r.Helper()
	tb.open()
	tb.check(atLeast(0, n, "the number of cycles of Random"))
	if tb.noise == nil {
		tb.noise = tb.random("random inputs")
	}
	rng := tb.noise
	var inputs []*ir.Signal
	for _, s := range tb.design.Top.Ports {
		if s.Kind == ir.Input && tb.owner[s] == "" {
			inputs = append(inputs, s)
		}
	}
	for range n {
		for _, s := range inputs {
			all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(s.Width)), big.NewInt(1))
			v := new(big.Int)
			switch rng.IntN(8) {
			case 0:
			case 1:
				v.Set(all)
			case 2:
				v.And(big.NewInt(int64(rng.IntN(4))), all)
			case 3, 4:
				continue
			default:
				for range frame.Words(s.Width) {
					v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(rng.Uint64()))
				}
				v.And(v, all)
			}
			tb.check(tb.sim.SetBig(tb.ports[s], v))
		}
		if tb.hasReset() && rng.IntN(200) == 0 {
			tb.Reset()
			continue
		}
		tb.Tick()
	}
}
