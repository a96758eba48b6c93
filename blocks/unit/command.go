package unit

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Command is a unit's own command: "posedge NAME COMMAND ARGUMENTS".
type Command struct {
	Name      string
	Arguments string // of the usage line: "FILE [-o FILE]"
	Summary   string // one line
	Text      string // of -h: a description, and examples
	// Setup declares the flags and returns the function that runs the command.
	Setup func(f *flag.FlagSet) func(c *Call) error
}

// Call holds the inputs and outputs of one run of a command.
type Call struct {
	// Context is done when the user interrupts. The process then ends without waiting for the command.
	Context context.Context
	Out     io.Writer // the command's output
	Args    []string  // the arguments that are not flags

	// Folder makes the folder that a flag names if it is missing, and refuses one that is not writable. A folder that it
	// made is removed at the end if it is still empty, even after an interruption.
	Folder func(flag, dir string) error
	// Progress reports how much is done, for work that takes longer than a second.
	Progress func(done, total int)
}

// File prepares the file that a flag names, before any work begins: it makes its folder if that is missing. It refuses a folder,
// and a name without the extension, such as ".png"; an extension of "" allows any name.
func (c *Call) File(flag, path, extension string) error {
	if !strings.HasSuffix(path, extension) {
		return Wrongf("-%s %s: name a file that ends in %s", flag, path, extension)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return Wrongf("-%s %s is a folder; name a file in it", flag, path)
	}
	return c.Folder(flag, filepath.Dir(path))
}

// UsageError is a mistake in the command line, with exit status 2; any other error has 1.
type UsageError struct{ message string }

// Error is the message.
func (e *UsageError) Error() string { return e.message }

// Wrongf makes a [UsageError]. The command line puts the command's name before it.
func Wrongf(format string, args ...any) error { return &UsageError{fmt.Sprintf(format, args...)} }
