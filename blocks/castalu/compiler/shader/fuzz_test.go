package shader_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/shader"
)

// FuzzParse: any text is a shader, whose graph can be evaluated, or has a mistake.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("../../scenario/shaders/*.frag")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(text))
	}
	bad, err := filepath.Glob("testdata/bad/*.txtar")
	require.NoError(f, err)
	for _, file := range bad {
		archive, err := txtar.ParseFile(file)
		require.NoError(f, err)
		for k := 0; k < len(archive.Files); k += 2 {
			f.Add(string(archive.Files[k].Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := shader.Parse("fuzz.frag", text, options)
		if err == nil {
			g.Evaluate(make([][4]float64, len(g.Variables)))
		}
	})
}
