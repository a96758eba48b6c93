package scenario

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/unit"
	"posedge/internal/long"
	"posedge/internal/table"
)

var update = flag.Bool("update", false, "make the pictures of the page again")

// runs runs a scenario and returns its output and the files that it writes.
func runs(t *testing.T, name string) (text string, files []string) {
	b := Block()
	s, err := b.Scenario(name)
	require.NoError(t, err)
	var out bytes.Buffer
	e := &unit.Env{Out: table.Wide(&out, 200), Variant: b.Variants[0], Seed: 1, Cycles: min(s.Cycles, 3000), Dir: t.TempDir()}
	require.NoError(t, e.Run(s, nil))
	return out.String(), e.Files
}

// A request takes all steps of the method, and the page has their diagram.
func TestARequestTakesSixteenSteps(t *testing.T) {
	t.Parallel()
	text, files := runs(t, "single")
	assert.Contains(t, text, "│   15 │       53 │ the request is acknowledged")
	require.Len(t, files, 1)
	svg, err := os.ReadFile(files[0])
	require.NoError(t, err)
	page := filepath.Join("..", "..", "..", "docs", "ioarbiter-single.svg")
	if *update {
		require.NoError(t, os.WriteFile(page, svg, 0o644))
	}
	shown, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, string(shown), string(svg), "go test ./blocks/ioarbiter/scenario -run Sixteen -update makes it again")
}

// An unchanged state costs no update words; without the shadow state each request costs all of them.
func TestUnchangedStateCostsNothing(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	text, _ := runs(t, "state")
	assert.Contains(t, text, "│ the same object               │      256 │          1 │            768 │")
	assert.Contains(t, text, "│ two equal objects in turn     │      256 │          0 │            768 │")
	assert.Contains(t, text, "│ two in turn, one word differs │      256 │        255 │            768 │")
}

// The page has the latencies that the scenario contention measures.
func TestLongThePageSaysHowLongRequestsTake(t *testing.T) {
	long.Only(t)
	text, _ := runs(t, "contention")
	_, rest, found := strings.Cut(text, "half of the requests")
	require.True(t, found)
	line, _, _ := strings.Cut(rest, "\n")
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "ioarbiter.md"))
	require.NoError(t, err)
	assert.Contains(t, strings.Join(strings.Fields(string(page)), " "), "half of the requests"+line)
}

// Every error has its status.
func TestErrorsAreAnswered(t *testing.T) {
	t.Parallel()
	text, _ := runs(t, "errors")
	for _, status := range []string{"unknown unit", "bad length", "bad state pointer", "memory error", "unit fault", "macro fault", "macro stopped"} {
		assert.Contains(t, text, "│ "+status)
	}
}
