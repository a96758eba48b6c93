package blocks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	var listed []string
	for _, b := range blocks.All() {
		listed = append(listed, b.Name)
	}
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && name != "unit" {
			assert.Contains(t, listed, name, "blocks/%s is not listed: add %s.Block() to All in blocks/blocks.go", name, name)
		}
	}
	for _, name := range listed {
		assert.DirExists(t, name)
	}
}

// Whoever lists, runs, checks or measures a unit relies on what it says of itself.
func TestEveryUnitIsComplete(t *testing.T) {
	long.NotShort(t)
	for _, b := range blocks.All() {
		t.Run(b.Name, func(t *testing.T) {
			require.NoError(t, b.Check())
			for _, gap := range gaps(b) {
				t.Errorf("blocks/%s/scenario: Block() has no %s", b.Name, gap)
			}
			for _, v := range b.Variants {
				c, err := v.New()
				require.NoError(t, err, v.Name)
				d, err := hdl.Elaborate(c)
				require.NoError(t, err, v.Name)
				edatest.ShortHeaders(t, d.Top)
			}
		})
	}
}

// gaps names what the description of a unit lacks, and what each gap is for.
func gaps(b unit.Block) (list []string) {
	need := func(there bool, what, format string, args ...any) {
		if !there {
			list = append(list, what+fmt.Sprintf(format, args...))
		}
	}
	need(b.Summary != "", "Summary", "; posedge list shows it")
	need(b.Latency != "", "Latency", "; posedge list shows it")
	need(len(b.Scenarios) > 0, "Scenarios", "; posedge run shows them")
	need(b.Speed.New != nil, "Speed.New", ", the design that posedge speed measures; make one with blocks/unit/harness")
	need(b.Speed.Summary != "", "Speed.Summary", "; the speed table shows it")
	for _, s := range b.Scenarios {
		need(s.Summary != "", "Summary", " in scenario %s; posedge list shows it", s.Name)
	}
	for _, c := range b.Commands {
		need(c.Summary != "", "Summary", " in command %s; posedge -h shows it", c.Name)
		need(c.Text != "", "Text", " in command %s; posedge %s %s -h shows it", c.Name, b.Name, c.Name)
	}
	return list
}

// What belongs to a unit stands in many places; who forgets one is told which.
func TestEveryUnitHasWhatBelongsToIt(t *testing.T) {
	for _, b := range blocks.All() {
		t.Run(b.Name, func(t *testing.T) {
			for _, gap := range missing(t, b.Name) {
				t.Errorf("%s: there is no %s", b.Name, gap)
			}
		})
	}
	assert.Len(t, missing(t, "nothing"), 7, "each is asked for")
}

// missing names what a unit lacks outside of its Block, and where to add it.
func missing(t *testing.T, name string) (list []string) {
	need := func(there bool, what string) {
		if !there {
			list = append(list, what)
		}
	}
	contains := func(file, text string) bool {
		content, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(content), text)
	}
	some := func(pattern, text string) bool {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		return slices.ContainsFunc(files, func(file string) bool { return contains(file, text) })
	}
	need(contains(name+"/doc.go", "// Package "+name+" "), "package comment: write blocks/"+name+"/doc.go")
	need(some(name+"/model/*.go", "package model\n"), "model: write one from the text in blocks/"+name+"/model")
	need(contains("../docs/"+name+".md", "# "), "page: write docs/"+name+".md")
	need(contains("../README.md", "(docs/"+name+".md)"), "row in README.md's table of units")
	outside := false
	for _, room := range []string{"", "scenario/", "stimulus/"} {
		outside = outside || some(name+"/"+room+"*_test.go", "bench.Outside(")
	}
	need(outside, "run in other simulators: call bench.Outside in a test in blocks/"+name)
	need(some(name+"/*_test.go", "CheckCosts("), "table of costs: measure the parts with unittest.Page.CheckCosts in a test in blocks/"+name)
	need(some(name+"/testdata/mutants/*.txt", "\nnoticed by "),
		"fault put in on purpose: add some to blocks/"+name+"/testdata/mutants/*.txt, as CONTRIBUTING says, and see make mutants notice each")
	return list
}

// Each gap is named, with what it is for.
func TestGapsAreNamed(t *testing.T) {
	assert.Equal(t, []string{
		"Summary; posedge list shows it",
		"Latency; posedge list shows it",
		"Speed.New, the design that posedge speed measures; make one with blocks/unit/harness",
		"Speed.Summary; the speed table shows it",
		"Summary in scenario s; posedge list shows it",
		"Summary in command c; posedge -h shows it",
		"Text in command c; posedge x c -h shows it",
	}, gaps(unit.Block{
		Name: "x", Scenarios: []unit.Scenario{{Name: "s"}}, Commands: []unit.Command{{Name: "c"}},
	}))
	assert.Contains(t, gaps(unit.Block{}), "Scenarios; posedge run shows them")
}
