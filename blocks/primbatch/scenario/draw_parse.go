package scenario

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/internal/text"
)

// maxWindow is the most pixels of a window's side.
const maxWindow = 1024

// A drawing is what a text of posedge primbatch draw says.
type drawing struct {
	width, height int
	items         []model.Item // of the application
}

// drawForms are the lines of such a text, each with an example.
var drawForms = []struct{ name, form, example string }{
	{"window", "window W H", "window 64 16"},
	{"limit", "limit E V", "limit 6 6"},
	{"provoking", "provoking first|last", "provoking first"},
	{"mode", "mode fill|line|point", "mode line"},
	{"stipple", "stipple FACTOR PATTERN|off", "stipple 1 0x00f3"},
	{"restart", "restart N|off", "restart 65535"},
	{"cull", "cull on|off", "cull on"},
	{"begin", "begin OP [next]", "begin LINE_STRIP"},
	{"v", "v X Y [FLAG]", "v 10 4"},
	{"n", "n COUNT", "n 4"},
	{"e", "e INDEX…", "e 0 1 2"},
	{"end", "end", "end"},
}

// drawParser is the state between two lines.
type drawParser struct {
	drawing
	window   bool
	elements int // limits; 0 is what is built
	vertices int
	restart  int64 // or −1
	copied   bool  // the vertices that come are named by indices
	list     []model.Item
	within   *drawnPrimitive // or nil
	some     bool            // a primitive has ended
}

// drawnPrimitive is one between its begin and its end.
type drawnPrimitive struct {
	line     int // of its begin
	op       isa.Op
	instance isa.InstanceMode
	source   string // of its vertices: v, n, e, or nothing yet
	vertices []model.Item
}

