package mutant_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/quality/mutant"
)

// The mutants themselves are run by make mutants, which takes minutes; here each
// still finds its place and is Go.
func TestEveryMutantFindsItsPlace(t *testing.T) {
	all := mutant.All()
	assert.GreaterOrEqual(t, len(all), 32)
	names := map[string]bool{}
	for _, m := range all {
		assert.False(t, names[m.Name], m.Name)
		names[m.Name] = true
		assert.NotEmpty(t, m.Suites, m.Name)
		files, err := m.Apply("../../..")
		assert.NoError(t, err, m.Name)
		for name, text := range files {
			if path.Ext(name) != ".go" {
				continue // a template
			}
			_, err = parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
			assert.NoError(t, err, m.Name)
		}
		for _, e := range m.Edits {
			assert.NotEqual(t, e.Old, e.New, m.Name)
		}
	}
}

// A fault that the test of this package knows, and one that no suite is asked
// about: the first is caught, the second survives, and a text that does not
// compile is an error.
func TestRunTellsWhoNoticed(t *testing.T) {
	suite := []mutant.Suite{{Package: "./hdl/ir", Args: []string{"-run", "Name"}}}
	broken := mutant.Mutant{Name: "every name is legal", Suites: suite, Edits: []mutant.Edit{{
		File: "hdl/ir/names.go", Old: "func ValidName(name string) error {", New: "func ValidName(name string) error {\n\tif name != \"\" {\n\t\treturn nil\n\t}"}}}
	got, err := mutant.Run(t.Context(), "../../..", broken)
	require.NoError(t, err)
	assert.Equal(t, "./hdl/ir", got.Suite)
	assert.Contains(t, got.Test, "Test")

	harmless := mutant.Mutant{Name: "another text of a comment", Suites: suite, Edits: []mutant.Edit{{
		File: "hdl/ir/names.go", Old: "func ValidName(name string) error {", New: "// A comment.\nfunc ValidName(name string) error {"}}}
	got, err = mutant.Run(t.Context(), "../../..", harmless)
	require.NoError(t, err)
	assert.Empty(t, got.Test)

	wrong := mutant.Mutant{Name: "no Go", Suites: suite, Edits: []mutant.Edit{{
		File: "hdl/ir/names.go", Old: "func ValidName(name string) error {", New: "func ValidName(name string) {"}}}
	_, err = mutant.Run(t.Context(), "../../..", wrong)
	assert.ErrorContains(t, err, "does not compile")
}

func TestREADMECountsTheMutants(t *testing.T) {
	page, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	said := regexp.MustCompile(`breaks the\s+project\s+in\s+(\d+)\s+places`).FindSubmatch(page)
	require.NotNil(t, said, "README says in how many places make mutants breaks the project")
	assert.Equal(t, fmt.Sprint(len(mutant.All())), string(said[1]))
}
