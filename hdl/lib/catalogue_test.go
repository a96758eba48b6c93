package lib_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/internal/eda/edatest"
)

// part is a component with one set of parameters, as docs/lib.md lists it.
type part struct {
	name string // as in Go, with the parameters
	make func() hdl.Component
}

// parts are all components, small.
func parts() []part {
	w8 := hdl.Width(8)
	helper := func(outputs []int, f func(x hdl.Bits) []hdl.Bits) func() hdl.Component {
		return func() hdl.Component { return newHelper(16, outputs, f) }
	}
	return []part{
		{"NewFIFO(8 bits, 16)", func() hdl.Component { return lib.NewFIFO(w8, 16) }},
		{"NewFIFO(8 bits, 16, RegisteredOutput)", func() hdl.Component { return lib.NewFIFO(w8, 16, lib.RegisteredOutput()) }},
		{"NewFIFO(8 bits, 16, FallThrough)", func() hdl.Component { return lib.NewFIFO(w8, 16, lib.FallThrough()) }},
		{"NewFIFO(8 bits, 512, BlockRAM)", func() hdl.Component { return lib.NewFIFO(w8, 512, lib.BlockRAM()) }},
		{"NewFIFO(8 bits, 512, BlockRAM, RegisteredOutput)", func() hdl.Component { return lib.NewFIFO(w8, 512, lib.BlockRAM(), lib.RegisteredOutput()) }},
		{"NewSkidBuffer(8 bits)", func() hdl.Component { return lib.NewSkidBuffer(w8) }},
		{"NewPipelineRegister(8 bits)", func() hdl.Component { return lib.NewPipelineRegister(w8) }},
		{"NewPipeline(8 bits, 3)", func() hdl.Component { return lib.NewPipeline(w8, 3) }},
		{"NewBroadcast(8 bits, 3)", func() hdl.Component { return lib.NewBroadcast(w8, 3) }},
		{"NewFork(8 bits, 8 bits)", func() hdl.Component { return lib.NewFork(w8, w8) }},
		{"NewJoin(8 bits, 8 bits)", func() hdl.Component { return lib.NewJoin(w8, w8) }},
		{"NewUpsizer(8, 4)", func() hdl.Component { return lib.NewUpsizer(8, 4) }},
		{"NewDownsizer(8, 4)", func() hdl.Component { return lib.NewDownsizer(8, 4) }},
		{"NewRoundRobin(8 bits, 4)", func() hdl.Component { return lib.NewRoundRobin(w8, 4) }},
		{"NewFixedPriority(8 bits, 4)", func() hdl.Component { return lib.NewFixedPriority(w8, 4) }},
		{"NewWeightedRoundRobin(8 bits, {1, 2, 3, 4})", func() hdl.Component { return lib.NewWeightedRoundRobin(w8, []int{1, 2, 3, 4}) }},
		{"NewRoundRobin(9 bits, 4, HoldUntil(bit 8))", func() hdl.Component {
			return lib.NewRoundRobin(hdl.Width(9), 4, lib.HoldUntil(func(b hdl.Bits) hdl.Bits { return b.Bit(8) }))
		}},
		{"PriorityEncoder(16 bits)", helper([]int{4, 1}, func(x hdl.Bits) []hdl.Bits {
			index, some := lib.PriorityEncoder(x)
			return []hdl.Bits{index, some}
		})},
		{"LowestOneHot(16 bits)", helper([]int{16}, func(x hdl.Bits) []hdl.Bits { return []hdl.Bits{lib.LowestOneHot(x)} })},
		{"OneHot(4 bits, 12)", helper([]int{12}, func(x hdl.Bits) []hdl.Bits { return []hdl.Bits{lib.OneHot(x.Truncate(4), 12)} })},
		{"OneHotMux(4 bits, 4 of 3 bits)", helper([]int{3}, func(x hdl.Bits) []hdl.Bits {
			list := []hdl.Bits{x.Slice(6, 4), x.Slice(9, 7), x.Slice(12, 10), x.Slice(15, 13)}
			return []hdl.Bits{lib.OneHotMux(x.Truncate(4), list)}
		})},
		{"Gate(1 bit, 15 bits)", helper([]int{15}, func(x hdl.Bits) []hdl.Bits { return []hdl.Bits{lib.Gate(x.Bit(0), x.Slice(15, 1))} })},
		{"Rank(16 bits)", helper([]int{5, 5}, func(x hdl.Bits) []hdl.Bits {
			before, total := lib.Rank(x)
			return []hdl.Bits{before[15], total}
		})},
		{"PopCount of 16 bits", helper([]int{5}, func(x hdl.Bits) []hdl.Bits { return []hdl.Bits{x.PopCount()} })},
		{"NewLFSR(16, 1)", func() hdl.Component { return lib.NewLFSR(16, 1) }},
		{"NewSaturatingCounter(255)", func() hdl.Component { return lib.NewSaturatingCounter(255) }},
		{"NewEdgeDetector(8)", func() hdl.Component { return lib.NewEdgeDetector(8) }},
	}
}

// helper is a function of the library as a component.
type helper struct {
	X hdl.In
	Y []hdl.Out

	f func(hdl.Bits) []hdl.Bits
}

func newHelper(width int, outputs []int, f func(hdl.Bits) []hdl.Bits) *helper {
	h := &helper{X: hdl.Input(width), f: f}
	for _, w := range outputs {
		h.Y = append(h.Y, hdl.Output(w))
	}
	return h
}

func (h *helper) Describe(*hdl.Module) {
	hdl.Unused(h.X)
	for i, y := range h.f(h.X.Bits) {
		h.Y[i].Set(y)
	}
}

// Random inputs, ready and valid among them, in this simulator, Icarus and
// Verilator; the functions all in one component.
func TestAllSimulatorsAgreeOnTheLibrary(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	var runs []*bench.TB
	run := func(c hdl.Component) {
		tb := bench.New(t, c, bench.Record())
		tb.Random(2000)
		runs = append(runs, tb)
	}
	run(newNetwork(13))
	bench.Outside(t, bench.Synthesis, runs...) // the tests of costs have Yosys synthesise the parts
	for _, p := range parts() {
		if c := p.make(); !isHelper(c) {
			run(c)
		}
	}
	bench.Outside(t, bench.Simulators, runs...)
}

func isHelper(c hdl.Component) bool { _, is := c.(*helper); return is }

func TestHeadersAreShorterThanTheirModules(t *testing.T) {
	for _, p := range parts() {
		d, err := hdl.Elaborate(p.make())
		require.NoError(t, err, p.name)
		edatest.ShortHeaders(t, d.Top)
	}
}

// No component of the catalogue has a note.
func TestComponentsLeaveNothingUnread(t *testing.T) {
	for _, p := range parts() {
		d, err := hdl.Elaborate(p.make())
		require.NoError(t, err, p.name)
		assert.Empty(t, d.Notes, p.name)
	}
}
