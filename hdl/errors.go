package hdl

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"

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

// site is a place in the user's code.
type site struct {
	at, caller ir.Pos
}

var (
	self    = reflect.TypeFor[Bits]().PkgPath() // "posedge/hdl"
	library = self + "/lib"
)

// here returns the first place on the stack that is outside this package, and,
// if that is in the standard library, the first outside both.
func here() site {
	var pcs [48]uintptr
	var s site
	for skip := 2; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		frames := runtime.CallersFrames(pcs[:n])
		for {
			f, more := frames.Next()
			pkg := packageOf(f.Function)
			switch {
			case pkg == self || pkg == "runtime" || pkg == "reflect" || f.Function == "":
			case pkg == library || strings.HasPrefix(pkg, library+"/"):
				if s.at.File == "" {
					s.at = position(pkg, f)
				}
			case s.at.File == "":
				s.at = position(pkg, f)
				return s
			default:
				s.caller = position(pkg, f)
				return s
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return s
		}
	}
}

func position(pkg string, f runtime.Frame) ir.Pos {
	return ir.Pos{File: strings.TrimSuffix(pkg, "_test") + "/" + path.Base(strings.ReplaceAll(f.File, `\`, "/")), Line: f.Line}
}

// packageOf returns the import path in a qualified function name such as
// "posedge/blocks/x.(*Unit[...]).Describe.func1".
func packageOf(function string) string {
	if i := strings.IndexByte(function, '['); i >= 0 {
		function = function[:i]
	}
	slash := strings.LastIndexByte(function, '/')
	if dot := strings.IndexByte(function[slash+1:], '.'); dot >= 0 {
		return function[:slash+1+dot]
	}
	return function
}

func (s site) errorf(format string, args ...any) *Error {
	return &Error{At: s.at, Caller: s.caller, Message: fmt.Sprintf(format, args...)}
}

// errorf notes a mistake at the user's present line.
func (e *elaboration) errorf(format string, args ...any) {
	e.report(here().errorf(format, args...))
}

// errorAt notes a mistake at another place.
func (e *elaboration) errorAt(at ir.Pos, format string, args ...any) {
	e.report(site{at: at}.errorf(format, args...))
}

func (e *elaboration) report(err *Error) {
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
	list := e.errs
	var more error
	if len(list) > maxErrors {
		more = fmt.Errorf("and %d more errors", len(list)-maxErrors)
		list = list[:maxErrors]
	}
	var errs []error
	for _, err := range list {
		errs = append(errs, err)
	}
	if more != nil {
		errs = append(errs, more)
	}
	return errors.Join(errs...)
}
