package docs

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/internal/docpage"
	"posedge/internal/golden"
	"posedge/waves"
)

// trafficWave runs the traffic light until it is red again, with a car at cycle 3.
func trafficWave(t *testing.T) *waves.Diagram {
	path := filepath.Join(t.TempDir(), "traffic.vcd")
	c := examples.NewTraffic()
	tb := bench.New(t, c, bench.VCD(path))
	tb.Ticks(2)
	tb.Set(c.Car, 1)
	tb.Ticks(2)
	tb.Set(c.Car, 0)
	tb.Ticks(12)
	tb.Close()

	f, err := waves.ReadFile(path)
	require.NoError(t, err)
	states, err := waves.ReadSave(filepath.Join(filepath.Dir(path), "traffic.gtkw"))
	require.NoError(t, err)
	d, err := f.Diagram(waves.View{
		Title:   "A traffic light with its timer",
		Signals: []string{"clk", "rst", "car", "light", "go", "timer.enable", "timer.count"},
		Cut:     3,
		Enums:   states,
	})
	require.NoError(t, err)
	return d
}

// The picture in the README shows the example as it is now.
func TestPictureInTheREADME(t *testing.T) {
	var svg bytes.Buffer
	require.NoError(t, trafficWave(t).SVG(&svg))
	assert.Contains(t, read(t, "../README.md"), "(docs/traffic.svg)")
	golden.Check(t, "traffic.svg", svg.String(), "go test ./docs -update draws it again")
}

// The page on test benches shows a wave with streams as it is drawn now.
func TestStreamsOnThePage(t *testing.T) {
	docpage.Check(t, "testing.md", golden.Update(), "go test ./docs -update", nil, []string{streamsOfTheDecimator(t)})
}

// streamsOfTheDecimator is the wave of four samples and their sum, a row for each stream.
func streamsOfTheDecimator(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "decimator.vcd")
	d := examples.NewDecimator(8)
	tb := bench.New(t, d, bench.VCD(path))
	bench.Drive(tb, d.In, 0).Send(1, 2, 3, 4)
	tb.Set(d.Out.Ready, 1)
	tb.Ticks(7)
	tb.Close()

	f, err := waves.ReadFile(path)
	require.NoError(t, err)
	drawn, err := f.Diagram(waves.View{Streams: true, Signals: []string{"clk", "in", "count", "out"}, From: 1})
	require.NoError(t, err)
	return drawn.String()
}
