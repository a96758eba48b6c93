package shader

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// unit is a parsed shader.
type unit struct {
	declarations []*declaration
	pragmas      []*pragma
}

// read parses a text. After a mistake it goes on with the next statement or declaration.
func read(text string, p *problems) unit {
	if len(text) > maxText {
		p.add(lexer.Position{Line: 1, Column: 1}, "the text has %d bytes; a shader has at most %d", len(text), maxText)
		return unit{}
	}
	var out unit
	var code list
	for _, t := range tokenise(text) {
		if t.Type == directive {
			out.direct(text, t, p)
			continue
		}
		code = append(code, t)
	}
	if !withinLimits(code, p) {
		return unit{} // pragmas would name declarations that have not been read
	}
	l, err := lexer.Upgrade(&code)
	if err != nil {
		panic(err) // a list has no errors
	}
	for !l.Peek().EOF() {
		start := l.MakeCheckpoint()
		d, err := grammar().declaration.ParseFromLexer(l, participle.AllowTrailing(true))
		if err != nil {
			l.LoadCheckpoint(start)
			p.unexpected(describeStart(err, *l.Peek(), second(l), "a declaration: in, uniform, out, const, precision or a function",
				declarationWords))
			p.mention(skip(l, err))
			continue
		}
		if f := d.Function; f != nil {
			f.Body.report(p)
		}
		out.declarations = append(out.declarations, d)
	}
	return out
}

// direct reads a line that begins with #.
func (u *unit) direct(text string, t lexer.Token, p *problems) {
	line := text[strings.LastIndexByte(text[:t.Pos.Offset], '\n')+1 : t.Pos.Offset]
	fields := strings.Fields(strings.TrimPrefix(t.Value, "#"))
	switch {
	case strings.TrimSpace(line) != "":
		p.add(t.Pos, `found "#"; a directive must begin its line`)
	case len(fields) == 0 || fields[0] == "version":
	case fields[0] == "pragma" && len(fields) > 1 && fields[1] == "castalu":
		u.pragma(t, p)
	case fields[0] == "pragma": // in GLSL, unknown pragmas are ignored
	default:
		p.add(t.Pos, "found %q; the directives are #version and #pragma castalu: there is no preprocessor", "#"+fields[0])
	}
}

func withinLimits(code list, p *problems) bool {
	if len(code) > maxTokens {
		p.add(code[maxTokens].Pos, "a shader has at most %d tokens", maxTokens)
		return false
	}
	depth := 0
	for _, t := range code {
		if len(t.Value) > maxLetters && t.Type != unclosed {
			p.add(t.Pos, "found a word of %d letters; a name or a number has at most %d", len(t.Value), maxLetters)
			return false
		}
		switch t.Value {
		case "(", "{", "[", "?": // an arm of ?: may hold others
			depth++
		case ")", "}", "]", ":":
			depth = max(0, depth-1)
		}
		if depth > maxNesting {
			p.add(t.Pos, "more than %d nested brackets; assign parts to variables", maxNesting)
			return false
		}
	}
	return true
}

// skip recovers from a mistake: it goes past the semicolon or the closing brace that ends the
// statement or declaration that begins here, or up to the brace that ends the enclosing block.
// It returns the names that it passes.
func skip(l *lexer.PeekingLexer, mistake error) (names []string) {
	wrong := l.Peek().Pos.Offset
	var e participle.Error
	if errors.As(mistake, &e) {
		wrong = e.Position().Offset
	}
	header := 0 // round brackets of a loop's header, whose semicolons end nothing
	inHeader := l.Peek().Value == "for" || l.Peek().Value == "while"
	braces := 0
	for first := true; ; first = false {
		t := *l.Peek()
		if t.EOF() || t.Value == "}" && braces == 0 && !first {
			return names
		}
		l.Next()
		if t.Type == ident {
			names = append(names, t.Value)
		}
		past := t.Pos.Offset >= wrong
		switch t.Value {
		case "(":
			if inHeader {
				header++
			}
		case ")":
			header--
			inHeader = inHeader && header > 0
		case "{":
			inHeader = false
			braces++
		case "}":
			braces = max(0, braces-1)
			if braces == 0 && past && l.Peek().Value != ";" && l.Peek().Value != "while" {
				return names
			}
		case ";":
			if braces == 0 && !inHeader && past {
				return names
			}
		}
	}
}

// Parse is part of participle.Parseable.
func (b *block) Parse(l *lexer.PeekingLexer) error {
	if l.Peek().Value != "{" {
		return participle.NextMatch
	}
	b.Pos = l.Next().Pos
	for {
		t := l.Peek()
		b.End = t.Pos
		switch {
		case t.EOF():
			b.Mistakes = append(b.Mistakes, &mistake{t.Pos,
				fmt.Sprintf(`the text ends, but the brace opened at line %d is not closed`, b.Pos.Line)})
			return nil
		case t.Value == "}":
			l.Next()
			return nil
		}
		start := l.MakeCheckpoint()
		s, err := grammar().statement.ParseFromLexer(l, participle.AllowTrailing(true))
		if err == nil {
			b.Statements = append(b.Statements, s)
			continue
		}
		l.LoadCheckpoint(start)
		err = describeStart(err, *l.Peek(), second(l), "a statement: a declaration, an assignment, if, for, return or discard",
			statementWords)
		b.Mistakes = append(b.Mistakes, err)
		l.LoadCheckpoint(start)
		b.Skipped = append(b.Skipped, skip(l, err)...)
	}
}

var (
	statementWords   = []string{"float", "vec2", "vec3", "vec4", "bool", "const", "if", "for", "return", "discard"}
	declarationWords = []string{"in", "varying", "uniform", "out", "const", "precision", "void", "float", "vec2", "vec3", "vec4"}
)

// second is the token after the next one.
func second(l *lexer.PeekingLexer) lexer.Token {
	here := l.MakeCheckpoint()
	defer l.LoadCheckpoint(here)
	l.Next()
	return *l.Peek()
}

// report adds a block's mistakes, and those of the blocks in it.
func (b *block) report(p *problems) {
	for _, err := range b.Mistakes {
		p.unexpected(err)
	}
	p.mention(b.Skipped)
	for _, s := range b.Statements {
		s.report(p)
	}
}

func (s *statement) report(p *problems) {
	switch {
	case s == nil:
	case s.Block != nil:
		s.Block.report(p)
	case s.If != nil:
		s.If.Then.report(p)
		s.If.Else.report(p)
	case s.For != nil:
		s.For.Body.report(p)
	}
}
