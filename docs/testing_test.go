package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

// Each block of code in testing.md consists of whole declarations of the example.
func TestCodeInTheTestingPageIsThatOfTheExample(t *testing.T) {
	source := read(t, "examples/decimator.go", "examples/decimator_test.go", "examples/kit_test.go")
	list := blocks(t, "testing.md", "go")
	assert.Greater(t, len(list), 8)
	for _, b := range list {
		assert.Contains(t, source, "\n"+b)
	}
}

// The picture in testing.md is what go test prints if the example's test
// expects 11 instead of 10; the waves are where the page says, including those
// of a test that asks for them.
func TestFailureInTheTestingPageIsWhatATestPrints(t *testing.T) {
	long.NotShort(t)
	dir := t.TempDir()
	test, err := filepath.Abs("examples/decimator_test.go")
	require.NoError(t, err)
	right := read(t, test)
	wrong := strings.Replace(right, "[]uint16{10, 1020}", "[]uint16{11, 1020}", 1)
	require.NotEqual(t, right, wrong)
	wrong = strings.Replace(wrong, "taken.Eq(4)", "taken.Eq(3)", 1)
	_, noProver := exec.LookPath("yosys-abc")
	replaced := filepath.Join(dir, "wrong.go")
	require.NoError(t, os.WriteFile(replaced, []byte(wrong), 0o666))
	overlay := filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{test: replaced}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, text, 0o666))

	out := filepath.Join(dir, "out")
	require.NoError(t, os.Mkdir(out, 0o777))
	said, err := exec.Command("go", "test", "-overlay", overlay, "-artifacts", "-outputdir", out,
		"-v", "-run", "^(TestDecimatorAddsFourSamples|TestDecimatorsWaves|TestTrafficLightOnItsWayToGreen|TestDecimatorKeepsItsPromises)$", "posedge/docs/examples").CombinedOutput()
	var failed *exec.ExitError
	require.ErrorAs(t, err, &failed, "%s", said)

	// The folder of an artifact has a number that go test chooses, and a test's
	// message has the line that prints it.
	number := regexp.MustCompile(`(_artifacts/|failure\.go:|coverage\.go:|prove\.go:|decimator_test\.go:)\d+`)
	plain := func(text string) string {
		text = number.ReplaceAllString(strings.ReplaceAll(text, out, "out"), "$1")
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			lines[i] = strings.TrimSpace(l)
		}
		return strings.Join(lines, "\n")
	}
	for _, b := range blocks(t, "testing.md", "text") {
		if b == streamsOfTheDecimator(t) {
			continue // a wave that no failing test prints
		}
		if noProver != nil && strings.Contains(b, "counterexample") {
			continue // the proof was skipped
		}
		assert.Contains(t, plain(string(said)), plain(b))
	}
	for _, name := range []string{"decimator.vcd", "decimator.gtkw"} {
		list, err := filepath.Glob(filepath.Join(out, "_artifacts", "*", name))
		require.NoError(t, err)
		assert.Len(t, list, 2, "%s of the failure and of the run", name)
	}
}

// unreachable is a checksum database that nobody can ask; the key is real, since Go reads it first.
const unreachable = "checksums.invalid+614f409c+Adr00pT+asYK93bO0BRTOpNQKnrrNhVHQkU53QLSmsy3 http://127.0.0.1:1"

// A module beside the clone is made by the commands that testing.md gives, with the example's two files changed as it
// says. The modules that the clone's own tests need suffice: neither a proxy nor a checksum database can be reached.
func TestADesignInAnotherModule(t *testing.T) {
	long.NotShort(t)
	anotherModule(t)
}

// anotherModule makes the module in a folder, and returns what runs a command there, which must end well.
func anotherModule(t *testing.T) (dir string, run func(args ...string) string) {
	dir = filepath.Join(t.TempDir(), "decimator")
	require.NoError(t, os.Mkdir(dir, 0o777))
	clone, err := filepath.Abs("..")
	require.NoError(t, err)
	for name, changes := range map[string]*strings.Replacer{
		"decimator.go":      strings.NewReplacer("package examples", "package decimator"),
		"decimator_test.go": strings.NewReplacer("package examples_test", "package decimator_test", `"posedge/docs/examples"`, `examples "decimator"`),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(changes.Replace(read(t, "examples/"+name))), 0o666))
	}
	run = func(args ...string) string {
		for k := range args {
			args[k] = strings.ReplaceAll(args[k], "../posedge", clone)
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB="+unreachable, "GONOSUMDB=", "GOPRIVATE=", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v\n%s", args, out)
		return string(out)
	}

	ran := 0
	for _, b := range blocks(t, "testing.md", "sh") {
		for line := range strings.Lines(b) {
			args := strings.Fields(line)
			if args[0] != "go" && args[0] != "cp" || args[1] == "test" && len(args) > 2 {
				continue
			}
			if args[1] == "test" {
				args = append(args, "-run", "^TestDecimatorAddsFourSamples$")
			}
			ran++
			run(args...)
		}
	}
	assert.Equal(t, 5, ran)
	return dir, run
}
