package shader

import (
	"maps"

	"github.com/alecthomas/participle/v2/lexer"
)

// refused are words of GLSL that are not in the language, and what to do instead.
var refused = map[string]string{
	"mat2": matrices, "mat3": matrices, "mat4": matrices,
	"ivec2": integers, "ivec3": integers, "ivec4": integers, "uint": integers,
	"uvec2": integers, "uvec3": integers, "uvec4": integers,
	"bvec2": "there are no vectors of bool: compare the components one by one",
	"bvec3": "there are no vectors of bool: compare the components one by one",
	"bvec4": "there are no vectors of bool: compare the components one by one",
	"while": "write for (int i = 0; i < 4; i++), with constant bounds",
	"do":    "write for (int i = 0; i < 4; i++), with constant bounds",
	"break": "a loop runs to its end: choose the values with if", "continue": "a loop runs to its end: choose the values with if",
	"switch": "write if and else", "case": "write if and else", "default": "write if and else",
	"struct":    "there are no structures: use a variable for each member",
	"layout":    "leave the layout out: a shader has one output, and inputs are known by their names",
	"attribute": "an input of a fragment shader is declared by in or varying",
	"invariant": "leave it out", "centroid": "leave it out", "flat": "leave it out", "smooth": "leave it out",
	"sampler3D": samplers, "samplerCube": samplers, "sampler2DShadow": samplers, "sampler2DArray": samplers,
	"double": "there is one type of number, float",
}

const (
	matrices = "there are no matrices: write a dot product for each row, such as dot(row, v)"
	integers = "int is only for loop counters and constants: use float, vec2, vec3 or vec4"
	samplers = "there is one type of sampler, sampler2D"
)

// rules split a text into tokens; those in lower case make none. Every text can be split: a
// character that begins no token of GLSL is Other.
var rules = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "space", Pattern: `\s+`},
	{Name: "Ident", Pattern: `[A-Za-z_]\w*`},
	{Name: "comment", Pattern: `//[^\n]*|(?s:/\*.*?\*/)`},
	{Name: "Unclosed", Pattern: `(?s:/\*.*)`},
	{Name: "Punct", Pattern: `\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\^\^|[-+*/%<>=!&|^~?:;,(){}\[\]]`},
	{Name: "Number", Pattern: `(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[A-Za-z0-9_]*`},
	{Name: "Directive", Pattern: `#[^\r\n]*`},
	{Name: "Point", Pattern: `\.`},
	{Name: "Other", Pattern: `(?s:.)`},
})

// words are the tokens that begin like an Ident.
var words = map[string][]string{
	"Precision": {"highp", "mediump", "lowp"},
	"Type":      {"void", "float", "int", "bool", "vec2", "vec3", "vec4", "sampler2D"},
	"Keyword": {"precision", "inout", "in", "varying", "uniform", "out", "const", "if", "else", "for", "return", "discard",
		"true", "false"},
	"Refused": sortedKeys(refused),
}

// tokens are the rules, with a separate type of token for each kind of word.
type tokens struct{ lexer.Definition }

// Symbols is part of lexer.Definition.
func (t tokens) Symbols() map[string]lexer.TokenType { return symbols }

var symbols, wordType = func() (map[string]lexer.TokenType, map[string]lexer.TokenType) {
	symbols, types := maps.Clone(rules.Symbols()), map[string]lexer.TokenType{}
	for k, name := range sortedKeys(words) {
		symbols[name] = lexer.TokenType(-100 - k)
		for _, word := range words[name] {
			types[word] = symbols[name]
		}
	}
	return symbols, types
}()

var (
	directive = symbols["Directive"]
	other     = symbols["Other"]
	unclosed  = symbols["Unclosed"]
	ident     = symbols["Ident"]
)

// tokenise splits a text into tokens. The last one is the end.
func tokenise(text string) list {
	l, err := rules.LexString("", text)
	if err != nil {
		panic(err) // LexString has no errors
	}
	var out list
	for {
		t, err := l.Next()
		if err != nil {
			panic(err) // every text has tokens
		}
		if word, ok := wordType[t.Value]; ok {
			t.Type = word
		}
		out = append(out, t)
		if t.EOF() {
			return out
		}
	}
}

// list is a lexer for the parser, whose tokens have been read before.
type list []lexer.Token

// Next is part of lexer.Lexer.
func (l *list) Next() (lexer.Token, error) {
	t := (*l)[0]
	if !t.EOF() {
		*l = (*l)[1:]
	}
	return t, nil
}
