package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// tools are the programs that tests start, with the column that has their time.
var tools = map[string]string{
	"verilator": "Verilator",
	"make":      "C++", "g++": "C++", "c++": "C++", "clang++": "C++", "gcc": "C++", "cc": "C++",
	"iverilog": "Icarus", "vvp": "Icarus",
	"yosys": "Yosys",
	"z3":    "solvers", "yosys-abc": "solvers", "yosys-smtbmc": "solvers",
	"go": "Go",
}

// columns are the columns of tools in their order.
var columns = []string{"Verilator", "C++", "Icarus", "Yosys", "solvers", "Go", "others"}

// The environment of a run that is measured.
const (
	logVariable     = "POSEDGE_SUITE_LOG"     // the file of uses; it says that this program is a stand-in
	packageVariable = "POSEDGE_SUITE_PACKAGE" // whose tests run
	parentVariable  = "POSEDGE_SUITE_PARENT"  // the column of the tool that started this one
)

// testBinary is the column of a test binary by itself.
const testBinary = "own"

// use is what a process took: a line of the log.
type use struct {
	Package string
	Column  string
	Parent  string `json:",omitempty"` // the column that has this time too, since it waited for the process
	CPU     time.Duration
}

// standIn runs what the program stands in for: a tool, by whose name it was called, or the test binary in its arguments.
func standIn(args []string) (code int, ours bool) {
	log := os.Getenv(logVariable)
	name := filepath.Base(args[0])
	column, isTool := tools[name]
	if !isTool && (log == "" || len(args) < 2 || strings.HasPrefix(args[1], "-")) {
		return 0, false
	}
	u := use{Package: os.Getenv(packageVariable), Column: column, Parent: os.Getenv(parentVariable)}
	var cmd *exec.Cmd
	if isTool {
		path, err := behind(name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			return 127, true
		}
		// Some tools find their files by the name by which they were called.
		cmd = exec.Command(path, args[1:]...)
	} else {
		u.Package, u.Column, u.Parent = packageOf(args[1]), testBinary, ""
		cmd = exec.Command(args[1], args[2:]...)
	}
	cmd.Env = append(os.Environ(), packageVariable+"="+u.Package, parentVariable+"="+u.Column)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	signal.Ignore(os.Interrupt) // the process that is measured decides what it means
	err := cmd.Start()
	if err == nil {
		uses := []use{u}
		if !isTool {
			uses = append(uses, use{Package: u.Package, Column: "others", CPU: childrenOf(cmd.Process.Pid)})
		}
		err = cmd.Wait()
		if cmd.ProcessState != nil {
			uses[0].CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			if !isTool {
				uses[0].CPU -= uses[1].CPU
			}
		}
		// A test may start a tool without the environment of this run; its time is among the others then.
		if log == "" {
			uses = nil
		}
		if failed := appendUses(log, uses); failed != nil {
			fmt.Fprintf(os.Stderr, "suite: %v\n", failed)
			return 1, true
		}
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode(), true
	case err != nil:
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return 1, true
	}
	return 0, true
}

// behind is the tool that PATH has behind the stand-ins.
func behind(name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.Stat(self)
	if err != nil {
		return "", err
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path, err := exec.LookPath(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if found, err := os.Stat(path); err == nil && !os.SameFile(program, found) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w in $PATH behind the stand-ins", exec.ErrNotFound)
}

// standInFolder is the folder of the stand-ins of a log.
func standInFolder(log string) string { return filepath.Join(filepath.Dir(log), "bin") }

// packageOf is the import path of the tests in the working folder, or the binary's name where there is no module.
func packageOf(binary string) string {
	dir, err := os.Getwd()
	if err != nil {
		return filepath.Base(binary)
	}
	for root := dir; ; root = filepath.Dir(root) {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			line, _, _ := strings.Cut(string(text), "\n")
			rest, _ := filepath.Rel(root, dir)
			return filepath.ToSlash(filepath.Join(strings.TrimSpace(strings.TrimPrefix(line, "module ")), rest))
		}
		if root == filepath.Dir(root) {
			return filepath.Base(binary)
		}
	}
}

// appendUses adds lines to the log. Many processes do so at a time: each writes once.
func appendUses(log string, uses []use) error {
	if len(uses) == 0 {
		return nil
	}
	var lines []byte
	for _, u := range uses {
		line, err := json.Marshal(u)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	f, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(lines)
	return errors.Join(err, f.Close())
}

// readUses adds up the log: CPU time by package and column, each process without what it waited for.
func readUses(r io.Reader) (map[string]map[string]time.Duration, error) {
	sums := map[string]map[string]time.Duration{}
	d := json.NewDecoder(r)
	for {
		var u use
		if err := d.Decode(&u); err == io.EOF {
			return sums, nil
		} else if err != nil {
			return nil, fmt.Errorf("the log of uses: %w", err)
		}
		if sums[u.Package] == nil {
			sums[u.Package] = map[string]time.Duration{}
		}
		sums[u.Package][u.Column] += u.CPU
		switch u.Parent {
		case "":
		case testBinary: // whose children are counted by themselves
			sums[u.Package]["others"] -= u.CPU
		default:
			sums[u.Package][u.Parent] -= u.CPU
		}
	}
}

func installed(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}
