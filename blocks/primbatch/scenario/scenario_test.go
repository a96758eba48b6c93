package scenario

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/unit"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/internal/table"
)

// run runs a scenario in a variant, and returns its output and its files.
func run(t *testing.T, scenario, variant string) (out string, files []string) {
	t.Helper()
	b := Block()
	s, err := b.Scenario(scenario)
	require.NoError(t, err)
	v, err := b.Variant(variant)
	require.NoError(t, err)
	var text bytes.Buffer
	e := &unit.Env{Out: table.Wide(&text, 200), Variant: v, Seed: 1, Cycles: 300, Dir: t.TempDir()}
	require.NoError(t, e.Run(s, nil))
	return text.String(), e.Files
}

// printedBy is the output of a scenario in a variant.
func printedBy(t *testing.T, scenario, variant string) string {
	t.Helper()
	out, _ := run(t, scenario, variant)
	return out
}

// row returns the numbers in the row of a table that contains a text.
func row(t *testing.T, table, text string) (list []int) {
	t.Helper()
	for _, line := range strings.Split(table, "\n") {
		_, rest, found := strings.Cut(line, text)
		if !found {
			continue
		}
		for _, n := range regexp.MustCompile(`[0-9.]+`).FindAllString(rest, -1) {
			if x, err := strconv.Atoi(n); err == nil {
				list = append(list, x)
			}
		}
		return list
	}
	require.Fail(t, "no row", "%s in\n%s", text, table)
	return nil
}

// The variants that differ most from the first also run every scenario; each compares its drawing with whole primitives.
func TestOtherVariantsRunEveryScenario(t *testing.T) {
	long.NotShort(t)
	for _, v := range Block().Variants[3:] {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			for _, s := range Block().Scenarios {
				if s.Name == "parallel" {
					continue // TestLinesWorkSideBySide
				}
				assert.NotEmpty(t, printedBy(t, s.Name, v.Name), s.Name)
			}
		})
	}
}

// Without split modes the same batches draw a different picture.
func TestSplitModesRepairOutlines(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	loops := printedBy(t, "wireframe", "")
	whole := row(t, loops, "whole ")
	assert.Equal(t, []int{whole[0], 0}, row(t, loops, "in batches of 7 "))
	assert.Greater(t, row(t, loops, "each NORMAL")[1], whole[0]/2)
	assert.Greater(t, row(t, printedBy(t, "polygon", ""), "without interior marks")[1], 200)
}

// The rows are vertices, batches, elements, records, reused and re-sent.
func TestIndicesAreReused(t *testing.T) {
	t.Parallel()
	for _, variant := range []string{"lines2", "streaming"} {
		table := printedBy(t, "reuse", variant)
		assert.Equal(t, []int{3072, 16, 3072, 1024, 2048, 0}, row(t, table, "by rows")[:6])
		assert.Equal(t, []int{3072, 16, 3072, 720, 2352, 0}, row(t, table, "quads  │")[:6])
		assert.Equal(t, []int{816, 144, 1056, 1056, 0, 240}, row(t, table, "34, limits 8 ")[:6])
		assert.Equal(t, []int{816, 72, 912, 912, 0, 96}, row(t, table, "limits 16 ")[:6])
	}
}

// A strip of 4 000 vertices: one line is limited by vertex processing of 4 cycles per vertex, four lines by the driver.
func TestLinesWorkSideBySide(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	table := printedBy(t, "parallel", "")
	cycles := func(lines string) int {
		list := row(t, table, "│     "+lines+" ")
		assert.Equal(t, []int{65, 4128}, list[:2])
		return list[2]
	}
	assert.GreaterOrEqual(t, cycles("1"), 16_512)
	assert.LessOrEqual(t, cycles("2"), 8_600)
	assert.LessOrEqual(t, cycles("4"), 5_000)
}

// A scenario that needs a driver prints a note in the variant that has none.
func TestAVariantWithoutADriverSaysSo(t *testing.T) {
	t.Parallel()
	for _, scenario := range []string{"reuse", "cull"} {
		assert.Contains(t, printedBy(t, scenario, "alone"), "this variant has no driver", scenario)
		assert.NotContains(t, printedBy(t, scenario, ""), "has no driver", scenario)
	}
}

// Hidden batches are dropped.
func TestHiddenBatchesAreDropped(t *testing.T) {
	t.Parallel()
	list := row(t, printedBy(t, "cull", ""), "80–239 ")
	assert.Equal(t, 548, list[0])
	assert.Less(t, list[1], 548/2, "vertices sent")
	assert.Greater(t, list[3], list[2], "batches dropped, and sent")
}

// The Verilog of each variant is clean under lint, and nothing is left unread.
func TestTheVerilogOfVariantsIsClean(t *testing.T) {
	edatest.Need(t, "verilator")
	for _, v := range Block().Variants {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			x, err := v.New()
			require.NoError(t, err)
			edatest.Clean(t, x)
		})
	}
}
