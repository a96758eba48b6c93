package isa

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/internal/text"
)

// Program is what [Assemble] makes of a text.
type Program struct {
	Code      []Instruction
	Words     []Word      // of Code
	Constants [][4]uint32 // as they stand in the constant memory
	Entries   []Entry     // in the order of their addresses

	given map[int]bool // the numbers of constants that the text gives
}

// Entry is a label of a program: an address at which a work item may begin.
type Entry struct {
	Name    string
	Address int
}

// Entry returns the address of a label.
func (p *Program) Entry(name string) (address int, ok bool) {
	for _, e := range p.Entries {
		if e.Name == name {
			return e.Address, true
		}
	}
	return 0, false
}

// A SyntaxError is a mistake in a program's text.
type SyntaxError struct {
	Name         string // of the file
	Line, Column int    // from 1
	Message      string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Message)
}

// maxErrors is how many mistakes of a text are told.
const maxErrors = 10

// Assemble reads the text form, as docs/castalu.md describes it. The error joins a
// [*SyntaxError] for each line with a mistake, ten at most.
func Assemble(name, program string) (*Program, error) {
	p := &Program{given: map[int]bool{}}
	var errs []error
	for n, line := range strings.Split(program, "\n") {
		if err := p.line(line); err != nil {
			var e *SyntaxError
			errors.As(err, &e)
			e.Name, e.Line = name, n+1
			errs = append(errs, e)
		}
	}
	if len(errs) > maxErrors {
		errs = append(errs[:maxErrors], fmt.Errorf("%s: and %s", name, text.Count(len(errs)-maxErrors, "more mistake")))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return p, nil
}

// line reads a line: a label, a constant, an instruction, or none.
func (p *Program) line(source string) (err error) {
	source, _, _ = strings.Cut(source, "//")
	s := &scanner{text: strings.TrimRight(source, " \t\r")}
	defer func() { // of fail
		if e, ok := recover().(*SyntaxError); ok {
			err = e
		}
	}()
	for at, r := range s.text {
		if blank := text.StrangeBlank(r); blank != "" {
			s.fail(at, "found %s", blank)
		}
	}
	s.space()
	if s.at == len(s.text) {
		return nil
	}
	if s.skip(".const") {
		p.constant(s)
		return nil
	}
	start := s.at
	word := s.word("a label, an instruction or .const")
	if s.skip(":") {
		if _, taken := p.Entry(word); taken {
			s.fail(start, "label %s is declared twice", word)
		}
		p.Entries = append(p.Entries, Entry{word, len(p.Code)})
		s.end()
		return nil
	}
	i := s.instruction(start, word)
	s.end()
	w, err := i.Encode()
	if err != nil {
		s.fail(start, "%v", err)
	}
	p.Code = append(p.Code, i)
	p.Words = append(p.Words, w)
	return nil
}

// constant reads c3:u12 = 1.0, 0.5, 0, 0 behind .const.
func (p *Program) constant(s *scanner) {
	s.space()
	start := s.at
	s.expect("c", "a constant, c0 for example")
	n := s.number("the number of a constant", 1<<ConstantBits-1)
	if p.given[n] {
		s.fail(start, "constant c%d is given twice", n)
	}
	p.given[n] = true
	f := As(FP32)
	if s.skip(":") {
		if f = s.format(); f == None {
			s.fail(start, "a constant has a format")
		}
	}
	s.space()
	s.expect("=", "an equals sign")
	s.space()
	var value [4]uint32
	for k := range value {
		if k > 0 {
			s.comma()
		}
		value[k] = s.value(f)
	}
	s.end()
	for len(p.Constants) <= n {
		p.Constants = append(p.Constants, [4]uint32{})
	}
	p.Constants[n] = value
}

// A scanner reads a line.
type scanner struct {
	text string
	at   int
}

// fail ends the reading of the line; the column is that of the byte at.
func (s *scanner) fail(at int, format string, args ...any) {
	panic(&SyntaxError{Column: at + 1, Message: fmt.Sprintf(format, args...)})
}

func (s *scanner) space() {
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
}

// skip passes over the text if it comes next.
func (s *scanner) skip(text string) bool {
	if strings.HasPrefix(s.text[s.at:], text) {
		s.at += len(text)
		return true
	}
	return false
}

// found is what comes next, for messages.
func (s *scanner) found() string {
	rest := strings.TrimLeft(s.text[s.at:], " \t")
	if rest == "" {
		return "the end of the line"
	}
	if end := strings.IndexAny(rest, " \t,"); end > 0 {
		rest = rest[:end]
	}
	return strconv.Quote(rest)
}

func (s *scanner) expect(text, what string) {
	if !s.skip(text) {
		s.fail(s.at, "found %s instead of %s", s.found(), what)
	}
}

func (s *scanner) comma() {
	s.space()
	s.expect(",", "a comma")
	s.space()
}

func (s *scanner) end() {
	s.space()
	if s.at < len(s.text) {
		s.fail(s.at, "found %s instead of the end of the line", s.found())
	}
}

// word reads letters, digits and underscores.
func (s *scanner) word(what string) string {
	start := s.at
	for s.at < len(s.text) && (s.text[s.at] == '_' || isLetter(s.text[s.at]) || isDigit(s.text[s.at])) {
		s.at++
	}
	if start == s.at {
		s.fail(s.at, "found %s instead of %s", s.found(), what)
	}
	return s.text[start:s.at]
}

func isLetter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// number reads a decimal number from 0 to limit.
func (s *scanner) number(what string, limit int) int {
	start := s.at
	for s.at < len(s.text) && isDigit(s.text[s.at]) {
		s.at++
	}
	n, err := strconv.Atoi(s.text[start:s.at])
	if start == s.at {
		s.fail(start, "found %s instead of %s", s.found(), what)
	}
	if err != nil || n > limit {
		s.fail(start, "%s is %s, but at most %d", what, s.text[start:s.at], limit)
	}
	return n
}

// value reads a component of a constant: a decimal fraction, which is rounded to the
// format, or its bits in hexadecimal.
func (s *scanner) value(f Format) uint32 {
	start := s.at
	for s.at < len(s.text) && !strings.ContainsRune(", \t", rune(s.text[s.at])) {
		s.at++
	}
	text := s.text[start:s.at]
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		v, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			s.fail(start, "%q is not a number of up to 8 hexadecimal digits", text)
		}
		return uint32(v)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s.fail(start, "%q is not a number", text)
	}
	bits, ok := f.Nearest(v)
	if !ok {
		s.fail(start, "%s is outside the range of %v", text, f)
	}
	return bits
}

