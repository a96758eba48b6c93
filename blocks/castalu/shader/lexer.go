package shader

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// refused are words of GLSL that are no part of the language, and what to do instead.
var refused = map[string]string{
	"mat2": matrices, "mat3": matrices, "mat4": matrices,
	"ivec2": integers, "ivec3": integers, "ivec4": integers, "uint": integers,
	"uvec2": integers, "uvec3": integers, "uvec4": integers,
	"bvec2": "there are no vectors of bool: compare the components one by one",
	"bvec3": "there are no vectors of bool: compare the components one by one",
	"bvec4": "there are no vectors of bool: compare the components one by one",
	"while": "a loop has the form for (int i = 0; i < 4; i++), with constant bounds",
	"do":    "a loop has the form for (int i = 0; i < 4; i++), with constant bounds",
	"break": "a loop runs to its end: choose the values with if", "continue": "a loop runs to its end: choose the values with if",
	"switch": "write if and else", "case": "write if and else", "default": "write if and else",
	"struct":    "there are no structures: use a variable for each member",
	"layout":    "leave the layout out: a shader has one output, and inputs go by their names",
	"attribute": "an input of a fragment shader is declared by in or varying",
	"invariant": "leave it out", "centroid": "leave it out", "flat": "leave it out", "smooth": "leave it out",
	"sampler3D": samplers, "samplerCube": samplers, "sampler2DShadow": samplers, "sampler2DArray": samplers,
	"double": "there is one type of numbers, float",
}

const (
	matrices = "there are no matrices: write a dot product for each row, as dot(row, v)"
	integers = "int serves loop counters and constants only: use float, vec2, vec3 or vec4"
	samplers = "there is one type of sampler, sampler2D"
)

func words(list ...string) string { return `(?:` + strings.Join(list, "|") + `)\b` }

// tokens are the language's; rules with small letters make none. Every text can be taken
// apart: what is no token of GLSL is Other.
var tokens = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "space", Pattern: `\s+`},
	{Name: "comment", Pattern: `//[^\n]*|(?s:/\*.*?\*/)`},
	{Name: "Directive", Pattern: `#[^\r\n]*`},
	{Name: "Number", Pattern: `(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[A-Za-z0-9_]*`},
	{Name: "Precision", Pattern: words("highp", "mediump", "lowp")},
	{Name: "Type", Pattern: words("void", "float", "int", "bool", "vec2", "vec3", "vec4", "sampler2D")},
	{Name: "Keyword", Pattern: words("precision", "inout", "in", "varying", "uniform", "out", "const", "if", "else", "for",
		"return", "discard", "true", "false")},
	{Name: "Refused", Pattern: words(sortedKeys(refused)...)},
	{Name: "Ident", Pattern: `[A-Za-z_]\w*`},
	{Name: "Unclosed", Pattern: `(?s:/\*.*)`},
	{Name: "Punct", Pattern: `\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\^\^|[-+*/%<>=!&|^~?:;,.(){}\[\]]`},
	{Name: "Other", Pattern: `(?s:.)`},
})

var (
	directive = tokens.Symbols()["Directive"]
	other     = tokens.Symbols()["Other"]
	unclosed  = tokens.Symbols()["Unclosed"]
	ident     = tokens.Symbols()["Ident"]
)

// tokenise takes a text apart. Its last token is the end.
func tokenise(text string) []lexer.Token {
	l, err := tokens.LexString("", text)
	if err != nil {
		panic(err) // LexString has no errors
	}
	list, err := lexer.ConsumeAll(l)
	if err != nil {
		panic(err) // every text has tokens
	}
	return list
}

// list is tokens that are there already, for the parser.
type list []lexer.Token

// Next is part of lexer.Lexer.
func (l *list) Next() (lexer.Token, error) {
	t := (*l)[0]
	if !t.EOF() {
		*l = (*l)[1:]
	}
	return t, nil
}
