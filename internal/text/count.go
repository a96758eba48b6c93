// Package text says things in English for messages and documents: counts,
// proposals, ranges of names.
package text

import "strconv"

// InBits says a width in words, for messages: "1 bit", "8 bits".
func InBits(n int) string { return Count(n, "bit") }

// Count says a number of things in words: "1 word", "8 words". The plural of
// the thing ends in s.
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
