package mutant_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/quality/mutant"
)

const root = "../../.."

func all(t *testing.T) []mutant.Mutant {
	t.Helper()
	list, err := mutant.All(root)
	require.NoError(t, err)
	return list
}

// The mutants themselves are run by make mutants, which takes minutes; here each
// still finds its place and is Go.
func TestEveryMutantFindsItsPlace(t *testing.T) {
	for _, m := range all(t) {
		files, err := m.Apply(root)
		assert.NoError(t, err, m.Name)
		for name, text := range files {
			if path.Ext(name) != ".go" {
				continue // a template
			}
			_, err = parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
			assert.NoError(t, err, m.At)
		}
		for _, e := range m.Edits {
			assert.NotEqual(t, e.Old, e.New, e.At)
		}
	}
}

// A suite whose tests have moved away would notice nothing.
func TestEverySuiteHasTests(t *testing.T) {
	names := map[string][]string{}
	for _, m := range all(t) {
		for _, s := range m.Suites {
			if _, read := names[s.Package]; !read {
				names[s.Package] = testsOf(t, s.Package)
			}
			assert.NotEmpty(t, names[s.Package], "%s: %v", m.At, s)
			if i := slices.Index(s.Args, "-run"); i >= 0 {
				first, _, _ := strings.Cut(s.Args[i+1], "/")
				assert.True(t, slices.ContainsFunc(names[s.Package], regexp.MustCompile(first).MatchString), "%s: no test for %v", m.At, s)
			}
		}
	}
}

// testsOf are the names of the tests of a package.
func testsOf(t *testing.T, pkg string) (names []string) {
	files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, found := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w+)\(`).FindAllSubmatch(text, -1) {
			names = append(names, string(found[1]))
		}
	}
	return names
}

// A fault that the test of this package knows, and one that no suite is asked
// about: the first is caught, the second survives, and a text that does not
// compile is an error.
func TestRunTellsWhoNoticed(t *testing.T) {
	suite := []mutant.Suite{{Package: "./hdl/ir", Args: []string{"-run", "Name"}}}
	broken := mutant.Mutant{Name: "every name is legal", Suites: suite, Edits: []mutant.Edit{{
		File: "hdl/ir/names.go", Old: "func ValidName(name string) error {", New: "func ValidName(name string) error {\n\tif name != \"\" {\n\t\treturn nil\n\t}"}}}
	got, err := mutant.Run(t.Context(), root, broken)
	require.NoError(t, err)
	assert.Equal(t, "./hdl/ir", got.Suite)
	assert.Contains(t, got.Test, "Test")

	harmless := mutant.Mutant{Name: "another text of a comment", Suites: suite, Edits: []mutant.Edit{{
		File: "hdl/ir/names.go", Old: "func ValidName(name string) error {", New: "// A comment.\nfunc ValidName(name string) error {"}}}
	got, err = mutant.Run(t.Context(), root, harmless)
	require.NoError(t, err)
	assert.Empty(t, got.Test)

	wrong := mutant.Mutant{Name: "no Go", Suites: suite, Edits: []mutant.Edit{{
		File: "hdl/ir/names.go", Old: "func ValidName(name string) error {", New: "func ValidName(name string) {"}}}
	_, err = mutant.Run(t.Context(), root, wrong)
	assert.ErrorContains(t, err, "does not compile")
}

// README says the hundreds, so that not every mutant needs an edit there.
func TestREADMECountsTheMutants(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	said := regexp.MustCompile(`breaks the\s+project\s+in\s+more\s+than\s+(\d+)\s+places`).FindSubmatch(page)
	require.NotNil(t, said, "README says in how many places make mutants breaks the project")
	assert.Equal(t, fmt.Sprint(len(all(t))/100*100), string(said[1]))
}

func TestCONTRIBUTINGShowsAMutant(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	require.NoError(t, err)
	example := regexp.MustCompile("(?s)```text\n(suite .*?)```").FindSubmatch(page)
	require.NotNil(t, example, "CONTRIBUTING shows a mutant")
	text, err := os.ReadFile(filepath.Join(root, "blocks/ropmask/testdata/mutants/unit.txt"))
	require.NoError(t, err)
	for _, part := range strings.Split(string(example[1]), "\n\n") {
		assert.Contains(t, string(text), part)
	}
}
