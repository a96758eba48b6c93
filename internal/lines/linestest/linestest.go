// Package linestest tests readers of package lines.
package linestest

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/lines"
)

// ComesBack says that a text is refused as [Refused] wants it, or means what the printed form of its meaning means.
func ComesBack[T any](t require.TestingT, text string, read func(name, text string) (T, error), print func(T) string) {
	meaning, err := read("text", text)
	if err != nil {
		Refused(t, text, err)
		return
	}
	printed := print(meaning)
	again, err := read("printed", printed)
	require.NoError(t, err, printed)
	require.Equal(t, meaning, again, printed)
}

var told = regexp.MustCompile(`^[^:]+:(?:(\d+):(\d+):)? .`)

// Refused says that an error tells mistakes of a text, ten at most and what more there are, at places that the text has.
func Refused(t require.TestingT, text string, err error) {
	var wrong *lines.Mistakes
	require.ErrorAs(t, err, &wrong)
	list, source := strings.Split(err.Error(), "\n"), strings.Split(text, "\n")
	assert.LessOrEqual(t, len(list), 11)
	for _, one := range list {
		place := told.FindStringSubmatch(one)
		require.NotNil(t, place, one)
		if line, err := strconv.Atoi(place[1]); err == nil {
			column, _ := strconv.Atoi(place[2])
			require.LessOrEqual(t, line, len(source), one)
			require.LessOrEqual(t, column, 1+utf8.RuneCountInString(source[line-1]), one)
		}
	}
}
