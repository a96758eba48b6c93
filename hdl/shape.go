package hdl

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"posedge/hdl/ir"
)

// Widths are the numbers that the tags of a bundle name: widths in bits, and lengths of slices.
type Widths map[string]int

// Shape makes the shape of a bundle from the tags of its fields, so that the type alone says how wide each one is:
//
//	type vertex struct {
//		ID    hdl.Bits   `width:"identifiers"`
//		X, Y  hdl.Bits   `width:"16"`
//		Lanes []hdl.Bits `width:"32" len:"lanes"`
//	}
//	shape := hdl.Shape[vertex](hdl.Widths{"identifiers": 32, "lanes": 4})
//
// A tag width is a number of bits or a name in widths. Every field that is a [Bits], or an array or slice of them, has one;
// a slice also has a tag len. A field that is a bundle has no width of its own: its fields have tags. Shape reports a tag
// that is missing or wrong, and a name that no tag uses, where the shape is used, with the line of the field.
func Shape[T any](widths Widths) T {
	var x T
	s := shaper{widths: widths, used: map[string]bool{}, at: here()}
	r := reflect.ValueOf(&x).Elem()
	if r.Kind() != reflect.Struct || r.Type() == bitsType {
		s.fault = s.at.errorf("Shape takes a struct whose fields have tags, not %v; the shape of n bits is hdl.Width(n)", r.Type())
	} else {
		s.bundle(r)
	}
	for _, name := range slices.Sorted(maps.Keys(widths)) {
		if s.fault == nil && !s.used[name] {
			s.fault = s.at.errorf("no field of %v names %s in its tag; leave it out of the Widths", r.Type(), name)
		}
	}
	if s.fault != nil {
		s.refuse(r)
	}
	return x
}

// shaper fills a shape.
type shaper struct {
	widths Widths
	used   map[string]bool
	at     site
	within []reflect.Type // the bundles that hold the one being filled
	fault  *Error         // the first mistake
}

// bundle fills the fields of a struct.
func (s *shaper) bundle(r reflect.Value) {
	s.within = append(s.within, r.Type())
	for i := range r.NumField() {
		if f := r.Type().Field(i); f.IsExported() { // walkBundle tells of others
			s.field(r.Field(i), taggedField{r.Type(), f})
		}
	}
	s.within = s.within[:len(s.within)-1]
}

// taggedField is a field of a struct that has tags.
type taggedField struct {
	in reflect.Type
	reflect.StructField
}

// field fills a field, or an element of one.
func (s *shaper) field(r reflect.Value, f taggedField) {
	_, tagged := f.Tag.Lookup("width")
	if _, long := f.Tag.Lookup("len"); long && f.Type.Kind() != reflect.Slice {
		s.fail(f, "it is no slice; leave out its tag len")
	}
	switch {
	case s.fault != nil:
	case r.Type() == bitsType:
		if n, ok := s.number(f, "width"); ok {
			if message := wrongWidth(n); message != "" {
				s.fail(f, "%s", message)
			}
			r.Set(reflect.ValueOf(Width(n)))
		}
	case r.Kind() == reflect.Struct:
		if tagged {
			s.fail(f, "it is a bundle, whose fields have their own widths; leave out its tag width")
		}
		if slices.Contains(s.within, r.Type()) {
			s.fail(f, "a bundle cannot hold others of its own type")
			return
		}
		s.bundle(r)
	case r.Kind() == reflect.Slice:
		n, ok := s.number(f, "len")
		if ok && (n < 1 || n > MaxWidth) {
			s.fail(f, "a slice in a bundle has 1 to %d elements, not %d", MaxWidth, n)
		}
		if s.fault == nil {
			r.Set(reflect.MakeSlice(r.Type(), n, n))
		}
		fallthrough
	case r.Kind() == reflect.Array:
		for i := range r.Len() {
			s.field(r.Index(i), f)
		}
	}
}

// number is what a tag of a field says.
func (s *shaper) number(f taggedField, tag string) (n int, ok bool) {
	text := f.Tag.Get(tag)
	if text == "" {
		s.fail(f, "it has no tag %s; give it a number or a name in the Widths, as in `%[1]s:\"8\"`", tag)
		return 0, false
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, true
	}
	n, ok = s.widths[text]
	s.used[text] = true
	switch {
	case ok:
	case len(s.widths) == 0:
		s.fail(f, "its tag names %s, and there are no Widths", text)
	default:
		s.fail(f, "its tag names %s, which is not in the Widths; they have %s", text, strings.Join(slices.Sorted(maps.Keys(s.widths)), ", "))
	}
	return n, ok
}

func (s *shaper) fail(f taggedField, format string, args ...any) {
	if s.fault != nil {
		return
	}
	at := s.at
	if place, found := fieldPlace(f); found {
		at = site{at: place, caller: s.at.at}
	}
	s.fault = at.errorf("field %s of %v: %s", f.Name, f.in, fmt.Sprintf(format, args...))
}

// refuse makes every leaf of a shape one that reports the mistake.
func (s *shaper) refuse(r reflect.Value) {
	if r.Type() == bitsType {
		r.Set(reflect.ValueOf(Bits{v: &value{width: 1, fault: s.fault}}))
		return
	}
	switch r.Kind() {
	case reflect.Struct:
		if slices.Contains(s.within, r.Type()) {
			return
		}
		s.within = append(s.within, r.Type())
		for i := range r.NumField() {
			if r.Type().Field(i).IsExported() {
				s.refuse(r.Field(i))
			}
		}
		s.within = s.within[:len(s.within)-1]
	case reflect.Slice:
		if r.Len() == 0 {
			r.Set(reflect.MakeSlice(r.Type(), 1, 1))
		}
		fallthrough
	case reflect.Array:
		for i := range r.Len() {
			s.refuse(r.Index(i))
		}
	}
}

// fieldPlace is the line of a field, if the source of its package is at hand.
func fieldPlace(f taggedField) (at ir.Pos, found bool) {
	pkg := f.in.PkgPath()
	files, _ := filepath.Glob(filepath.Join(folderOf(pkg), "*.go"))
	name, _, _ := strings.Cut(f.in.Name(), "[")
	fset := token.NewFileSet()
	for _, file := range files {
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || spec.Name.Name != name || found {
				return !found
			}
			if body, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range body.Fields.List {
					if field.Tag == nil != (f.Tag == "") || field.Tag != nil && !sameTag(field.Tag.Value, f.Tag) {
						continue // of a local type of the same name
					}
					for _, id := range field.Names {
						if id.Name == f.Name {
							at = ir.Pos{File: strings.TrimSuffix(pkg, "_test") + "/" + filepath.Base(file), Line: fset.Position(id.Pos()).Line}
							found = true
						}
					}
				}
			}
			return true
		})
	}
	return at, found
}

func sameTag(literal string, tag reflect.StructTag) bool {
	text, err := strconv.Unquote(literal)
	return err == nil && text == string(tag)
}

// folderOf is the folder of a package: one of this module, or one that is on the stack; "" if it is neither.
func folderOf(pkg string) string {
	pkg = strings.TrimSuffix(pkg, "_test")
	if rel, ok := strings.CutPrefix(pkg, rootPath+"/"); ok {
		return path.Join(rootFolder, rel)
	}
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.TrimSuffix(packageOf(f), "_test") == pkg {
			return path.Dir(slashed(f.File))
		}
		if !more {
			return ""
		}
	}
}
