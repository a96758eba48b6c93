package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"sync"

	"posedge/blocks/unit"
)

// ownCommands runs "posedge BLOCK COMMAND …" for a block with its own commands.
func ownCommands(c *call, b unit.Block, args []string) error {
	if len(b.Commands) == 0 {
		return wrongf("%s is a block without its own commands; posedge run %s runs it", b.Name, b.Name)
	}
	if len(args) == 0 {
		return wrongf("%s: no command given; known commands: %s (posedge %s -h says more)", b.Name, ownNames(b), b.Name)
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		return ownUsage(c.out, b)
	case "help":
		if len(rest) == 0 {
			return ownUsage(c.out, b)
		}
		name, rest = rest[0], []string{"-h"}
	}
	own, err := b.Command(name)
	if err != nil {
		return wrongf("%v", err)
	}
	return asCommand(b, own).execute(c, rest)
}

// asCommand is a block's command in the form of this package's commands.
func asCommand(b unit.Block, own unit.Command) command {
	name := b.Name + " " + own.Name
	return command{
		name: name, arguments: own.Arguments, summary: own.Summary, text: own.Text,
		setup: func(f *flag.FlagSet) func(*call) error {
			work := own.Setup(f)
			return func(c *call) error {
				var folders folders
				defer folders.removeEmpty()
				p := startProgress(c.err, name)
				err := c.interruptible(func() error {
					return guard("the command", func() error {
						return work(&unit.Call{Context: c.ctx, Out: c.out, Args: c.args, Folder: folders.take, Progress: p.step})
					})
				})
				p.stop()
				var wrong *unit.UsageError
				switch {
				case err == nil || readerLeft(err):
					return err
				case errors.As(err, &wrong):
					return wrongf("%s: %v", name, err)
				}
				return fmt.Errorf("%s: %w", name, err)
			}
		},
	}
}

// folders are those that a command asks for.
type folders struct {
	lock sync.Mutex
	made [][2]string // and the outermost one that was missing, or ""
}

// take is [unit.Call.Folder].
func (f *folders) take(flag, dir string) error {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.made = append(f.made, [2]string{dir, firstMissing(dir)})
	s, err := newStage(dir)
	if err != nil {
		return unit.Wrongf("-%s: %v", flag, err)
	}
	s.made = "" // removeEmpty does that
	s.discard()
	return nil
}

func (f *folders) removeEmpty() {
	f.lock.Lock()
	defer f.lock.Unlock()
	for _, x := range f.made {
		removeEmpty(x[0], x[1])
	}
}

func ownNames(b unit.Block) string {
	var names []string
	for _, own := range b.Commands {
		names = append(names, own.Name)
	}
	return strings.Join(names, ", ")
}

func ownUsage(w io.Writer, b unit.Block) error {
	fmt.Fprintf(w, "%s: %s\n\nusage: posedge %s COMMAND [arguments]\n\n", b.Name, b.Summary, b.Name)
	listOwn(w, b, "")
	_, err := fmt.Fprintf(w, "\n\"posedge %s COMMAND -h\" shows the arguments of a command and an example.\n", b.Name)
	return err
}

// listOwn writes a line for each of the block's commands, with prefix before its name.
func listOwn(w io.Writer, b unit.Block, prefix string) {
	for _, own := range b.Commands {
		fmt.Fprintf(w, "  %-7s %s\n", prefix+own.Name, own.Summary)
	}
}
