package syntax

import "strings"

// LineWidth is where lines are broken.
const LineWidth = 100

// Wrap breaks a line that is too long after operators, outermost first, and puts
// the comment, if any, after the last part.
func Wrap(line, comment string) string {
	if len(line) <= LineWidth {
		return line + comment
	}
	indent := len(line) - len(strings.TrimLeft(line, " "))
	pad := strings.Repeat(" ", indent+4)
	var b strings.Builder
	for len(line) > LineWidth {
		best, bestRank, depth := -1, 1<<30, 0
		for i := 0; i < LineWidth; i++ {
			switch line[i] {
			case '(', '{', '[':
				depth++
			case ')', '}', ']':
				depth--
			case ' ':
				// Outermost first; a chain of ?: breaks after a colon.
				rank := 2 * depth
				if i > 0 && line[i-1] != ':' {
					rank++
				}
				if i > indent+16 && rank <= bestRank && breakable(line[:i]) {
					best, bestRank = i, rank
				}
			}
		}
		if best < 0 {
			break
		}
		b.WriteString(line[:best] + "\n")
		line = pad + line[best+1:]
		indent = len(pad)
	}
	b.WriteString(line + comment)
	return b.String()
}

// breakable reports whether a line may end after text.
func breakable(text string) bool {
	word := text[strings.LastIndexByte(text, ' ')+1:]
	switch word {
	case "+", "-", "*", "&", "|", "^", "&&", "||", "?", ":", "==", "!=", "<", ">", ">=", "<<", ">>", ">>>":
		return true
	}
	return strings.HasSuffix(word, ",")
}
