package designs

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/quality/oracle"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// RandomBits is a value of w bits; zeros, ones and small numbers are frequent.
func RandomBits(r *rand.Rand, w int) *big.Int {
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

// Record runs top in the direct evaluator over random inputs, with reset in the
// first cycle and seldom after. Inputs that would end the run, for example by a
// forbidden collision, are drawn again.
func Record(top *ir.Module, cycles int, seed uint64) replay.Recording {
	r := rand.New(rand.NewPCG(seed, 1))
	rec := replay.Recording{Top: top}
	o := oracle.New(top)
	for cycle := range cycles {
		var in []uint64
		for range 50 {
			in = randomInputs(r, top, cycle, seed)
			if o.SetInputs(in); !o.Stops() {
				break
			}
		}
		rec.Edges = append(rec.Edges, ir.AllEdges(top))
		rec.Stimulus = append(rec.Stimulus, in)
		var out []uint64
		for _, p := range top.Ports {
			if p.Kind == ir.Output {
				out = oracle.Words(out, o.Signal(p), p.Width)
			}
		}
		rec.Expected = append(rec.Expected, out)
		if o.Stops() { // whatever the inputs are
			break
		}
		o.Edge()
	}
	return rec
}

func randomInputs(r *rand.Rand, top *ir.Module, cycle int, seed uint64) (in []uint64) {
	for _, p := range top.Ports {
		switch p.Kind {
		case ir.ResetInput:
			in = oracle.Words(in, oracle.Truth(cycle == 0 && seed%2 == 0 || r.IntN(40) == 0), 1)
		case ir.Input:
			in = oracle.Words(in, RandomBits(r, p.Width), p.Width)
		}
	}
	return in
}

// Replay makes the bench of a run of [Record].
func Replay(t *testing.T, top *ir.Module, cycles int, seed uint64) *replay.Bench {
	t.Helper()
	r, err := replay.New(Record(top, cycles, seed), verilog.Options{})
	require.NoError(t, err, "seed %d", seed)
	return r
}
