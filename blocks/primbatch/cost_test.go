package primbatch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch/isa"
	"posedge/internal/eda/edatest"
	"posedge/internal/unittest"
)

// costs are the rows of the table in docs/primbatch.md.
func costs(t *testing.T) []edatest.CostPart {
	c := NewConfig(2)
	two := c
	two.Embodiment = isa.TwoModes
	unit, err := NewUnit(c)
	require.NoError(t, err)
	return []edatest.CostPart{
		unittest.Part("driver, four split modes", NewDriver(c)),
		unittest.Part("driver, two split modes", NewDriver(two)),
		unittest.Part("of both: table of records", newSlotTable(c)),
		unittest.Part("front end", newFrontEnd(c)),
		unittest.Part("distributor, 2 lines", newDistributor(c)),
		unittest.Part("data assembler", newDataAssembler(c)),
		unittest.Part("primitive assembler", newPrimitiveAssembler(c)),
		unittest.Part("collector, 2 lines", newCollector(c)),
		unittest.Part("outline and stipple", NewOutline(c)),
		unittest.Part("unit, 2 lines", unit),
	}
}

func TestCostsAreAsDocumented(t *testing.T) { page.CheckCosts(t) }

func TestLongCostsAreAsDocumented(t *testing.T) { page.CheckLongCosts(t) }
