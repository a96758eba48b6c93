package waves

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Read reads a four-state VCD (IEEE 1364-2005 clause 18), including
// SystemVerilog's types of scopes and variables. It is strict: anything doubtful
// is refused with the line and the reason, such as a file that was cut off, an
// identifier that no variable has, a time that runs backward or a value that is
// too wide. Variables of type string are checked and skipped ([File.Texts]). It
// needs memory in proportion to the length of the text, whatever its contents.
func Read(r io.Reader) (*File, error) {
	f, err := parse(r)
	if err != nil {
		return nil, fmt.Errorf("waves: VCD %w", err)
	}
	return f, nil
}

func parse(r io.Reader) (*File, error) {
	p := &parser{s: newScanner(r), file: &File{}, traces: map[string]*trace{}, tops: map[string]*instance{}}
	err := p.header()
	if err == nil {
		err = p.changes()
	}
	if err != nil {
		return nil, err
	}
	for _, t := range p.order {
		t.text, t.pool = string(t.pool), nil
	}
	return p.file, nil
}

type parser struct {
	s      *scanner
	file   *File
	traces map[string]*trace // by identifier
	order  []*trace
	tops   map[string]*instance
	module *instance // the open scope
	depth  int
	timed  bool // a time was read
}

// at is an error at the line of the last token.
func (p *parser) at(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", p.s.line, fmt.Errorf(format, args...))
}

// errCut reports that the file ends where more must come.
func (p *parser) errCut(where string) error {
	return p.at("the file ends %s; it was cut off", where)
}

// quote shows a piece of the file in a message.
func quote(token []byte) string {
	const limit = 40
	if len(token) > limit {
		return strconv.Quote(string(token[:limit])) + "…"
	}
	return strconv.Quote(string(token))
}

// header reads the declarations.
func (p *parser) header() error {
	for {
		token, err := p.s.next(false)
		if err != nil {
			return err
		}
		switch string(token) {
		case "":
			if len(p.order) == 0 && p.module == nil {
				return p.at("no $enddefinitions; this is not a VCD")
			}
			return p.errCut("before $enddefinitions")
		case "$comment", "$date", "$version":
			err = p.skip(string(token))
		case "$timescale":
			err = p.timescale()
		case "$scope":
			err = p.scope()
		case "$upscope":
			if p.module == nil {
				return p.at("$upscope without an open scope")
			}
			p.module = p.module.parent
			p.depth--
			err = p.end("$upscope")
		case "$var":
			err = p.variable()
		case "$enddefinitions":
			if p.module != nil {
				return p.at("$enddefinitions inside scope %s; $upscope is missing", quote([]byte(p.module.name)))
			}
			return p.end("$enddefinitions")
		default:
			if token[0] == '$' {
				return p.at("unknown keyword %s among the declarations", quote(token))
			}
			return p.at("%s among the declarations; $enddefinitions is missing", quote(token))
		}
		if err != nil {
			return err
		}
	}
}

// skip passes over a text.
func (p *parser) skip(keyword string) error {
	for {
		token, err := p.s.next(true)
		switch {
		case err != nil:
			return err
		case token == nil:
			return p.errCut("inside " + keyword)
		case string(token) == "$end":
			return nil
		}
	}
}

// word reads one token of a declaration.
func (p *parser) word(keyword, what string) (string, error) {
	token, err := p.s.next(false)
	switch {
	case err != nil:
		return "", err
	case token == nil:
		return "", p.errCut("inside " + keyword)
	case string(token) == "$end":
		return "", p.at("%s without its %s", keyword, what)
	case len(token) > maxName:
		return "", p.at("the %s of a %s has %d characters; at most %d are read", what, keyword, len(token), maxName)
	}
	return string(token), nil
}

func (p *parser) end(keyword string) error {
	token, err := p.s.next(false)
	switch {
	case err != nil:
		return err
	case token == nil:
		return p.errCut("inside " + keyword)
	case string(token) != "$end":
		return p.at("%s in %s, where $end must stand", quote(token), keyword)
	}
	return nil
}

func (p *parser) timescale() error {
	text, err := p.word("$timescale", "unit")
	if err != nil {
		return err
	}
	if strings.Trim(text, "0123456789") == "" { // "1 ns" in two words
		unit, err := p.word("$timescale", "unit")
		if err != nil {
			return err
		}
		text += unit
	}
	if p.file.Timescale != "" {
		return p.at("a second $timescale")
	}
	if _, err := parseTimescale(text); err != nil {
		return p.at("%w", err)
	}
	p.file.Timescale = text
	return p.end("$timescale")
}

