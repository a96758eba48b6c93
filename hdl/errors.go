package hdl

import (
	"errors"
	"fmt"

	"posedge/hdl/ir"
)

// maxErrors is how many mistakes one elaboration reports; the rest are counted.
const maxErrors = 10

// Error is a mistake in a description: where it is, and what to do instead.
type Error struct {
	// At is the line outside the language that made the mistake.
	At ir.Pos
	// Caller is the line outside the standard library that led to At, if At is
	// inside it; otherwise the zero position.
	Caller ir.Pos
	// Message says what is wrong, where the other signal or component involved was
	// declared, and what to write instead.
	Message string
}

// Error returns "posedge/blocks/x/unit.go:130: message".
func (e *Error) Error() string {
	if e.Caller.File != "" {
		return fmt.Sprintf("%v: %s (called from %v)", e.At, e.Message, e.Caller)
	}
	return fmt.Sprintf("%v: %s", e.At, e.Message)
}

func (s site) errorf(format string, args ...any) *Error {
	return &Error{At: s.at, Caller: s.caller, Message: fmt.Sprintf(format, args...)}
}

// errorAt records a mistake at a given place.
func (e *elaboration) errorAt(at ir.Pos, format string, args ...any) {
	e.report(site{at: at}.errorf(format, args...))
}

// abandoned is what [raise] panics with; [elaboration.run] recovers it.
type abandoned struct{ err *Error }

// raise reports a mistake that belongs to no module: it ends the running
// Describe, and the elaboration reports it. Outside a description no design can
// come out wrong, and raise does nothing.
func raise(err *Error) {
	if inDescription() {
		panic(abandoned{err})
	}
}

// report reports a mistake to each of the modules that is still being
// described.
func report(err *Error, modules ...*definition) {
	told := false
	for _, d := range modules {
		if d != nil && !d.ctx.ended {
			d.ctx.report(err)
			told = true
		}
	}
	if !told {
		raise(err)
	}
}

func (e *elaboration) report(err *Error) {
	if e.ended {
		raise(err)
		return
	}
	text := err.Error()
	if e.reported[text] {
		return // a mistake in a loop or a helper is reported once
	}
	e.reported[text] = true
	e.errs = append(e.errs, err)
}

// result joins the mistakes, at most maxErrors of them.
func (e *elaboration) result() error {
	if len(e.errs) == 0 {
		return nil
	}
	var errs []error
	for _, err := range e.errs[:min(len(e.errs), maxErrors)] {
		errs = append(errs, err)
	}
	switch more := len(e.errs) - maxErrors; {
	case more == 1:
		errs = append(errs, errors.New("and 1 more error"))
	case more > 1:
		errs = append(errs, fmt.Errorf("and %d more errors", more))
	}
	return errors.Join(errs...)
}
