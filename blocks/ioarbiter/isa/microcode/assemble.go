package microcode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/internal/text"
)

// A SyntaxError is a mistake in a text.
type SyntaxError struct {
	Name         string // of the file
	Line, Column int    // from 1
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// Assemble makes words of a text, in which operations of the connector have their names in the list, or their numbers.
// The error is a [*SyntaxError]: the first mistake. Besides the syntax it says where a request has a wrong number of
// words for its operation, as far as the list has it, and a push that no emit by the bypass follows.
func Assemble(name, source string, list []Operation) (words []Word, err error) {
	a := assembler{list: list, labels: map[string]int{}}
	defer func() { // of fail
		switch e := recover().(type) {
		case nil:
		case *SyntaxError:
			words, err = nil, e
		default:
			panic(e)
		}
	}()
	for n, line := range strings.Split(source, "\n") {
		line, _, _ = strings.Cut(line, "//")
		a.scanner = scanner{name: name, line: n + 1, text: strings.TrimRight(line, " \t\r")}
		for at, r := range a.text {
			if blank := text.StrangeBlank(r); blank != "" {
				a.failAt(at, "found %s", blank)
			}
		}
		a.read()
	}
	if a.pushed != nil {
		a.pushed.fail("a push is followed by an emit whose response goes to the bypass, not by the end of the text")
	}
	for _, j := range a.jumps {
		to, ok := a.labels[j.label]
		if !ok {
			j.at.fail("there is no label %s", j.label)
		}
		i := a.code[j.index]
		i.Target = to - j.index
		j.at.encode(i)
		a.words[j.index], _ = i.Encode()
	}
	return a.words, nil
}

type assembler struct {
	scanner
	list   []Operation
	words  []Word
	code   []Instruction
	labels map[string]int
	jumps  []jump
	pushed *scanner // where the push is that waits for its emit
	push   Instruction
}

// jump is a jump to a label.
type jump struct {
	at    scanner
	label string
	index int
}

// scanner reads a line.
type scanner struct {
	name string
	line int
	text string
	at   int
}

func (s *scanner) failAt(at int, format string, args ...any) {
	panic(&SyntaxError{s.name, s.line, at + 1, fmt.Sprintf(format, args...)})
}

func (s *scanner) fail(format string, args ...any) { s.failAt(s.at, format, args...) }

// encode fails if the instruction has no meaning.
func (s *scanner) encode(i Instruction) Word {
	w, err := i.Encode()
	if err != nil {
		s.fail("%v", err)
	}
	return w
}

func (s *scanner) space() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
}

func (s *scanner) found() string {
	rest := strings.TrimLeft(s.text[s.at:], " \t")
	if rest == "" {
		return "the end of the line"
	}
	if end := strings.IndexAny(rest, " \t,:"); end > 0 {
		rest = rest[:end]
	}
	return strconv.Quote(rest)
}

func (s *scanner) skip(text string) bool {
	if strings.HasPrefix(s.text[s.at:], text) {
		s.at += len(text)
		return true
	}
	return false
}

func (s *scanner) expect(text, what string) {
	if !s.skip(text) {
		s.fail("found %s instead of %s", s.found(), what)
	}
}

func (s *scanner) comma() {
	s.space()
	s.expect(",", "a comma")
	s.space()
}

// word reads letters, digits, points, signs and underscores.
func (s *scanner) word() string {
	start := s.at
	for s.at < len(s.text) && (strings.ContainsRune("._+-", rune(s.text[s.at])) || letter(s.text[s.at]) || digit(s.text[s.at])) {
		s.at++
	}
	return s.text[start:s.at]
}

func letter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// number reads a number, decimal or hexadecimal behind 0x.
func (s *scanner) number(what string, least, most int) int {
	start := s.at
	word := s.word()
	n, err := parse(word)
	if err != nil && !isRange(err) {
		s.at = start
		s.fail("found %s instead of %s, %d to %d", s.found(), what, least, most)
	}
	if err != nil || n < int64(least) || n > int64(most) {
		s.failAt(start, "%s is %s; choose %d to %d", what, word, least, most)
	}
	return int(n)
}

// parse is the value of a number. Zeros in front do not make it octal.
func parse(word string) (int64, error) {
	unsigned := strings.TrimLeft(word, "+-")
	sign := word[:len(word)-len(unsigned)]
	for _, prefix := range []string{"0x", "0X"} {
		if digits, ok := strings.CutPrefix(unsigned, prefix); ok && digits != "" && !strings.ContainsAny(digits[:1], "+-") {
			return strconv.ParseInt(sign+digits, 16, 64)
		}
	}
	return strconv.ParseInt(word, 10, 64)
}

func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

func (s *scanner) register(most int) int {
	start := s.at
	if !s.skip("r") || s.at == len(s.text) || !digit(s.text[s.at]) {
		s.at = start
		s.fail("found %s instead of a register, r0 to r%d", s.found(), most)
	}
	n, err := strconv.Atoi(s.word())
	if err != nil || n > most || n < 0 {
		s.failAt(start, "there is no register %s here; choose r0 to r%d", s.text[start:s.at], most)
	}
	return n
}

