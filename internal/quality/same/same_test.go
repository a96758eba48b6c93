package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Places move when Go is edited, and with them the ends of lines; everything else is the design.
func TestOnlyPlacesMayDiffer(t *testing.T) {
	const before = "// adder\nassign y = a +\n    b;  // add.go:9\nwire _unused;\n"
	for after, differs := range map[string]bool{
		before: false,
		"// adder\nassign y = a + b;  // inner/add.go:11\nwire _unused;\n": false,
		"// adder\nassign y = a + c;  // add.go:9\nwire _unused;\n":        true,
		"// subtractor\nassign y = a + b;  // add.go:9\nwire _unused;\n":   true,
		"// adder\nassign y = a + b;  // add.go:9\n":                       true,
	} {
		assert.Equal(t, differs, difference("adder.v", []byte(before), []byte(after)) != "", after)
	}
	assert.Equal(t, "a.f differs:\n  before: x.v\n  after:  y.v", difference("a.f", []byte("x.v\n"), []byte("y.v\n")))
}

func TestFilesThatComeOrGoAreDifferences(t *testing.T) {
	before, after := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write(before, "old.v", "a")
	write(before, "both.v", "b // both.go:1\n")
	write(after, "both.v", "b // both.go:2\n")
	write(after, "new.v", "c")
	write(before, sums, "1")
	write(after, sums, "2")
	list, err := differences(before, after)
	require.NoError(t, err)
	assert.Equal(t, []string{"old.v is no more", "new.v is new"}, list)
}
