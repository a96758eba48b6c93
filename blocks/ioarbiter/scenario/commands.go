package scenario

import (
	"encoding/binary"
	"flag"
	"fmt"
	"strings"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/unit"
	"posedge/internal/lines"
	"posedge/internal/table"
)

// commands are "posedge ioarbiter asm", "disasm" and "macros".
func commands() []unit.Command {
	return []unit.Command{
		{
			Name: "asm", Arguments: "FILE",
			Summary: "assembles microcode of the expander and prints its words in hexadecimal",
			Text: `
Reads microcode in the text form that docs/ioarbiter-microcode.md describes, and prints
one word per line, in the format of $readmemh: 8 hexadecimal digits, and the address and
the instruction in a comment. Operations have the names of the graphics configuration.
Errors are reported with line and column, at most ten. FILE may be - for the standard
input.

example:
  posedge ioarbiter asm macro.s > macro.hex`,
			Setup: func(*flag.FlagSet) func(*unit.Call) error { return assemble },
		},
		{
			Name: "disasm", Arguments: "FILE",
			Summary: "prints the text of microcode in hexadecimal",
			Text: `
Reads words of 8 hexadecimal digits, one per line, and prints their instructions in the
text form, with a label at each target of a jump; asm turns them back into the same
words. Text after // is ignored. A word that is no instruction is printed as .word. FILE
may be - for the standard input.

example:
  posedge ioarbiter disasm macro.hex`,
			Setup: func(*flag.FlagSet) func(*unit.Call) error { return disassemble },
		},
		{
			Name: "macros", Arguments: "[NAME]",
			Summary: "lists the built-in macros, or prints the text of one",
			Text: `
Lists the macros that are loaded at power-on: the unit number of their requests, the
address and the length of their microcode, and their parameters in the order of the
request. With a name, it prints the text of that macro, which asm reads.

examples:
  posedge ioarbiter macros
  posedge ioarbiter macros clear > clear.s`,
			Setup: func(*flag.FlagSet) func(*unit.Call) error { return macros },
		},
	}
}

// input is the text of a command's file, and the operations of the graphics configuration.
func input(c *unit.Call) (name, source string, list []microcode.Operation, err error) {
	name, source, err = c.Source()
	return name, source, variant(2).Config.MicrocodeOperations(), err
}

func assemble(c *unit.Call) error {
	name, source, list, err := input(c)
	if err != nil {
		return err
	}
	words, err := microcode.Assemble(name, source, list)
	if err != nil {
		return err
	}
	if len(words) > microcode.MaxCode {
		return fmt.Errorf("%s: %d words of microcode; the largest memory has %d", name, len(words), microcode.MaxCode)
	}
	return microcode.WriteHex(c.Out, words, list)
}

func disassemble(c *unit.Call) error {
	name, source, list, err := input(c)
	if err != nil {
		return err
	}
	var words []microcode.Word
	err = lines.ReadHex(name, source, microcode.WordBits/8, func(b []byte) {
		words = append(words, microcode.Word(binary.BigEndian.Uint32(b)))
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Out, microcode.Disassemble(words, list))
	return err
}

func macros(c *unit.Call) error {
	if len(c.Args) > 1 {
		return unit.Wrongf("name one macro, or none for a list")
	}
	config := variant(2).Config
	words, entries := microcode.Link(config.MicrocodeOperations(), config.Instructions)
	var rows [][]string
	var names []string
	for k, m := range microcode.Macros() {
		if len(c.Args) == 1 && m.Name == c.Args[0] {
			_, err := fmt.Fprint(c.Out, m.Text)
			return err
		}
		end := len(words)
		if k+1 < len(entries) {
			end = entries[k+1].Address
		}
		var parameters []string
		for _, p := range m.Parameters {
			parameters = append(parameters, p.Name)
		}
		names = append(names, m.Name)
		rows = append(rows, row(isa.FirstMacro+k, m.Name, entries[k].Address, end-entries[k].Address, strings.Join(parameters, " ")))
	}
	if len(c.Args) == 1 {
		return unit.Wrongf("there is no macro %s; known macros: %s", c.Args[0], strings.Join(names, ", "))
	}
	return table.Write(c.Out, []string{"unit", "macro", "address", "words", "parameters"}, "RLRRL", rows)
}
