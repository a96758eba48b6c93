// Package docs tests the README and testing.md: their code comes from the
// examples, and the commands of the README and of castalu.md run.
package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

var block = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```")

// blocks returns the code blocks of a language in a page.
func blocks(t *testing.T, page, language string) []string {
	var list []string
	for _, m := range block.FindAllStringSubmatch(read(t, page), -1) {
		if m[1] == language {
			list = append(list, m[2])
		}
	}
	require.NotEmpty(t, list, "blocks of %s in %s", language, page)
	return list
}

// read joins files.
func read(t *testing.T, names ...string) string {
	var b strings.Builder
	for _, n := range names {
		data, err := os.ReadFile(n)
		require.NoError(t, err)
		b.Write(data)
	}
	return b.String()
}

// Each paragraph of the code is in the examples, word for word.
func TestCodeInTheREADMEIsThatOfTheExamples(t *testing.T) {
	source := read(t, "examples/counter.go", "examples/counter_test.go")
	for _, b := range blocks(t, "../README.md", "go") {
		for _, part := range strings.Split(strings.TrimSpace(b), "\n\n") {
			assert.Contains(t, source, part)
		}
	}
	for _, b := range blocks(t, "../README.md", "verilog") {
		assert.Contains(t, read(t, "examples/testdata/counter/counter.v"), b)
	}
}

// built is the command, compiled.
func built(t *testing.T) string {
	t.Helper()
	posedge := filepath.Join(t.TempDir(), "posedge")
	out, err := exec.Command("go", "build", "-o", posedge, "posedge/cmd/posedge").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return posedge
}

var textOfSVG = regexp.MustCompile(`<text[^>]*>([^<]*)</text>`)

// The pictures that no test of a unit holds are those that commands make. Graphviz places nodes as its version likes, so
// of its drawings the words count.
func TestPicturesOfPagesAreWhatCommandsMake(t *testing.T) {
	long.NotShort(t)
	posedge := built(t)
	const shaders = "../blocks/castalu/scenario/shaders/"
	for _, x := range []struct {
		picture, made string
		command       []string
	}{
		{"blend_modes.png", "blend_modes.png", []string{"run", "ropmask", "-scenario", "blend-modes", "-o", "DIR"}},
		{"castalu-compiler.svg", "patent.svg", []string{"castalu", "compile", shaders + "patent.frag", "-svg", "DIR/patent.svg"}},
		{"castalu-passes.svg", "scene_passes.svg", []string{"castalu", "compile", shaders + "scene.frag", "-svg", "DIR/scene.svg"}},
	} {
		t.Run(x.picture, func(t *testing.T) {
			dir := t.TempDir()
			drawing := strings.HasSuffix(x.picture, ".svg")
			if _, err := exec.LookPath("dot"); drawing && err != nil && os.Getenv("CI") == "" {
				t.Skip("dot is not installed; make test installs it")
			}
			var args []string
			for _, a := range x.command {
				args = append(args, strings.ReplaceAll(a, "DIR", dir))
			}
			out, err := exec.Command(posedge, args...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			got, want := read(t, filepath.Join(dir, x.made)), read(t, x.picture)
			if drawing {
				assert.ElementsMatch(t, textOfSVG.FindAllStringSubmatch(got, -1), textOfSVG.FindAllStringSubmatch(want, -1), "posedge %s makes it", strings.Join(x.command, " "))
				return
			}
			assert.True(t, got == want, "posedge %s makes it", strings.Join(x.command, " "))
		})
	}
}

func TestCommandsOfPagesRun(t *testing.T) {
	long.NotShort(t)
	posedge := built(t)
	pages := []string{"../README.md"}
	for _, unit := range folders(t, "../blocks", "unit") {
		pages = append(pages, unit+".md")
	}
	all, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, page := range all {
		if !slices.Contains(pages, page) && strings.Contains(read(t, page), "\n"+ourCommand) {
			pages = append(pages, page)
		}
	}
	for _, page := range pages {
		dir := t.TempDir()
		units, err := filepath.Abs("../blocks")
		require.NoError(t, err)
		require.NoError(t, os.Symlink(units, filepath.Join(dir, "blocks")))
		ran := 0
		for _, b := range blocks(t, page, "sh") {
			for _, line := range strings.Split(strings.TrimSpace(b), "\n") {
				line, _, _ = strings.Cut(line, "#")
				args, ours := strings.CutPrefix(strings.TrimSpace(line), ourCommand)
				if !ours {
					assert.Regexp(t, `^make (demo|test)$`, strings.TrimSpace(line))
					assert.Contains(t, read(t, "../Makefile"), "\n"+strings.Fields(line)[1]+":")
					continue
				}
				ran++
				cmd := exec.Command(posedge, strings.Fields(args)...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				assert.NoError(t, err, "%s\n%s", line, out)
				assert.NotEmpty(t, out)
			}
		}
		assert.NotZero(t, ran, "%s has no block of sh with %s…: show how to run what it describes", page, ourCommand)
	}
}

const ourCommand = "go run ./cmd/posedge "

// folders are those in a folder, but for one.
func folders(t *testing.T, in, but string) (names []string) {
	entries, err := os.ReadDir(in)
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && e.Name() != but {
			names = append(names, e.Name())
		}
	}
	return names
}
