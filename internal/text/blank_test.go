package text

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

func TestStrangeBlanksAreNamed(t *testing.T) {
	assert.NoError(t, NoStrangeBlank("a b\tc é…\r\n"))
	assert.NoError(t, NoStrangeBlank(""))
	assert.EqualError(t, NoStrangeBlank("é\u00a0b"), "column 2 is a no-break space (U+00A0); write a space")
	assert.EqualError(t, NoStrangeBlank("\ufeffa"), "column 1 is a byte order mark (U+FEFF); leave it out")
	assert.EqualError(t, NoStrangeBlank("a\u2003b"), "column 2 is a strange blank (U+2003); write a space")
	named := 0
	for r := rune(0); r < 0x10000; r++ {
		if StrangeBlank(r) != "" {
			named++
		} else if unicode.IsSpace(r) {
			assert.Contains(t, " \t\r\n", string(r))
		}
	}
	assert.Greater(t, named, 20)
}
