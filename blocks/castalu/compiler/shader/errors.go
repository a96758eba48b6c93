package shader

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"posedge/internal/lines"
	"posedge/internal/text"
)

// problems are the mistakes of a shader.
type problems struct {
	lines.Mistakes
	// mentioned are the names in text that was skipped, where they may have been declared or set.
	mentioned map[string]bool
}

func (p *problems) mention(names []string) {
	if p.mentioned == nil {
		p.mentioned = map[string]bool{}
	}
	for _, name := range names {
		p.mentioned[name] = true
	}
}

func (p *problems) add(at lexer.Position, format string, args ...any) {
	p.Add(lines.Place{Line: at.Line, Column: at.Column}, format, args...)
}

// mistake is a mistake in the syntax with a message of its own.
type mistake struct {
	at   lexer.Position
	text string
}

func (m *mistake) Error() string            { return m.text }
func (m *mistake) Message() string          { return m.text }
func (m *mistake) Position() lexer.Position { return m.at }

// unexpected adds a mistake that the grammar has found.
func (p *problems) unexpected(err error) {
	var wrong *participle.UnexpectedTokenError
	var other participle.Error
	switch {
	case errors.As(err, &wrong):
		p.add(wrong.Unexpected.Pos, "%s", describe(wrong))
	case errors.As(err, &other):
		p.add(other.Position(), "%s", other.Message())
	}
}

// describeStart describes a mistake in the first tokens of a statement or declaration.
func describeStart(err error, first, second lexer.Token, expected string, words []string) error {
	var wrong *participle.UnexpectedTokenError
	if !errors.As(err, &wrong) {
		return err
	}
	switch at := wrong.Unexpected.Pos; {
	case at == second.Pos && first.Type == ident && second.Type == ident:
		return &mistake{first.Pos, fmt.Sprintf("%q is not a type; allowed are float, vec2, vec3, vec4 and bool%s", first.Value,
			text.DidYouMean(first.Value, slices.Values(words)))}
	case at == first.Pos && known(first) == "":
		return &mistake{at, fmt.Sprintf("found %q; expected %s%s", first.Value, expected, text.DidYouMean(first.Value, slices.Values(words)))}
	}
	return err
}

// describe says what was found, and what is allowed in its place.
func describe(wrong *participle.UnexpectedTokenError) string {
	t := wrong.Unexpected
	found := fmt.Sprintf("found %q", t.Value)
	if t.Type == unclosed {
		found = `found "/*"`
	}
	if t.EOF() {
		found = "the text ends"
	}
	if why := known(t); why != "" {
		return found + why
	}
	_, expect, _ := strings.Cut(wrong.Message(), "(expected ")
	expect = strings.TrimSuffix(expect, ")")
	if strings.HasPrefix(expect, "<type>") && (t.Value == "}" || t.Value == "else") { // after if (…), else or for (…)
		return found + "; expected a statement"
	}
	return found + "; expected " + expected(expect)
}

// known describes a token that is not part of the language.
func known(t lexer.Token) string {
	switch t.Type {
	case unclosed:
		return `; the comment has no "*/"`
	case other:
		if blank := text.StrangeBlank([]rune(t.Value)[0]); blank != "" {
			return ", which is " + blank
		}
		return ", which is not a character of the language"
	}
	for _, table := range []map[string]string{refused, misplaced} {
		if instead, ok := table[t.Value]; ok {
			return "; " + instead
		}
	}
	return ""
}

// misplaced are symbols that the language does not have, and what to do instead.
var misplaced = map[string]string{
	"[": "there are no arrays; a component is .x, .y, .z or .w",
	"%": "there is no remainder: integers are loop counters and constants only",
	"&": bits, "|": bits, "^": bits, "~": bits, "<<": bits, ">>": bits,
	"&=": bits, "|=": bits, "^=": bits, "<<=": bits, ">>=": bits, "%=": bits,
	"^^": "write a != b",
}

const bits = "there are no bitwise operations: && and || combine conditions"

// wanted describes what the grammar expects, by the beginning of its text.
var wanted = [][2]string{
	{`";"`, `";"`},
	{`")"`, `")"`},
	{`","`, `","`},
	{`":"`, `":" and the other value of ?:`},
	{`(<number>`, "a value"},
	{`Expression`, "a value"},
	{`"(" "void"?`, `"(": outside functions, a variable is in, uniform, out or const`},
	{`"(" (Expression`, `"(" and the values`},
	{`block`, `"{" and the function's body`},
	{`"int" <ident>`, `"int": a loop is for (int i = 0; i < 4; i++)`},
	{`(Count | Assignment)`, "a loop's step, such as i++"},
	{`Declarator`, "a name"},
	{`<ident>`, "a name"},
	{`<type>`, "float, vec2, vec3, vec4, int, bool or sampler2D"},
	{`<precision>`, "highp, mediump or lowp"},
	{`Call`, `"(" and the values`},
	{`(Call`, "=, +=, -=, *= or /="},
	{`"("`, `"("`},
	{`"="`, `"="`},
}

// expected describes what the grammar expects.
func expected(grammar string) string {
	for _, one := range wanted {
		if strings.HasPrefix(grammar, one[0]) {
			return one[1]
		}
	}
	return grammar
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