// instruction reads the rest of an instruction whose mnemonic begins at start.
func (s *scanner) instruction(start int, mnemonic string) Instruction {
	parts := strings.Split(mnemonic, "_")
	i := Instruction{Op: Op(slices.IndexFunc(operations[:], func(o operation) bool { return o.name == parts[0] }))}
	if _, err := hex.DecodeString(mnemonic); err == nil && len(mnemonic) == 32 {
		s.fail(start, "found a word in hexadecimal where the text of an instruction belongs; posedge castalu disasm prints the text of words")
	}
	if parts[0] == "" || int(i.Op) >= NumOps {
		s.fail(start, "there is no operation %q; operations are %s", parts[0], strings.Join(OperationNames(), ", "))
	}
	s.modifiers(&i, start, parts[1:])
	if i.Op.Arithmetic() {
		at := s.at
		s.expect(".", "the type, "+parts[0]+".fp32 for example")
		name := s.word("a type")
		t := slices.Index(typeNames[:], name)
		if t < 0 {
			s.fail(at+1, "there is no type %q; types are %s", name, strings.Join(typeNames[:], ", "))
		}
		i.Type = Type(t)
	}
	s.space()
	switch i.Op {
	case End:
		i.Dest = s.register()
		s.comma()
		i.Count = s.number("the number of registers", 1<<RegisterBits)
		return i
	case Request:
		i.Unit = s.number("the number of a unit", 15)
		s.comma()
		i.Count = s.number("the number of words", 8)
		for _, r := range []*int{&i.First, &i.Second, &i.Dest, &i.More, &i.Status} {
			s.comma()
			*r = s.register()
		}
		return i
	}
	if i.Op != Kill {
		i.Dest = s.register()
		i.Mask = 15
		if s.skip(".") {
			i.Mask = s.mask()
		}
		i.To = s.cast()
		s.comma()
	}
	for n := range i.Op.Inputs() {
		if n > 0 {
			s.comma()
		}
		i.In[n] = s.source()
	}
	return i
}

