package glob_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"posedge/internal/glob"
)

// The quick match agrees with one that tries everything.
// The quick match agrees with one that tries everything.
func TestMatchIsThatOfTheDefinition(t *testing.T) {
	var slow func(p, n string) bool
	slow = func(p, n string) bool {
		switch {
		case p == "":
			return n == ""
		case strings.HasPrefix(p, "**"):
			return slow(p[2:], n) || n != "" && slow(p, n[1:])
		case p[0] == '*':
			return slow(p[1:], n) || n != "" && n[0] != '.' && slow(p, n[1:])
		case n == "":
			return false
		}
		return (p[0] == '?' || p[0] == n[0]) && slow(p[1:], n[1:])
	}
	// The question mark takes the dot, so the first star has to give way.
	assert.True(t, glob.Match("*?*", "a."))
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.StringOfN(rapid.SampledFrom([]rune("ab.*?*")), 0, 8, -1).Draw(t, "pattern")
		n := rapid.StringOfN(rapid.SampledFrom([]rune("ab.")), 0, 8, -1).Draw(t, "name")
		require.Equal(t, slow(p, n), glob.Match(p, n), "%q %q", p, n)
	})
}
