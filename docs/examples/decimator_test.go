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
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/verilog"
	"posedge/verilog/project"
	"posedge/verilog/replay"
	"posedge/waves"
)

// The tests of this file are code of docs/testing.md.

func TestDecimatorAddsFourSamples(t *testing.T) {
	d := examples.NewDecimator(8)
	tb := bench.New(t, d)
	in := bench.Drive(tb, d.In, 0)
	out := bench.Collect[uint16](tb, d.Out, 0)

	in.Send(1, 2, 3, 4, 255, 255, 255, 255)
	tb.Until(100, "the second sum", func() bool { return len(out.Beats()) == 2 })

	assert.Equal(t, []uint16{10, 1020}, out.Beats())
	assert.EqualValues(t, 5, out.Cycles()[1]-out.Cycles()[0], "five cycles a sum")
}

func TestDecimatorAddsRandomSamples(t *testing.T) {
	d := examples.NewDecimator(8)
	tb := bench.New(t, d, bench.Seed(7))
	in := bench.Drive(tb, d.In, 0.3)
	out := bench.Collect[uint16](tb, d.Out, 0.6)

	rng := rand.New(rand.NewPCG(7, 0))
	var want []uint16
	for range 500 {
		var sum uint16
		for range 4 {
			sample := uint8(rng.Uint32())
			in.Send(sample)
			sum += uint16(sample)
		}
		want = append(want, sum)
	}
	tb.Until(20000, "the last sum", func() bool { return len(out.Beats()) == len(want) })
	assert.Equal(t, want, out.Beats())
}

// One signal at a time, without agents.
func TestDecimatorWaitsForItsSum(t *testing.T) {
	d := examples.NewDecimator(8)
	tb := bench.New(t, d)
	tb.Set(d.In.Valid, 1)
	tb.Set(d.In.Data, 20)
	tb.Ticks(4)
	assert.EqualValues(t, 1, tb.Get(d.Out.Valid))
	assert.EqualValues(t, 80, tb.Get(d.Out.Data))
	assert.EqualValues(t, 0, tb.Get(d.In.Ready), "a sum waits")

	tb.Set(d.Out.Ready, 1)
	tb.Tick()
	assert.EqualValues(t, 1, tb.Get(d.In.Ready))
}

func TestDecimatorsWaves(t *testing.T) {
	d := examples.NewDecimator(8)
	path := filepath.Join(t.ArtifactDir(), "decimator.vcd")
	tb := bench.New(t, d, bench.VCD(path))
	tb.Random(200)
	tb.Close()

	wave, err := waves.ReadFile(path)
	require.NoError(t, err)
	assert.Greater(t, wave.Find("decimator_tb.dut.sum").Len(), 50, "the sum changes")
}

func TestDecimatorIsAsDrawn(t *testing.T) {
	d := examples.NewDecimator(8)
	path := filepath.Join(t.TempDir(), "decimator.vcd")
	tb := bench.New(t, d, bench.VCD(path))
	bench.Drive(tb, d.In, 0).Send(1, 2, 3, 4)
	tb.Set(d.Out.Ready, 1)
	tb.Ticks(7)
	tb.Close()

	wave, err := waves.ReadFile(path)
	require.NoError(t, err)
	drawn, err := wave.Diagram(waves.View{Signals: []string{"clk", "in_*", "count", "out_*"}, From: 1})
	require.NoError(t, err)
	assert.Equal(t, `
cycle      1   2   3   4   5   6   7
clk       ▔▔▁▁▔▔▁▁▔▔▁▁▔▔▁▁▔▔▁▁▔▔▁▁▔▔▁▁
in_valid  ▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁
in_ready  ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▔▔▔▔
in_data   │0  │1  │2  │3  │4
count     │0      │1  │2  │3  │4  │0
out_valid ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▁▁▁▁
out_ready ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
out_data  │0      │1  │3  │6  │a  │0
`, "\n"+drawn.String())
}

