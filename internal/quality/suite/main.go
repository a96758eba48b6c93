package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	if code, ours := standIn(os.Args); ours {
		os.Exit(code)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	var wrong usageError
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintf(os.Stderr, "suite: %v\n", err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintf(os.Stderr, "suite: %v\n", err)
		os.Exit(1)
	}
}

type usageError string

func (e usageError) Error() string { return string(e) }

// run carries out a command line without the program's name.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return usageError("a command is missing: quick, times, seconds or order")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	longest := flags.Int("tests", 30, "`number` of longest tests to list, for times")
	limit := flags.Duration("limit", 0, "bound on the whole run (go test -timeout), for times")
	if err := flags.Parse(args[1:]); err != nil {
		return usageError(err.Error())
	}
	packages := flags.Args()
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	switch args[0] {
	case "quick":
		return quick(ctx, out, packages)
	case "times":
		return times(ctx, out, *limit, *longest, packages)
	case "seconds", "order":
		if flags.NArg() != 1 {
			return usageError(args[0] + " takes one file, the output of go test")
		}
		log, err := os.Open(filepath.Clean(flags.Arg(0)))
		if err != nil {
			return err
		}
		defer log.Close()
		if args[0] == "order" {
			return order(log, out)
		}
		return seconds(log, out)
	}
	return usageError(fmt.Sprintf("unknown command %q; it is quick, times, seconds or order", args[0]))
}
