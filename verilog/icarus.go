package verilog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// LintIcarus has Icarus Verilog read files as Verilog-2005 with all warnings. The
// error wraps a [ToolError] if it has anything to say.
func LintIcarus(ctx context.Context, top string, files []File) error {
	return inFolder(files, func(dir string) error {
		out, err := run(ctx, dir, "iverilog", slices.Concat([]string{"-g2005", "-Wall", "-t", "null", "-s", top}, sources(files))...)
		if err == nil && strings.TrimSpace(out) != "" {
			err = &ToolError{Tool: "iverilog", Output: trimmed(out, dir)}
		}
		return err
	})
}

// RunIcarus runs the bench in Icarus Verilog. The error is for a run that did
// not come to a verdict; wrong outputs are in the Result.
func RunIcarus(ctx context.Context, r *Replay, samples bool) (Result, error) {
	result := Result{Tool: "icarus", Bench: r.Name, Cycles: r.Cycles}
	files := slices.Concat(r.RTL, r.Bench)
	err := inFolder(files, func(dir string) error {
		args := slices.Concat([]string{"-g2005", "-Wall", "-s", r.Name, "-o", r.Name + ".vvp"}, sources(files))
		out, err := run(ctx, dir, "iverilog", args...)
		if err == nil && strings.TrimSpace(out) != "" {
			err = &ToolError{Tool: "iverilog", Output: trimmed(out, dir)}
		}
		if err != nil {
			return err
		}
		args = []string{"-n", r.Name + ".vvp"}
		if samples {
			args = append(args, "+samples")
		}
		out, failed := run(ctx, dir, "vvp", args...)
		if err := result.verdict(out, r.Name); err != nil {
			return errors.Join(failed, err)
		}
		if result.Passed() != (failed == nil) {
			return fmt.Errorf("verilog: vvp: the exit status (%v) is not what %s printed", failed, r.Name)
		}
		if samples {
			result.Samples, err = os.ReadFile(filepath.Join(dir, "samples.hex"))
		}
		return err
	})
	return result, err
}
