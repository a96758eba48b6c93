package hdl

import (
	"fmt"
	"reflect"
	"strings"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// built is the module that has a name.
type built struct {
	d       *definition
	text    string
	clashed bool
}

// define names the module, or reuses an identical one that was built before.
// The name depends only on the component, whatever else the design holds: no
// other instance and no edit elsewhere changes it. So two modules that differ
// cannot share a name, and the author has to decide which of them gets another.
func (e *elaboration) define(d *definition) {
	name := d.name
	if name == "" {
		name = snake(d.typeName) // its ModuleDoc or ModuleName panicked, or the name is empty
	}
	if err := ir.ValidName(name); err != nil {
		if !d.rejected { // else it may be named after what was refused
			how := ""
			if _, named := d.component.(interface{ ModuleName() string }); !named {
				how = ", by another name of the type or by a ModuleName"
			}
			e.errorAt(d.at, "module name of %s: %v%s", d.typeName, err, how)
		}
	}
	d.ir.Name = name
	contents := ir.Text(d.ir)
	first := e.modules[name]
	switch {
	case first == nil:
		e.modules[name] = &built{d: d, text: contents}
	case first.text == contents:
		d.ir = first.d.ir
		return
	case !first.clashed:
		first.clashed = true
		e.clashes = append(e.clashes, first.clash(d, contents))
	}
	e.produced = append(e.produced, d.sources()...)
}

// clash says that d differs from the module that already has its name, how they
// differ, and how to give them different names.
func (b *built) clash(d *definition, contents string) *Error {
	difference, verb, value := b.difference(d, contents)
	advice := fmt.Sprintf("give %s a ModuleName that tells them apart", d.typeName)
	_, named := d.component.(interface{ ModuleName() string })
	switch {
	case named:
		advice = "let its ModuleName tell this"
		if strings.Contains(reflect.TypeOf(d.component).Elem().Name(), "[") {
			advice += " or, if that uses hdl.ShapeName, give the type of the bundle a method ShapeName() string"
		}
	case value != "":
		receiver := d.typeName
		if strings.Contains(reflect.TypeOf(d.component).Elem().Name(), "[") {
			receiver += "[T]"
		}
		advice = fmt.Sprintf("tell them apart: func (x *%s) ModuleName() string { return fmt.Sprintf(\"%s_%s\", x.%s) }", receiver, d.ir.Name, verb, value)
	}
	at := site{at: d.at}
	return at.errorf("module %s would be two different modules, this one and the one at %s: %s; %s", d.ir.Name, b.d.at.Short(), difference, advice)
}

// difference says how d differs from b: in a parameter, if there is one, else in
// a port, else in the first differing line of their contents. Value is the Go
// expression that tells them apart and verb its format, if there is such a value.
func (b *built) difference(d *definition, contents string) (difference, verb, value string) {
	here, there := reflect.TypeOf(d.component).Elem(), reflect.TypeOf(b.d.component).Elem()
	if here != there {
		return fmt.Sprintf("their types are %v and %v", here, there), "", ""
	}
	field, x, y := parameter(reflect.ValueOf(d.component).Elem(), reflect.ValueOf(b.d.component).Elem(), "", 0)
	if field != "" {
		return fmt.Sprintf("%s is %v here and %v there", field, x, y), "%v", field
	}
	for i, p := range d.leaves {
		switch {
		case i >= len(b.d.leaves) || b.d.leaves[i].name != p.name:
			return fmt.Sprintf("port %s is not in both", p.name), "", ""
		case b.d.leaves[i].value.width != p.value.width:
			return fmt.Sprintf("port %s is %s here and %s there", p.name, text.InBits(p.value.width), text.InBits(b.d.leaves[i].value.width)), "w%d", p.field + ".Width()"
		}
	}
	if len(d.leaves) < len(b.d.leaves) {
		return fmt.Sprintf("port %s is not in both", b.d.leaves[len(d.leaves)].name), "", ""
	}
	lines, others := strings.Split(contents, "\n"), strings.Split(b.text, "\n")
	for i := range lines {
		if i < len(others) && lines[i] != others[i] {
			return fmt.Sprintf("%q here is %q there", excerpt(lines[i]), excerpt(others[i])), "", ""
		}
	}
	return "one holds more than the other", "", ""
}

// excerpt is a line of a module's text, cut short if it is long.
func excerpt(line string) string {
	line = strings.TrimSpace(line)
	if len(line) > 60 {
		line = line[:60] + "…"
	}
	return line
}

// parameter finds a number, string or bool outside the ports in which two
// components of one type differ, by its path.
func parameter(x, y reflect.Value, path string, depth int) (field string, here, there any) {
	switch {
	case depth > 16 || x.Type() == bitsType || x.Type().Implements(portGroupType):
		return "", nil, nil
	case x.Kind() == reflect.Struct:
		for i := range x.NumField() {
			name := x.Type().Field(i).Name
			if field, here, there = parameter(x.Field(i), y.Field(i), join2(path, name), depth+1); field != "" {
				return field, here, there
			}
		}
	case x.CanInt() && x.Int() != y.Int():
		return path, x.Int(), y.Int()
	case x.CanUint() && x.Uint() != y.Uint():
		return path, x.Uint(), y.Uint()
	case x.Kind() == reflect.Bool && x.Bool() != y.Bool():
		return path, x.Bool(), y.Bool()
	case x.Kind() == reflect.String && x.String() != y.String():
		return path, x.String(), y.String()
	}
	return "", nil, nil
}
