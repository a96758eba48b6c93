package command

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks"
	"posedge/internal/long"
)

// Each unit has one scenario whose waves make demo draws.
func TestEachUnitHasAWave(t *testing.T) {
	for _, b := range blocks.All() {
		var with []string
		for _, s := range b.Scenarios {
			if s.Wave != nil {
				with = append(with, s.Name)
			}
		}
		assert.Len(t, with, 1, b.Name)
	}
}

// What make demo prints is short, and every scenario says with a figure what it shows.
func TestLongDemoIsShort(t *testing.T) {
	long.Only(t)
	var out bytes.Buffer
	pictures, waves := t.TempDir(), t.TempDir()
	require.Equal(t, exitOK, run(context.Background(), blocks.All(), []string{"run", "all", "-brief", "-o", pictures, "-waves", waves}, &out, io.Discard))
	units := strings.Split(out.String(), "\n\n")
	require.Len(t, units, len(blocks.All()))
	for i, b := range blocks.All() {
		lines := strings.Split(units[i], "\n")
		assert.LessOrEqual(t, len(lines), 40, b.Name)
		for _, l := range lines {
			assert.LessOrEqual(t, len([]rune(l)), 100, l)
		}
		for _, s := range b.Scenarios {
			assert.NotContains(t, units[i], s.Summary, "%s %s has no result", b.Name, s.Name)
		}
		drawn, err := filepath.Glob(filepath.Join(waves, b.Name+"_*.svg"))
		require.NoError(t, err)
		assert.Len(t, drawn, 1, b.Name)
	}
}
