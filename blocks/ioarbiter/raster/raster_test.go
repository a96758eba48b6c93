package raster_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

func TestRandomRequestsAreAnsweredAsTheModelSays(t *testing.T) {
	for seed, pace := range []stimulus.Pace{{}, {Gap: 0.3}, {Stall: 0.3}, {Gap: 0.8, Stall: 0.8}, {Gap: 0.1, Stall: 0.9}} {
		stimulus.Raster(t, uint64(seed), 2000, pace, bench.PowerOn(uint64(seed+1)))
	}
	stimulus.Raster(t, 9, 300, stimulus.Pace{Gap: 0.3, Stall: 0.3}, bench.Engine(sim.Reference()))
}

// Without pauses a request is taken every Cycles cycles, and its response is offered Latency cycles later.
func TestRateAndLatency(t *testing.T) {
	h := stimulus.NewRaster(t, stimulus.Pace{})
	const n = 100
	h.Send(make([]model.RasterRequest, n)...)
	began := h.Cycle() + 1 // the first is offered in the next cycle
	h.Drain()
	var want []uint64
	for k := range uint64(n) {
		want = append(want, began+raster.Latency+k*raster.Cycles)
	}
	assert.Equal(t, want, h.Responses.Cycles())
}

// State is taken only while no request is inside, whenever it is offered.
func TestStateDoesNotChangeUnderARequest(t *testing.T) {
	h := stimulus.NewRaster(t, stimulus.Pace{})
	for taken := 0; taken < raster.Latency+2; taken++ {
		all := model.RasterRequest{Rectangle: true}
		all.Vertices[1] = model.Vertex{X: 8 << 8, Y: 8 << 8}
		h.Send(all)
		h.Ticks(taken)
		state := units.RasterState{Scissor: taken%2 == 0, X1: 3, Y1: 5}.Words()
		h.Set(state[:]...)
	}
	h.Drain()
	for k, got := range h.Responses.Beats() {
		want := ^uint64(0)
		if k%2 == 1 {
			want = 0x0707070707
		}
		assert.Equal(t, want, got.Mask, k)
	}
}

func TestTheDescriptionLeavesNothingUnread(t *testing.T) {
	d, err := hdl.Elaborate(raster.New())
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
}

func TestTheVerilogIsClean(t *testing.T) {
	edatest.Need(t, "verilator")
	d, err := hdl.Elaborate(raster.New())
	require.NoError(t, err)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
	assert.NoError(t, eda.LintIcarus(t.Context(), d.Top.Name, files))
}
