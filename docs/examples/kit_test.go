package examples_test

import (
	"testing"

	"posedge/bench"
	"posedge/docs/examples"
)

// The tests of this file are code of docs/testing.md, like those of
// decimator_test.go.

func TestDecimatorAgainstAScoreboard(t *testing.T) {
	d := examples.NewDecimator(8)
	tb := bench.New(t, d)
	in := bench.Drive(tb, d.In, 0.2)
	out := bench.Collect[uint16](tb, d.Out, 0)
	out.Pattern("1000")
	sums := bench.NewScoreboard(out)

	for i := range 50 {
		in.Send(i, i+1, i+2, i+3)
		sums.Expect(uint16(4*i + 6))
	}
	sums.Drain(1000)
}

func TestDecimatorByTable(t *testing.T) {
	bench.Table(t, examples.NewDecimator(8), `
		in_valid in_data out_ready | in_ready out_valid out_data
		1        20      0         | 1        0         -
		1        0xff    0         | 1        0         -
		0        -       0         | 1        0         -  * 2  # a gap of two cycles
		1        1       0         | 1        0         -  * 2
		-        99      0         | 0        1         277     # the sum waits
		-        -       1         | 0        1         277
		0        -       -         | 1        0         -
	`)
}

func TestTrafficLightOnItsWayToGreen(t *testing.T) {
	cov := bench.NewCoverage(t)
	light := examples.NewTraffic()
	tb := bench.New(t, light, bench.Cover(cov))
	tb.Tick()
	tb.Set(light.Car, 1)
	tb.Ticks(6)
	cov.Require(t, "YELLOW", "if at traffic.go:40")
}
