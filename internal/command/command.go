package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"posedge/blocks/unit"
)

// call is what one run of a command has to work with.
type call struct {
	ctx   context.Context
	out   *stdoutWriter
	err   io.Writer
	args  []string // the positional arguments
	given map[string]bool

	blocks []unit.Block // all that the command line knows, in the order in which list shows them
}

// command is an entry of the table that main dispatches on. Each command is in
// a separate file.
type command struct {
	name      string
	arguments string // of the usage line
	summary   string // one line
	text      string // of -h: what it does, and the examples
	// setup declares the flags and returns the work.
	setup func(f *flag.FlagSet) func(c *call) error
}

// commands are in the order in which a user meets them.
func commands() []command {
	return []command{listCommand, runCommand, exportCommand, checkCommand, waveCommand, speedCommand, versionCommand}
}

// usageError is a mistake in the command line: exit status 2.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

// wrongf is an error of one line: the user's text may contain line breaks, or
// control codes that a terminal would obey.
func wrongf(format string, args ...any) error {
	var b strings.Builder
	for _, r := range fmt.Sprintf(format, args...) {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return &usageError{b.String()}
}

// execute reads the arguments and runs the command.
func (cmd command) execute(c *call, args []string) error {
	f := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	work := cmd.setup(f)
	switch err := cmd.parse(c, f, args); {
	case errors.Is(err, flag.ErrHelp):
		return cmd.help(c.out, f)
	case err != nil:
		return err
	}
	return work(c)
}

// parse reads the arguments; flags may come before and after the others.
func (cmd command) parse(c *call, f *flag.FlagSet, args []string) error {
	for {
		err := f.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return err
		case err != nil:
			return wrongf("%s: %s", cmd.name, flagMistake(err, f))
		}
		if f.NArg() == 0 {
			break
		}
		c.args = append(c.args, f.Arg(0))
		args = f.Args()[1:]
	}
	c.given = map[string]bool{}
	f.Visit(func(x *flag.Flag) { c.given[x.Name] = true })
	for name := range c.given {
		if f.Lookup(name).Value.String() == "" {
			return wrongf("%s: -%s is empty", cmd.name, name)
		}
	}
	return nil
}

// flagMistake gives package flag's message, and says what to do instead.
func flagMistake(err error, f *flag.FlagSet) string {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		f.VisitAll(func(x *flag.Flag) { names = append(names, "-"+x.Name) })
		if len(names) == 0 {
			return fmt.Sprintf("unknown flag -%s; it takes no flags", name)
		}
		return fmt.Sprintf("unknown flag -%s; it takes %s", name, strings.Join(names, ", "))
	}
	// Package flag says of its own kinds of values only that they are not parsed.
	if left, ok := strings.CutPrefix(text, "invalid boolean value "); ok {
		return "invalid value " + strings.TrimSuffix(strings.Replace(left, " for -", " for flag -", 1), "parse error") +
			"write true or false, or the flag alone"
	}
	text = strings.Replace(text, ": parse error", ": it is a whole number", 1)
	return strings.Replace(text, ": value out of range", ": it is a whole number, and not so large a one", 1)
}

func (cmd command) help(w io.Writer, f *flag.FlagSet) error {
	fmt.Fprintf(w, "usage: posedge %s\n\n%s\n", strings.TrimSpace(cmd.name+" "+cmd.arguments), strings.TrimSpace(cmd.text))
	flags := false
	f.VisitAll(func(*flag.Flag) { flags = true })
	if flags {
		fmt.Fprintf(w, "\nflags:\n")
		f.SetOutput(w)
		f.PrintDefaults()
	}
	return nil
}

// one returns the single positional argument.
func (c *call) one(command, what string) (string, error) {
	switch len(c.args) {
	case 0:
		return "", wrongf("%s: name %s; posedge list shows them", command, what)
	case 1:
		return c.args[0], nil
	}
	return "", wrongf("%s: one block at a time, not %s", command, strings.Join(c.args, " "))
}

// interruptible runs a job that cannot be stopped, but does not wait for its end
// if the user interrupts: the process ends then. A panic of the job becomes the
// caller's.
func (c *call) interruptible(job func() error) error {
	type outcome struct {
		err   error
		panic any
	}
	done := make(chan outcome, 1)
	go func() {
		o := outcome{err: errors.New("a function of the block ended its goroutine, as FailNow does; return an error, or call Fatalf of the bench's reporter")}
		defer func() {
			o.panic = recover()
			done <- o
		}()
		o.err = job()
	}()
	select {
	case <-c.ctx.Done():
		return errors.New("interrupted")
	case o := <-done:
		if o.panic != nil {
			panic(o.panic)
		}
		return o.err
	}
}

// number is a flag for a whole number within bounds.
type number struct {
	value    *int
	low, top int
}

func (n number) String() string {
	if n.value == nil {
		return "0"
	}
	return fmt.Sprint(*n.value)
}

func (n number) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil || v < n.low || v > n.top {
		return fmt.Errorf("it is a number from %d to %d", n.low, n.top)
	}
	*n.value = v
	return nil
}

// numberFlag declares a flag for a whole number from low to top.
func numberFlag(f *flag.FlagSet, name string, value, low, top int, usage string) *int {
	v := value
	f.Var(number{&v, low, top}, name, usage)
	return &v
}

// seed is a flag for any 64-bit number.
type seed struct{ value *uint64 }

func (s seed) String() string {
	if s.value == nil {
		return "0"
	}
	return strconv.FormatUint(*s.value, 10)
}

func (s seed) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return errors.New("it is a number from 0 to 2^64-1")
	}
	*s.value = v
	return nil
}
