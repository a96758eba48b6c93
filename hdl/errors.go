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
	// self is this package, "posedge/hdl"; library holds the standard
	// components; root is the module, by import path and by folder.
	self       = reflect.TypeFor[Bits]().PkgPath()
	library    = self + "/lib"
	rootPath   = path.Dir(self)
	rootFolder = func() string {
		_, file, _, _ := runtime.Caller(0)
		return path.Dir(path.Dir(slashed(file)))
	}()
	// testBench is the kit for tests, whose callers are the users.
	testBench = rootPath + "/bench"
	// describing is the function below which a description runs.
	describing = self + ".(*elaboration).run"
)

// here returns the first place on the stack that is outside this package, and,
// if that is in the standard library, the first outside both.
func here() site {
	var s site
	walkStack(func(f runtime.Frame) (more bool) {
		pkg := packageOf(f)
		switch {
		case pkg == self, pkg == testBench, pkg == "runtime", pkg == "reflect", pkg == "":
		case pkg == library || strings.HasPrefix(pkg, library+"/"):
			if s.at.File == "" {
				s.at = position(pkg, f)
			}
		case s.at.File == "":
			s.at = position(pkg, f)
			return false
		default:
			s.caller = position(pkg, f)
			return false
		}
		return true
	})
	return s
}

// panicPlace is where a panic comes from.
type panicPlace struct {
	site        // the user's line
	in   ir.Pos // the line that panics, if it is in another package
	// inside says that the line that panics is of this package, which was used wrongly.
	inside bool
}

// panicSite is called while a panic in Describe is recovered. The user's line is
// the innermost of the package home, the component's; if there is none, it is
// the innermost of all.
func panicSite(home string) panicPlace {
	var p panicPlace
	panicking := false
	walkStack(func(f runtime.Frame) (more bool) {
		pkg := packageOf(f)
		switch {
		case pkg == "runtime" || pkg == "":
			panicking = true
		case !panicking: // what recovers
		case f.Function == describing:
			return false
		case pkg == self:
			p.inside = p.inside || p.in.File == ""
		case pkg == home || pkg == home+"_test": // a package and its own tests
			p.at = position(pkg, f)
			return false
		case p.in.File == "":
			p.in = position(pkg, f)
		}
		return true
	})
	if p.at.File == "" {
		p.at, p.in = p.in, ir.Pos{}
	}
	return p
}

// inDescription reports whether a description is running below the caller.
func inDescription() bool {
	found := false
	walkStack(func(f runtime.Frame) (more bool) {
		found = f.Function == describing
		return !found
	})
	return found
}

// walkStack visits the stack's frames, innermost first, as long as visit wants more.
func walkStack(visit func(runtime.Frame) (more bool)) {
	var pcs [32]uintptr
	for skip := 3; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		frames := runtime.CallersFrames(pcs[:n])
		for more := n > 0; more; {
			var f runtime.Frame
			if f, more = frames.Next(); !visit(f) {
				return
			}
		}
		if n < len(pcs) {
			return
		}
	}
}

func slashed(file string) string { return strings.ReplaceAll(file, `\`, "/") }

func position(pkg string, f runtime.Frame) ir.Pos {
	return ir.Pos{File: strings.TrimSuffix(pkg, "_test") + "/" + path.Base(slashed(f.File)), Line: f.Line}
}

// packageOf returns the import path of the package in which a frame's line
// stands. Inside this Go module the file's folder tells it. Elsewhere it is in
// the qualified function name, "example.org/x.(*Unit[...]).Describe.func1";
// that is the same but for a closure which the compiler moved into a caller of
// another package.
func packageOf(f runtime.Frame) string {
	file := slashed(f.File)
	if rel, ok := strings.CutPrefix(path.Dir(file), rootFolder+"/"); ok {
		pkg := rootPath + "/" + rel
		if strings.HasSuffix(file, "_test.go") {
			pkg += "_test"
		}
		return pkg
	}
	function, _, _ := strings.Cut(f.Function, "[")
	slash := strings.LastIndexByte(function, '/')
	if dot := strings.IndexByte(function[slash+1:], '.'); dot >= 0 {
		function = function[:slash+1+dot]
	}
	return strings.ReplaceAll(function, "%2e", ".")
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
