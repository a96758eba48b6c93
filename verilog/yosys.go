package verilog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Stats is what a design takes on iCE40, as Yosys maps it.
type Stats struct {
	LUTs    int // SB_LUT4, four inputs each
	FFs     int // flip-flops, all kinds
	Carries int // SB_CARRY
	BRAMs   int // SB_RAM40_4K, 4096 bits each
	// Levels is the largest number of LUTs one behind the other, between
	// registers, memories and ports; carries are not counted.
	Levels int
}

// netlistFile is where Yosys leaves the netlist; no module's file has this ending.
const netlistFile = "netlist.json"

// Synth has Yosys check files (no undriven or doubly driven net, no loop) and
// synthesise top for iCE40.
func Synth(ctx context.Context, top string, files []File) (Stats, error) {
	var stats Stats
	err := inFolder(files, func(dir string) error {
		script := fmt.Sprintf("read_verilog %s; hierarchy -check -top %s; proc; check -assert; synth_ice40; stat; write_json %s",
			strings.Join(sources(files), " "), top, netlistFile)
		out, err := run(ctx, dir, "yosys", "-p", script)
		if failed := (*ToolError)(nil); errors.As(err, &failed) {
			failed.Output = trimmed(tail(out), dir)
		}
		if err != nil {
			return err
		}
		for _, line := range strings.Split(out, "\n") {
			if strings.HasPrefix(line, "Warning:") {
				return &ToolError{Tool: "yosys", Output: trimmed(warnings(out), dir)}
			}
		}
		stats = parseStats(out)
		text, err := os.ReadFile(filepath.Join(dir, netlistFile))
		if err != nil {
			return fmt.Errorf("verilog: %w", err)
		}
		stats.Levels, err = levels(text, top)
		return err
	})
	return stats, err
}

// Resynthesise has Yosys synthesise top and write it out again: one flat module
// with the ports of top, of gates, or with coarse, which takes half the time, of
// word-wide operations. It powers on as the source does, the output registers of
// block RAMs included.
func Resynthesise(ctx context.Context, top string, files []File, coarse bool) (File, error) {
	netlist := File{Name: top + ".v"}
	passes := "synth -flatten -top " + top
	if coarse {
		passes = "proc; flatten; opt; fsm; opt; wreduce; peepopt; opt; memory; opt -full"
	}
	err := inFolder(files, func(dir string) error {
		const out = "_netlist.v" // no module has this name
		script := fmt.Sprintf("read_verilog -nosynthesis %s; hierarchy -check -top %s; %s; write_verilog -noattr %s",
			strings.Join(sources(files), " "), top, passes, out)
		_, err := run(ctx, dir, "yosys", "-q", "-p", script)
		if err != nil {
			return err
		}
		netlist.Content, err = os.ReadFile(filepath.Join(dir, out))
		return err
	})
	return netlist, err
}

var cellLine = regexp.MustCompile(`^\s+(SB_[A-Z0-9_]+)\s+(\d+)$`)

// parseStats reads the last statistics in Yosys's log: those of the whole design.
func parseStats(log string) Stats {
	if i := strings.LastIndex(log, "Printing statistics."); i >= 0 {
		log = log[i:]
	}
	var s Stats
	for _, line := range strings.Split(log, "\n") {
		if m := cellLine.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2]) // digits only
			switch {
			case m[1] == "SB_LUT4":
				s.LUTs += n
			case m[1] == "SB_CARRY":
				s.Carries += n
			case strings.HasPrefix(m[1], "SB_DFF"):
				s.FFs += n
			case strings.HasPrefix(m[1], "SB_RAM40"):
				s.BRAMs += n
			}
		}
	}
	return s
}

func warnings(log string) string {
	var lines []string
	for _, line := range strings.Split(log, "\n") {
		if strings.HasPrefix(line, "Warning:") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// tail is the end of a log, where a failed run says why.
func tail(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	return strings.Join(lines[max(0, len(lines)-8):], "\n")
}
