package shader

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// maxProblems is how many mistakes an error tells of.
const maxProblems = 10

type problem struct {
	at   lexer.Position
	text string
}

// problems are the mistakes of a shader, the first one of each place.
type problems struct {
	file string
	list []problem
	at   map[[2]int]bool
}

func (p *problems) any() bool { return len(p.list) > 0 }

func (p *problems) add(at lexer.Position, format string, args ...any) {
	key := [2]int{at.Line, at.Column}
	if p.at == nil {
		p.at = map[[2]int]bool{}
	}
	if !p.at[key] {
		p.at[key] = true
		p.list = append(p.list, problem{at, fmt.Sprintf(format, args...)})
	}
}

// err is the mistakes in the order of the text, a line each.
func (p *problems) err() error {
	slices.SortStableFunc(p.list, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Column, b.at.Column))
	})
	var lines []string
	for k, one := range p.list {
		if k == maxProblems {
			lines = append(lines, fmt.Sprintf("%s: and %d more", p.file, len(p.list)-k))
			break
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", p.file, one.at.Line, one.at.Column, one.text))
	}
	return errors.New(strings.Join(lines, "\n"))
}

// missingBrace is the end of the text inside a block.
type missingBrace struct{ at, open lexer.Position }

func (m *missingBrace) Error() string { return "missing brace" }

// unexpected adds a mistake that the grammar has found.
func (p *problems) unexpected(err error) {
	var brace *missingBrace
	var wrong *participle.UnexpectedTokenError
	switch {
	case errors.As(err, &brace):
		p.add(brace.at, `the text ends where "}" is missing; the brace of line %d is open`, brace.open.Line)
	case errors.As(err, &wrong):
		p.add(wrong.Unexpected.Pos, "%s", describe(wrong))
	default:
		at := lexer.Position{Line: 1, Column: 1}
		if e, ok := err.(participle.Error); ok {
			at = e.Position()
		}
		p.add(at, "%v", err)
	}
}

// describe says what was found and what is allowed in its place.
func describe(wrong *participle.UnexpectedTokenError) string {
	t := wrong.Unexpected
	found := fmt.Sprintf("found %q", t.Value)
	if t.EOF() {
		found = "the text ends"
	}
	if instead, ok := refused[t.Value]; ok {
		return found + "; " + instead
	}
	if instead, ok := misplaced[t.Value]; ok {
		return found + "; " + instead
	}
	if t.Type == other {
		if t.Value == "/*" {
			return found + `; the comment has no "*/"`
		}
		return found + "; no character of the language"
	}
	_, expect, _ := strings.Cut(wrong.Message(), "(expected ")
	expect = strings.TrimSuffix(expect, ")")
	return found + "; expected " + expected(expect)
}

// misplaced are signs that stand where none of the language does.
var misplaced = map[string]string{
	"[": "there are no arrays; a component is .x, .y, .z or .w",
	"%": "there is no remainder: floats have none, and integers are loop counters",
	"&": bits, "|": bits, "^": bits, "~": bits, "<<": bits, ">>": bits,
	"&=": bits, "|=": bits, "^=": bits, "<<=": bits, ">>=": bits, "%=": bits,
	"^^": "write a != b",
}

const bits = "there are no operations on bits: && and || combine conditions"

// expected says in words what the grammar wants.
func expected(grammar string) string {
	return grammar
}

// nearest proposes the name that is most like another, as `; did you mean "x"?`.
func nearest(name string, list []string) string {
	best, least := "", max(1, len(name)/3)+1
	slices.Sort(list)
	for _, one := range list {
		if d := distance(name, one); d < least && one != name {
			best, least = one, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is the number of letters to change, add or leave out.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
