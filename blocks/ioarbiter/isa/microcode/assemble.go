package microcode

import (
	"fmt"
	"regexp"
	"slices"

	"posedge/internal/lines"
)

// Assemble makes words of a text, in which operations of the connector have their names in the list, or their numbers.
// The error is a [*lines.Mistakes]. Besides the syntax it says where a request has a wrong number of words for its
// operation, as far as the list has it, and a push that no emit by the bypass follows.
func Assemble(name, source string, list []Operation) (words []Word, err error) {
	a := assembler{list: list, labels: map[string]int{}}
	wrong := lines.Read(name, source, a.line, "//")
	if a.push != nil {
		wrong.Add(a.pushed, "a push is followed by an emit whose response goes to the bypass, not by the end of the text")
	}
	for _, j := range a.jumps {
		to, ok := a.labels[j.label.Text]
		if !ok {
			wrong.Add(j.label.Place, "there is no label %s", j.label.Text)
			continue
		}
		i := a.code[j.index]
		i.Target = to - j.index
		w, err := i.Encode()
		if err != nil {
			wrong.Add(j.label.Place, "%v", err)
		}
		a.words[j.index] = w
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return a.words, nil
}

type assembler struct {
	*lines.Line
	list   []Operation
	words  []Word
	code   []Instruction
	labels map[string]int
	jumps  []jump
	push   *Instruction // before, and in want of its emit
	pushed lines.Place
	broken bool // the instruction before has a mistake
}

var labelName = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]*$`)

// jump is a jump to a label.
type jump struct {
	label lines.Word
	index int
}

// word reads letters, digits, points, signs and underscores.
func (a *assembler) word() lines.Word { return a.Word(lines.Names + ".+-") }

// line reads labels, an instruction or a word, or both.
func (a *assembler) line(l *lines.Line) {
	for a.Line = l; !a.Done(); a.Space() {
		word := a.word().Some("a label or an instruction")
		if !a.Skip(":") {
			a.statement(word)
			return
		}
		name := word.Text
		if !labelName.MatchString(name) {
			word.Fail("%q cannot be a label; labels are letters, digits and underscores, a letter first", name)
		}
		if _, taken := a.labels[name]; taken {
			word.Fail("label %s is declared twice", name)
		}
		a.labels[name] = len(a.words)
	}
}

// statement reads the rest of an instruction or a word. One with a mistake keeps its place, which labels count.
func (a *assembler) statement(mnemonic lines.Word) {
	push, broken, at := a.push, a.broken, len(a.words)
	a.push, a.broken = nil, true
	a.code, a.words = append(a.code, Instruction{}), append(a.words, 0)
	i := &a.code[at]
	if mnemonic.Text == ".word" {
		a.Space()
		a.words[at] = Word(a.word().Number(0, "the word", 0, 1<<32-1))
		*i, _ = Decode(a.words[at])
		a.End()
		a.push, a.broken = push, broken
		return
	}
	a.instruction(i, mnemonic)
	a.End()
	w, err := i.Encode()
	if err != nil {
		mnemonic.Fail("%v", err)
	}
	if mistake := mistakeIn(push, *i, a.list); mistake != "" && !(broken && i.byBypass()) {
		mnemonic.Fail("%s", mistake)
	}
	a.words[at], a.broken = w, false
	if i.Op == Push {
		a.push, a.pushed = i, mnemonic.Place
	}
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

// instruction reads the operands of an operation.
func (a *assembler) instruction(i *Instruction, mnemonic lines.Word) {
	mnemonic.OneOf("an operation", mnemonics()...)
	if mnemonic.Text == "mov" { // rd, ra: add rd, ra, 0
		i.Op = AddConst
		a.operands(i, []operand{x, y})
		return
	}
	i.Op = Op(slices.IndexFunc(forms[:], func(f form) bool { return f.name == mnemonic.Text }))
	a.operands(i, i.form().operands)
	if i.form().routed {
		a.Comma()
		first := ToBypass
		if i.Op == Push {
			first = ToExpander
		}
		i.Route = first + Route(a.word().OneOf("a route", routeNames[first:]...))
	}
}

func (a *assembler) operands(i *Instruction, list []operand) {
	for n, o := range list {
		switch {
		case o.kind == theWords || o.field == FieldCount:
			a.Expect(":", "a colon and "+o.what)
		case n == 0:
			a.Space()
		default:
			a.Comma()
		}
		if i.Op == AddConst && n == 2 && a.Next("r") {
			i.Op, o = Add, z
		}
		switch {
		case o.kind == aRegister:
			*o.of(i) = a.Numbered("r", "a register", o.most)
		case o.kind == aTarget && !a.Next("+-"):
			a.jumps = append(a.jumps, jump{a.word().Some("a label, or a distance: +3"), len(a.code) - 1})
		case o.kind == theOperation:
			i.Operation = a.operation()
		default:
			*o.of(i) = a.word().Number(0, o.what, o.least, o.most)
		}
	}
}

func (a *assembler) operation() int {
	if a.Next(lines.Digits) {
		most := unitsOps.most
		if len(a.list) > 0 {
			most = len(a.list) - 1
		}
		return a.word().Number(0, unitsOps.what, 0, most)
	}
	names := make([]string, len(a.list))
	for k, o := range a.list {
		names[k] = o.Name
	}
	return a.word().OneOf("a number, or an operation of the connector", names...)
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
