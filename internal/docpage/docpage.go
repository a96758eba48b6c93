// Package docpage keeps tables and code blocks of a Markdown page equal to what the code says.
package docpage

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Check checks that the page has each table and each text block; with update it writes them where the page has one with
// the same first line. Tables end with a line break. Text blocks are what stands between ```text and ```; remake says how
// they are written again.
func Check(t *testing.T, page string, update bool, remake string, tables, blocks []string) {
	t.Helper()
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	text := string(content)
	for _, table := range tables {
		if update {
			text = withTable(text, table)
		}
		assert.True(t, strings.Contains(text, "\n"+table+"\n"), "the page has no such table; %s\n%s", remake, table)
	}
	for _, block := range blocks {
		if update {
			text = withBlock(text, block)
		}
		assert.True(t, strings.Contains(text, "```text\n"+block+"```\n"), "the page has no such block; %s\n%s", remake, block)
	}
	if update {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o666))
	}
}

// withTable puts a table where the page has one with the same first line.
func withTable(text, table string) string {
	head, _, _ := strings.Cut(table, "\n")
	before, after, found := strings.Cut(text, head+"\n")
	if !found {
		return text
	}
	for strings.HasPrefix(after, "|") {
		_, after, _ = strings.Cut(after, "\n")
	}
	return before + table + after
}

// withBlock puts a block where the page has one with the same first line.
func withBlock(text, block string) string {
	head, _, _ := strings.Cut(block, "\n")
	const begin, end = "```text\n", "```\n"
	before, after, found := strings.Cut(text, begin+head+"\n")
	if !found {
		return text
	}
	_, after, _ = strings.Cut(after, end)
	return before + begin + block + end + after
}
