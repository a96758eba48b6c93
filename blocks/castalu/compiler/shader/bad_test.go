package shader_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/shader"
)

var update = flag.Bool("update", false, "write the errors of testdata/bad again")

// TestBadShadersGetTheirMessage: testdata/bad has shaders with mistakes, each followed by its
// whole error.
func TestBadShadersGetTheirMessage(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.txtar")
	require.NoError(t, err)
	shaders := 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for k := 0; k < len(archive.Files); k += 2 {
			text, want := archive.Files[k], &archive.Files[k+1]
			require.Equal(t, strings.TrimSuffix(text.Name, ".frag")+".error", want.Name, file)
			_, err := shader.Parse(text.Name, string(text.Data), options)
			if !assert.Error(t, err, "%s: %s", file, text.Name) {
				continue
			}
			got := err.Error() + "\n"
			if *update {
				want.Data = []byte(got)
			}
			assert.Equal(t, string(want.Data), got)
			shaders++
		}
		if *update {
			require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
		}
	}
	assert.Greater(t, shaders, 150)
}
