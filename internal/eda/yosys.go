package eda

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"posedge/verilog"
)

// Yosys runs a script in dir and returns the log; an error includes the end of the
// log, where a failed run says why.
func Yosys(ctx context.Context, dir, script string) (string, error) {
	out, err := Run(ctx, dir, "yosys", "-p", script)
	if failed := (*Error)(nil); errors.As(err, &failed) {
		failed.Output = Trimmed(tail(out), dir)
	}
	return out, err
}

// tail is the end of a log, where a failed run says why.
func tail(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.Join(lines[max(0, len(lines)-8):], "\n")
}

// Resynthesise makes Yosys synthesise top and write it as one flat module with the
// ports of top, made of gates, or with coarse, which takes half the time, of
// word-wide operations. It powers on as the source does, including the output
// registers of block RAMs.
func Resynthesise(ctx context.Context, top string, files []verilog.File, coarse bool) (verilog.File, error) {
	netlist := verilog.File{Name: top + ".v"}
	passes := "synth -flatten -top " + top
	if coarse {
		passes = "proc; flatten; opt; fsm; opt; wreduce; peepopt; opt; memory; opt -full"
	}
	err := InFolder(files, func(dir string) error {
		const out = "_netlist.v" // no module has this name
		script := fmt.Sprintf("read_verilog -nosynthesis %s; hierarchy -check -top %s; %s; write_verilog -noattr %s",
			strings.Join(Sources(files), " "), top, passes, out)
		if _, err := Yosys(ctx, dir, script); err != nil {
			return err
		}
		var err error
		netlist.Content, err = os.ReadFile(filepath.Join(dir, out))
		return err
	})
	return netlist, err
}
