package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/eda"
	"posedge/internal/outside"
)

// The binary of these tests stands in for tools, and for a test binary that starts them.
func TestMain(m *testing.M) {
	if code, ours := standIn(os.Args); ours {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// spin is a shell's loop that takes a few hundredths of a second.
const spin = `i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done`

// script writes a program.
func script(t *testing.T, dir, name, body string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o777))
}

func TestATestsTimeIsPartedByTool(t *testing.T) {
	fake := t.TempDir()
	script(t, fake, "verilator", spin+"; make")
	script(t, fake, "make", spin+"; "+spin)
	script(t, fake, "z3", "exit 3")
	script(t, fake, "binary", spin+"; verilator; sh -c '"+spin+"'; z3; echo $? >&2; env -u "+logVariable+" z3; echo $? >&2; exit 4")
	t.Setenv("PATH", fake+string(os.PathListSeparator)+os.Getenv("PATH"))
	log := filepath.Join(t.TempDir(), "uses")
	require.NoError(t, makeStandIns(log))

	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, filepath.Join(fake, "binary"))
	cmd.Env = append(os.Environ(), logVariable+"="+log, "PATH="+standInFolder(log)+string(os.PathListSeparator)+os.Getenv("PATH"))
	var said bytes.Buffer
	cmd.Stderr = &said
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	assert.Equal(t, 4, exit.ExitCode(), "the status of the test binary")
	assert.Equal(t, "3\n3\n", said.String(), "the status of a tool, also without the environment of the run")

	f, err := os.Open(log)
	require.NoError(t, err)
	defer f.Close()
	uses, err := readUses(f)
	require.NoError(t, err)
	got := uses["posedge/internal/quality/suite"]
	require.Len(t, uses, 1)
	// All have loops of the same length; a stand-in takes some time too.
	one := got[testBinary]
	require.Greater(t, one, 5*time.Millisecond)
	assert.Greater(t, got["Verilator"], one/3)
	assert.Greater(t, got["C++"], one, "two loops")
	assert.Less(t, got["Verilator"], got["C++"], "without make, for which it waited")
	assert.Greater(t, got["others"], time.Duration(0))
}

const events = `{"Action":"start","Package":"m/a"}
{"Action":"output","Package":"m/a","Test":"TestGood","Output":"quiet\n"}
{"Action":"pass","Package":"m/a","Test":"TestGood","Elapsed":1.5}
{"Action":"output","Package":"m/a","Test":"TestBad/sub","Output":"loud\n"}
{"Action":"fail","Package":"m/a","Test":"TestBad/sub","Elapsed":0.25}
{"Action":"fail","Package":"m/a","Test":"TestBad","Elapsed":0.25}
{"Action":"output","Package":"m/a","Test":"TestTool","Output":"not tested: %v\n"}
{"Action":"skip","Package":"m/a","Test":"TestTool","Elapsed":0}
{"Action":"output","Package":"m/a","Output":"FAIL\n"}
{"Action":"fail","Package":"m/a","Elapsed":2}
{"Action":"output","Package":"m/b","Output":"ok  \tm/b\t0.1s\n"}
{"Action":"pass","Package":"m/b","Elapsed":0.1}
`

func TestFailuresAreShownAndSkipsAreKept(t *testing.T) {
	var out strings.Builder
	c := newCollector(&out)
	require.NoError(t, c.read(strings.NewReader(fmt.Sprintf(events, "z3: tool is not installed"))))
	assert.Equal(t, "loud\nFAIL\n", out.String())
	list := c.list()
	require.Len(t, list, 2)
	assert.True(t, list[0].Failed)
	assert.False(t, list[1].Failed)
	assert.Equal(t, []testRun{{"TestGood", 1500 * time.Millisecond}, {"TestBad", 250 * time.Millisecond}, {"TestTool", 0}}, list[0].Tests)
	require.Len(t, list[0].Skips, 1)
	assert.Equal(t, []string{"z3"}, missingTools(list[0].Skips[0]))

	assert.ErrorContains(t, c.read(strings.NewReader("FAIL")), "go test")
}

