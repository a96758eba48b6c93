package shader

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar decides what comes next by one token: types and keywords are separate kinds of
// tokens, and the precedence of operators is applied when an expression is read.

// declaration is a declaration in a shader's text.
type declaration struct {
	Pos       lexer.Position
	Precision *precision `parser:"@@"`
	Global    *global    `parser:"| @@"`
	Function  *function  `parser:"| @@"`
}

type precision struct {
	Pos  lexer.Position
	Type string `parser:"'precision' Precision @Type ';'"`
}

type global struct {
	Pos       lexer.Position
	Qualifier string        `parser:"@('in' | 'varying' | 'uniform' | 'out' | 'const') Precision?"`
	Type      string        `parser:"@Type"`
	Names     []*declarator `parser:"@@ (',' @@)* ';'"`
}

type declarator struct {
	Pos  lexer.Position
	Name string      `parser:"@Ident"`
	Init *expression `parser:"('=' @@)?"`
}

type function struct {
	Pos        lexer.Position
	Type       string       `parser:"Precision? @Type"`
	Name       string       `parser:"@Ident"`
	Parameters []*parameter `parser:"'(' 'void'? (@@ (',' @@)*)? ')'"`
	Body       *block       `parser:"@@"`
}

type parameter struct {
	Pos        lexer.Position
	Qualifiers []string `parser:"@('const' | 'in' | 'out' | 'inout')* Precision?"`
	Type       string   `parser:"@Type"`
	Name       string   `parser:"@Ident"`
}

// block is statements in braces. It parses them itself, one by one, to go on after a mistake.
type block struct {
	Pos        lexer.Position
	End        lexer.Position
	Statements []*statement
	Mistakes   []error
	Skipped    []string // names in statements with mistakes
}

type statement struct {
	Pos     lexer.Position
	Empty   bool        `parser:"@';'"`
	Block   *block      `parser:"| @@"`
	If      *branch     `parser:"| @@"`
	For     *loop       `parser:"| @@"`
	Return  *result     `parser:"| @@"`
	Discard bool        `parser:"| @'discard' ';'"`
	Local   *local      `parser:"| @@"`
	Count   *count      `parser:"| @@ ';'"`
	Assign  *assignment `parser:"| @@ ';'"`
}

type branch struct {
	Pos       lexer.Position
	Condition *expression `parser:"'if' '(' @@ ')'"`
	Then      *statement  `parser:"@@"`
	Else      *statement  `parser:"('else' @@)?"`
}

type loop struct {
	Pos       lexer.Position
	Counter   string      `parser:"'for' '(' 'int' @Ident"`
	First     *expression `parser:"'=' @@ ';'"`
	Condition *expression `parser:"@@ ';'"`
	Count     *count      `parser:"( @@"`
	Step      *assignment `parser:"| @@ ) ')'"`
	Body      *statement  `parser:"@@"`
}

type result struct {
	Pos   lexer.Position
	Value *expression `parser:"'return' @@? ';'"`
}

type local struct {
	Pos   lexer.Position
	Const bool          `parser:"@'const'? Precision?"`
	Type  string        `parser:"@Type"`
	Names []*declarator `parser:"@@ (',' @@)* ';'"`
}

// count is ++i and --i.
type count struct {
	Pos  lexer.Position
	Op   string `parser:"@('++' | '--')"`
	Name string `parser:"@Ident"`
}

type assignment struct {
	Pos     lexer.Position
	Name    string      `parser:"@Ident"`
	Members []*member   `parser:"@@*"`
	Call    *call       `parser:"( @@"`
	Op      string      `parser:"| @('++' | '--') | @('=' | '+=' | '-=' | '*=' | '/=')"`
	Value   *expression `parser:"@@ )"`
}

type member struct {
	Pos  lexer.Position
	Name string `parser:"'.' @Ident"`
}

// expression is operands with operators between them, perhaps followed by the arms of ?:.
type expression struct {
	Pos   lexer.Position
	First *operand     `parser:"@@"`
	Rest  []*operation `parser:"@@*"`
	Then  *expression  `parser:"('?' @@"`
	Else  *expression  `parser:"':' @@)?"`
}

type operation struct {
	Pos   lexer.Position
	Op    string   `parser:"@('+' | '-' | '*' | '/' | '<' | '>' | '<=' | '>=' | '==' | '!=' | '&&' | '||')"`
	Right *operand `parser:"@@"`
}

type operand struct {
	Pos     lexer.Position
	Prefix  []string    `parser:"@('-' | '+' | '!')*"`
	Number  string      `parser:"( @Number"`
	Truth   string      `parser:"| @('true' | 'false')"`
	Type    string      `parser:"| @Type"`
	Parts   *call       `parser:"  @@"`
	Name    string      `parser:"| @Ident"`
	Call    *call       `parser:"  @@?"`
	Inner   *expression `parser:"| '(' @@ ')' )"`
	Members []*member   `parser:"@@*"`
}

type call struct {
	Pos       lexer.Position
	Arguments []*expression `parser:"'(' (@@ (',' @@)*)? ')'"`
}

type grammars struct {
	declaration *participle.Parser[declaration]
	statement   *participle.Parser[statement]
	pragma      *participle.Parser[pragma]
}

// grammar is built when the first shader is read.
var grammar = sync.OnceValue(func() grammars {
	// Without lookahead a branch is chosen by its first token, so that a mistake is reported
	// at the first token that does not fit.
	first := []participle.Option{participle.Lexer(tokens{rules}), participle.UseLookahead(0)}
	return grammars{
		participle.MustBuild[declaration](first...),
		participle.MustBuild[statement](first...),
		participle.MustBuild[pragma](participle.Lexer(tokens{rules}), participle.UseLookahead(1)),
	}
})
