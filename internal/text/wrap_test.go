package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/internal/text"
)

func TestParagraphsBreakAtSpaces(t *testing.T) {
	for _, x := range []struct {
		paragraph string
		width     int
		lines     []string
	}{
		{"", 8, []string{""}},
		{"one  two three", 8, []string{"one two", "three"}},
		{"longer than that", 11, []string{"longer than", "that"}},
		{"unbreakable", 3, []string{"unbreakable"}},
		{"½ ½ ½ ½", 5, []string{"½ ½", "½ ½"}},
	} {
		assert.Equal(t, x.lines, text.Wrap(x.paragraph, "", "", x.width), x.paragraph)
	}
}

// The indentation counts for the width.
func TestParagraphsAreIndented(t *testing.T) {
	assert.Equal(t, []string{"  one two", "    three", "    four"}, text.Wrap("one two three four", "  ", "    ", 10))
}
