package bench

import (
	"math/big"

	"posedge/hdl/sim"
	"posedge/internal/frame"
)

// Random runs n cycles in which every input that no agent drives takes random
// values: all bits random, all 0, all 1, a small number, or the value it had. Now
// and then the design is reset. No protocol is followed. A second call continues
// where the first stopped: two calls of Random(1) are the same as Random(2).
func (tb *TB) Random(n int) {
	if err := tb.randomCycles(n); err != nil {
		tb.r.Helper()
		tb.fail(err)
	}
}

func (tb *TB) randomCycles(n int) error {
	if err := tb.open(); err != nil {
		return err
	}
	if err := atLeast(0, n, "the number of cycles of Random"); err != nil {
		return err
	}
	if tb.noise == nil {
		tb.noise = tb.random("random inputs")
	}
	rng := tb.noise
	var inputs []sim.Port
	for _, p := range tb.ports {
		if p != nil && p.Input() && p.owner == "" {
			inputs = append(inputs, p.Port)
		}
	}
	for range n {
		for _, p := range inputs {
			all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(p.Width())), big.NewInt(1))
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
				for range frame.Words(p.Width()) {
					v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(rng.Uint64()))
				}
				v.And(v, all)
			}
			if err := tb.sim.SetBig(p, v); err != nil {
				return err
			}
		}
		next := tb.tick
		if tb.hasReset() && rng.IntN(200) == 0 {
			next = tb.reset
		}
		if err := next(); err != nil {
			return err
		}
	}
	return nil
}
