package text

import (
	"fmt"
	"unicode"
)

// blanks are the characters that look like a blank, or like nothing at all, and that a text brings along from a page or
// a word processor. The others of Unicode's blanks have no name here.
var blanks = map[rune]string{
	'\v':     "vertical tab",
	'\f':     "form feed",
	'\u0085': "next line",
	'\u00a0': "no-break space",
	'\u2007': "figure space",
	'\u2009': "thin space",
	'\u200b': "zero-width space",
	'\u202f': "narrow no-break space",
	'\u2060': "word joiner",
	'\u3000': "ideographic space",
	'\ufeff': "byte order mark",
}

// StrangeBlank says what a character is that looks like a blank and is neither a space, a tab nor the end of a line, and what
// to write instead: "a no-break space (U+00A0); write a space". For any other character it is "".
func StrangeBlank(r rune) string {
	name, known := blanks[r]
	switch {
	case !known && (r == ' ' || r == '\t' || r == '\r' || r == '\n' || !unicode.IsSpace(r)):
		return ""
	case !known:
		name = "strange blank"
	case !unicode.IsSpace(r): // it has no width
		return fmt.Sprintf("a %s (%U); leave it out", name, r)
	}
	return fmt.Sprintf("a %s (%U); write a space", name, r)
}

// NoStrangeBlank refuses a line with a [StrangeBlank]; the error says in which column, from 1, it stands.
func NoStrangeBlank(line string) error {
	column := 0
	for _, r := range line {
		column++
		if what := StrangeBlank(r); what != "" {
			return fmt.Errorf("column %d is %s", column, what)
		}
	}
	return nil
}
