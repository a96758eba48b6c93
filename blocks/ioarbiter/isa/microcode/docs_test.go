package microcode

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tables and listings of docs/ioarbiter-microcode.md are those of the code.

// written is an operand as the page writes it.
func (o operand) written() string {
	switch o.kind {
	case aTarget:
		return "target"
	case theOperation:
		return "operation"
	case theWords:
		return "words"
	case theState:
		return map[Field]string{FieldOffset: "offset", FieldCount: "count"}[o.field]
	}
	return strings.TrimPrefix(strings.Replace(o.what, "the shift", "amount", 1), "the ")
}

func (f form) written() string {
	text := f.name
	for n, o := range f.operands {
		switch {
		case o.kind == theWords || o.field == FieldCount:
			text += ":" + o.written()
		case n == 0:
			text += " " + o.written()
		default:
			text += ", " + o.written()
		}
	}
	if f.routed {
		text += ", route"
	}
	return text
}

func instructionTable() string {
	var b strings.Builder
	b.WriteString("| code | text | what it does |\n|---|---|---|\n")
	for op, f := range forms {
		if f.name != "" {
			fmt.Fprintf(&b, "| %d | `%s` | %s |\n", op, f.written(), f.doc)
		}
	}
	return b.String()
}

func fieldTable() string {
	var b strings.Builder
	b.WriteString("| bits | field | of |\n|---|---|---|\n")
	for _, f := range []Field{FieldOp, FieldX, FieldY, FieldWords, FieldZ, FieldAmount, FieldOperation, FieldOffset, FieldCount, FieldRoute, FieldStep, FieldTarget,
		FieldValue, FieldQuad} {
		var users []string
		for _, form := range forms {
			for _, o := range form.operands {
				if o.field == f {
					users = append(users, form.name)
				}
			}
			if form.routed && f == FieldRoute {
				users = append(users, form.name)
			}
		}
		if f == FieldOp {
			users = []string{"all"}
		}
		bits := fmt.Sprintf("%d:%d", f.Low+f.Width-1, f.Low)
		fmt.Fprintf(&b, "| %s | %s | %s |\n", bits, f.Name, strings.Join(slices.Compact(users), ", "))
	}
	return b.String()
}

func parameterTable() string {
	var b strings.Builder
	b.WriteString("| macro | what it does | parameters from r0 on |\n|---|---|---|\n")
	for _, m := range Macros() {
		var names []string
		for _, p := range m.Parameters {
			name := p.Name
			if p.Format == Fixed {
				name = "**" + name + "**"
			}
			names = append(names, name)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", m.Name, m.Doc, strings.Join(names, " "))
	}
	return b.String()
}

func TestThePageHasTheTablesAndTheListings(t *testing.T) {
	content, err := os.ReadFile("../../../../docs/ioarbiter-microcode.md")
	require.NoError(t, err)
	page := string(content)
	for _, want := range []string{instructionTable(), fieldTable(), parameterTable()} {
		assert.Contains(t, page, want)
	}
	for _, m := range Macros() {
		assert.Contains(t, page, "```text\n"+m.Text+"```\n")
	}
}
