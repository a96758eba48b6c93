package verilog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// equivalenceDepth and equivalenceBudget bound the search for a difference.
const (
	equivalenceDepth  = 32
	equivalenceBudget = 30 * time.Second
)

// ErrDifferent is wrapped by the error of [Equivalent] for designs that differ.
var ErrDifferent = errors.New("the designs differ")

// Equivalent proves that two designs, each with a top module of that name and
// the same ports, have the same outputs in every cycle of every run from
// power-on: the Verilog of a change against that from before it, for example.
// The error wraps [ErrDifferent], and names the first cycle, if they do not, and
// says so if there is no answer within half a minute.
func Equivalent(ctx context.Context, top string, a, b []File) error {
	var files []File
	side := func(folder string, list []File) []string {
		var read []string
		for _, f := range list {
			f.Name = folder + "/" + f.Name
			files = append(files, f)
		}
		for _, name := range sources(list) {
			read = append(read, folder+"/"+name)
		}
		return []string{
			"read_verilog " + strings.Join(read, " "),
			"hierarchy -check -top " + top,
			"proc", "flatten", "opt", "memory -nomap", "memory_map", "setundef -zero", "opt",
			"rename -top " + folder,
			"design -stash " + folder,
		}
	}
	script := append(side("gold", a), side("gate", b)...)
	script = append(script,
		"design -copy-from gold -as gold gold",
		"design -copy-from gate -as gate gate",
		"miter -equiv -flatten gold gate miter",
		"hierarchy -top miter",
		"opt", "async2sync", "dffunmap", "techmap", "opt -fast -nodffe -nosdff", "setundef -zero", "aigmap", "opt_clean",
		"write_aiger -I -zinit miter.aig",
	)
	return inFolder(files, func(dir string) error {
		out, err := run(ctx, dir, "yosys", "-p", strings.Join(script, "; "))
		if failed := (*ToolError)(nil); errors.As(err, &failed) {
			failed.Output = trimmed(tail(out), dir)
		}
		if err != nil {
			return err
		}
		seconds := int(equivalenceBudget / time.Second)
		for _, command := range []string{
			fmt.Sprintf("bmc3 -F %d -T %d", equivalenceDepth, seconds),
			fmt.Sprintf("scorr; pdr -T %d", seconds),
		} {
			said, err := run(ctx, dir, "yosys-abc", "-c", "read_aiger miter.aig; "+command+"; print_status")
			if err != nil {
				return err
			}
			status := abcStatus.FindStringSubmatch(said)
			if status == nil {
				return &ToolError{"yosys-abc", trimmed(said, dir), fmt.Errorf("no status after %s", command)}
			}
			switch found := abcFound.FindStringSubmatch(said); {
			case status[1] == "1":
				return nil
			case found != nil:
				return fmt.Errorf("verilog: %s: %w in cycle %s", top, ErrDifferent, found[2])
			}
		}
		return fmt.Errorf("verilog: %s: no difference in %d cycles, and no proof that there is none within %v", top, equivalenceDepth, equivalenceBudget)
	})
}
