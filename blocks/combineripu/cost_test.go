package combineripu

import (
	"fmt"
	"testing"

	"posedge/internal/eda/edatest"
	"posedge/internal/unittest"
)

// costs are the rows of the table in docs/combineripu.md.
func costs(*testing.T) []edatest.CostPart {
	c := NewConfig(2)
	stored := c
	stored.Stored = true
	var list []edatest.CostPart
	for _, sets := range []int{1, 2, 4} {
		list = append(list, unittest.Part(fmt.Sprintf("control storage, %d × 53 words", sets), newControlStorage(NewConfig(sets))))
	}
	return append(list,
		unittest.Part("raster state machine", newRasterMachine(c, PixelShape())),
		unittest.Part("register allocation, with a plan", newAllocator(c)),
		unittest.Part("plan", newPlan(c)),
		unittest.Part("instruction emulator, with a plan", newEmulator(c)),
		unittest.Part("remap", NewRemap(c)),
		unittest.Part("lane for combiners", newOwnLane()),
		unittest.Part("loader", newLoader()),
		unittest.Part("instruction processor", newInstructionProcessor(c)),
		unittest.Part("instruction processor that stores programs", newInstructionProcessor(stored)),
	)
}

func TestCostsAreAsDocumented(t *testing.T) { page.CheckCosts(t) }

func TestLongCostsAreAsDocumented(t *testing.T) { page.CheckLongCosts(t) }

// The page and the package's description state the sums of the rows of a unit with two sets.
func TestSumsOfCostsAreAsDocumented(t *testing.T) {
	var luts, ffs int
	for _, name := range []string{"control storage, 2 × 53 words", "raster state machine", "register allocation, with a plan", "instruction emulator, with a plan", "remap"} {
		cost := page.Cost(t, name)
		luts, ffs = luts+cost[0], ffs+cost[1]
	}
	page.CheckSum(t, fmt.Sprintf("about %s LUT4 and %s flip-flops for a unit with two program states", unittest.Hundreds(luts), unittest.Hundreds(ffs)))
}
