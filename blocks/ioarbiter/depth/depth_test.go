package depth_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

func TestRandomRequestsAreAnsweredAsTheModelSays(t *testing.T) {
	for seed, pace := range []stimulus.Pace{{}, {Gap: 0.3}, {Stall: 0.3}, {Gap: 0.8, Stall: 0.8}, {Gap: 0.1, Stall: 0.95}} {
		stimulus.Depth(t, 16, 16, uint64(seed), 800, pace)
	}
	for seed, size := range [][2]int{{8, 8}, {8, 24}, {40, 8}, {256, 16}, {16, 256}} {
		stimulus.Depth(t, size[0], size[1], uint64(seed), 200, stimulus.Pace{Gap: 0.1, Stall: 0.1})
	}
	stimulus.Depth(t, 16, 16, 9, 200, stimulus.Pace{Gap: 0.2, Stall: 0.2}, bench.Engine(sim.Reference()))
}

// Without pauses a request is taken every Cycles cycles, and its response is offered Latency cycles later.
func TestRateAndLatency(t *testing.T) {
	h := stimulus.NewDepth(t, 16, 16, stimulus.Pace{})
	const n = 50
	h.Send(make([]model.DepthRequest, n)...)
	began := h.Cycle() + 1 // the first is offered in the next cycle
	h.Drain()
	var want []uint64
	for k := range uint64(n) {
		want = append(want, began+depth.Latency+k*depth.Cycles)
	}
	assert.Equal(t, want, h.Responses.Cycles())
}

func newUnit(t *testing.T, width, height int) *depth.Depth {
	u, err := depth.New(width, height)
	require.NoError(t, err)
	return u
}

func TestTheDescriptionLeavesNothingUnread(t *testing.T) {
	for _, n := range []int{8, 16, 24, 256} {
		d, err := hdl.Elaborate(newUnit(t, n, n))
		require.NoError(t, err)
		assert.Empty(t, d.Notes)
	}
}

func TestTheVerilogIsClean(t *testing.T) {
	edatest.Need(t, "verilator")
	for _, n := range []int{16, 256} {
		d, err := hdl.Elaborate(newUnit(t, n, n))
		require.NoError(t, err)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err)
		assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
		assert.NoError(t, eda.LintIcarus(t.Context(), d.Top.Name, files))
	}
}

func TestSizesThatCannotBeBuiltAreRefused(t *testing.T) {
	for _, x := range []struct {
		width, height int
		message       string
	}{
		{0, 8, "depth: a buffer of 0×8 pixels cannot be built; choose multiples of 8 up to 256"},
		{16, 12, "depth: a buffer of 16×12 pixels cannot be built; choose multiples of 8 up to 256"},
		{264, 16, "depth: a buffer of 264×16 pixels cannot be built; choose multiples of 8 up to 256"},
		{16, -8, "depth: a buffer of 16×-8 pixels cannot be built; choose multiples of 8 up to 256"},
	} {
		_, err := depth.New(x.width, x.height)
		assert.EqualError(t, err, x.message)
	}
}

func do(h *stimulus.DepthHarness, s units.DepthState, r model.DepthRequest) model.DepthResponse {
	h.Set(s.Words()...)
	h.Send(r)
	h.Drain()
	beats := h.Responses.Beats()
	return beats[len(beats)-1]
}

const fixed = 256 // 1 in 24.8

