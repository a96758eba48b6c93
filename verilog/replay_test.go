package verilog_test

import (
	"math/big"
	"math/rand/v2"

	"posedge/bench/fuzz/oracle"
	"posedge/hdl/ir"
	"posedge/verilog"
)

// randomBits is a value of w bits; zeros, ones and small numbers are frequent.
func randomBits(r *rand.Rand, w int) *big.Int {
	v := new(big.Int)
	for range (w + 31) / 32 {
		v.Lsh(v, 32)
		v.Or(v, big.NewInt(int64(r.Uint32())))
	}
	switch r.IntN(6) {
	case 0:
		v.SetInt64(0)
	case 1:
		v.SetInt64(-1)
	case 2:
		v.SetInt64(int64(r.IntN(w + 2)))
	}
	return oracle.Modulo(v, w)
}

// record runs top in the direct evaluator over random inputs, with reset in the
// first cycle and seldom after.
func record(top *ir.Module, cycles int, seed uint64) verilog.Recording {
	r := rand.New(rand.NewPCG(seed, 1))
	rec := verilog.Recording{Top: top}
	for cycle := range cycles {
		var in []uint64
		if ir.HasReset(top) {
			in = oracle.Words(in, oracle.Truth(cycle == 0 && seed%2 == 0 || r.IntN(40) == 0), 1)
		}
		for _, p := range top.Ports {
			if p.Kind == ir.Input {
				in = oracle.Words(in, randomBits(r, p.Width), p.Width)
			}
		}
		rec.Stimulus = append(rec.Stimulus, in)
	}
	rec.Expected, _ = oracle.Run(top, rec.Stimulus, nil)
	rec.Stimulus = rec.Stimulus[:len(rec.Expected)]
	return rec
}
