package scenario

import (
	"slices"
	"strconv"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/stimulus"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
)

// protocol shows both streams of a unit alone, whose shader is in Go: pixels with loads between them, and a program in
// three passes.
func protocol(tb *bench.TB, _ *combineripu.Unit, e *unit.Env, c combineripu.Config) error {
	u := testbench.OnUnit(tb, c, testbench.Delays{}, e.Seed)
	u.Group = func(limit int) int { return 1 }
	pixel := states()[2].Pixel
	u.Pixel(states()[0].Pixel)
	u.Pixel(states()[0].Pixel)
	u.Become(stimulus.Bump())
	for range 3 {
		u.Pixel(pixel)
	}
	u.Drain()
	u.LoadRegister(isa.OffsetControl, 0x101)
	u.Pixel(states()[0].Pixel)
	u.Drain()
	type event struct {
		cycle        uint64
		raster, beat string
	}
	at := map[uint64]*event{}
	var cycles []uint64
	on := func(cycle uint64) *event {
		if at[cycle] == nil {
			at[cycle] = &event{cycle: cycle}
			cycles = append(cycles, cycle)
		}
		return at[cycle]
	}
	for _, p := range u.Packets {
		on(p.Cycle).raster = p.String()
	}
	for _, b := range u.Beats {
		on(b.Cycle).beat = b.String()
	}
	slices.Sort(cycles)
	var rows [][]string
	for _, c := range cycles {
		rows = append(rows, []string{strconv.FormatUint(c, 10), at[c].raster, at[c].beat})
	}
	e.Table([]string{"cycle", "raster stream", "instruction stream"}, "RLL", rows)
	e.Result("%d passes; the instructions are those of the translator, and the pixels those of the formulas", u.Passes)
	return writeChange(e)
}
