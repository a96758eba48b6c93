package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The most lines of a function, from "func" to its closing brace.
const (
	hardwareLines = 70
	otherLines    = 100
)

// stays is what a longer function says of itself, with the reason.
const stays = "stays whole"

func TestFunctionsCanBeHeldInMind(t *testing.T) {
	eachSource(t, func(path, name string) error {
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, x := range longFunctions(files, f, mostLines(name)) {
			assert.Fail(t, "a function is too long", "%s:%d: %s has %d lines, more than %d: divide it, or say why it %s",
				name, x.line, x.name, x.lines, mostLines(name), stays)
		}
		return nil
	})
}

// mostLines is the limit of the functions of a file.
func mostLines(name string) int {
	if roomOf(path.Dir(name)) == hardware {
		return hardwareLines
	}
	return otherLines
}

type longFunction struct {
	name        string
	line, lines int
}

// longFunctions are those above the limit that do not say why.
func longFunctions(files *token.FileSet, f *ast.File, most int) (list []longFunction) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		from, to := files.Position(fn.Pos()).Line, files.Position(fn.End()).Line
		if to-from+1 <= most {
			continue
		}
		excused := slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool {
			inside := c.Pos() >= fn.Pos() && c.End() <= fn.End()
			text := strings.Join(strings.Fields(c.Text()), " ") // a comment may break the line between the words
			return (c == fn.Doc || inside) && strings.Contains(text, stays)
		})
		if !excused {
			list = append(list, longFunction{fn.Name.Name, from, to - from + 1})
		}
	}
	return list
}

func TestLongFunctions(t *testing.T) {
	for text, long := range map[string]bool{
		"func f() {\n\t_ = 1\n}":                                        false,
		"func f() {\n\t_ = 1\n\t_ = 2\n}":                               true,
		"// f stays\n// whole: a table.\nfunc f() {\n_ = 1\n_ = 2\n}":   false,
		"func f() {\n\t// It stays whole: a table.\n_ = 1\n_ = 2\n}":    false,
		"// It stays whole.\n\nfunc f() {\n_ = 1\n_ = 2\n}":             true,
		"func f() {\n_ = 1\n_ = 2\n}\n\n// g stays whole.\nfunc g() {}": true,
	} {
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, "f.go", "package p\n\n"+text+"\n", parser.ParseComments)
		require.NoError(t, err)
		assert.Equal(t, long, len(longFunctions(files, f, 3)) > 0, text)
	}
	for file, most := range map[string]int{
		"blocks/ropmask/mask.go":             hardwareLines,
		"blocks/ioarbiter/smport/port.go":    hardwareLines,
		"blocks/ioarbiter/model/arbiter.go":  otherLines,
		"blocks/castalu/compiler/dot/dot.go": otherLines,
		"blocks/unit/unit.go":                otherLines,
		"blocks/blocks.go":                   otherLines,
		"hdl/module.go":                      otherLines,
	} {
		assert.Equal(t, most, mostLines(file), file)
	}
}
