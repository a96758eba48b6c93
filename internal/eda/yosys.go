package eda

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"posedge/verilog"
)

// Yosys runs a script in dir and returns the log; an error includes the end of the
// log, where a failed run says why.
func Yosys(ctx context.Context, dir, script string) (string, error) {
	out, err := Run(ctx, dir, "yosys", "-p", script)
	if failed := (*Error)(nil); errors.As(err, &failed) {
		failed.Output = Trimmed(tail(out), dir)
		if FailedToShare(err) {
			failed.Output += "\nThat is a fault of Yosys 0.23, not of the design; 0.55 has it no more. It fails at a memory of two read ports that is\n" +
				"written in lanes, if what reads one port write-first leaves lanes unread: take a newer Yosys, or a memory for each."
		}
	}
	return out, err
}

// FailedToShare reports whether Yosys died in its pass memory_share, at a memory that is written in lanes.
func FailedToShare(err error) bool {
	var failed *Error
	return errors.As(err, &failed) && strings.Contains(failed.Output, "rport.transparency_mask[widx]")
}

// tail is the end of a log, where a failed run says why.
func tail(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.Join(lines[max(0, len(lines)-8):], "\n")
}

// Netlist says what [Resynthesise] makes.
type Netlist struct {
	Gates bool // Yosys's gates, by its command synth; otherwise word-wide operations, which takes half the time
	// WithoutMuxtree leaves out the pass opt_muxtree. That of Yosys 0.23 changes a choice that both ports of another one read
	// (mended upstream in 2026, pull request 5961).
	WithoutMuxtree bool
}

// passes are the commands of Yosys.
func (n Netlist) passes(top string) string {
	script := "proc; flatten; opt; fsm; opt; wreduce; peepopt; opt; memory; opt -full"
	switch {
	case n.Gates && !n.WithoutMuxtree:
		return "synth -flatten -top " + top
	case n.Gates: // what synth does
		script = "proc; flatten; opt_expr; opt_clean; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean; alumacc; share; opt; " +
			"memory -nomap; opt_clean; opt -fast -full; memory_map; opt -full; techmap; opt -fast; abc -fast; opt -fast"
	}
	if n.WithoutMuxtree {
		script = everyOpt.ReplaceAllString(script, "opt_expr; opt_merge -nomux; opt_reduce; opt_merge; opt_dff; opt_clean; opt_expr$1")
	}
	return script
}

// everyOpt finds the command opt where it would run opt_muxtree: not as opt -fast.
var everyOpt = regexp.MustCompile(`\bopt(?: -full| -nodffe -nosdff)?(;|$)`)

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
