package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// event is a line of go test -json.
type event struct {
	Action     string
	Package    string
	ImportPath string // of a build
	Test       string
	Elapsed    float64 // in seconds
	Output     string
}

// packageRun is what became of the tests of a package.
type packageRun struct {
	Name    string
	Failed  bool
	Elapsed time.Duration
	Tests   []testRun // those that began, without their subtests
	Skips   []string  // the messages of tests that were skipped
}

type testRun struct {
	Name    string
	Elapsed time.Duration
}

// collector reads the events of a run. It writes the output of the tests that fail, and what packages and builds say for
// themselves.
type collector struct {
	out      io.Writer
	packages map[string]*packageRun
	said     map[[2]string]*bytes.Buffer // by package and test
}

func newCollector(out io.Writer) *collector {
	return &collector{out: out, packages: map[string]*packageRun{}, said: map[[2]string]*bytes.Buffer{}}
}

// read reads events until their end.
func (c *collector) read(r io.Reader) error {
	d := json.NewDecoder(r)
	for {
		var e event
		if err := d.Decode(&e); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("the output of go test: %w", err)
		}
		c.event(e)
	}
}

func (c *collector) event(e event) {
	if e.Action == "build-output" {
		fmt.Fprint(c.out, e.Output)
		return
	}
	if e.Package == "" {
		return
	}
	p := c.packages[e.Package]
	if p == nil {
		p = &packageRun{Name: e.Package}
		c.packages[e.Package] = p
	}
	key := [2]string{e.Package, e.Test}
	said := c.said[key]
	if said == nil {
		said = new(bytes.Buffer)
		c.said[key] = said
	}
	took := time.Duration(e.Elapsed * float64(time.Second))
	switch e.Action {
	case "output":
		said.WriteString(e.Output)
		return
	case "pass", "fail", "skip":
	default:
		return
	}
	delete(c.said, key)
	switch {
	case e.Test == "":
		p.Elapsed, p.Failed = took, e.Action == "fail"
		if p.Failed {
			fmt.Fprint(c.out, said)
		}
		return
	case e.Action == "fail":
		fmt.Fprint(c.out, said)
	case e.Action == "skip":
		p.Skips = append(p.Skips, said.String())
	}
	if !strings.Contains(e.Test, "/") {
		p.Tests = append(p.Tests, testRun{e.Test, took})
	}
}

// list is the packages in the order of their names.
func (c *collector) list() []*packageRun {
	var list []*packageRun
	for _, p := range c.packages {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *packageRun) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// goTest runs go test -json with the arguments and collects what it says. A test that fails is an error.
func goTest(ctx context.Context, out io.Writer, env []string, args ...string) (*collector, *os.ProcessState, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"test", "-json"}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	c := newCollector(out)
	failed := c.read(pipe)
	ended := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return c, cmd.ProcessState, ctx.Err()
	case failed != nil:
		return c, cmd.ProcessState, failed
	case ended != nil:
		return c, cmd.ProcessState, fmt.Errorf("tests failed (go test: %w)", ended)
	}
	return c, cmd.ProcessState, nil
}
