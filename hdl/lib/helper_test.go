package lib_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/golden"
	"posedge/waves"
)

// inEngines runs a test in every engine.
func inEngines(t *testing.T, f func(t *testing.T, engine bench.Option)) {
	t.Helper()
	for _, e := range sim.Engines() {
		t.Run(e.Name(), func(t *testing.T) { f(t, bench.Engine(e)) })
	}
}

// traffics are the probabilities of gaps and stalls with which streams are tested.
var traffics = []struct{ gap, stall float64 }{{0, 0}, {0.3, 0.4}, {0.7, 0.1}, {0.1, 0.7}, {0.5, 0}, {0, 0.5}}

// passage is a stream that comes out of a component as it went in.
type passage struct {
	component hdl.Component
	in        hdl.Sink[hdl.Bits]
	out       hdl.Source[hdl.Bits]
}

// passes checks that all beats come through in order, under every traffic, in
// every engine and from any power-on.
func passes(t *testing.T, build func() passage) {
	t.Helper()
	inEngines(t, func(t *testing.T, engine bench.Option) {
		for i, x := range traffics {
			p := build()
			tb := bench.New(t, p.component, engine, bench.Seed(uint64(i+1)), bench.PowerOn(uint64(i+1)))
			in, out := bench.Drive(tb, p.in, x.gap), bench.Collect[uint16](tb, p.out, x.stall)
			want := numbers(300, p.in.Data.Width())
			for _, v := range want {
				in.Send(v)
			}
			tb.Until(6000, "the last beat", func() bool { return len(out.Beats()) == len(want) })
			tb.Ticks(20)
			require.Equal(t, want, out.Beats(), "gap %v, stall %v", x.gap, x.stall)
		}
	})
}

// speed drives a stream without a pause and returns the cycles from the first
// beat in to the first beat out, and the beats that come out in 120 cycles once
// it flows.
func speed(t *testing.T, p passage) (latency, in120 int) {
	t.Helper()
	tb := bench.New(t, p.component)
	in, out := bench.Drive(tb, p.in, 0), bench.Collect[uint16](tb, p.out, 0)
	for range 200 {
		in.Send(1)
	}
	tb.Until(10, "the first beat in", func() bool { return tb.Get(p.in.Valid) == 1 && tb.Get(p.in.Ready) == 1 })
	first := tb.Cycle()
	tb.Until(20, "the first beat out", func() bool { return len(out.Cycles()) == 1 })
	latency = int(out.Cycles()[0] - first)
	tb.Ticks(20)
	before := len(out.Beats())
	tb.Ticks(120)
	return latency, len(out.Beats()) - before
}

// numbers are n random values of a width of at most 16 bits.
func numbers(n, width int) []uint16 {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(width)))
	list := make([]uint16, n)
	for i := range list {
		list[i] = uint16(rng.Uint32()) & (1<<width - 1)
	}
	return list
}

// refused checks that a component cannot be elaborated, and the message.
func refused(t *testing.T, c hdl.Component, says string) {
	t.Helper()
	_, err := hdl.Elaborate(c)
	require.Error(t, err, says)
	assert.ErrorContains(t, err, says)
	assert.ErrorContains(t, err, "hdl/lib/helper_test.go:", "the place of the mistake")
}

// picture compares the waveform of a run with testdata/name.txt.
func picture(t *testing.T, name string, c hdl.Component, run func(tb *bench.TB), signals ...string) {
	t.Helper()
	vcd := filepath.Join(t.TempDir(), name+".vcd")
	tb := bench.New(t, c, bench.VCD(vcd))
	run(tb)
	tb.Close()
	wave, err := waves.ReadFile(vcd)
	require.NoError(t, err)
	d, err := wave.Diagram(waves.View{Signals: signals})
	require.NoError(t, err)
	var got bytes.Buffer
	require.NoError(t, d.Text(&got))
	golden.Check(t, "testdata/"+name+".txt", got.String())
}

// play sets inputs of up to 4 bits from strings, one digit per cycle.
func play(tb *bench.TB, inputs map[*hdl.In]string) {
	n := 0
	for _, s := range inputs {
		n = max(n, len(s))
	}
	for c := range n {
		for p, s := range inputs {
			v, err := strconv.ParseUint(s[c:c+1], 16, 4)
			if err != nil {
				panic(err)
			}
			tb.Set(*p, v)
		}
		tb.Tick()
	}
}

// offer sends beats that count up from first without a pause; ready is the
// other end's, one digit per cycle.
func offer(tb *bench.TB, p passage, first int, ready string) {
	for _, r := range ready {
		tb.Set(p.in.Valid, 1)
		tb.Set(p.in.Data, first)
		tb.Set(p.out.Ready, r-'0')
		if tb.Get(p.in.Ready) == 1 {
			first++
		}
		tb.Tick()
	}
}
