package scenario

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/internal/lines"
)

// maxWindow is the most pixels of a window's side.
const maxWindow = 1024

// A drawing is a parsed text of posedge primbatch draw.
type drawing struct {
	width, height int
	items         []model.Item // of the application
}

// drawForms are the lines of such a text, each with an example and the least and most words after its name.
var drawForms = []struct {
	name, form, example string
	least, most         int
	read                func(*drawParser)
}{
	{"window", "window W H", "window 64 16", 2, 2, (*drawParser).setWindow},
	{"limit", "limit E V", "limit 6 6", 2, 2, (*drawParser).setLimit},
	{"provoking", "provoking first|last", "provoking first", 1, 1, func(p *drawParser) { p.method(isa.ProvokingVertexAddress, p.choice("first", "last")) }},
	{"mode", "mode fill|line|point", "mode line", 1, 1, func(p *drawParser) { p.send(stimulus.PolygonMode(isa.PolygonMode(p.choice("point", "line", "fill")))) }},
	{"stipple", "stipple FACTOR PATTERN|off", "stipple 1 0x00f3", 1, 2, (*drawParser).setStipple},
	{"restart", "restart N|off", "restart 65535", 1, 1, (*drawParser).setRestart},
	{"cull", "cull on|off", "cull on", 1, 1, func(p *drawParser) { p.method(isa.BatchCullAddress, p.choice("off", "on")) }},
	{"begin", "begin OP [next]", "begin LINE_STRIP", 1, 2, (*drawParser).begin},
	{"v", "v X Y [FLAG]", "v 10 4", 2, 3, (*drawParser).vertex},
	{"n", "n COUNT", "n 4", 1, 1, (*drawParser).listed},
	{"e", "e INDEX…", "e 0 1 2", 1, math.MaxInt, (*drawParser).listed},
	{"end", "end", "end", 0, 0, (*drawParser).end},
}

// drawParser is the state between two lines.
type drawParser struct {
	drawing
	window   bool
	unframed bool // the missing window has been reported
	elements int  // limits; 0 is the built limit
	vertices int
	restart  int  // or −1
	copied   bool // indices name the vertices that follow
	list     []model.Item
	given    int             // lines of the list; more than it has vertices if some have mistakes
	within   *drawnPrimitive // or nil
	outer    *drawnPrimitive // before the line
	begun    bool            // a primitive has begun

	// Of the line: its name, the words after it, and the message if its form is wrong.
	name lines.Word
	rest []lines.Word
	form string
}

// drawnPrimitive is a primitive between its begin and its end.
type drawnPrimitive struct {
	at       lines.Place // of its begin
	op       isa.Op
	instance isa.InstanceMode
	source   string // of its vertices: v, n, e, or "" so far
	vertices []model.Item
}

// parseDrawing reads a text. The error is a [*lines.Mistakes].
func parseDrawing(name, source string) (drawing, error) {
	p := drawParser{restart: -1}
	wrong := lines.Read(name, source, p.read, "#")
	switch {
	case p.within != nil:
		wrong.Add(p.within.at, "this primitive has no end; write \"end\" behind its vertices")
	case !p.begun && wrong.Err() == nil:
		wrong.Add(lines.Place{}, "there is no primitive; write, for example, the lines \"window 64 16\", \"begin LINES\", \"v 2 4\", \"v 60 9\" and \"end\"")
	}
	return p.drawing, wrong.Err()
}

func (p *drawParser) read(l *lines.Line) {
	words := l.Words()
	p.name, p.rest = words[0], words[1:]
	var names []string
	for _, f := range drawForms {
		names = append(names, f.name)
	}
	f := drawForms[p.name.OneOf("a command", names...)]
	p.form = fmt.Sprintf("%.60q is not \"%s\"; write, for example, \"%s\"", l, f.form, f.example)
	p.outer = p.within
	switch f.name { // even if the line has a mistake, which would otherwise cause others
	case "begin":
		p.within, p.begun = &drawnPrimitive{at: p.name.Place}, true
	case "end":
		p.within = nil
	case "v":
		if p.outer == nil {
			p.given++
		}
	}
	switch begins := f.name == "begin"; {
	case begins && p.outer != nil:
		p.name.Fail("the primitive of line %d has no end; write \"end\" before the next begin", p.outer.at.Line)
	case begins && !p.window && !p.unframed:
		p.unframed = true
		p.name.Fail("the window is missing; write \"window 64 16\", its width and height in pixels, before begin")
	case p.outer != nil && !slices.Contains([]string{"v", "n", "e", "end"}, f.name):
		p.name.Fail("%s stands inside a primitive; write it before the begin of line %d or behind the end", f.name, p.outer.at.Line)
	case len(p.rest) < f.least || len(p.rest) > f.most:
		p.misformed()
	}
	f.read(p)
}

// misformed refuses a line of the wrong form.
func (p *drawParser) misformed() { p.name.Fail("%s", p.form) }

// choice is the index of the line's argument among the permitted words.
func (p *drawParser) choice(words ...string) uint32 {
	k := slices.Index(words, p.rest[0].Text)
	if k < 0 {
		p.misformed()
	}
	return uint32(k)
}

