package shader

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"posedge/blocks/castalu/compiler/flow"
)

// pragma is #pragma castalu NAME (SIGN, RANGE, BITS) = SOURCE.
type pragma struct {
	Pos        lexer.Position
	Name       string            `parser:"@Ident"`
	Attributes *pragmaAttributes `parser:"@@?"`
	Source     *pragmaSource     `parser:"('=' @@)?"`
}

type pragmaAttributes struct {
	Pos   lexer.Position
	Sign  string       `parser:"'(' @('?' | '+' | '-') ','"`
	Range *pragmaRange `parser:"@@ ','"`
	Bits  string       `parser:"@('?' | Number) ')'"`
}

type pragmaRange struct {
	Pos   lexer.Position
	Any   bool   `parser:"@'?'"`
	Low   string `parser:"| '[' @Number ','"`
	High  string `parser:"@Number"`
	Below string `parser:"('/' @Number"`
	Power string `parser:"| '^' @('-'? Number))? ']'"`
}

type pragmaSource struct {
	Pos     lexer.Position
	Number  *signed   `parser:"@@"`
	Type    string    `parser:"| @Type"`
	Numbers []*signed `parser:"  '(' @@ (',' @@)* ')'"`
	Name    string    `parser:"| @Ident"`
	Part    string    `parser:"  ('.' @Ident"`
	Random  []*signed `parser:"  | '(' @@ ',' @@ ')'"`
	File    string    `parser:"  | '(' @(Ident | Type | Keyword | Refused | Number | '.' | '-' | '/')+ ')')?"`
}

type signed struct {
	Text string `parser:"@('-'? Number)"`
}

const pragmaForm = "write #pragma castalu NAME (SIGN, RANGE, BITS) = SOURCE, such as light (?, [0,1], 24) = vec3(0, 0, 1)"

// pragma reads a directive's line.
func (u *unit) pragma(t lexer.Token, p *problems) {
	prefix := strings.Index(t.Value, "castalu") + len("castalu")
	var code list
	for _, one := range tokenise(t.Value[prefix:]) {
		one.Pos.Line = t.Pos.Line
		one.Pos.Column += t.Pos.Column - 1 + len([]rune(t.Value[:prefix]))
		one.Pos.Offset += t.Pos.Offset + prefix
		code = append(code, one)
	}
	l, err := lexer.Upgrade(&code)
	if err != nil {
		panic(err) // a list has no errors
	}
	out, err := grammar().pragma.ParseFromLexer(l)
	var wrong *participle.UnexpectedTokenError
	switch {
	case err == nil:
		u.pragmas = append(u.pragmas, out)
	case errors.As(err, &wrong):
		found := strconv.Quote(wrong.Unexpected.Value)
		if wrong.Unexpected.EOF() {
			found = "the end of the line"
		}
		p.add(wrong.Unexpected.Pos, "found %s; %s", found, pragmaForm)
	default:
		p.unexpected(err)
	}
}

// source is where a value comes from.
type source struct {
	kind   string // "" for none, "value", "random", "pass", or the source's name
	width  int    // of a value: its components, 0 for a number alone
	values [4]float64
	file   string
}

// meaning is a pragma whose numbers have been read.
type meaning struct {
	*pragma
	attributes *flow.Attributes
	source     source
	taken      bool // by a declaration
}

// meaning reads the numbers of a pragma. If there is a mistake, the source is "wrong".
func (g *pragma) meaning(p *problems) *meaning {
	out := &meaning{pragma: g}
	before := p.Len()
	if a := g.Attributes; a != nil {
		out.attributes = &flow.Attributes{
			Sign:     map[string]flow.Sign{"?": flow.AnySign, "+": flow.Positive, "-": flow.Negative}[a.Sign],
			Exponent: a.Range.exponent(p),
			Bits:     flow.Full,
		}
		if a.Bits != "?" {
			bits, err := strconv.Atoi(a.Bits)
			if err != nil || bits < 1 || bits > 24 {
				p.add(a.Pos, "found %s bits; allowed are 1 to 24, or ? for as many as fp32 has", a.Bits)
			}
			out.attributes.Bits = bits
		}
	}
	if s := g.Source; s != nil {
		out.source = s.meaning(p)
	}
	if p.Len() > before {
		// The name has a pragma, if a wrong one: there are no further messages about it.
		out.attributes, out.source = nil, source{kind: "wrong"}
	}
	return out
}

func (r *pragmaRange) exponent(p *problems) int {
	if r.Any {
		return flow.Unbounded
	}
	low, high := parse(r.Low), parse(r.High)
	if r.Below != "" {
		high /= parse(r.Below)
	}
	if r.Power != "" {
		high = math.Pow(high, parse(r.Power))
		if parse(r.High) != 2 {
			high = math.NaN()
		}
	}
	if low != 0 || !(high > 0) || high > 1<<126 || high < 1.0/(1<<60) || high != math.Ldexp(1, flow.Exponent(high)) {
		text := "[" + r.Low + "," + r.High
		if r.Below != "" {
			text += "/" + r.Below
		}
		if r.Power != "" {
			text += "^" + r.Power
		}
		p.add(r.Pos, "found %s]; a range is [0,1], [0,2], [0,1/4] or another power of two, or ?", text)
		return 0
	}
	return flow.Exponent(high)
}

// parse is a number in a pragma; NaN if it is not an fp32 number.
func parse(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.Abs(x) > math.MaxFloat32 {
		return math.NaN()
	}
	return x
}

func (s *pragmaSource) meaning(p *problems) source {
	out := source{kind: "value"}
	numbers := s.Numbers
	switch {
	case s.Number != nil:
		numbers = []*signed{s.Number}
	case s.Type != "":
		out.width = kindOf(s.Type).width()
		if out.width < 2 || len(numbers) != 1 && len(numbers) != out.width {
			p.add(s.Pos, "found %s(…); a value is a number, or vec2, vec3 or vec4 with one number or one per component", s.Type)
			return out
		}
	case s.Name == "random" && s.Random != nil:
		out.kind, numbers = "random", s.Random
	case s.Name == "pass" && s.File != "":
		out.kind, out.file = "pass", s.File
	case s.Name == "uv" && s.Part == "" && s.Random == nil && s.File == "":
		out.kind = "uv"
	case s.Name == "sphere" && (s.Part == "normal" || s.Part == "position"):
		out.kind = "sphere." + s.Part
	default:
		p.add(s.Pos, "found %q; a source is uv, sphere.normal, sphere.position, random(LOW, HIGH), pass(FILE.frag), a number or vec3(…)", strings.TrimSuffix(s.Name+"."+s.Part, "."))
		return out
	}
	for k, one := range numbers {
		x := parse(one.Text)
		if math.IsNaN(x) {
			p.add(s.Pos, "%s does not fit fp32, which ends at 3.4e38", one.Text)
			return out
		}
		out.values[k] = float64(float32(x))
	}
	if len(numbers) == 1 {
		for k := range out.values {
			out.values[k] = out.values[0]
		}
	}
	if out.kind == "random" && out.values[0] > out.values[1] {
		p.add(s.Pos, "the lower bound of random(LOW, HIGH) comes first")
	}
	return out
}