func TestDecimatorsAccumulator(t *testing.T) {
	d := examples.NewDecimator(8)
	tb := bench.New(t, d)
	bench.Drive(tb, d.In, 0).Send(1, 2, 3, 4)

	before := tb.Sim().Snapshot()
	tb.Until(10, "two samples", func() bool {
		count, err := tb.Sim().Peek("count")
		require.NoError(t, err)
		return count == 2
	})
	sum, err := tb.Sim().Peek("sum")
	require.NoError(t, err)
	assert.EqualValues(t, 3, sum)

	require.NoError(t, tb.Sim().Restore(before))
	sum, err = tb.Sim().Peek("sum")
	require.NoError(t, err)
	assert.Zero(t, sum)
}

func TestEnginesAgreeOnTheDecimator(t *testing.T) {
	digests := map[uint64]bool{}
	for _, e := range sim.Engines() {
		tb := bench.New(t, examples.NewDecimator(8), bench.Engine(e), bench.Digest())
		tb.Random(5000)
		digests[tb.Digest()] = true
	}
	assert.Len(t, digests, 1)
}

func TestDecimatorInOtherSimulators(t *testing.T) {
	tb := bench.New(t, examples.NewDecimator(8), bench.Record())
	tb.Random(2000)
	bench.Outside(t, bench.AllTools, tb)
}

// exportRTL writes the Verilog alone, one module per file.
func exportRTL(dir string) error {
	d, err := hdl.Elaborate(examples.NewDecimator(8))
	if err != nil {
		return err
	}
	files, err := verilog.Export(d.Top, verilog.Options{})
	if err != nil {
		return err
	}
	return verilog.WriteFiles(dir, files)
}

// exportProject writes the Verilog with a test bench, constraints and a README.
func exportProject(dir string) error {
	var run replay.Recording
	err := bench.Run(func(r bench.Reporter) {
		tb := bench.New(r, examples.NewDecimator(8), bench.Record())
		tb.Random(300)
		run = tb.Recording()
	})
	if err != nil {
		return err
	}
	return project.Write(dir, project.Project{
		Name:      "decimator",
		Top:       run.Top,
		Recording: &run,
		Megahertz: 48,
	})
}

func TestDecimatorIsExported(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, exportRTL(filepath.Join(dir, "rtl")))
	require.NoError(t, exportProject(filepath.Join(dir, "decimator")))
	alone, err := os.ReadFile(filepath.Join(dir, "rtl", "decimator.v"))
	require.NoError(t, err)
	inProject, err := os.ReadFile(filepath.Join(dir, "decimator", "rtl", "decimator.v"))
	require.NoError(t, err)
	assert.Equal(t, string(alone), string(inProject))
	for _, name := range []string{"decimator.f", "decimator.core", "tb/decimator_tb.v", "constraints/decimator.pcf", "README.md"} {
		assert.FileExists(t, filepath.Join(dir, "decimator", name))
	}
}

// promises is a decimator with its promises as properties.
type promises struct {
	In  hdl.Sink[hdl.Bits]
	Out hdl.Source[hdl.Bits]
}

func (p *promises) Describe(m *hdl.Module) {
	d := hdl.Instance(m, "decimator", examples.NewDecimator(8))
	d.In.From(p.In)
	p.Out.From(d.Out)

	taken := m.Reg("taken", 3)
	m.If(p.In.Fire(), func() { taken.Set(taken.Add(1)) })
	m.If(p.Out.Fire(), func() { taken.Set(0) })
	m.Assert("four_samples_a_sum", p.Out.Valid.Eq(taken.Eq(4)))
	m.Assert("no_sample_is_lost", p.In.Ready.Or(p.Out.Valid))
	m.Cover("largest_sum", p.Out.Valid.And(p.Out.Data.Eq(4*255)))
}

func TestDecimatorKeepsItsPromises(t *testing.T) {
	sample, sum := hdl.Width(8), hdl.Width(10)
	for _, p := range bench.Prove(t, &promises{hdl.NewSink(sample), hdl.NewSource(sum)}) {
		if p.Kind == ir.Assert {
			assert.True(t, p.Unbounded, "%s by %s", p.Property, p.Engine)
		}
	}
}