// read reads a line: labels, an instruction, a word, or nothing.
func (a *assembler) read() {
	for {
		a.space()
		if a.at == len(a.text) {
			return
		}
		start := a.at
		word := a.word()
		if word == "" {
			a.fail("found %s instead of a label or an instruction", a.found())
		}
		if !a.skip(":") {
			a.instruction(start, word)
			return
		}
		if !letter(word[0]) || strings.ContainsAny(word, ".+-") {
			a.failAt(start, "%q cannot be a label; labels are letters, digits and underscores, a letter first", word)
		}
		if _, taken := a.labels[word]; taken {
			a.failAt(start, "label %s is declared twice", word)
		}
		a.labels[word] = len(a.words)
	}
}

func (a *assembler) instruction(start int, word string) {
	mistake := a.scanner
	mistake.at = start
	var i Instruction
	var w Word
	switch word {
	case ".word":
		a.space()
		w = Word(a.number("the word", 0, 1<<32-1))
		i, _ = Decode(w)
	case "mov": // rd, ra: add rd, ra, 0
		i.Op = AddConst
		a.space()
		i.X = a.register(Registers - 1)
		a.comma()
		i.Y = a.register(Registers - 1)
	default:
		i.Op = Op(slices.IndexFunc(forms[:], func(f form) bool { return f.name == word && word != "" }))
		if i.Op >= NumOps {
			mistake.fail("there is no operation %q; operations are %s", word, strings.Join(mnemonics(), ", "))
		}
		a.operands(&i)
	}
	a.space()
	if a.at < len(a.text) {
		a.fail("found %s instead of the end of the line", a.found())
	}
	if word != ".word" {
		w = mistake.encode(i)
		a.check(mistake, i)
	}
	a.code, a.words = append(a.code, i), append(a.words, w)
}

// mnemonics are the operations' names, each once.
func mnemonics() (list []string) {
	for _, f := range forms {
		if f.name != "" && !slices.Contains(list, f.name) {
			list = append(list, f.name)
		}
	}
	return append(list, "mov", ".word")
}

func (a *assembler) operands(i *Instruction) {
	f := i.form()
	for n := 0; n < len(f.operands); n++ {
		o := f.operands[n]
		switch {
		case o.kind == theWords || o.field == FieldCount:
			a.expect(":", "a colon and "+o.what)
		case n == 0:
			a.space()
		default:
			a.comma()
		}
		if i.Op == AddConst && n == 2 && a.at < len(a.text) && a.text[a.at] == 'r' {
			i.Op, o = Add, z
		}
		switch o.kind {
		case aRegister:
			*o.of(i) = a.register(o.most)
		case aTarget:
			if a.at < len(a.text) && strings.ContainsRune("+-", rune(a.text[a.at])) {
				i.Target = a.number(o.what, o.least, o.most)
				break
			}
			at := a.scanner
			label := a.word()
			if label == "" {
				a.fail("found %s instead of a label, or a distance: +3", a.found())
			}
			a.jumps = append(a.jumps, jump{at, label, len(a.words)})
		case theOperation:
			i.Operation = a.operation()
		default:
			*o.of(i) = a.number(o.what, o.least, o.most)
		}
	}
	if !f.routed {
		return
	}
	a.comma()
	start := a.at
	route := slices.Index(routeNames[:], a.word())
	if route <= 0 || i.Op == Push && Route(route) == ToBypass {
		a.at = start
		a.fail("found %s instead of a route: %s", a.found(), routesOf(i.Op))
	}
	i.Route = Route(route)
}

func (a *assembler) operation() int {
	if a.at < len(a.text) && digit(a.text[a.at]) {
		most := unitsOps.most
		if len(a.list) > 0 {
			most = len(a.list) - 1
		}
		return a.number(unitsOps.what, 0, most)
	}
	start := a.at
	word := a.word()
	n := slices.IndexFunc(a.list, func(o Operation) bool { return o.Name == word && word != "" })
	if n < 0 {
		names := make([]string, len(a.list))
		for k := range names {
			names[k] = named(a.list, k)
		}
		a.at = start
		a.fail("found %s instead of an operation of the connector: a number, or %s", a.found(), strings.Join(names, ", "))
	}
	return n
}

// check says where a request has a wrong number of words, and where a push has no emit.
func (a *assembler) check(at scanner, i Instruction) {
	var push *Instruction
	if a.pushed != nil {
		push = &a.push
	}
	if mistake := mistakeIn(push, i, a.list); mistake != "" {
		at.fail("%s", mistake)
	}
	a.pushed = nil
	if i.Op == Push {
		a.pushed, a.push = &at, i
	}
}

// byBypass says that the instruction is an emit whose response completes the request of the push before it.
func (i Instruction) byBypass() bool { return i.Op == Emit && i.Route == ToBypass }

// mistakeIn is why an instruction cannot stand behind a push, nil if there is none before it: a push and an emit by the
// bypass stand together only, and both their requests have the words of their operations, as far as the list has these.
func mistakeIn(push *Instruction, i Instruction, list []Operation) string {
	switch {
	case push != nil && !i.byBypass():
		return "a push is followed by an emit whose response goes to the bypass"
	case push == nil && i.byBypass():
		return "an emit whose response goes to the bypass follows a push"
	case i.Op != Emit || i.Operation >= len(list):
		return ""
	}
	name, o := named(list, i.Operation), list[i.Operation]
	if i.Words != o.Request {
		return fmt.Sprintf("a record of %s has %d words, not %d", name, o.Request, i.Words)
	}
	if push != nil && push.Operation < len(list) && push.Words+o.Response != list[push.Operation].Request {
		return fmt.Sprintf("the push before has %d words and the response of %s has %d, but a record of %s has %d",
			push.Words, name, o.Response, named(list, push.Operation), list[push.Operation].Request)
	}
	return ""
}
