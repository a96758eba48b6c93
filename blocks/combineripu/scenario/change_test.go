package scenario

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/waves"
)

var update = flag.Bool("update", false, "make the pictures of the page again")

// The page shows a change of state as it is now.
func TestThePageShowsAChangeOfState(t *testing.T) {
	t.Parallel()
	const file = "../../../docs/combineripu-change.svg"
	d, s := stateChange(t)
	assert.Equal(t, 6, s.Left())
	var svg bytes.Buffer
	require.NoError(t, d.SVG(&svg))
	if *update {
		require.NoError(t, os.WriteFile(file, svg.Bytes(), 0o666))
	}
	shown, err := os.ReadFile(file)
	require.NoError(t, err)
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, strings.Join(strings.Fields(string(content)), " "), changeFigures(t, d))
	assert.True(t, string(shown) == svg.String(), "docs/combineripu-change.svg is not what is recorded: go test ./blocks/combineripu/scenario -run ThePageShows -update draws it again")
}

// changeFigures says how long a change of state takes.
func changeFigures(t *testing.T, d *waves.Diagram) string {
	cycles := map[string][]int{}
	for _, row := range d.Rows {
		for cycle, v := range row.Values {
			if v == waves.NewValue(1, 1) {
				cycles[row.Name] = append(cycles[row.Name], cycle)
			}
		}
	}
	pixels, loads := cycles["pixel to the shader"], cycles["load"]
	require.Len(t, pixels, 6)
	require.Len(t, loads, 6)
	require.Len(t, cycles["allocation trigger"], 2)
	require.Len(t, cycles["register count"], 2)
	last, first := pixels[2], pixels[3]
	first0 := 0
	for _, cycle := range cycles["instruction"] {
		if cycle > cycles["register count"][0] {
			first0 = cycle
			break
		}
	}
	return fmt.Sprintf("The last old pixel passes in cycle %d, and the first new one in cycle %d: %d cycles for %d loads and one stage. A count comes %d cycles after its trigger, and the first instruction %d cycles after the first count.",
		last, first, first-last, len(loads), cycles["register count"][1]-cycles["allocation trigger"][1], first0-cycles["register count"][0])
}
