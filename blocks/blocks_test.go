package blocks_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks"
	"posedge/hdl"
	"posedge/internal/eda/edatest"
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
	for _, b := range blocks.All() {
		assert.NotEmpty(t, b.Patent, b.Name)
		assert.NotEmpty(t, b.Summary, b.Name)
		assert.NotEmpty(t, b.Latency, b.Name)
		assert.NotEmpty(t, b.Scenarios, b.Name)
		assert.NotNil(t, b.Speed.New, b.Name)
		assert.NotEmpty(t, b.Speed.Summary, b.Name)
		for _, c := range b.Commands {
			assert.NotEmpty(t, c.Summary, "%s %s", b.Name, c.Name)
			assert.NotEmpty(t, c.Text, "%s %s", b.Name, c.Name)
			assert.NotNil(t, c.Setup, "%s %s", b.Name, c.Name)
		}
		require.NotEmpty(t, b.Variants, b.Name)
		for _, v := range b.Variants {
			assert.NotNil(t, v.Config, "%s %s", b.Name, v.Name)
			c, err := v.New()
			require.NoError(t, err, "%s %s", b.Name, v.Name)
			d, err := hdl.Elaborate(c)
			require.NoError(t, err, "%s %s", b.Name, v.Name)
			edatest.ShortHeaders(t, d.Top)
		}
	}
}