// two reads two whole numbers.
func (p *drawParser) two(first, second string, least, most int) (a, b int) {
	return p.rest[0].Number(10, first, least, most), p.rest[1].Number(10, second, least, most)
}

// off reports whether the only argument is "off".
func (p *drawParser) off() bool { return len(p.rest) == 1 && p.rest[0].Text == "off" }

func (p *drawParser) send(items ...model.Item) { p.items = append(p.items, items...) }

func (p *drawParser) method(address uint16, data uint32) { p.send(model.Method(address, data)) }

func (p *drawParser) setWindow() {
	if p.window {
		p.name.Fail("there is a window already; a drawing has one")
	}
	p.window = true
	p.width, p.height = p.two("the width", "the height", 1, maxWindow)
	p.send(stimulus.Viewport(0, 0, p.width, p.height)...)
}

func (p *drawParser) setLimit() {
	p.elements, p.vertices = p.two("the limit of elements", "the limit of vertices", 0, math.MaxUint16)
	p.send(stimulus.Limits(p.elements, p.vertices))
}

func (p *drawParser) setStipple() {
	switch {
	case p.off():
		p.method(isa.LineStippleAddress, 0)
		return
	case len(p.rest) != 2:
		p.misformed()
	}
	factor := p.rest[0].Number(10, "the factor", 1, 256)
	pattern := p.rest[1]
	if !strings.HasPrefix(strings.ToLower(pattern.Text), "0x") {
		pattern.Instead("the pattern, 0x0 to 0xffff")
	}
	p.send(stimulus.Stipple(factor, uint16(pattern.Number(16, "the pattern", 0, math.MaxUint16)))...)
}

func (p *drawParser) setRestart() {
	if p.off() {
		p.restart = -1
		p.method(isa.RestartAddress, 0)
		return
	}
	p.restart = p.rest[0].Number(10, "the index", 0, math.MaxUint32)
	p.method(isa.RestartAddress, 1)
	p.method(isa.RestartIndexAddress, uint32(p.restart))
}

func (p *drawParser) begin() {
	if len(p.rest) == 2 {
		if p.rest[1].Text != "next" {
			p.misformed()
		}
		p.within.instance = isa.NextInstance
	}
	op := isa.Op(p.rest[0].OneOf("a primitive", isa.OpNames()...))
	p.within.op = op
	least := op.Rule().Least
	for _, limit := range []int{p.elements, p.vertices} {
		if limit != 0 && limit < least {
			p.name.Fail("%v cannot be cut into batches of %d; write limits of at least %d, or 0 for what is built", op, limit, least)
		}
	}
}

// vertex is a line v: of a primitive, or, outside, of the list from which n and e draw.
func (p *drawParser) vertex() {
	to := &p.list
	if p.within != nil {
		p.by("v")
		to = &p.within.vertices
	}
	x, y := p.two("the coordinate", "the coordinate", math.MinInt16, math.MaxInt16)
	edge := len(p.rest) < 3 || p.rest[2].Number(10, "the edge flag", 0, 1) == 1
	*to = append(*to, model.VertexAt(x, y, uint32(len(*to)), edge))
}

// by notes where the primitive's vertices come from; all must come from there.
func (p *drawParser) by(source string) {
	d := p.within
	if d.source != "" && d.source != source {
		p.name.Fail("the primitive of line %d has its vertices from %s; begin another primitive for %s", d.at.Line, d.source, source)
	}
	d.source = source
}

// listed is a line n or e: vertices of the list.
func (p *drawParser) listed() {
	d, name := p.within, p.name.Text
	switch {
	case d == nil:
		p.name.Fail("%s stands outside a primitive; write it between begin and end", name)
	case name == "n" && d.source == "n":
		p.name.Fail("the primitive of line %d has its vertices; one n is all that it takes", d.at.Line)
	}
	p.by(name)
	if name == "n" {
		count := p.rest[0].Number(10, "the count", 0, math.MaxUint32)
		p.reaches(count, p.rest[0], "for %d", count)
		d.vertices = slices.Clone(p.list[:min(count, len(p.list))])
		return
	}
	for _, word := range p.rest {
		k := word.Number(10, "the index", 0, math.MaxUint32)
		if k == p.restart {
			d.vertices = append(d.vertices, model.VertexAt(0, 0, uint32(k), true))
		} else if p.reaches(k+1, word, "with the index %d", k) {
			d.vertices = append(d.vertices, p.list[k])
		}
	}
}

// reaches refuses a list that is too short, unless lines of it have mistakes.
func (p *drawParser) reaches(count int, word lines.Word, why string, number int) bool {
	if count > max(p.given, len(p.list)) {
		word.Fail("the list is too short "+why+": it has %d vertices, numbered from 0; write more v lines before the begin of line %d", number, len(p.list), p.within.at.Line)
	}
	return count <= len(p.list)
}

func (p *drawParser) end() {
	d := p.outer
	if d == nil {
		p.name.Fail("there is no primitive to end; write a begin before it")
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
	p.send(append(d.vertices, stimulus.End())...)
}
