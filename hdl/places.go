package hdl

import (
	"path"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"posedge/hdl/ir"
)

// site is a place in the user's code.
type site struct {
	at, caller ir.Pos
}

var (
	// self is this package, "posedge/hdl"; library contains the standard
	// components; root is the module, by import path and by folder.
	self       = reflect.TypeFor[Bits]().PkgPath()
	library    = self + "/lib"
	rootPath   = path.Dir(self)
	rootFolder = func() string {
		_, file, _, _ := runtime.Caller(0)
		return path.Dir(path.Dir(slashed(file)))
	}()
	// testBench is the test kit; its callers are the users.
	testBench = rootPath + "/bench"
	// describing is the function that runs a description.
	describing = self + ".(*elaboration).run"
)

// here returns the first place on the stack that is outside this package and
// outside helpers, and, if that is in the standard library, the first outside both.
func here() site {
	var s site
	walkStack(func(f *frame) (more bool) {
		switch {
		case f.silent || f.helps():
		case f.library:
			if s.at.File == "" {
				s.at = f.at
			}
		case s.at.File == "":
			s.at = f.at
			return false
		default:
			s.caller = f.at
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
	// inside says that the panicking line is in this package, which was misused.
	inside bool
}

// panicSite is called while a panic in Describe is recovered. The user's line
// is the innermost one in home, the component's package; if there is none, it
// is the innermost of all.
func panicSite(home string) panicPlace {
	var p panicPlace
	panicking := false
	walkStack(func(f *frame) (more bool) {
		switch pkg := f.pkg; {
		case pkg == "runtime" || pkg == "":
			panicking = true
		case !panicking: // the code that recovers
		case f.describes:
			return false
		case pkg == self:
			p.inside = p.inside || p.in.File == ""
		case pkg == home || pkg == home+"_test": // a package and its own tests
			p.at = f.at
			return false
		case p.in.File == "":
			p.in = f.at
		}
		return true
	})
	if p.at.File == "" {
		p.at, p.in = p.in, ir.Pos{}
	}
	return p
}

// inDescription reports whether the caller was called from a description.
func inDescription() bool {
	found := false
	walkStack(func(f *frame) (more bool) {
		found = f.describes
		return !found
	})
	return found
}

// frame is a line on the stack.
type frame struct {
	pc        uintptr
	pkg       string // import path
	at        ir.Pos
	describes bool // it calls Describe
	library   bool // it is in the standard library
	silent    bool // it is in the language or the code that runs it, not the user's

	helpers []*atomic.Bool // whether each function that the line may belong to is a helper
}

func (f *frame) helps() bool {
	return slices.ContainsFunc(f.helpers, (*atomic.Bool).Load)
}

// helpers has a mark for each function that has a frame, by qualified name.
var helpers sync.Map

// Helper marks the calling function as a helper, as [testing.T.Helper] does: in
// errors, waves and Verilog, everything it declares and sets, even in closures,
// has its caller's line.
func Helper() {
	walkStack(func(f *frame) (more bool) {
		f.helpers[0].Store(true)
		return false
	})
}

var closure = regexp.MustCompile(`(\.func\d+|-range\d+|\.gowrap\d+|\.\d+)+$`)

// marks are the marks of the functions that a line may belong to: its own, or, in a
// closure, the one around it. The closure of a function that the compiler has
// inlined into its caller is named after both: "p.caller.around.func1".
func marks(pkg, function string) []*atomic.Bool {
	name := typeArguments.ReplaceAllString(function, "")
	name = name[strings.LastIndexByte(name, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	mark := func(name string) *atomic.Bool {
		m, _ := helpers.LoadOrStore(pkg+"."+name, new(atomic.Bool))
		return m.(*atomic.Bool)
	}
	around := closure.ReplaceAllString(name, "")
	list := []*atomic.Bool{mark(around)}
	if around == name {
		return list
	}
	for rest := around; ; {
		outer, inner, more := strings.Cut(rest, ".")
		if !more {
			return list
		}
		if rest = inner; !strings.HasSuffix(outer, ")") { // otherwise outer is the receiver of inner
			list = append(list, mark(inner))
		}
	}
}

// typeArguments are the type arguments in a function's name, "[...]".
var typeArguments = regexp.MustCompile(`\[[^]]*\]`)

// frames is a cache of program counters, indexed by their numbers, so that a
// line that runs often is looked up once.
var frames [1 << 12]atomic.Pointer[frame]

// frameOf looks up a program counter of [runtime.Callers].
func frameOf(pc uintptr) *frame {
	place := &frames[(pc^pc>>12)%uintptr(len(frames))]
	if f := place.Load(); f != nil && f.pc == pc {
		return f
	}
	// Callers gives each inlined call a separate counter.
	line, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	pkg := packageOf(line)
	f := &frame{
		pc: pc, pkg: pkg, at: position(pkg, line), describes: line.Function == describing,
		library: pkg == library || strings.HasPrefix(pkg, library+"/") && !strings.HasSuffix(pkg, "_test"),
		silent:  pkg == self || pkg == testBench || pkg == "runtime" || pkg == "reflect" || pkg == "",
		helpers: marks(pkg, line.Function),
	}
	place.Store(f)
	return f
}

// walkStack visits the stack's frames, innermost first, as long as visit wants more.
func walkStack(visit func(*frame) (more bool)) {
	var room [64]uintptr
	pcs := room[:4] // usually enough, and each frame takes time
	for skip := 3; ; {
		n := runtime.Callers(skip, pcs)
		for _, pc := range pcs[:n] {
			if !visit(frameOf(pc)) {
				return
			}
		}
		if n < len(pcs) {
			return
		}
		skip += n
		pcs = room[:min(2*len(pcs), len(room))]
	}
}

func slashed(file string) string { return strings.ReplaceAll(file, `\`, "/") }

func position(pkg string, f runtime.Frame) ir.Pos {
	return ir.Pos{File: strings.TrimSuffix(pkg, "_test") + "/" + path.Base(slashed(f.File)), Line: f.Line}
}

// packageOf returns the import path of the package that contains a frame's line.
// Inside this Go module the path follows from the file's folder. Elsewhere it
// is part of the qualified function name,
// "example.org/x.(*Unit[...]).Describe.func1", which differs only for a closure
// that the compiler has inlined into another package.
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
