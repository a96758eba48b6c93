package bench_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/sim"
)

// Benches of one program, side by side, run as benches of their own do.
func TestBenchesOfAProgramShareNothing(t *testing.T) {
	p, err := bench.Compile(lib.NewFIFO(hdl.Width(12), 2), bench.Digest())
	require.NoError(t, err)
	run := func(tb *bench.TB) uint64 {
		tb.Random(100)
		return tb.Digest()
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			alone := run(bench.New(t, lib.NewFIFO(hdl.Width(12), 2), bench.Digest(), bench.Seed(seed)))
			assert.Equal(t, alone, run(p.New(t, bench.Seed(seed))))
		})
	}
	assert.IsType(t, &lib.FIFO[hdl.Bits]{}, p.Design().Component)
}

func TestAProgramHasOneEngine(t *testing.T) {
	p, err := bench.Compile(lib.NewFIFO(hdl.Width(12), 2), bench.Engine(sim.Reference()))
	require.NoError(t, err)
	assert.NoError(t, bench.Run(func(r bench.Reporter) { p.New(r, bench.Engine(sim.Reference())).Tick() }))
	assert.ErrorContains(t, bench.Run(func(r bench.Reporter) { p.New(r, bench.Engine(sim.Compiled())) }), "give bench.Engine to bench.Compile")
}

func TestAMistakeInAComponentIsAnErrorOfCompile(t *testing.T) {
	_, err := bench.Compile(&lib.FIFO[hdl.Bits]{})
	assert.ErrorContains(t, err, "port Push of FIFO is not made")
}
