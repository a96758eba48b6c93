package docs

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sources visits the Go files of the module that are tests, or those that are not, by their paths from its root.
func sources(t *testing.T, tests bool, visit func(name string, text []byte)) {
	t.Helper()
	require.NoError(t, fs.WalkDir(os.DirFS(".."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "out" || d.Name() == "testdata" || len(name) > 1 && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") != tests:
			return nil
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		visit(name, text)
		return err
	}))
}

// make fuzz-files has every fuzz target of the module.
func TestEveryFuzzTargetIsRun(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("make", "-s", "-C", "..", "fuzz-targets").Output()
	require.NoError(t, err)
	var want []string
	sources(t, true, func(name string, text []byte) {
		if !bytes.Contains(text, []byte("Fuzz")) {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && strings.HasPrefix(d.Name.Name, "Fuzz") {
				want = append(want, "./"+path.Dir(name)+" "+d.Name.Name)
			}
		}
	})
	assert.Greater(t, len(want), 10)
	assert.ElementsMatch(t, want, strings.Split(strings.TrimSpace(string(out)), "\n"))
}

// A file that names every operator, of the intermediate form or of the netlist, is in CONTRIBUTING's table of what a new
// operator needs; and what that table names exists.
func TestContributingNamesWhereOperatorsGo(t *testing.T) {
	_, table, found := strings.Cut(read(t, "../CONTRIBUTING.md"), "## Adding an operator")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n## ")
	named := map[string]bool{} // files and folders
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(table, -1) {
		folder := ""
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			place := name[1]
			if _, err := os.Stat(filepath.Join("..", place)); err != nil {
				place = path.Join(folder, place)
			}
			assert.FileExists(t, filepath.Join("..", place, map[bool]string{true: "", false: path.Base(place) + ".go"}[path.Ext(place) != ""]), row[0])
			folder = path.Dir(place)
			named[place] = true
		}
	}
	families := [][]string{
		constants(t, "../hdl/ir/op.go", "BinaryOp"),
		constants(t, "../hdl/sim/internal/netlist/netlist.go", "Op"),
	}
	words := regexp.MustCompile(`\bOp[A-Z]\w*`)
	places := 0
	sources(t, false, func(name string, text []byte) {
		has := map[string]bool{}
		for _, w := range words.FindAllString(string(text), -1) {
			has[w] = true
		}
		for _, ops := range families {
			if !slices.ContainsFunc(ops, func(op string) bool { return !has[op] }) {
				places++
				assert.True(t, named[name] || named[path.Dir(name)], "CONTRIBUTING.md does not tell that a new operator goes into %s", name)
			}
		}
	})
	assert.Greater(t, places, 6)
}

// Every package of the module begins with a comment that says what it is.
func TestEveryPackageHasAComment(t *testing.T) {
	told := map[string]bool{}
	sources(t, false, func(name string, text []byte) {
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		told[path.Dir(name)] = told[path.Dir(name)] || strings.TrimSpace(f.Doc.Text()) != ""
	})
	assert.Greater(t, len(told), 50)
	for dir, there := range told {
		assert.True(t, there, "%s has no package comment; write one above the package clause of one of its files", dir)
	}
}

// constants are the names of the constants of a type, without the one that counts them.
func constants(t *testing.T, file, kind string) (list []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST || len(g.Specs) == 0 {
			continue
		}
		if first, ok := g.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident); !ok || first.Name != kind {
			continue
		}
		for _, s := range g.Specs {
			if name := s.(*ast.ValueSpec).Names[0].Name; strings.HasPrefix(name, "Op") {
				list = append(list, name)
			}
		}
	}
	require.Greater(t, len(list), 10, "constants of type %s in %s", kind, file)
	return list
}
