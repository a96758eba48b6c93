package microcode

import (
	"fmt"
	"strings"
)

// Operation is what the expander knows of an operation of the connector.
type Operation struct {
	Name     string
	Request  int // words of a record
	Response int // words of a record's response
}

func named(list []Operation, n int) string {
	if n < len(list) && list[n].Name != "" {
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
// Assemble makes the same words of. A word without a meaning stands as .word.
func Disassemble(words []Word, list []Operation) string {
	code := make([]Instruction, len(words))
	labels := map[int]bool{}
	for at, w := range words {
		i, err := Decode(w)
		if err != nil {
			continue
		}
		code[at] = i
		if to := at + i.Target; i.branches() && to >= 0 && to <= len(words) {
			labels[to] = true
		}
	}
	var b strings.Builder
	for at := range len(words) + 1 {
		if labels[at] {
			fmt.Fprintf(&b, "l%d:\n", at)
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
			fmt.Fprintf(&b, "\t.word 0x%08x\n", uint32(words[at]))
		} else {
			fmt.Fprintf(&b, "\t%s\n", i.text(list, to))
		}
	}
	return b.String()
}

// branches says whether the instruction has a target.
func (i Instruction) branches() bool {
	f := i.form()
	return len(f.operands) > 0 && f.operands[len(f.operands)-1].kind == aTarget
}
