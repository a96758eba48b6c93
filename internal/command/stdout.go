package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"

	"golang.org/x/term"

	tables "posedge/internal/table"
)

// stdoutWriter keeps the first error of stdout, so that the commands need not look
// at each line they print, and writes nothing after it.
type stdoutWriter struct {
	mu  sync.Mutex // an interrupted job may still write
	w   io.Writer
	err error
}

func (o *stdoutWriter) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.err = &stdoutError{err}
	}
	return n, o.err
}

// Columns is the width of the terminal that stdout is, or of a page if it is none.
func (o *stdoutWriter) Columns() int {
	if f, ok := o.w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return tables.DefaultColumns
}

// result is the error of a command that returned err, or of stdout if its output
// did not arrive.
func (o *stdoutWriter) result(err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err == nil:
		return err
	case err == nil || errors.Is(err, o.err):
		return o.err
	}
	return errors.Join(err, o.err)
}

// stdoutError is output that did not arrive: exit status 1.
type stdoutError struct{ err error }

func (e *stdoutError) Error() string {
	return fmt.Sprintf("cannot write the output: %v", cause(e.err))
}

// readerLeft reports whether the reader of the output has closed it, as head does,
// which is nothing to complain about.
func readerLeft(err error) bool {
	lost, ok := err.(*stdoutError)
	return ok && errors.Is(lost.err, syscall.EPIPE)
}
