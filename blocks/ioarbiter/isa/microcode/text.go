package microcode

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Operation is what the expander knows of an operation of the connector.
type Operation struct {
	Name     string
	Request  int // words of a record
	Response int // words of a record's response
}

var operationName = regexp.MustCompile(`^[a-zA-Z_.][a-zA-Z0-9_.+-]*$`)

// named is how a text names an operation: by its name if that can be read back, else by its number.
func named(list []Operation, n int) string {
	first := func(o Operation) bool { return o.Name == list[n].Name }
	if n < len(list) && operationName.MatchString(list[n].Name) && slices.IndexFunc(list, first) == n {
		return list[n].Name
	}
	return fmt.Sprint(n)
}

// String is the instruction in the text form, with operations by number and targets by distance: "jump +3".
func (i Instruction) String() string { return i.text(nil, fmt.Sprintf("%+d", i.Target)) }

func (i Instruction) text(list []Operation, to string) string {
	f := i.form()
	var parts []string
	for _, o := range f.operands {
		n := *o.of(&i)
		switch {
		case o.kind == aRegister:
			parts = append(parts, fmt.Sprintf("r%d", n))
		case o.kind == aTarget:
			parts = append(parts, to)
		case o.kind == theOperation:
			parts = append(parts, named(list, n))
		case o.kind == theWords || o.kind == theState && o.field == FieldCount:
			parts[len(parts)-1] += fmt.Sprintf(":%d", n) // r4:3, 6:2
		default:
			parts = append(parts, fmt.Sprint(n))
		}
	}
	if f.routed {
		parts = append(parts, i.Route.String())
	}
	return strings.TrimSpace(f.name + " " + strings.Join(parts, ", "))
}

// Disassemble is the text of microcode, with operations named from the list and a label wherever a jump goes to: what
// Assemble makes the same words of with the same list. A word without a meaning stands as .word, and so does one that
// Assemble refuses there: a push or an emit by the bypass without the other, a request with a wrong number of words, or an
// operation past the end of the list.
func Disassemble(words []Word, list []Operation) string {
	var b strings.Builder
	eachLine(words, list, func(label string) { fmt.Fprintf(&b, "%s:\n", label) },
		func(_ int, text string) { fmt.Fprintf(&b, "\t%s\n", text) })
	return b.String()
}

// WriteHex writes microcode as $readmemh reads it, 8 hexadecimal digits a line, each with its address and its instruction
// in a comment.
func WriteHex(out io.Writer, words []Word, list []Operation) error {
	w := bufio.NewWriter(out)
	eachLine(words, list, func(label string) { fmt.Fprintf(w, "// %s:\n", label) },
		func(at int, text string) { fmt.Fprintf(w, "%08x // %3d: %s\n", uint32(words[at]), at, text) })
	return w.Flush()
}

// eachLine calls the functions with the lines of microcode's text, in order.
func eachLine(words []Word, list []Operation, label func(name string), instruction func(at int, text string)) {
	code := readable(words, list)
	labels := map[int]bool{}
	for at, i := range code {
		if to := at + i.Target; i.branches() && to >= 0 && to <= len(words) {
			labels[to] = true
		}
	}
	for at := range len(words) + 1 {
		if labels[at] {
			label(fmt.Sprintf("l%d", at))
		}
		if at == len(words) {
			break
		}
		i := code[at]
		to := fmt.Sprintf("%+d", i.Target)
		if labels[at+i.Target] {
			to = fmt.Sprintf("l%d", at+i.Target)
		}
		if i.Op == 0 {
			instruction(at, fmt.Sprintf(".word 0x%08x", uint32(words[at])))
		} else {
			instruction(at, i.text(list, to))
		}
	}
}

// readable is the instructions that Assemble takes in their places; the others are zero.
func readable(words []Word, list []Operation) []Instruction {
	code := make([]Instruction, len(words))
	var push *Instruction // before, and in want of an emit
	for at, w := range words {
		i, err := Decode(w)
		known := len(list) == 0 || i.Operation < len(list)
		pair := push != nil && err == nil && known && mistakeIn(push, i, list) == ""
		if push != nil && !pair {
			code[at-1] = Instruction{}
			push = nil
		}
		if err != nil || !known || !pair && mistakeIn(nil, i, list) != "" {
			continue
		}
		code[at], push = i, nil
		if i.Op == Push {
			push = &code[at]
		}
	}
	if push != nil {
		*push = Instruction{}
	}
	return code
}

// branches says whether the instruction has a target.
func (i Instruction) branches() bool {
	f := i.form()
	return len(f.operands) > 0 && f.operands[len(f.operands)-1].kind == aTarget
}
