package docpage

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// CheckFiles fails a test unless the page's table of parts, with the files that it leaves out, names every file of the
// package in the working directory and no other, and every file of a folder below it that it names one of. Its header
// begins with "| part | file | does |"; doc.go and tests are left out.
func CheckFiles(t *testing.T, page string, out ...string) {
	t.Helper()
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	_, table, found := strings.Cut(string(content), "| part | file | does |")
	require.True(t, found, "the page has the table of parts")
	table, _, _ = strings.Cut(table, "\n\n")
	named, folders := slices.Clone(out), []string{"."}
	for _, field := range strings.Split(table, "`") {
		if strings.HasSuffix(field, ".go") {
			named, folders = append(named, field), append(folders, path.Dir(field))
		}
	}
	var files []string
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		list, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		for _, f := range list {
			if f = filepath.ToSlash(f); path.Base(f) != "doc.go" && !strings.HasSuffix(f, "_test.go") {
				files = append(files, f)
			}
		}
	}
	slices.Sort(named)
	assert.ElementsMatch(t, files, slices.Compact(named)) // a file may have several parts
}
