// Command runner runs all mutants and prints which test noticed which: what make
// mutants runs, from the root of the module.
//
//	go run ./internal/quality/mutant/runner
//	go run ./internal/quality/mutant/runner -only carry
//
// The exit status is 1 if a mutant survives, does not compile or does not find
// its place, or if the project itself fails.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"

	"posedge/internal/quality/mutant"
	"posedge/internal/quality/progress"
	"posedge/internal/table"
)

func main() {
	only := flag.String("only", "", "run the mutants with this `text` in their name")
	workers := flag.Int("j", 2, "`number` of mutants at a time")
	flag.Parse()
	if flag.NArg() > 0 || *workers < 1 {
		fmt.Fprintln(os.Stderr, "runner: it takes flags alone; -h shows them")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *workers); err != nil {
		fmt.Fprintf(os.Stderr, "mutants: %v\n", err)
		os.Exit(1)
	}
}

// outcome is a result or why there is none.
type outcome struct {
	mutant.Result
	err error
}

// said is what must be told of a mutant: nothing if a test noticed it.
func (o outcome) said(m mutant.Mutant) string {
	switch {
	case o.err != nil:
		return m.Name + ": cannot be run"
	case o.Test == "":
		return m.Name + ": SURVIVES"
	}
	return ""
}

func run(ctx context.Context, only string, workers int) error {
	all, err := mutant.All(".")
	if err != nil {
		return err
	}
	var list []mutant.Mutant
	for _, m := range all {
		if strings.Contains(m.Name, only) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("no mutant has %q in its name", only)
	}
	watch := progress.New(os.Stderr, "mutants", len(list)+1) // and the project without a fault before them
	// What fails without a fault tells nothing.
	got, err := mutant.Run(ctx, ".", mutant.Baseline(list))
	if err != nil {
		return err
	}
	if got.Test != "" {
		return fmt.Errorf("%s of %s fails without a fault; mend that first", got.Test, got.Suite)
	}
	watch.Add("")
	results := make([]outcome, len(list))
	var running sync.WaitGroup
	slots := make(chan struct{}, workers)
	for i, m := range list {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			results[i].Result, results[i].err = mutant.Run(ctx, ".", m)
			watch.Add(results[i].said(m))
		})
	}
	running.Wait()
	watch.Finish()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return report(list, results)
}

// report prints the table.
func report(list []mutant.Mutant, results []outcome) error {
	bad := 0
	var rows [][]string
	for i, m := range list {
		r := results[i]
		row := []string{m.Name, m.Edits[0].File, r.Suite, r.Test}
		switch {
		case r.err != nil:
			row[2], row[3] = "", "cannot be run, see below"
			bad++
		case r.Test == "":
			row[2], row[3] = "", "SURVIVES"
			bad++
		}
		rows = append(rows, row)
	}
	if err := table.Write(os.Stdout, []string{"fault", "file", "noticed by", "test"}, "LLLL", rows); err != nil {
		return err
	}
	for _, r := range results {
		if r.err != nil {
			fmt.Fprintln(os.Stderr, r.err)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d mutants are not noticed or cannot be run", bad, len(list))
	}
	fmt.Printf("%d mutants, each noticed\n", len(list))
	return nil
}
