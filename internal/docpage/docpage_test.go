package docpage

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTablesAndBlocksAreWrittenInTheirPlaces(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	require.NoError(t, os.WriteFile(page, []byte("before\n\n| a |\n|---|\n| old |\n| older |\n\nbetween\n\n```text\nhead\nold\n```\n\nafter\n"), 0o666))
	tables, blocks := []string{"| a |\n|---|\n| new |\n"}, []string{"head\nnew\n"}
	Check(t, page, true, "", tables, blocks)
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, "before\n\n| a |\n|---|\n| new |\n\nbetween\n\n```text\nhead\nnew\n```\n\nafter\n", string(got))
	Check(t, page, false, "", tables, blocks)
}

func TestFilesOfNamedFoldersHaveNames(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll(filepath.Join("isa", "deep"), 0o777))
	for _, file := range []string{"doc.go", "a.go", "a_test.go", "b.go", "isa/doc.go", "isa/c.go", "isa/c_test.go", "isa/deep/d.go"} {
		require.NoError(t, os.WriteFile(filepath.FromSlash(file), nil, 0o666))
	}
	require.NoError(t, os.WriteFile("page.md", []byte("before `x.go`\n\n| part | file | does |\n|---|---|---|\n| one | `a.go`, `isa/c.go` | it |\n\nafter `y.go`\n"), 0o666))
	CheckFiles(t, "page.md", "b.go")
}