// parseDrawing reads a text. The error says which line is wrong, and what to write instead.
func parseDrawing(name, source string) (drawing, error) {
	p := drawParser{restart: -1}
	for n, t := range strings.Split(source, "\n") {
		t, _, _ = strings.Cut(t, "#")
		if err := text.NoStrangeBlank(t); err != nil {
			return drawing{}, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		words := strings.Fields(t)
		if len(words) == 0 {
			continue
		}
		if err := p.line(n+1, words); err != nil {
			return drawing{}, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
	}
	switch {
	case p.within != nil:
		return drawing{}, fmt.Errorf("%s:%d: this primitive has no end; write \"end\" behind its vertices", name, p.within.line)
	case !p.some:
		return drawing{}, fmt.Errorf("%s: there is no primitive; write, for example, the lines \"window 64 16\", \"begin LINES\", \"v 2 4\", \"v 60 9\" and \"end\"", name)
	}
	return p.drawing, nil
}

// line reads the words of a line of that number.
func (p *drawParser) line(number int, words []string) error {
	name, rest := words[0], words[1:]
	switch k := formOf(name); {
	case k < 0:
		return fmt.Errorf("%.40q is nothing to draw with; write %s", name, formNames())
	case !p.window && name == "begin":
		return fmt.Errorf("the window is missing; write \"window 64 16\", its width and height in pixels, before %s", name)
	case p.within != nil && !slices.Contains([]string{"v", "n", "e", "end", "begin"}, name):
		return fmt.Errorf("%s stands inside a primitive; write it before the begin of line %d or behind the end", name, p.within.line)
	}
	switch name {
	case "window":
		return p.setWindow(rest)
	case "limit":
		return p.setLimit(rest)
	case "provoking":
		k, err := choice(name, rest, "first", "last")
		p.method(isa.ProvokingVertexAddress, uint32(k))
		return err
	case "mode":
		k, err := choice(name, rest, "point", "line", "fill")
		p.items = append(p.items, polygonMode(isa.PolygonMode(k)))
		return err
	case "cull":
		k, err := choice(name, rest, "off", "on")
		p.method(isa.BatchCullAddress, uint32(k))
		return err
	case "stipple":
		return p.setStipple(rest)
	case "restart":
		return p.setRestart(rest)
	case "begin":
		return p.begin(number, rest)
	case "v":
		return p.vertex(rest)
	case "n", "e":
		return p.listed(name, rest)
	}
	return p.end(rest)
}

func formOf(name string) int {
	for k, f := range drawForms {
		if f.name == name {
			return k
		}
	}
	return -1
}

func formNames() string {
	var list []string
	for _, f := range drawForms {
		list = append(list, f.name)
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// misformed is the error of a line that has not its form.
func misformed(name string, rest []string) error {
	f := drawForms[formOf(name)]
	return fmt.Errorf("%.60q is not \"%s\"; write, for example, \"%s\"", strings.Join(append([]string{name}, rest...), " "), f.form, f.example)
}

// choice is the number of the only word behind a name among those that may be there.
func choice(name string, rest []string, words ...string) (int, error) {
	if len(rest) != 1 {
		return 0, misformed(name, rest)
	}
	if k := slices.Index(words, rest[0]); k >= 0 {
		return k, nil
	}
	return 0, misformed(name, rest)
}

// whole reads a whole number.
func whole(word, what string, least, most int64) (int64, error) {
	x, err := strconv.ParseInt(word, 10, 64)
	if err != nil || x < least || x > most {
		return 0, fmt.Errorf("%.40q is no %s; write a whole number from %d to %d", word, what, least, most)
	}
	return x, nil
}

// two reads two whole numbers.
func two(name string, rest []string, first, second string, least, most int64) (a, b int, err error) {
	if len(rest) != 2 {
		return 0, 0, misformed(name, rest)
	}
	x, err := whole(rest[0], first, least, most)
	if err != nil {
		return 0, 0, err
	}
	y, err := whole(rest[1], second, least, most)
	return int(x), int(y), err
}

func (p *drawParser) method(address uint16, data uint32) {
	p.items = append(p.items, model.Method(address, data))
}

func (p *drawParser) setWindow(rest []string) (err error) {
	if p.window {
		return fmt.Errorf("there is a window already; a drawing has one")
	}
	p.width, p.height, err = two("window", rest, "width", "height", 1, maxWindow)
	p.window = true
	p.items = append(p.items, viewport(0, 0, p.width, p.height)...)
	return err
}

func (p *drawParser) setLimit(rest []string) (err error) {
	p.elements, p.vertices, err = two("limit", rest, "limit of elements", "limit of vertices", 0, math.MaxUint16)
	p.items = append(p.items, limits(p.elements, p.vertices))
	return err
}

func (p *drawParser) setStipple(rest []string) error {
	switch {
	case slices.Equal(rest, []string{"off"}):
		p.method(isa.LineStippleAddress, 0)
		return nil
	case len(rest) != 2:
		return misformed("stipple", rest)
	}
	factor, err := whole(rest[0], "factor", 1, 256)
	if err != nil {
		return err
	}
	digits, prefixed := strings.CutPrefix(strings.ToLower(rest[1]), "0x")
	pattern, err := strconv.ParseUint(digits, 16, 16)
	if !prefixed || err != nil {
		return fmt.Errorf("%.40q is no pattern; write a hexadecimal number from 0x0000 to 0xffff", rest[1])
	}
	p.items = append(p.items, stipple(int(factor), uint16(pattern))...)
	return nil
}

func (p *drawParser) setRestart(rest []string) (err error) {
	if slices.Equal(rest, []string{"off"}) {
		p.restart = -1
		p.method(isa.RestartAddress, 0)
		return nil
	}
	if len(rest) != 1 {
		return misformed("restart", rest)
	}
	p.restart, err = whole(rest[0], "index", 0, math.MaxUint32)
	p.method(isa.RestartAddress, 1)
	p.method(isa.RestartIndexAddress, uint32(p.restart))
	return err
}

func (p *drawParser) begin(number int, rest []string) error {
	switch {
	case p.within != nil:
		return fmt.Errorf("the primitive of line %d has no end; write \"end\" before the next begin", p.within.line)
	case len(rest) == 0 || len(rest) > 2 || len(rest) == 2 && rest[1] != "next":
		return misformed("begin", rest)
	}
	op, known := isa.OpNamed(rest[0])
	if !known {
		var names []string
		for k := range isa.NumOps {
			names = append(names, isa.Op(k).String())
		}
		return fmt.Errorf("there is no primitive %.40q; write %s or %s", rest[0], strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
	}
	least := op.Rule().Least
	for _, limit := range []int{p.elements, p.vertices} {
		if limit != 0 && limit < least {
			return fmt.Errorf("%v cannot be cut into batches of %d; write limits of at least %d, or 0 for what is built", op, limit, least)
		}
	}
	p.within = &drawnPrimitive{line: number, op: op}
	if len(rest) == 2 {
		p.within.instance = isa.NextInstance
	}
	return nil
}

// vertex is a line v: of a primitive, or, outside, of the list from which n and e draw.
func (p *drawParser) vertex(rest []string) error {
	if len(rest) != 2 && len(rest) != 3 {
		return misformed("v", rest)
	}
	x, y, err := two("v", rest[:2], "coordinate", "coordinate", math.MinInt16, math.MaxInt16)
	if err != nil {
		return err
	}
	edge := int64(1)
	if len(rest) == 3 {
		if edge, err = whole(rest[2], "edge flag", 0, 1); err != nil {
			return err
		}
	}
	to := &p.list
	if p.within != nil {
		if err := p.within.by("v"); err != nil {
			return err
		}
		to = &p.within.vertices
	}
	*to = append(*to, model.VertexAt(x, y, uint32(len(*to)), edge == 1))
	return nil
}

// by says where a primitive's vertices come from.
func (d *drawnPrimitive) by(source string) error {
	if d.source != "" && d.source != source {
		return fmt.Errorf("the primitive of line %d has its vertices from %s; begin another primitive for %s", d.line, d.source, source)
	}
	d.source = source
	return nil
}

// listed is a line n or e: vertices of the list.
func (p *drawParser) listed(name string, rest []string) error {
	d := p.within
	switch {
	case d == nil:
		return fmt.Errorf("%s stands outside a primitive; write it between begin and end", name)
	case len(rest) == 0 || name == "n" && len(rest) != 1:
		return misformed(name, rest)
	case name == "n" && d.source == "n":
		return fmt.Errorf("the primitive of line %d has its vertices; one n is all that it takes", d.line)
	}
	if err := d.by(name); err != nil {
		return err
	}
	if name == "n" {
		count, err := whole(rest[0], "count", 0, math.MaxUint32)
		if err != nil {
			return err
		}
		if count > int64(len(p.list)) {
			return p.short(fmt.Sprintf("for %d", count))
		}
		d.vertices = slices.Clone(p.list[:count])
		return nil
	}
	for _, word := range rest {
		k, err := whole(word, "index", 0, math.MaxUint32)
		if err != nil {
			return err
		}
		var v model.Item
		switch {
		case k == p.restart:
			v = model.VertexAt(0, 0, uint32(k), true)
		case k >= int64(len(p.list)):
			return p.short(fmt.Sprintf("with the index %d", k))
		default:
			v = p.list[k]
		}
		d.vertices = append(d.vertices, v)
	}
	return nil
}

// short is the error of a list that has not what is asked for.
func (p *drawParser) short(what string) error {
	return fmt.Errorf("the list is too short %s: it has %d vertices, numbered from 0; write more v lines before the begin of line %d", what, len(p.list), p.within.line)
}

func (p *drawParser) end(rest []string) error {
	d := p.within
	switch {
	case d == nil:
		return fmt.Errorf("there is no primitive to end; write a begin before it")
	case len(rest) > 0:
		return misformed("end", rest)
	}
	if copied := d.source == "e"; copied != p.copied {
		p.copied = copied
		data := uint32(0)
		if copied {
			data = 1
		}
		p.method(isa.VertexIDCopyAddress, data)
	}
	p.method(isa.BeginAddress, isa.BeginWord(d.op, false, d.instance, 0))
	p.items = append(append(p.items, d.vertices...), end())
	p.within, p.some = nil, true
	return nil
}
