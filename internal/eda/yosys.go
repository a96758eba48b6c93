package eda

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"posedge/verilog"
)

// Resynthesise has Yosys synthesise top and write it out again: one flat module
// with the ports of top, of gates, or with coarse, which takes half the time, of
// word-wide operations. It powers on as the source does, the output registers of
// block RAMs included.
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
		_, err := Run(ctx, dir, "yosys", "-q", "-p", script)
		if err != nil {
			return err
		}
		netlist.Content, err = os.ReadFile(filepath.Join(dir, out))
		return err
	})
	return netlist, err
}

// tail is the end of a log, where a failed run says why.
func tail(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.Join(lines[max(0, len(lines)-8):], "\n")
}
