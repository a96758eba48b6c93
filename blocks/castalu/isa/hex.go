package isa

import (
	"bufio"
	"fmt"
	"io"
)

// WriteHex writes the program's words for $readmemh, 32 hexadecimal digits per line, each
// with its address and its instruction in a comment. Constants are listed in comments
// before the words.
func (p *Program) WriteHex(out io.Writer) error {
	w := bufio.NewWriter(out)
	for i, v := range p.Constants {
		fmt.Fprintf(w, "// c%d = %08x %08x %08x %08x\n", i, v[0], v[1], v[2], v[3])
	}
	entries := p.Entries
	for at, word := range p.Words {
		for len(entries) > 0 && entries[0].Address == at {
			fmt.Fprintf(w, "// %s:\n", entries[0].Name)
			entries = entries[1:]
		}
		fmt.Fprintf(w, "%v // %3d: %v\n", word, at, p.Code[at])
	}
	return w.Flush()
}
