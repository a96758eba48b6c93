package testbench

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/internal/docpage"
	"posedge/internal/long"
)

const page = "../../../../docs/combineripu.md"

var update = flag.Bool("update", false, "write the rates of the page again")

// The page's rates are measured.
func TestThePageHasTheRates(t *testing.T) {
	t.Parallel()
	docpage.Check(t, page, *update, "go test ./blocks/combineripu/stimulus/testbench -run ThePageHas -update writes it again", []string{changeTable(t)}, nil)
}

func TestLongThePageHasTheRatesOfPrograms(t *testing.T) {
	long.Only(t)
	docpage.Check(t, page, *update, "POSEDGE_LONG=1 go test ./blocks/combineripu/stimulus/testbench -run ThePageHas -update writes it again", []string{groupTable(t)}, nil)
}

// changeTable has the cycles from the last old pixel to the first new one, for a unit alone.
func changeTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| loads | stages | cycles, 2 sets | cycles, 1 set | of these, until the block returns |\n|---|---|---|---|---|\n")
	two, one := NewUnit(t, combineripu.NewConfig(2), Delays{}, 1), NewUnit(t, combineripu.NewConfig(1), Delays{}, 1)
	for _, loads := range []int{1, 5, 8} {
		for _, stages := range []int{1, 3, 8} {
			two.LoadRegister(isa.OffsetControl, uint32(0x100|stages))
			one.LoadRegister(isa.OffsetControl, uint32(0x100|stages))
			cycles, _ := two.change(loads)
			all, away := one.change(loads)
			assert.LessOrEqual(t, cycles, uint64(loads+stages+8))
			fmt.Fprintf(&b, "| %d | %d | %d | %d | %d |\n", loads, stages, cycles, all, away)
		}
	}
	return b.String()
}

// ratePixels is the number of pixels of a measurement: whole groups of each size.
const ratePixels = 360

// groupTable has the cycles per pixel of each program, with and without remapping.
func groupTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| program | instructions | pixels a group | cycles a pixel | without remap | castalu's lane | without remap |\n|---|---|---|---|---|---|---|\n")
	for _, state := range stimulus.KnownStates() {
		program := model.Translate(&state.Words, isa.MaxStages)
		_, mapped := program.Table(true)
		_, unmapped := program.Table(false)
		fmt.Fprintf(&b, "| %s | %d | %d, without remap %d |", state.Name, len(program.Instructions), 64/mapped, 64/unmapped)
		for _, lane := range []combineripu.LaneKind{combineripu.OwnLane, combineripu.CastALU} {
			for _, remap := range []bool{true, false} {
				c := combineripu.NewConfig(2)
				c.Remap, c.Lane = remap, lane
				fmt.Fprintf(&b, " %.1f |", perPixel(t, state, c))
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// perPixel is the cycles per pixel in the second half of a run of pixels of a state.
func perPixel(t *testing.T, state stimulus.State, c combineripu.Config) float64 {
	s := NewSystem(t, c, Delays{})
	s.Become(state.Words)
	for range 2 * ratePixels {
		s.Pixel(state.Pixel)
	}
	var left [2]uint64
	s.Leave = func(pixel int, _ model.Colour) {
		if (pixel+1)%ratePixels == 0 {
			left[pixel/ratePixels] = s.Cycle()
		}
	}
	s.Drain()
	return float64(left[1]-left[0]) / ratePixels
}
