package hdl

import (
	"errors"
	"fmt"

	"posedge/hdl/ir"
)

// maxErrors caps what one elaboration reports; the rest is counted.
const maxErrors = 10

// Error is a mistake in a description: where it is, and what to do instead.
type Error struct {
	// At is the line outside the language that made the mistake.
	At ir.Pos
	// Caller is the line outside the standard library that led to At, if At is
	// inside it; else the zero position.
	Caller ir.Pos
	// Message says what is wrong, where the other party was declared, and what
	// to write instead.
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

// errorAt notes a mistake at another place.
func (e *elaboration) errorAt(at ir.Pos, format string, args ...any) {
	e.report(site{at: at}.errorf(format, args...))
}

// abandoned is what [raise] panics with; [elaboration.run] recovers it.
type abandoned struct{ err *Error }

// raise tells a mistake that belongs to no module: it ends the Describe that
// is running, which reports it. Outside a description there is no design that
// could come out wrong and nobody to tell; then raise does nothing.
func raise(err *Error) {
	if inDescription() {
		panic(abandoned{err})
	}
}

// report tells a mistake to every description among the modules that is still
// going on.
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
		return // a mistake in a loop or a helper is said once
	}
	e.reported[text] = true
	e.errs = append(e.errs, err)
}

// result joins what was reported, capped.
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
