package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// Check runs a component on the stimulus of the seed in the engines, also with each
// pass left out, and if tools is set in the outside tools. It returns the first
// [*Difference] or a tool's error. Printed designs call it.
func Check(ctx context.Context, c hdl.Component, seed uint64, tools bool) error {
	e, err := hdl.Elaborate(c)
	if err != nil {
		return err
	}
	rec, err := Engines(e.Top, Stimulus(e.Top, seed, cyclesARun), sim.PassNames())
	if err != nil || !tools {
		return err
	}
	return InTools(ctx, []*replay.Recording{&rec}, all, nil)[0]
}

// Seeds draws count designs from first on, and runs them in the engines, also with
// each pass left out, and if tools is set in the outside tools, fifty at a time. It
// calls done after each design of a stage, and found with each failure, of which the
// first three of every fifty are shrunk. It returns how many designs went through
// everything.
func Seeds(ctx context.Context, first uint64, count int, tools bool, done func(), found func(*Failure) error) (ran int, err error) {
	const part = 50
	for i := 0; i < count; i += part {
		n := min(part, count-i)
		start := first + uint64(i)
		recordings, failures := InEngines(start, n, Options{EveryPass: true, Shrink: 3}, done)
		if tools {
			for k, err := range InTools(ctx, recordings, all, done) {
				if err == nil || ctx.Err() != nil {
					continue
				}
				if errors.Is(err, eda.ErrMissingTool) {
					return ran, err
				}
				seed := start + uint64(k)
				tries := outsideTries
				if len(failures) >= 3 {
					tries = 0
				}
				failures = append(failures, shrunk(Generate(seed), seed, err, tries, func(c *Design) error {
					return Check(ctx, c.Component(), seed, true)
				}))
			}
		}
		for _, f := range failures {
			f.Tools = tools
			if err := found(f); err != nil {
				return ran, err
			}
		}
		if ctx.Err() != nil {
			return ran, ctx.Err()
		}
		ran += n
	}
	return ran, nil
}

// outsideTries bounds the runs of a design that fails in the outside tools, each of
// which takes seconds.
const outsideTries = 150

// Write writes to a folder the files that reproduce a failure: main.go, a program
// that ends with the difference, the Verilog, and difference.txt.
func (f *Failure) Write(dir string) error {
	main := fmt.Sprintf(`import "context"
import "log"
import "posedge/internal/quality/fuzz"
func main() {
	if err := fuzz.Check(context.Background(), newTop(), %d, %v); err != nil {
		log.Fatal(err)
	}
}
`, f.Seed, f.Tools)
	files := []verilog.File{
		{Name: "main.go", Content: f.Design.Source(main)},
		{Name: "difference.txt", Content: []byte(fmt.Sprintf("seed %d\n%v\n", f.Seed, f.Err))},
	}
	if e, err := hdl.Elaborate(f.Design.Component()); err == nil {
		if rtl, err := verilog.Export(e.Top, verilog.Options{}); err == nil {
			files = append(files, rtl...)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	return verilog.WriteFiles(dir, files)
}
