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

// Netlist says what [Resynthesise] makes.
type Netlist int

const (
	// Gates has Yosys's gates.
	Gates Netlist = iota
	// Words has word-wide operations, which takes half the time.
	Words
	// WordsWithoutMuxtree has them too, and Yosys's pass opt_muxtree has no part in it. That of Yosys 0.23 changes a choice that
	// both ports of another one read (mended upstream in 2026, pull request 5961).
	WordsWithoutMuxtree
)

// passes are the commands of Yosys.
func (n Netlist) passes(top string) string {
	const words = "proc; flatten; OPT; fsm; OPT; wreduce; peepopt; OPT; memory; FULL"
	switch n {
	case Words:
		return strings.NewReplacer("OPT", "opt", "FULL", "opt -full").Replace(words)
	case WordsWithoutMuxtree:
		const opt = "opt_expr; opt_merge -nomux; opt_reduce; opt_dff; opt_clean; opt_expr"
		return strings.NewReplacer("OPT", opt, "FULL", opt).Replace(words)
	}
	return "synth -flatten -top " + top
}

// Resynthesise makes Yosys synthesise top and write it as one flat module with the
// ports of top. It powers on as the source does, including the output registers of
// block RAMs.
func Resynthesise(ctx context.Context, top string, files []verilog.File, kind Netlist) (verilog.File, error) {
	netlist := verilog.File{Name: top + ".v"}
	err := InFolder(files, func(dir string) error {
		const out = "_netlist.v" // no module has this name
		script := fmt.Sprintf("read_verilog -nosynthesis %s; hierarchy -check -top %s; %s; write_verilog -noattr %s",
			strings.Join(Sources(files), " "), top, kind.passes(top), out)
		if _, err := Yosys(ctx, dir, script); err != nil {
			return err
		}
		var err error
		netlist.Content, err = os.ReadFile(filepath.Join(dir, out))
		return err
	})
	return netlist, err
}
