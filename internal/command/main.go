// Package command is the command line: it lists, runs, exports and checks the units that [Main] is given.
//
// The exit status is 0 if all went well, 1 if something failed, and 2 if the command line is wrong.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"posedge/blocks/unit"
)

// Main runs the command line of a process for these blocks, and exits with its status.
func Main(blocks ...unit.Block) {
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	// A closed pipe then makes Write fail and does not end the process on the
	// spot, which would leave files half written.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(run(ctx, blocks, os.Args[1:], os.Stdout, os.Stderr))
}

// endings are the signals that end a command, which then removes its unfinished
// files. One that the caller has turned off, as nohup does, stays off.
func endings() (list []os.Signal) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}

const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// run is the command line: it takes args without the program's name and returns the
// exit status.
func run(ctx context.Context, blocks []unit.Block, args []string, stdout, stderr io.Writer) (status int) {
	defer func() {
		if p := recover(); p != nil {
			if os.Getenv("POSEDGE_PANIC") != "" {
				panic(p)
			}
			fmt.Fprintf(stderr, "posedge: internal error: %v (POSEDGE_PANIC=1 shows where)\n", p)
			status = exitFailed
		}
	}()
	out := &stdoutWriter{w: stdout}
	err := checkBlocks(blocks)
	if err == nil {
		err = out.result(dispatch(&call{ctx: ctx, blocks: blocks, out: out, err: stderr}, args))
	}
	var wrong *usageError
	switch {
	case err == nil:
		return exitOK
	case readerLeft(err):
		return exitFailed
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "posedge: %v\n", err)
		return exitUsage
	default:
		fmt.Fprintf(stderr, "posedge: %v\n", err)
		return exitFailed
	}
}

func dispatch(c *call, args []string) error {
	if len(args) == 0 {
		return wrongf("no command given; known commands: %s (posedge -h says more)", c.commandNames())
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		return c.usage()
	case "help":
		if len(rest) == 0 {
			return c.usage()
		}
		name, rest = rest[0], append(rest[1:], "-h")
	}
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd.execute(c, rest)
		}
	}
	for _, b := range c.blocks {
		if b.Name == name {
			return ownCommands(c, b, rest)
		}
	}
	if strings.HasPrefix(name, "-") {
		return wrongf("unknown flag %s; flags come after the command: %s", name, c.commandNames())
	}
	return wrongf("no command %q; known commands: %s", name, c.commandNames())
}

func (c *call) commandNames() string {
	var names []string
	for _, cmd := range commands() {
		names = append(names, cmd.name)
	}
	for _, b := range c.blocks {
		if len(b.Commands) > 0 {
			names = append(names, b.Name)
		}
	}
	return strings.Join(names, ", ")
}

func (c *call) usage() error {
	w := c.out
	fmt.Fprintf(w, "Posedge: hardware described, simulated and exported in Go.\n\nusage: posedge COMMAND [arguments]\n\n")
	for _, cmd := range commands() {
		fmt.Fprintf(w, "  %-7s %s\n", cmd.name, cmd.summary)
	}
	for _, b := range c.blocks {
		if len(b.Commands) > 0 {
			fmt.Fprintf(w, "\nof %s:\n\n", b.Name)
			listOwn(w, b, b.Name+" ")
		}
	}
	_, err := fmt.Fprintf(w, "\n\"posedge COMMAND -h\" shows the arguments of a command and an example.\n")
	return err
}
