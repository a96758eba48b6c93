package scenario

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/unit"
	"posedge/internal/long"
)

// The pictures of the page, pixel by pixel, and its figures are what the scenarios make.
func TestLongThePageHasThePictures(t *testing.T) {
	long.Only(t)
	page, err := os.ReadFile("../../../docs/combineripu.md")
	require.NoError(t, err)
	for _, name := range []string{"bump", "cel", "fog", "mosaic", "sheet"} {
		b := Block()
		s, err := b.Scenario(name)
		require.NoError(t, err)
		var out bytes.Buffer
		e := &unit.Env{Out: &out, Variant: b.Variants[0], Seed: 1, Dir: t.TempDir()}
		require.NoError(t, s.Run(e))
		require.Len(t, e.Files, 1)
		shown := "combineripu-" + name + ".png"
		assert.Contains(t, string(page), "]("+shown+")")
		shown = filepath.Join("..", "..", "..", "docs", shown)
		if *update {
			drawn, err := os.ReadFile(e.Files[0])
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(shown, drawn, 0o666))
		}
		assert.Equal(t, decoded(t, e.Files[0]), decoded(t, shown), "POSEDGE_LONG=1 go test ./blocks/combineripu/scenario -run ThePageHas -update makes %s again", shown)
		if name != "mosaic" {
			continue
		}
		for _, line := range strings.Split(out.String(), "\n") { // its rows are those of the page
			if strings.HasPrefix(line, "│ all words") || strings.HasPrefix(line, "│ words") {
				row := strings.Join(strings.Fields(strings.ReplaceAll(line, "│", "|")), " ")
				assert.Contains(t, string(page), row)
			}
		}
	}
}

func decoded(t *testing.T, path string) image.Image {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	p, err := png.Decode(f)
	require.NoError(t, err)
	return p
}
