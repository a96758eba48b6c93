package eda

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"posedge/verilog"
)

// ErrMissingTool is wrapped by errors about an outside tool that is not installed;
// the message names the package to install.
var ErrMissingTool = errors.New("tool is not installed")

// packages names the Debian and Ubuntu package of each tool.
var packages = map[string]string{
	"verilator": "verilator",
	"iverilog":  "iverilog",
	"vvp":       "iverilog",
	"yosys":     "yosys",
	"yosys-abc": "yosys",
	"z3":        "z3",
	"dot":       "graphviz",
	"make":      "make",
	"g++":       "g++",
}

// toolTimeout bounds a run of a tool if the context has no deadline.
const toolTimeout = 30 * time.Minute

// Find returns the path of "verilator", "iverilog", "vvp", "yosys",
// "yosys-abc", "z3", "dot", "make" or "g++", or an error that wraps [ErrMissingTool].
func Find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w; install it, on Debian or Ubuntu with: apt-get install %s", name, ErrMissingTool, packages[name])
	}
	return path, nil
}

// Version returns the first line of the tool's version message.
func Version(ctx context.Context, name string) (string, error) {
	flag := "--version"
	if name == "iverilog" || name == "vvp" || strings.HasPrefix(name, "yosys") || name == "dot" {
		flag = "-V"
	}
	out, err := Run(ctx, "", name, flag)
	line, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
	return line, err
}

// Error is a tool that refused its input or failed.
type Error struct {
	Tool string
	// Output is the tool's output, without lines that do not help to find the cause.
	Output string
	Err    error // of the process; nil if the tool only warned
}

// Error returns the tool's name, what happened and its output.
func (e *Error) Error() string {
	how := "complains"
	if e.Err != nil {
		how = "failed: " + e.Err.Error()
	}
	return fmt.Sprintf("%s %s\n%s", e.Tool, how, e.Output)
}

// Unwrap returns the process's error.
func (e *Error) Unwrap() error { return e.Err }

// Run runs a tool in dir and returns what it wrote to stdout and stderr.
func Run(ctx context.Context, dir, tool string, args ...string) (string, error) {
	path := tool
	if !filepath.IsAbs(tool) {
		found, err := Find(tool)
		if err != nil {
			return "", err
		}
		path = found
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, toolTimeout)
		defer cancel()
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.WaitDelay = 5 * time.Second
	release, err := Guard(cmd)
	if err != nil {
		return "", fmt.Errorf("eda: %w", err)
	}
	defer release()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return out.String(), &Error{filepath.Base(tool), Trimmed(out.String(), dir), err}
	}
	return out.String(), nil
}

// MaxLines bounds a tool's output in an error.
const MaxLines = 25

// Trimmed keeps the lines of a tool's output that matter.
func Trimmed(output, dir string) string {
	var lines []string
	for _, line := range strings.Split(output, "\n") {
		line = strings.TrimRight(line, " \r")
		switch {
		case line == "", strings.HasPrefix(line, "make"), strings.Contains(line, "... For warning description"),
			strings.Contains(line, "... Use \"/* verilator lint_off"), strings.HasPrefix(line, "g++ "):
			continue
		}
		if dir != "" {
			line = strings.ReplaceAll(line, dir+string(filepath.Separator), "")
		}
		lines = append(lines, line)
	}
	if more := len(lines) - MaxLines; more > 0 {
		lines = append(lines[:MaxLines], fmt.Sprintf("… and %d more lines", more))
	}
	return strings.Join(lines, "\n")
}

// InFolder writes files to a temporary folder and calls work with its path.
func InFolder(files []verilog.File, work func(dir string) error) error {
	dir, err := os.MkdirTemp("", "posedge-")
	if err != nil {
		return fmt.Errorf("eda: %w", err)
	}
	defer os.RemoveAll(dir)
	release, err := guardFolder(dir)
	if err != nil {
		return fmt.Errorf("eda: %w", err)
	}
	defer release()
	if err := verilog.WriteFiles(dir, files); err != nil {
		return err
	}
	return work(dir)
}

// Sources returns the names of the Verilog files among files.
func Sources(files []verilog.File) []string {
	var list []string
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".v") {
			list = append(list, f.Name)
		}
	}
	return list
}
