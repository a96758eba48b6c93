package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"posedge/internal/eda"
	"posedge/verilog"
)

// Verilator runs the benches in Verilator and returns their results in order.
// A build takes seconds whatever it holds, so benches share one; only designs in
// which one module name stands for two texts get builds of their own. The error
// is for a run that did not come to a verdict; wrong outputs are in the Results.
func Verilator(ctx context.Context, samples bool, replays ...*Bench) ([]Result, error) {
	results := make([]Result, len(replays))
	for i, r := range replays {
		results[i] = Result{Tool: "verilator", Bench: r.Name, Cycles: r.Cycles}
	}
	for _, build := range compatible(replays) {
		if err := runBuild(ctx, samples, build, replays, results); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// maxBenches is how many benches one build holds: each has a file of samples open,
// and Verilator opens no more than 31 at a time.
const maxBenches = 30

// compatible splits replays, by index, into sets that agree on every file and
// are no larger than maxBenches.
func compatible(replays []*Bench) [][]int {
	var sets [][]int
	var contents []map[string][]byte
	for i, r := range replays {
		files := modules(r)
		place := -1
		for k, have := range contents {
			if len(sets[k]) < maxBenches && !slices.ContainsFunc(files, func(f verilog.File) bool {
				other, ok := have[f.Name]
				return ok && !bytes.Equal(other, f.Content)
			}) {
				place = k
				break
			}
		}
		if place < 0 {
			place = len(sets)
			sets, contents = append(sets, nil), append(contents, map[string][]byte{})
		}
		sets[place] = append(sets[place], i)
		for _, f := range files {
			contents[place][f.Name] = f.Content
		}
	}
	return sets
}

// modules are the Verilog files of a replay. The number of cycles, a parameter,
// does not make two benches different.
func modules(r *Bench) []verilog.File {
	bench := r.Files[0]
	own := fmt.Sprintf("parameter %s = %d;", r.names["CYCLES"], r.Cycles)
	bench.Content = bytes.Replace(bench.Content, []byte(own), []byte("parameter "+r.names["CYCLES"]+" = 1;"), 1)
	return slices.Concat(r.RTL, []verilog.File{bench})
}

// allBenches is the module that holds the benches of one build. It has a name
// that no user's module can have.
const allBenches = "_all_benches"

// runBuild builds some of the replays together, runs them and fills in their results.
func runBuild(ctx context.Context, samples bool, build []int, replays []*Bench, results []Result) error {
	if err := library.prepare(ctx); err != nil {
		return err
	}
	files := buildFiles(samples, build, replays)
	return eda.InFolder(files, func(dir string) error {
		own, err := library.install(dir)
		if err != nil {
			return err
		}
		args := slices.Concat([]string{"--cc", "--build", "-j", "2"}, verilateFlags, own,
			[]string{"--top-module", allBenches, "-Mdir", "obj", "-o", "benches"}, eda.Sources(files))
		if _, err := eda.Run(ctx, dir, "verilator", args...); err != nil {
			return err
		}
		out, ended := eda.Run(ctx, dir, filepath.Join(dir, "obj", "benches"))
		anyFailed := false
		for k, i := range build {
			if err := results[i].verdict(out, fmt.Sprintf("run%d", k)); err != nil {
				return errors.Join(ended, err)
			}
			results[i].Failure = strings.ReplaceAll(results[i].Failure, fmt.Sprintf("FAIL run%d:", k), "FAIL "+replays[i].Name+":")
			anyFailed = anyFailed || !results[i].Passed()
			if samples {
				if results[i].Samples, err = os.ReadFile(filepath.Join(dir, fmt.Sprintf("run%d", k), "samples.hex")); err != nil {
					return fmt.Errorf("replay: %w", err)
				}
			}
		}
		if anyFailed != (ended != nil) {
			return fmt.Errorf("replay: verilator: the exit status (%v) is not what the benches printed", ended)
		}
		return nil
	})
}

// buildFiles are the designs and benches of one build, each once, their stimulus, and the module around the benches.
func buildFiles(samples bool, build []int, replays []*Bench) []verilog.File {
	var files []verilog.File
	seen := map[string]bool{}
	var body, done, failed strings.Builder
	for k, i := range build {
		r := replays[i]
		for _, f := range modules(r) {
			if !seen[f.Name] {
				seen[f.Name] = true
				files = append(files, f)
			}
		}
		folder := fmt.Sprintf("run%d/", k)
		for _, f := range r.Files[1:] {
			files = append(files, verilog.File{Name: folder + f.Name, Content: f.Content})
		}
		sampled := 0
		if samples {
			sampled = 1
		}
		fmt.Fprintf(&body, "  %s #(.%s(%d), .%s(%q), .%s(%q), .%s(%q), .%s(%d), .%s(\"run%d\"), .%s(1)) tb%d ();\n", r.Name,
			r.names["CYCLES"], r.Cycles, r.names["STIMULUS"], folder+"stimulus.hex", r.names["EXPECTED"], folder+"expected.hex",
			r.names["SAMPLES"], folder+"samples.hex", r.names["SAMPLED"], sampled, r.names["LABEL"], k, r.names["EMBEDDED"], k)
		fmt.Fprintf(&done, " && tb%d.%s", k, r.names["done"])
		fmt.Fprintf(&failed, " || tb%d.%s", k, r.names["failed"])
	}
	var top strings.Builder
	fmt.Fprintf(&top, "module %s;\n%s  always begin\n    #1;\n    if (1'b1%s) begin\n", allBenches, body.String(), done.String())
	top.WriteString(fill("finish", "1'b0"+failed.String()) + "\n")
	top.WriteString("    end\n  end\nendmodule\n")
	return append(files, verilog.File{Name: allBenches + ".v", Content: []byte(top.String())})
}