func (p *parser) scope() error {
	kind, err := p.word("$scope", "type")
	if err != nil {
		return err
	}
	if !scopeTypes[kind] {
		return p.at("unknown scope type %s", quote([]byte(kind)))
	}
	name, err := p.word("$scope", "name")
	if err != nil {
		return err
	}
	name = strings.TrimPrefix(name, `\`)
	if p.depth++; p.depth > maxDepth {
		return p.at("more than %d scopes inside each other", maxDepth)
	}
	siblings := p.tops
	if p.module != nil {
		siblings = p.module.scope
	}
	m := siblings[name] // Icarus opens a scope again for a second $dumpvars
	if m == nil {
		m = &instance{name: name, parent: p.module, signal: map[string]*Signal{}, scope: map[string]*instance{}}
		siblings[name] = m
		if p.module == nil {
			p.file.tops = append(p.file.tops, m)
		} else {
			p.module.inner = append(p.module.inner, m)
		}
	}
	p.module = m
	return p.end("$scope")
}

// scopeTypes are the types of IEEE 1364-2005, 18.2.3.4, and those that
// SystemVerilog simulators write.
var scopeTypes = map[string]bool{
	"begin": true, "fork": true, "function": true, "module": true, "task": true,
	"class": true, "generate": true, "interface": true, "package": true, "program": true, "struct": true, "union": true,
}

// varTypes are the types of IEEE 1364-2005, 18.2.3.7, and those that
// SystemVerilog simulators write.
var varTypes = map[string]bool{
	"event": true, "integer": true, "parameter": true, "real": true, "realtime": true, "reg": true,
	"supply0": true, "supply1": true, "time": true, "tri": true, "triand": true, "trior": true,
	"trireg": true, "tri0": true, "tri1": true, "wand": true, "wire": true, "wor": true,
	"bit": true, "byte": true, "enum": true, "int": true, "logic": true, "longint": true, "port": true,
	"real_parameter": true, "shortint": true, "shortreal": true, "string": true,
}

func (p *parser) variable() error {
	kind, err := p.word("$var", "type")
	if err != nil {
		return err
	}
	if !varTypes[kind] {
		return p.at("unknown variable type %s", quote([]byte(kind)))
	}
	size, err := p.word("$var", "width")
	if err != nil {
		return err
	}
	width, err := strconv.Atoi(size)
	lowest := 1
	switch kind {
	case "real", "realtime", "real_parameter", "shortreal":
		lowest = 0 // tools disagree whether it is 0, 1 or 64
	case "string", "event":
		lowest = 0
	}
	if err != nil || width < lowest || width > maxWidth || size[0] == '+' {
		return p.at("the width %s is not a number from 1 to %d", quote([]byte(size)), maxWidth)
	}
	id, err := p.word("$var", "identifier")
	if err != nil {
		return err
	}
	name, err := p.word("$var", "name")
	if err != nil {
		return err
	}
	name, indices, err := p.indices(name)
	if err != nil {
		return err
	}
	switch kind {
	case "real", "realtime", "real_parameter", "shortreal":
		width = 0
	case "string":
		width = textWidth
	case "event":
		width = 1
	}
	if name, err = p.reference(name, indices, width); err != nil {
		return err
	}
	if p.module == nil {
		return p.at("variable %s is outside of every scope", quote([]byte(name)))
	}
	t := p.traces[id]
	switch {
	case t == nil:
		t = &trace{width: width, event: kind == "event"}
		p.traces[id] = t
		p.order = append(p.order, t)
	case t.width != width:
		return p.at("identifier %s is declared with %s and here with %s", quote([]byte(id)), bitCount(t.width), bitCount(width))
	}
	if width == textWidth {
		p.file.texts = append(p.file.texts, &Signal{Name: name, Type: kind, in: p.module, trace: t})
		return nil
	}
	if first := p.module.signal[name]; first != nil {
		if first.trace == t {
			return nil
		}
		return p.at("variable %s is declared twice in scope %s", quote([]byte(name)), quote([]byte(p.module.name)))
	}
	s := &Signal{Name: name, Type: kind, Width: width, in: p.module, trace: t}
	p.module.signal[name] = s
	p.module.signals = append(p.module.signals, s)
	p.file.signals = append(p.file.signals, s)
	return nil
}

func bitCount(width int) string {
	switch width {
	case textWidth:
		return "a string"
	case 0:
		return "a real"
	case 1:
		return "1 bit"
	}
	return strconv.Itoa(width) + " bits"
}

// indices reads the rest up to $end after a variable's name, "[3] [7:0]", and cuts
// it off the name if there is no space between them.
func (p *parser) indices(name string) (string, string, error) {
	indices := ""
	if escaped, ok := strings.CutPrefix(name, `\`); ok {
		name = escaped // ends at the space, brackets are part of it
	} else if open := strings.IndexByte(name, '['); open > 0 {
		name, indices = name[:open], name[open:]
	}
	for {
		token, err := p.s.next(false)
		switch {
		case err != nil:
			return "", "", err
		case token == nil:
			return "", "", p.errCut("inside $var")
		case string(token) == "$end":
			return name, indices, nil
		case len(indices)+len(token) > maxName:
			return "", "", p.at("the indices of a $var have more than %d characters", maxName)
		}
		indices += string(token)
	}
}

// reference joins a name and its indices. A range is only checked, since it
// repeats the width. A single index selects a memory's word or a vector's bit.
func (p *parser) reference(name, indices string, width int) (string, error) {
	for rest := indices; rest != ""; {
		inside, after, ok := strings.Cut(rest, "]")
		if !ok || inside == "" || inside[0] != '[' {
			return "", p.at("%s after %s is not an index", quote([]byte(rest)), quote([]byte(name)))
		}
		rest = after
		high, low, isRange := strings.Cut(inside[1:], ":")
		msb, err := strconv.ParseInt(high, 10, 32)
		if err != nil {
			return "", p.at("the index %s of %s is not a number", quote([]byte(high)), quote([]byte(name)))
		}
		if !isRange {
			name += "[" + high + "]"
			continue
		}
		lsb, err := strconv.ParseInt(low, 10, 32)
		if err != nil {
			return "", p.at("the index %s of %s is not a number", quote([]byte(low)), quote([]byte(name)))
		}
		span := max(msb, lsb) - min(msb, lsb) + 1
		if rest != "" {
			return "", p.at("%s has something after its bit range", quote([]byte(name)))
		}
		if width > 0 && span != int64(width) {
			return "", p.at("%s is %s, but its range [%d:%d] is %d", quote([]byte(name)), bitCount(width), msb, lsb, span)
		}
	}
	return name, nil
}