// The messages are those of the functions by which tests skip.
func TestMissingToolsAreFoundInMessages(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := eda.Find("yosys")
	require.Error(t, err)
	assert.Equal(t, []string{"yosys"}, missingTools("need.go:23: not tested: "+err.Error()))
	assert.Equal(t, []string{"iverilog", "verilator"}, missingTools(outside.Checks{outside.LintVerilator, outside.LintIcarus}.Missing().Error()))
	assert.Equal(t, []string{"vcd2fst"}, missingTools("helper_test.go:40: vcd2fst is not installed; install it to run this test"))
	assert.Empty(t, missingTools("it takes long: make test-long runs it"))
}

// Two tests of one package lack z3, one of another lacks z3 and yosys.
func TestSkippedTestsAreCountedByTool(t *testing.T) {
	long, z3 := "it takes long: make test-long runs it", "z3: tool is not installed"
	c := &collector{packages: map[string]*packageRun{
		"m/a": {Name: "m/a", Tests: make([]testRun, 5), Skips: []string{z3, long, z3}},
		"m/b": {Name: "m/b", Tests: make([]testRun, 2), Skips: []string{"not installed: z3, yosys"}},
	}}
	var out strings.Builder
	c.skipped(&out, 80*time.Second)
	assert.Equal(t, `7 tests in 80 s; skipped because they take longer or are for other systems: 1 (make test)
yosys is not installed: 1 test skipped (make test installs it)
z3 is not installed: 3 tests skipped (make test installs it)
`, out.String())
}

func TestAUnitBeyondItsShareIsAnError(t *testing.T) {
	r := report{uses: map[string]map[string]time.Duration{
		"posedge/blocks/fast":      {testBinary: 50 * time.Second},
		"posedge/blocks/slow":      {testBinary: 20 * time.Second, "C++": 11 * time.Second},
		"posedge/blocks/slow/part": {"Yosys": 30 * time.Second},
		"posedge/verilog":          {"C++": 100 * time.Second},
	}}
	assert.EqualError(t, r.judge(), "the tests of slow take 61 s of CPU; a unit's share is 60: move what takes long to make test-long, or draw less")
	delete(r.uses["posedge/blocks/slow"], "C++")
	assert.NoError(t, r.judge())
}

func TestSecondsOfPackagesAreSorted(t *testing.T) {
	var out strings.Builder
	require.NoError(t, seconds(strings.NewReader("ok  \tm/a\t1.25s\n?   \tm/none\t[no test files]\nFAIL\tm/b\t20.5s\nok  \tm/c\t(cached)\n"), &out))
	lines := strings.Split(out.String(), "\n")
	assert.Regexp(t, `m/b +│ FAIL +│ +20\.5`, lines[3])
	assert.Regexp(t, `m/a +│ ok +│ +1\.2`, lines[4])
	assert.Regexp(t, `all, one after the other +│ +│ +21\.8`, lines[5])
}

func TestTheLongestPackagesStartFirst(t *testing.T) {
	var out strings.Builder
	require.NoError(t, order(strings.NewReader("ok  \tm/a\t10.25s\nok  \tm/short\t9.9s\nFAIL\tm/b\t20.5s\nok  \tm/c\t(cached)\n"), &out))
	assert.Equal(t, "m/b\nm/a\n", out.String())
}

// A package that has moved or gone is not left in the list.
func TestListOfLongestPackagesIsOfThisModule(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	list, err := os.ReadFile(filepath.Join(root, ".ci", "longest"))
	require.NoError(t, err)
	for _, name := range strings.Fields(string(list)) {
		dir, ours := strings.CutPrefix(name, "posedge/")
		assert.True(t, ours, name)
		tests, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
		require.NoError(t, err)
		assert.NotEmpty(t, tests, "%s has no tests; remove its line from .ci/longest", name)
	}
}

func TestWrongArguments(t *testing.T) {
	for want, args := range map[string][]string{
		"a command is missing":                 nil,
		`unknown command "fast"`:               {"fast"},
		"seconds takes one file":               {"seconds"},
		"order takes one file":                 {"order", "a", "b"},
		"flag provided but not defined: -long": {"times", "-long"},
	} {
		var wrong usageError
		require.ErrorAs(t, run(t.Context(), args, new(bytes.Buffer)), &wrong)
		assert.ErrorContains(t, wrong, want)
	}
}
