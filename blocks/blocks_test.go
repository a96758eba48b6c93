package blocks_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// Every folder here is a unit that is listed; "unit" holds the types.
func TestEveryUnitIsListed(t *testing.T) {
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	var folders, listed []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "unit" {
			folders = append(folders, e.Name())
		}
	}
	for _, b := range blocks.All() {
		listed = append(listed, b.Name)
	}
	assert.ElementsMatch(t, folders, listed)
}

// Whoever lists, runs, checks or measures a unit relies on what it says of itself.
func TestEveryUnitIsComplete(t *testing.T) {
	long.NotShort(t)
	for _, b := range blocks.All() {
		for _, gap := range gaps(b) {
			t.Errorf("blocks/%s/scenario: Block() has no %s", b.Name, gap)
		}
		for _, v := range b.Variants {
			if v.New == nil {
				continue // told above
			}
			c, err := v.New()
			require.NoError(t, err, "%s %s", b.Name, v.Name)
			d, err := hdl.Elaborate(c)
			require.NoError(t, err, "%s %s", b.Name, v.Name)
			edatest.ShortHeaders(t, d.Top)
		}
	}
}

// gaps names what the description of a unit lacks, and what each gap is for.
func gaps(b unit.Block) (list []string) {
	need := func(there bool, what, format string, args ...any) {
		if !there {
			list = append(list, what+fmt.Sprintf(format, args...))
		}
	}
	need(b.Patent != "", "Patent", "; posedge list shows it")
	need(b.Summary != "", "Summary", "; posedge list shows it")
	need(b.Latency != "", "Latency", "; posedge list shows it")
	need(len(b.Scenarios) > 0, "Scenarios", "; posedge run shows them")
	need(len(b.Variants) > 0, "Variants", "; posedge export and posedge check build them")
	need(b.Speed.New != nil, "Speed.New", ", the design that posedge speed measures; make one with internal/quality/harness")
	need(b.Speed.Summary != "", "Speed.Summary", "; the speed table shows it")
	for _, v := range b.Variants {
		need(v.New != nil, "New", " in variant %s; posedge list builds it", v.Name)
		need(v.Exercise != nil, "Exercise", " in variant %s; posedge check and posedge export run it", v.Name)
		need(v.Config != nil, "Config", " in variant %s; the scenarios read it", v.Name)
	}
	for _, s := range b.Scenarios {
		need(s.Summary != "", "Summary", " in scenario %s; posedge list shows it", s.Name)
		need(s.Run != nil, "Run", " in scenario %s", s.Name)
	}
	for _, c := range b.Commands {
		need(c.Summary != "", "Summary", " in command %s; posedge -h shows it", c.Name)
		need(c.Text != "", "Text", " in command %s; posedge %s %s -h shows it", c.Name, b.Name, c.Name)
		need(c.Setup != nil, "Setup", " in command %s", c.Name)
	}
	return list
}

// Each gap is named, with what it is for.
func TestGapsAreNamed(t *testing.T) {
	assert.Equal(t, []string{
		"Patent; posedge list shows it",
		"Summary; posedge list shows it",
		"Latency; posedge list shows it",
		"Speed.New, the design that posedge speed measures; make one with internal/quality/harness",
		"Speed.Summary; the speed table shows it",
		"New in variant v; posedge list builds it",
		"Exercise in variant v; posedge check and posedge export run it",
		"Config in variant v; the scenarios read it",
		"Summary in scenario s; posedge list shows it",
		"Run in scenario s",
		"Summary in command c; posedge -h shows it",
		"Text in command c; posedge x c -h shows it",
		"Setup in command c",
	}, gaps(unit.Block{
		Name: "x", Variants: []unit.Variant{{Name: "v"}}, Scenarios: []unit.Scenario{{Name: "s"}}, Commands: []unit.Command{{Name: "c"}},
	}))
	assert.Equal(t, []string{"Scenarios; posedge run shows them", "Variants; posedge export and posedge check build them"},
		gaps(unit.Block{})[3:5])
}
