// Command fuzzer draws random designs and compares all readers of them. make fuzz
// runs it.
//
//	go run ./internal/quality/fuzz/fuzzer -count 1000 -seed 1
//
// The exit status is 1 if a design fails. The design is then shrunk and written to a
// folder of its own: a Go program that reproduces it, its Verilog, and the first
// difference.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"posedge/internal/quality/fuzz"
	"posedge/internal/quality/progress"
)

func main() {
	count := flag.Int("count", 500, "`number` of designs")
	seed := flag.Uint64("seed", 1, "`seed` of the first design; the others follow")
	engines := flag.Bool("engines", false, "run the engines alone, not Verilator, Icarus and Yosys")
	out := flag.String("o", "out/_fuzz", "`folder` for the designs that fail")
	flag.Parse()
	if flag.NArg() > 0 || *count < 1 {
		fmt.Fprintln(os.Stderr, "fuzzer: it takes flags alone, and -count is at least 1; -h shows them")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	steps := *count
	if !*engines {
		steps *= 2
	}
	watch := progress.New(os.Stderr, "checks", steps)
	failures := 0
	ran, err := fuzz.Seeds(ctx, *seed, *count, !*engines, func() { watch.Add("") }, func(f *fuzz.Failure) error {
		failures++
		dir := filepath.Join(*out, f.Design.Name)
		watch.Hide(func() { fmt.Printf("seed %d: %v\n  go run %s\n", f.Seed, f.Err, filepath.Join(dir, "main.go")) })
		return f.Write(dir)
	})
	watch.Finish()
	fmt.Printf("%d designs from seed %d: %d failed\n", ran, *seed, failures)
	if err != nil {
		fmt.Fprintf(os.Stderr, "fuzzer: stopped before the end of %d designs: %v\n", *count, err)
		os.Exit(1)
	}
	if failures > 0 {
		os.Exit(1)
	}
}
