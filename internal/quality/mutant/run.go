package mutant

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"posedge/internal/eda"
)

// Mutant is a deliberate fault.
type Mutant struct {
	Name  string // what is wrong
	Edits []Edit
	// Suites are the tests that may notice, in the order in which they are asked.
	Suites []Suite
	At     string // file:line of its text
}

// Edit replaces Old, which occurs exactly once in the file, by New.
type Edit struct {
	File     string // from the root of the module
	Old, New string
	At       string // file:line of its text
}

// Suite is a package of tests and the arguments of go test.
type Suite struct {
	Package string
	Args    []string
}

// String is the arguments of go test.
func (s Suite) String() string { return strings.Join(append([]string{s.Package}, s.Args...), " ") }

// Apply returns the contents of the files that the mutant edits, by name, with the
// fault in them. Edits of one file follow one another.
func (m Mutant) Apply(root string) (map[string]string, error) {
	files := map[string]string{}
	for _, e := range m.Edits {
		text, edited := files[e.File]
		if !edited {
			b, err := os.ReadFile(filepath.Join(root, e.File))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", e.At, err)
			}
			text = string(b)
		}
		if n := strings.Count(text, e.Old); n != 1 {
			return nil, fmt.Errorf("%s: %s has %d times the text that the mutant replaces, not once; write it as it is there, with as much around it as tells it apart:\n%s",
				e.At, e.File, n, e.Old)
		}
		files[e.File] = strings.Replace(text, e.Old, e.New, 1)
	}
	return files, nil
}

// Result is the fate of a mutant.
type Result struct {
	// Suite and Test noticed the mutant; Test is empty if it survived.
	Suite string
	Test  string
}

// suiteTimeout bounds a suite: a mutant may loop for ever.
const suiteTimeout = 3 * time.Minute

// Run runs the suites of a mutant of the module at root until one fails. It is an
// error if the mutant cannot be applied or does not compile, or if a tool does not
// run. A mutant without edits is the project itself.
func Run(ctx context.Context, root string, m Mutant) (Result, error) {
	root, err := filepath.Abs(root) // what an overlay needs
	if err != nil {
		return Result{}, err
	}
	dir, err := os.MkdirTemp("", "posedge-mutant-")
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(dir)
	overlay := map[string]string{}
	files, err := m.Apply(root)
	if err != nil {
		return Result{}, fmt.Errorf("mutant %q: %w", m.Name, err)
	}
	for name, text := range files {
		place := filepath.Join(root, name)
		overlay[place] = filepath.Join(dir, fmt.Sprintf("%d.go", len(overlay)))
		if err := os.WriteFile(overlay[place], []byte(text), 0o666); err != nil {
			return Result{}, err
		}
	}
	table, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return Result{}, err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, table, 0o666); err != nil {
		return Result{}, err
	}
	for _, s := range m.Suites {
		test, err := s.run(ctx, root, file)
		if err != nil {
			return Result{}, fmt.Errorf("mutant %q: %s: %w", m.Name, s, err)
		}
		if test != "" {
			return Result{Suite: s.Package, Test: test}, nil
		}
	}
	return Result{}, nil
}

var (
	failed  = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	stopped = regexp.MustCompile(`(?m)^(panic: .*|fatal error: .*)$`)
)

// run returns the first test of the suite that fails, or nothing.
func (s Suite) run(ctx context.Context, root, overlay string) (string, error) {
	args := []string{"test", "-overlay", overlay, "-vet=off", "-failfast", "-count=1", "-timeout", suiteTimeout.String(), s.Package}
	cmd := exec.CommandContext(ctx, "go", append(args, s.Args...)...)
	cmd.Dir = root
	cmd.WaitDelay = 5 * time.Second
	release, err := eda.Guard(cmd)
	if err != nil {
		return "", err
	}
	defer release()
	out, err := cmd.CombinedOutput()
	text := string(out)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil && strings.Contains(text, "no tests to run"):
		return "", fmt.Errorf("there is no such test")
	case err == nil:
		return "", nil
	case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
		return "", fmt.Errorf("it does not compile:\n%s", text)
	}
	// A panic ends the tests; it names the one that ran.
	if m := failed.FindAllStringSubmatch(text, -1); m != nil {
		return m[len(m)-1][1], nil // the innermost comes last
	}
	if m := stopped.FindString(text); m != "" {
		return m, nil
	}
	return "", fmt.Errorf("%w:\n%s", err, text)
}
