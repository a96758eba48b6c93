package surface_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/ioarbiter/surface"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

func TestRandomQuadsAreThoseOfTheModel(t *testing.T) {
	pace := stimulus.Pace{Gap: 0.3, Stall: 0.3}
	for seed, size := range [][2]int{{16, 16}, {4, 4}, {12, 20}, {256, 8}, {8, 256}} {
		stimulus.Surface(t, size[0], size[1], uint64(seed), 400, pace)
	}
	stimulus.Surface(t, 16, 12, 9, 200, pace, bench.Engine(sim.Reference()))
	stimulus.Surface(t, 16, 12, 8, 200, stimulus.Pace{Stall: 0.9})
	stimulus.Surface(t, 16, 12, 7, 200, stimulus.Pace{})
}

// Each pixel alone, with each set of protected components, over pixels of another colour.
func TestOnlyWhatTheMaskAndTheProtectBitsAllowIsWritten(t *testing.T) {
	h := stimulus.NewSurface(t, 8, 8, stimulus.Pace{})
	for p := range uint8(16) {
		h.Set(uint32(0))
		for _, at := range [][2]uint8{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			h.Send(model.SurfaceRequest{X: at[0], Y: at[1], Mask: 1<<16 - 1, Fill: true, Colours: [16]uint32{0x40302010 + uint32(p)}})
		}
		h.Set(uint32(p))
		h.Send(model.SurfaceRequest{X: 1, Y: 0, Mask: 1 << p, Fill: p%2 == 0, Colours: [16]uint32{0x81828384, 1: 0x91929394, 5: 0xa1a2a3a4, 15: 0xb1b2b3b4}})
		h.LookAtAll()
	}
}

func TestAQuadOutsideIsAFaultAndWritesNothing(t *testing.T) {
	h := stimulus.NewSurface(t, 12, 8, stimulus.Pace{})
	for _, c := range []struct {
		x, y  uint8
		fault bool
	}{{0, 0, false}, {2, 1, false}, {3, 0, true}, {3, 1, true}, {0, 2, true}, {255, 0, true}, {0, 255, true}, {64, 64, true}} {
		r := model.SurfaceRequest{X: c.x, Y: c.y, Mask: 1<<16 - 1, Fill: true, Colours: [16]uint32{0x01020304 + uint32(c.x)}}
		assert.Equal(t, c.fault, h.Model.Do(r).Fault, "%+v", c)
		h.Send(r)
	}
	h.LookAtAll()
	h.Look(model.SurfaceScan{X: 3, Y: 0}, model.SurfaceScan{X: 0, Y: 8}, model.SurfaceScan{X: 0, Y: 7}, model.SurfaceScan{X: 255, Y: 255})
}

func TestTheLargestSurfaceHasAllItsCorners(t *testing.T) {
	h := stimulus.NewSurface(t, 256, 256, stimulus.Pace{})
	var list []model.SurfaceScan
	for k, at := range [][2]uint8{{0, 0}, {63, 0}, {0, 63}, {63, 63}, {31, 32}} {
		h.Send(model.SurfaceRequest{X: at[0], Y: at[1], Mask: 1<<16 - 1, Fill: true, Colours: [16]uint32{uint32(k + 1)}})
		for y := range uint8(4) {
			list = append(list, model.SurfaceScan{X: at[0], Y: 4*at[1] + y})
		}
	}
	h.Look(list...)
}

// State that is offered in the same cycle as a request holds for it.
func TestStateGoesBeforeTheRequestThatComesWithIt(t *testing.T) {
	u, err := surface.New(4, 4)
	require.NoError(t, err)
	tb := bench.New(t, u)
	state, in, scan := bench.Drive(tb, u.State, 0), bench.Drive(tb, u.In, 0), bench.Drive(tb, u.Scan, 0)
	out, rows := bench.Collect[model.SurfaceResponse](tb, u.Out, 0), bench.Collect[model.SurfaceRow](tb, u.Scanned, 0)
	state.Send(struct{ Index, Data int }{0, 0b0101})
	in.Send(model.SurfaceRequest{Mask: 1<<16 - 1, Fill: true, Colours: [16]uint32{0x11223344}})
	out.Wait(1, 20)
	scan.Send(model.SurfaceScan{})
	rows.Wait(1, 20)
	assert.Equal(t, [4]uint32{0x11003300, 0x11003300, 0x11003300, 0x11003300}, rows.Beats()[0].Pixels)
}

// A row that is read while its quad is written is the old one or the new one.
func TestPixelsAreReadWhileTheyAreWritten(t *testing.T) {
	u, err := surface.New(4, 4)
	require.NoError(t, err)
	tb := bench.New(t, u)
	in, scan := bench.Drive(tb, u.In, 0.3), bench.Drive(tb, u.Scan, 0.3)
	out, rows := bench.Collect[model.SurfaceResponse](tb, u.Out, 0), bench.Collect[model.SurfaceRow](tb, u.Scanned, 0.3)
	for k := range uint32(100) {
		in.Send(model.SurfaceRequest{Mask: 1<<16 - 1, Fill: true, Colours: [16]uint32{k}})
		for y := range uint8(4) {
			scan.Send(model.SurfaceScan{Y: y})
		}
	}
	last, seen := map[int]uint32{}, map[uint32]bool{}
	n := 0
	rows.Each(func(r model.SurfaceRow) {
		colour := r.Pixels[0]
		assert.Equal(t, [4]uint32{colour, colour, colour, colour}, r.Pixels)
		assert.GreaterOrEqual(t, colour, last[n%4], "row %d", n%4)
		last[n%4], seen[colour] = colour, true
		n++
	})
	out.Wait(100, 2000)
	rows.Wait(400, 4000)
	assert.Greater(t, len(seen), 50)
}

// Without stalls a quad takes four cycles and its response comes in the fifth, and a row is read each cycle.
func TestRateAndLatencyAreAsDocumented(t *testing.T) {
	h := stimulus.NewSurface(t, 16, 16, stimulus.Pace{})
	var want []uint64
	first := h.Cycle() + 1 // the first request is offered in the next cycle
	for k := range uint8(10) {
		h.Send(model.SurfaceRequest{X: k % 5, Mask: 1<<16 - 1})
		want = append(want, first+4*uint64(k+1))
	}
	h.Drain()
	assert.Equal(t, want, h.Responses.Cycles())
	begin := h.Cycle()
	h.LookAtAll()
	assert.Less(t, h.Cycle()-begin, uint64(64+4))
}

func TestDescriptionLeavesNothingUnread(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {16, 16}, {256, 252}} {
		u, err := surface.New(size[0], size[1])
		require.NoError(t, err)
		d, err := hdl.Elaborate(u)
		require.NoError(t, err)
		assert.Empty(t, d.Notes, size)
	}
}

func TestSizesThatCannotBeBuiltAreRefused(t *testing.T) {
	for _, size := range [][2]int{{0, 4}, {4, 0}, {-4, 4}, {6, 4}, {4, 260}, {260, 4}} {
		_, err := surface.New(size[0], size[1])
		assert.EqualError(t, err, fmt.Sprintf("surface: %dx%d pixels cannot be built; choose multiples of 4 up to 256", size[0], size[1]))
	}
}

func TestTheVerilogIsClean(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	for _, size := range [][2]int{{4, 4}, {12, 20}, {256, 256}} {
		u, err := surface.New(size[0], size[1])
		require.NoError(t, err)
		d, err := hdl.Elaborate(u)
		require.NoError(t, err)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err)
		assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
		assert.NoError(t, eda.LintIcarus(t.Context(), d.Top.Name, files))
	}
}
