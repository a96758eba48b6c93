package text

import "strings"

// Wrap breaks a paragraph at spaces into lines of at most width bytes, and so of no
// more characters, if the words allow it. The first line begins with first, every
// other with rest.
func Wrap(paragraph, first, rest string, width int) []string {
	var lines []string
	line, words := first, 0
	for _, word := range strings.Fields(paragraph) {
		if words > 0 && len(line)+1+len(word) > width {
			lines, line, words = append(lines, line), rest, 0
		}
		if words > 0 {
			line += " "
		}
		line += word
		words++
	}
	return append(lines, line)
}
