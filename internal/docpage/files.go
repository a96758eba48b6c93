package docpage

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// CheckFiles fails a test unless the page's table of parts names every file of the package in the working directory, and no
// other. Its header is "| part | file | does |"; doc.go and tests are left out.
func CheckFiles(t *testing.T, page string) {
	t.Helper()
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	_, table, found := strings.Cut(string(content), "| part | file | does |\n")
	require.True(t, found, "the page has the table of parts")
	table, _, _ = strings.Cut(table, "\n\n")
	var named []string
	for _, field := range strings.Split(table, "`") {
		if strings.HasSuffix(field, ".go") {
			named = append(named, field)
		}
	}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(f string) bool { return f == "doc.go" || strings.HasSuffix(f, "_test.go") })
	assert.ElementsMatch(t, files, named)
}
