package eda

import (
	"context"
	"slices"
	"strings"

	"posedge/verilog"
)

// LintVerilator runs Verilator's lint over files with all warnings enabled. The
// error wraps an [Error] if it reports anything.
func LintVerilator(ctx context.Context, top string, files []verilog.File) error {
	return InFolder(files, func(dir string) error {
		out, err := Run(ctx, dir, "verilator", slices.Concat([]string{"--lint-only", "-Wall", "--top-module", top}, Sources(files))...)
		if err == nil && strings.TrimSpace(out) != "" {
			err = &Error{Tool: "verilator", Output: Trimmed(out, dir)}
		}
		return err
	})
}

// LintIcarus makes Icarus Verilog read files as Verilog-2005 with all warnings. The
// error wraps an [Error] if it reports anything.
func LintIcarus(ctx context.Context, top string, files []verilog.File) error {
	return InFolder(files, func(dir string) error {
		out, err := Run(ctx, dir, "iverilog", slices.Concat([]string{"-g2005", "-Wall", "-t", "null", "-s", top}, Sources(files))...)
		if err == nil && strings.TrimSpace(out) != "" {
			err = &Error{Tool: "iverilog", Output: Trimmed(out, dir)}
		}
		return err
	})
}