// modifiers reads what follows the operation in a mnemonic, in the order of String.
func (s *scanner) modifiers(i *Instruction, start int, parts []string) {
	next := func(names ...string) int {
		if len(parts) == 0 {
			return -1
		}
		n := slices.Index(names, parts[0])
		if n >= 0 {
			parts = parts[1:]
		}
		return n
	}
	if i.Op == Select || i.Op == Kill {
		c := next(conditionNames[:]...)
		if c < 0 {
			s.fail(start, "%v needs a condition: %v_%s", i.Op, i.Op, strings.Join(conditionNames[:], fmt.Sprintf(", %v_", i.Op)))
		}
		i.Condition = Condition(c)
	}
	i.Bias = next("bias") >= 0
	i.Scale = Scale(next(scaleNames[1:]...) + 1)
	i.Clamp = Clamp(next(clampNames[1:]...) + 1)
	if len(parts) > 0 {
		s.fail(start, "%v takes no _%s here; the order is bias, then x2, x4 or d2, then sat or ssat", i.Op, parts[0])
	}
}

func (s *scanner) register() int {
	s.expect("r", "a register, r0 for example")
	return s.number("the number of a register", 1<<RegisterBits-1)
}

// mask reads the components that are written, in order.
func (s *scanner) mask() uint8 {
	start := s.at
	text := s.word("components, xyz for example")
	mask, last := uint8(0), -1
	for _, c := range text {
		n := strings.IndexRune(componentNames, c)
		if n <= last {
			s.fail(start, "%q are not components in the order x, y, z, w", text)
		}
		mask, last = mask|1<<n, n
	}
	return mask
}

// cast reads :u12, or nothing.
func (s *scanner) cast() Format {
	if !s.skip(":") {
		return None
	}
	return s.format()
}

func (s *scanner) format() Format {
	start := s.at
	name := s.word("a format")
	for f := As(FP32); int(f) < NumFormats; f++ {
		if f.String() == name {
			return f
		}
	}
	s.fail(start, "there is no format %q; formats are %s, %v and %v", name, strings.Join(typeNames[:], ", "), Int32, Fixed24)
	return None
}

// source reads an input with its modifier.
func (s *scanner) source() Source {
	for m := UnsignedIdentity; m < NumModifiers; m++ {
		if s.skip(mapNames[m] + "(") {
			src := s.operand()
			s.expect(")", `")"`)
			src.Modifier = m
			return src
		}
	}
	m := Plain
	switch {
	case s.skip("1-"):
		m = OneMinus
	case s.skip("-"):
		m = Negate
	}
	if m != OneMinus && s.skip("|") {
		src := s.operand()
		s.expect("|", `"|"`)
		src.Modifier = Absolute
		if m == Negate {
			src.Modifier = NegateAbsolute
		}
		return src
	}
	src := s.operand()
	src.Modifier = m
	return src
}

// operand reads c3.xyz:fp32.
func (s *scanner) operand() Source {
	src := Source{Width: 4, Swizzle: [4]uint8{0, 1, 2, 3}}
	switch {
	case s.skip("c"):
		src.Constant = true
		src.Index = s.number("the number of a constant", 1<<ConstantBits-1)
	default:
		s.expect("r", "a register or a constant, r0 or c0 for example")
		src.Index = s.number("the number of a register", 1<<RegisterBits-1)
	}
	if s.skip(".") {
		start := s.at
		text := s.word("components, xyz for example")
		src.Width, src.Swizzle = len(text), [4]uint8{}
		for k, c := range text {
			n := strings.IndexRune(componentNames, c)
			if n < 0 || k > 3 {
				s.fail(start, "%q are not up to four of the components x, y, z, w", text)
			}
			src.Swizzle[k] = uint8(n)
		}
	}
	src.From = s.cast()
	return src
}
