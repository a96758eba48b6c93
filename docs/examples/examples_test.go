package examples_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
	"posedge/internal/long"
	"posedge/verilog"
)

var point = examples.Point{X: hdl.Width(12), Y: hdl.Width(12)}

// all lists the examples.
func all() []struct {
	name string
	make func() hdl.Component
} {
	return []struct {
		name string
		make func() hdl.Component
	}{
		{"counter", func() hdl.Component { return examples.NewCounter(8) }},
		{"traffic", func() hdl.Component { return examples.NewTraffic() }},
		{"regfile", func() hdl.Component { return examples.NewRegFile() }},
		{"mac", func() hdl.Component { return examples.NewMAC() }},
		{"triangle", func() hdl.Component { return examples.NewBoundingBox() }},
		{"decimator", func() hdl.Component { return examples.NewDecimator(8) }},
		{"fifo", func() hdl.Component { return lib.NewFIFO(point, 6) }},
		{"arbiter", func() hdl.Component { return lib.NewRoundRobin(hdl.Width(8), 5) }},
	}
}

func TestVerilogIsAsCommitted(t *testing.T) {
	for _, x := range all() {
		t.Run(x.name, func(t *testing.T) {
			d, err := hdl.Elaborate(x.make())
			require.NoError(t, err)
			edatest.ShortHeaders(t, d.Top)
			files, err := verilog.Export(d.Top, verilog.Options{})
			require.NoError(t, err)
			dir := filepath.Join("testdata", x.name)
			if golden.Update() {
				require.NoError(t, os.RemoveAll(dir))
				require.NoError(t, verilog.WriteFiles(dir, files))
			}
			var names []string
			for _, f := range files {
				want, err := os.ReadFile(filepath.Join(dir, f.Name))
				require.NoError(t, err)
				assert.Equal(t, string(want), string(f.Content))
				names = append(names, f.Name)
			}
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Len(t, entries, len(names), "no other files")
		})
	}
}

// Ten thousand cycles of random inputs, ready and valid among them, in this
// simulator, Icarus and Verilator.
func TestAllSimulatorsAgree(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	bench.Outside(t, bench.Simulators, recorded(t, 10000)...)
}

// Yosys checks every example and synthesises it.
func TestLongYosysTakesAllExamples(t *testing.T) {
	long.Only(t)
	bench.Outside(t, bench.Synthesis, recorded(t, 10)...)
}

// recorded are runs of all examples.
func recorded(t *testing.T, cycles int) (runs []*bench.TB) {
	t.Helper()
	for _, x := range all() {
		tb := bench.New(t, x.make(), bench.Record())
		tb.Random(cycles)
		runs = append(runs, tb)
	}
	return runs
}

func TestFIFOKeepsOrder(t *testing.T) {
	for _, depth := range []int{1, 2, 3, 6, 8} {
		f := lib.NewFIFO(hdl.Width(16), depth)
		tb := bench.New(t, f)
		in := bench.Drive(tb, f.Push, 0.3)
		out := bench.Collect[uint16](tb, f.Pop, 0.4)
		var want []uint16
		for i := range uint16(500) {
			want = append(want, i*257)
			in.Send(i * 257)
		}
		tb.Until(20000, "the last beat", func() bool { return len(out.Beats()) == len(want) })
		assert.Equal(t, want, out.Beats(), "depth %d", depth)
		assert.Zero(t, tb.Get(f.Level))
	}
}

func TestMACComputes(t *testing.T) {
	p := examples.NewMAC()
	tb := bench.New(t, p)
	in := bench.Drive(tb, p.In, 0.2)
	out := bench.Collect[uint32](tb, p.Out, 0.3)
	rng := rand.New(rand.NewPCG(1, 2))
	var want []uint32
	for range 500 {
		x, y, c := int16(rng.Uint32()), int16(rng.Uint32()), int32(rng.Uint32())
		in.Send(struct {
			X, Y   uint16
			Addend uint32
		}{uint16(x), uint16(y), uint32(c)})
		want = append(want, uint32(int32(x)*int32(y)+c))
	}
	tb.Until(20000, "the last result", func() bool { return len(out.Beats()) == len(want) })
	assert.Equal(t, want, out.Beats())
}

// With every input asking all the time, the arbiter serves them in turn; an
// input that asks alone is served in every cycle.
func TestRoundRobinIsFair(t *testing.T) {
	const n = 5
	a := lib.NewRoundRobin(hdl.Width(8), n)
	tb := bench.New(t, a)
	out := bench.Collect[uint8](tb, a.Out, 0)
	for i, in := range a.In {
		d := bench.Drive(tb, in, 0)
		for range 20 {
			d.Send(i)
		}
	}
	tb.Ticks(200)
	beats := out.Beats()
	require.Len(t, beats, n*20)
	for i := n; i < len(beats); i++ {
		assert.Equal(t, beats[i-n], beats[i], "beat %d", i)
	}
	cycles := out.Cycles()
	assert.EqualValues(t, n*20-1, cycles[len(cycles)-1]-cycles[0], "no idle cycle")
}
