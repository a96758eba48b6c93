package isa

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/internal/lines"
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

// Assemble reads the text form, as docs/castalu.md describes it. The error is a [*lines.Mistakes].
func Assemble(name, program string) (*Program, error) {
	p := &Program{given: map[int]bool{}}
	if err := lines.Read(name, program, p.line, "//").Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// line reads a label, a constant or an instruction.
func (p *Program) line(l *lines.Line) {
	if l.Skip(".const") {
		p.constant(scanner{l})
		return
	}
	word := l.Word(lines.Names).Some("a label, an instruction or .const")
	if l.Skip(":") {
		if _, taken := p.Entry(word.Text); taken {
			word.Fail("label %s is declared twice", word.Text)
		}
		p.Entries = append(p.Entries, Entry{word.Text, len(p.Code)})
		l.End()
		return
	}
	i := scanner{l}.instruction(word)
	l.End()
	w, err := i.Encode()
	if err != nil {
		word.Fail("%v", err)
	}
	p.Code = append(p.Code, i)
	p.Words = append(p.Words, w)
}

// constant reads c3:u12 = 1.0, 0.5, 0, 0 behind .const.
func (p *Program) constant(s scanner) {
	s.Space()
	place := s.Place()
	n := s.constant()
	if p.given[n] {
		place.Fail("constant c%d is given twice", n)
	}
	p.given[n] = true
	f := As(FP32)
	if s.Next(":") {
		f = s.cast()
	}
	s.Space()
	s.Expect("=", "an equals sign")
	s.Space()
	var value [4]uint32
	for k := range value {
		if k > 0 {
			s.Comma()
		}
		value[k] = valueOf(s.Until(", \t"), f)
	}
	s.End()
	for len(p.Constants) <= n {
		p.Constants = append(p.Constants, [4]uint32{})
	}
	p.Constants[n] = value
}

// valueOf is a component of a constant: a decimal fraction, which is rounded to the format, or its bits in hexadecimal.
func valueOf(w lines.Word, f Format) uint32 {
	if hex, ok := strings.CutPrefix(w.Text, "0x"); ok {
		v, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			w.Fail("%q is not a number of up to 8 hexadecimal digits", w.Text)
		}
		return uint32(v)
	}
	v, err := strconv.ParseFloat(w.Text, 64)
	if err != nil {
		w.Fail("%q is not a number", w.Text)
	}
	bits, ok := f.Nearest(v)
	if !ok {
		w.Fail("%s is outside the range of %v", w.Text, f)
	}
	return bits
}

// A scanner reads the parts of a line.
type scanner struct{ *lines.Line }

// instruction reads the rest of an instruction behind its mnemonic.
func (s scanner) instruction(mnemonic lines.Word) Instruction {
	if _, err := hex.DecodeString(mnemonic.Text); err == nil && len(mnemonic.Text) == 32 {
		mnemonic.Fail("found a word in hexadecimal where the text of an instruction belongs; posedge castalu disasm prints the text of words")
	}
	parts := strings.Split(mnemonic.Text, "_")
	operation := mnemonic
	operation.Text = parts[0]
	i := Instruction{Op: 1 + Op(operation.OneOf("an operation", OperationNames()...))}
	i.modify(mnemonic, parts[1:])
	if i.Op.Arithmetic() {
		s.Expect(".", "the type, "+parts[0]+".fp32 for example")
		i.Type = Type(s.Word(lines.Names).OneOf("a type", typeNames[:]...))
	}
	s.Space()
	switch i.Op {
	case End:
		i.Dest = s.register()
		s.Comma()
		i.Count = s.Word(lines.Digits).Number(10, "the number of registers", 1, 1<<RegisterBits)
		return i
	case Request:
		i.Unit = s.Word(lines.Digits).Number(10, "the number of a unit", 0, 15)
		s.Comma()
		i.Count = s.Word(lines.Digits).Number(10, "the number of words", 1, 8)
		for _, r := range []*int{&i.First, &i.Second, &i.Dest, &i.More, &i.Status} {
			s.Comma()
			*r = s.register()
		}
		return i
	}
	if i.Op != Kill {
		i.Dest = s.register()
		i.Mask = 15
		if s.Skip(".") {
			i.Mask = maskOf(s.Word(lines.Names).Some("components, xyz for example"))
		}
		i.To = s.cast()
		s.Comma()
	}
	for n := range i.Op.Inputs() {
		if n > 0 {
			s.Comma()
		}
		i.In[n] = s.source()
	}
	return i
}

// modify takes what follows the operation in a mnemonic, in the order of String.
func (i *Instruction) modify(mnemonic lines.Word, parts []string) {
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
			mnemonic.Fail("%v needs a condition: %v_%s", i.Op, i.Op, strings.Join(conditionNames[:], fmt.Sprintf(", %v_", i.Op)))
		}
		i.Condition = Condition(c)
	}
	i.Bias = next("bias") >= 0
	i.Scale = Scale(next(scaleNames[1:]...) + 1)
	i.Clamp = Clamp(next(clampNames[1:]...) + 1)
	if len(parts) > 0 {
		mnemonic.Fail("%v takes no _%s here; the order is bias, then x2, x4 or d2, then sat or ssat", i.Op, parts[0])
	}
}

func (s scanner) register() int { return s.Numbered("r", "a register", 1<<RegisterBits-1) }
func (s scanner) constant() int { return s.Numbered("c", "a constant", 1<<ConstantBits-1) }

// maskOf is the components that are written, in order.
func maskOf(w lines.Word) (mask uint8) {
	last := -1
	for _, c := range w.Text {
		n := strings.IndexRune(componentNames, c)
		if n <= last {
			w.Fail("%q are not components in the order x, y, z, w", w.Text)
		}
		mask, last = mask|1<<n, n
	}
	return mask
}

// cast reads :u12, or nothing.
func (s scanner) cast() Format {
	if !s.Skip(":") {
		return None
	}
	return As(FP32) + Format(s.Word(lines.Names).OneOf("a format", formatNames[As(FP32):]...))
}

// source reads an input with its modifier.
func (s scanner) source() Source {
	for m := UnsignedIdentity; m < NumModifiers; m++ {
		if s.Skip(mapNames[m] + "(") {
			return s.operand(m, ")")
		}
	}
	switch {
	case s.Skip("1-"):
		return s.operand(OneMinus, "")
	case s.Skip("-|"):
		return s.operand(NegateAbsolute, "|")
	case s.Skip("-"):
		return s.operand(Negate, "")
	case s.Skip("|"):
		return s.operand(Absolute, "|")
	}
	return s.operand(Plain, "")
}

// operand reads c3.xyz:fp32 and what closes the modifier.
func (s scanner) operand(m Modifier, closing string) Source {
	src := Source{Width: 4, Swizzle: [4]uint8{0, 1, 2, 3}, Modifier: m}
	switch {
	case s.Next("c"):
		src.Constant, src.Index = true, s.constant()
	case s.Next("r"):
		src.Index = s.register()
	default:
		s.Word("").Instead("a register or a constant, r0 or c0 for example")
	}
	if s.Skip(".") {
		w := s.Word(lines.Names).Some("components, xyz for example")
		src.Width, src.Swizzle = len(w.Text), [4]uint8{}
		for k, c := range w.Text {
			n := strings.IndexRune(componentNames, c)
			if n < 0 || k > 3 {
				w.Fail("%q are not up to four of the components x, y, z, w", w.Text)
			}
			src.Swizzle[k] = uint8(n)
		}
	}
	src.From = s.cast()
	s.Expect(closing, strconv.Quote(closing))
	return src
}