// The buffer has 100 everywhere, and a plane 96 to 103 in each row.
func TestFunctions(t *testing.T) {
	const all = ^uint64(0)
	row := func(x uint64) uint64 { return x * 0x0101010101010101 }
	for f, passes := range map[units.DepthFunction]uint64{
		units.Never: 0, units.Less: row(0x0f), units.Equal: row(0x10), units.LessOrEqual: row(0x1f), units.Greater: row(0xe0),
		units.NotEqual: row(0xef), units.GreaterOrEqual: row(0xf0), units.Always: all,
	} {
		h := stimulus.NewDepth(t, 16, 16, stimulus.Pace{})
		cleared := do(h, units.DepthState{Clear: 100}, model.DepthRequest{TileX: 1, Mask: all, Clear: true})
		assert.Equal(t, all, cleared.Mask, "cleared, although the function is never and writing is off")
		plane := model.DepthRequest{TileX: 1, A: fixed, C: 88 * fixed, Mask: all &^ 0xff} // x + ½ + 88 from 8 on
		got := do(h, units.DepthState{Function: f}, plane)
		assert.Equal(t, model.DepthResponse{Mask: passes &^ 0xff}, got, f)
		h.Dump() // nothing was written
		do(h, units.DepthState{Function: f, Write: true}, plane)
		again := do(h, units.DepthState{Function: units.Equal}, plane)
		assert.Equal(t, (passes|row(0x10))&^0xff, again.Mask, f)
		h.Dump()
		out := do(h, units.DepthState{Function: f, Write: true}, model.DepthRequest{TileY: 2, Mask: all, Clear: true})
		assert.Equal(t, model.DepthResponse{Fault: true}, out)
		h.Dump()
	}
}

// Depths at one pixel, computed by hand.
func TestDepthsByHand(t *testing.T) {
	const most = 1<<31 - 1
	for name, x := range map[string]struct {
		a, b, c int32
		tx, ty  uint8
		want    uint16 // of the tile's first pixel
	}{
		"half is rounded down":      {c: 5*fixed + 255, want: 5},
		"a tiny step below 1":       {a: 1, b: 1, c: fixed - 2, want: 0},
		"half steps make one":       {a: 1, b: 1, c: fixed - 1, want: 1},
		"a half of a step does not": {a: 1, c: fixed - 1, want: 0},
		"below 0 is 0":              {c: -1, want: 0},
		"the greatest":              {c: 65535 * fixed, want: 65535},
		"past the greatest":         {c: 65536 * fixed, want: 65535},
		"far past":                  {a: most, b: most, c: most, tx: 31, ty: 31, want: 65535},
		"far below":                 {a: -most, b: -most, c: -most, tx: 31, ty: 31, want: 0},
		"far both ways":             {a: most, b: -most, c: 7 * fixed, tx: 31, ty: 31, want: 7},
		"the pixel's number counts": {a: 2 * fixed, b: 4 * fixed, tx: 1, ty: 2, want: 2*8 + 1 + 4*16 + 2},
	} {
		h := stimulus.NewDepth(t, 256, 256, stimulus.Pace{})
		r := model.DepthRequest{TileX: x.tx, TileY: x.ty, A: uint32(x.a), B: uint32(x.b), C: uint32(x.c), Mask: 1}
		do(h, units.DepthState{Function: units.Always, Write: true}, r)
		assert.Equal(t, x.want, h.Buffer.Values[256*8*int(x.ty)+8*int(x.tx)], name)
		r = model.DepthRequest{TileX: x.tx, TileY: x.ty, C: uint32(x.want) * fixed, Mask: 1}
		assert.Equal(t, uint64(1), do(h, units.DepthState{Function: units.Equal}, r).Mask, name)
	}
}

// A request to the same tile as the previous one reads what that wrote: with growing depths, each passes once, and not
// when it is repeated.
func TestARequestReadsWhatThePreviousOneWrote(t *testing.T) {
	h := stimulus.NewDepth(t, 8, 8, stimulus.Pace{})
	h.Set(units.DepthState{Function: units.Greater, Write: true}.Words()...)
	const n = 60
	for k := range uint32(n) {
		r := model.DepthRequest{C: (k + 1) * fixed, Mask: ^uint64(0)}
		h.Send(r, r)
	}
	h.Drain()
	for k, got := range h.Responses.Beats() {
		want := ^uint64(0)
		if k%2 == 1 {
			want = 0
		}
		assert.Equal(t, want, got.Mask, k)
	}
	h.Dump()
}
