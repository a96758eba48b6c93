package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"posedge/internal/eda"
)

// Icarus runs the bench in Icarus Verilog. The error is for a run that did
// not come to a verdict; wrong outputs are in the Result.
func Icarus(ctx context.Context, r *Bench, samples bool) (Result, error) {
	result := Result{Tool: "icarus", Bench: r.Name, Cycles: r.Cycles}
	files := slices.Concat(r.RTL, r.Files)
	err := eda.InFolder(files, func(dir string) error {
		args := slices.Concat([]string{"-g2005", "-Wall", "-s", r.Name, "-o", r.Name + ".vvp"}, eda.Sources(files))
		out, err := eda.Run(ctx, dir, "iverilog", args...)
		if err == nil && strings.TrimSpace(out) != "" {
			err = &eda.Error{Tool: "iverilog", Output: eda.Trimmed(out, dir)}
		}
		if err != nil {
			return err
		}
		args = []string{"-n", r.Name + ".vvp"}
		if samples {
			args = append(args, "+samples")
		}
		out, failed := eda.Run(ctx, dir, "vvp", args...)
		if err := result.verdict(out, r.Name); err != nil {
			return errors.Join(failed, err)
		}
		if result.Passed() != (failed == nil) {
			return fmt.Errorf("replay: vvp: the exit status (%v) is not what %s printed", failed, r.Name)
		}
		if samples {
			result.Samples, err = os.ReadFile(filepath.Join(dir, "samples.hex"))
		}
		return err
	})
	return result, err
}
