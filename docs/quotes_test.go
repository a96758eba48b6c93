package docs

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Pages, comments and messages quote as English and Go do, with "…" or `…`.
func TestQuotationMarksAreThoseOfEnglish(t *testing.T) {
	guillemets := string([]rune{0xab, 0xbb}) // this file is checked too
	seen := 0
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "out"):
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(text) {
			return err
		}
		seen++
		for i, line := range bytes.Split(text, []byte("\n")) {
			if bytes.ContainsAny(line, guillemets) {
				assert.Fail(t, "quote by \" or `", "%s:%d: %s", strings.TrimPrefix(path, "../"), i+1, line)
			}
		}
		return nil
	}))
	assert.Greater(t, seen, 400)
}
