package verilog_test

import (
	"math/big"
	"math/rand/v2"

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
	return truncated(v, w)
}

func words(v *big.Int, w int) []uint64 {
	var list []uint64
	v = new(big.Int).Set(v)
	for range (w + 63) / 64 {
		list = append(list, truncated(v, 64).Uint64())
		v.Rsh(v, 64)
	}
	return list
}

// record runs top in the direct evaluator over random inputs, with reset in the
// first cycle and seldom after.
func record(top *ir.Module, cycles int, seed uint64) verilog.Recording {
	r := rand.New(rand.NewPCG(seed, 1))
	rec := verilog.Recording{Top: top}
	x := newMachine(top)
	for cycle := range cycles {
		var in, out []uint64
		reset := ir.HasReset(top) && (cycle == 0 && seed%2 == 0 || r.IntN(40) == 0)
		if ir.HasReset(top) {
			in = append(in, flag1(reset).Uint64())
		}
		for _, p := range top.Ports {
			if p.Kind == ir.Input {
				v := randomBits(r, p.Width)
				x.inputs[p] = v
				in = append(in, words(v, p.Width)...)
			}
		}
		x.forget()
		for _, p := range top.Ports {
			if p.Kind == ir.Output {
				out = append(out, words(x.signal(p), p.Width)...)
			}
		}
		x.edge(reset)()
		rec.Stimulus, rec.Expected = append(rec.Stimulus, in), append(rec.Expected, out)
	}
	return rec
}
