package docpage

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Markdown is the table in a command's output as a page shows it.
func Markdown(out string) string {
	var b strings.Builder
	for _, line := range strings.Split(out, "\n") {
		if !strings.HasPrefix(line, "│") {
			continue
		}
		first := b.Len() == 0
		b.WriteString(strings.Join(strings.Fields(strings.ReplaceAll(line, "│", "|")), " ") + "\n")
		if first {
			b.WriteString(strings.Repeat("|---", strings.Count(line, "│")-1) + "|\n")
		}
	}
	return b.String()
}

// Picture reads a PNG file.
func Picture(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	p, err := png.Decode(f)
	require.NoError(t, err)
	got := image.NewRGBA(p.Bounds())
	draw.Draw(got, got.Bounds(), p, image.Point{}, draw.Src)
	return got
}
