package verilog

import (
	"errors"
	"fmt"
	"strings"

	"posedge/hdl/ir"
)

// checkNames reports names that Verilog does not allow, module names that would be
// the same file on a case-insensitive file system, and contents that are too large
// for a file.
func checkNames(top *ir.Module, opts Options) error {
	var errs []error
	files := map[string]string{}
	for _, m := range ir.Modules(top) {
		check := func(what, name string, at ir.Pos) {
			if err := ir.ValidName(name); err != nil {
				errs = append(errs, fmt.Errorf("%v: %s of %s: %w", at, what, m.Name, err))
			}
		}
		if err := ir.ValidName(m.Name); err != nil {
			errs = append(errs, fmt.Errorf("%v: module: %w", m.At, err))
		}
		if other, taken := files[strings.ToLower(m.Name)]; taken {
			errs = append(errs, fmt.Errorf("%v: modules %s and %s differ in case only and would share a file", m.At, other, m.Name))
		}
		files[strings.ToLower(m.Name)] = m.Name
		errs = append(errs, checkContents(m, opts)...)
		// The name of the top module is visible inside it.
		hides := func(what, name string, at ir.Pos) {
			if m == top && name == m.Name {
				errs = append(errs, fmt.Errorf("%v: %s %s has the name of the top module (declared at %v); give one of them another name, the module for example with: ModuleName() string { return %q }",
					at, what, name, m.At, m.Name+"_top"))
			}
		}
		m.AllSignals(func(s *ir.Signal) {
			check("signal", s.Name, s.At)
			hides(s.Kind.String(), s.Name, s.At)
		})
		for _, x := range m.Memories {
			check("memory", x.Name, x.At)
			hides("memory", x.Name, x.At)
		}
		for _, x := range m.Instances {
			check("instance", x.Name, x.At)
		}
	}
	return errors.Join(errs...)
}

// suffix is a word for what e computes.
func suffix(e ir.Expr) string {
	switch e := e.(type) {
	case *ir.Unary:
		return unaryOps[e.Op].word
	case *ir.Binary:
		return binaryOps[e.Op].word
	case *ir.Mux:
		return "mux"
	case *ir.Slice:
		return "slice"
	case *ir.Concat:
		return "cat"
	case *ir.MemRead:
		return "word"
	case *ir.Const:
		return "const"
	default:
		return "value"
	}
}
