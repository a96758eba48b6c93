package mutant_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/quality/mutant"
)

// written makes a module with files of mutants, by their names.
func written(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	return dir
}

func TestMutantsAreText(t *testing.T) {
	dir := written(t, map[string]string{
		"a/testdata/mutants/x.txt": `# Two in one file.
suite quick ./a/b -run One|Two

mutant first: a text of two lines, and another
noticed by quick
noticed by ./c
in b/one.go
- 	if x {
-
- 		y
+ 	if x {
+ 		z
+
- gone
+
in two.go
- 1
+ 2

mutant second
noticed by ./c -short
edits as above
`,
		"out/testdata/mutants/y.txt": "what was made does not count",
		"b/testdata/z.txt":           "nor does another folder",
	})
	list, err := mutant.All(dir)
	require.NoError(t, err)
	const at = "a/testdata/mutants/x.txt:"
	edits := []mutant.Edit{
		{File: "a/b/one.go", Old: "\tif x {\n\n\t\ty", New: "\tif x {\n\t\tz\n", At: at + "8"},
		{File: "a/b/one.go", Old: "gone", New: "", At: at + "14"},
		{File: "a/two.go", Old: "1", New: "2", At: at + "17"},
	}
	others := mutant.Suite{Package: "./c", Args: []string{}}
	assert.Equal(t, []mutant.Mutant{
		{Name: "first: a text of two lines, and another", At: at + "4", Edits: edits,
			Suites: []mutant.Suite{{Package: "./a/b", Args: []string{"-run", "One|Two"}}, others}},
		{Name: "second", At: at + "20", Edits: edits, Suites: []mutant.Suite{{Package: "./c", Args: []string{"-short"}}}},
	}, list)
}

// What is wrong is told with its line, and with what to write.
func TestMistakesInMutantsAreTold(t *testing.T) {
	const good = "mutant m\nnoticed by ./a\nin x.go\n- 1\n+ 2\n"
	for text, want := range map[string]string{
		"in x.go\n":                                       "1: there is no mutant yet; begin with mutant NAME, or with suite NAME PACKAGE [ARGUMENT...]",
		"suite s\n":                                       "1: write suite NAME PACKAGE [ARGUMENT...], with a package such as ./verilog",
		"mutant m\n":                                      "1: no test is named that notices the mutant; write noticed by SUITE",
		"suite s ./a\nsuite s ./b\n":                      `2: there is a suite "s" above; give this one another name`,
		"mutant m\nnoticed by ./a\n\n" + good:             "1: the mutant changes nothing; write in FILE, - OLD, + NEW",
		"suite s ./a\nmutant m\nnoticed by t\n":           `3: there is no suite "t" above; those are [s]; write suite NAME PACKAGE [ARGUMENT...]`,
		"mutant m\nnoticed by ./a\nin x.go\n- 1\n":        "5: there is nothing that replaces the text above; write + NEW, or + alone to take the text out",
		"mutant m\nnoticed by ./a\nin x.go\n+ 1\n":        "4: there is no text that this one replaces; write - OLD in the line above",
		"mutant m\nnoticed by ./a\n- 1\n":                 "3: no file is named; write in FILE above, from the folder that holds testdata",
		"mutant m\nnoticed by ./a\nedits as above\n":      "3: edits as above stands alone for all edits of the mutant before this one; write in FILE, - OLD, + NEW",
		good + "noticed\n":                                `6: "noticed" is no line of a mutant; write suite, mutant, noticed by, in, -, +, edits as above, or # before a comment`,
		good + good:                                       `6: there is a mutant "m" at a/testdata/mutants/x.txt:1; give this one another name`,
		good + "- 1\n+ 2\nmutant n\nedits as above\n":     "8: no test is named that notices the mutant; write noticed by SUITE",
		"mutant m\nnoticed by ./a\nin x.go\n- 1\n\n+ 2\n": "5: there is nothing that replaces the text above; write + NEW, or + alone to take the text out",
	} {
		_, err := mutant.All(written(t, map[string]string{"a/testdata/mutants/x.txt": text}))
		assert.EqualError(t, err, "a/testdata/mutants/x.txt:"+want, text)
	}
}

// A text that has moved on is told with the line that names it.
func TestEditsThatDoNotFitAreTold(t *testing.T) {
	for source, want := range map[string]string{
		"0\n":   "a/testdata/mutants/x.txt:4: a/x.go has 0 times the text that the mutant replaces, not once; write it as it is there, with as much around it as tells it apart:\n1",
		"1 1\n": "a/testdata/mutants/x.txt:4: a/x.go has 2 times the text that the mutant replaces, not once; write it as it is there, with as much around it as tells it apart:\n1",
	} {
		dir := written(t, map[string]string{"a/testdata/mutants/x.txt": "mutant m\nnoticed by ./a\nin x.go\n- 1\n+ 2\n", "a/x.go": source})
		list, err := mutant.All(dir)
		require.NoError(t, err)
		_, err = list[0].Apply(dir)
		assert.EqualError(t, err, want)
		require.NoError(t, os.Remove(filepath.Join(dir, "a/x.go")))
		_, err = list[0].Apply(dir)
		assert.ErrorContains(t, err, "a/testdata/mutants/x.txt:4: open ")
	}
}
