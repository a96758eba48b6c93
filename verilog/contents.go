package verilog

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// The values of memories, registers and read data before the first edge.

// maxListed is how many words of a memory the module itself lists. More words are
// in a file: the time that Yosys 0.23 takes to read a loop or a list of assignments
// grows with the square of their number.
const maxListed = 1024

// MaxContents is the largest number of words of a memory whose contents are
// written: see [ir.Memory.NoInit].
const MaxContents = 1 << 20

// inFile reports whether the contents of mem are in a file of their own.
func (o Options) inFile(mem *ir.Memory) bool { return mem.Depth > maxListed && !o.bare(mem) }

// contentsSuffix ends the names of the files of contents.
const contentsSuffix = ".hex"

// contentsFile is the name of the file of a memory of m. No name of a module or
// a memory has a dot.
func contentsFile(m *ir.Module, mem *ir.Memory) string {
	return m.Name + "." + mem.Name + contentsSuffix
}

// contentsFiles are the contents of those memories of m that are in files, one word
// per line.
func contentsFiles(m *ir.Module, opts Options) []File {
	var files []File
	for _, mem := range m.Memories {
		if !opts.inFile(mem) {
			continue
		}
		digits := (mem.Width + 3) / 4
		var b strings.Builder
		b.Grow(mem.Depth * (digits + 1))
		for _, v := range mem.Init {
			if v == nil {
				v = new(big.Int)
			}
			fmt.Fprintf(&b, "%0*x\n", digits, v)
		}
		b.WriteString(strings.Repeat(strings.Repeat("0", digits)+"\n", mem.Depth-len(mem.Init)))
		files = append(files, File{contentsFile(m, mem), []byte(b.String())})
	}
	return files
}

// checkContents refuses memories whose contents are too many for a file.
func checkContents(m *ir.Module, opts Options) []error {
	var errs []error
	for _, mem := range m.Memories {
		if opts.inFile(mem) && mem.Depth > MaxContents {
			errs = append(errs, fmt.Errorf("%v: memory %s of %s has %d words, and the contents of at most %d are written; if they do not matter, give it the option hdl.NoInit()",
				mem.At, mem.Name, m.Name, mem.Depth, MaxContents))
		}
	}
	return errs
}

// powerOn writes the values before the first edge, in one block. Every word of a
// memory is set, as an unset one would be x. The output register of a block RAM
// and a memory without contents have no such values in hardware: only simulators
// get those of our simulation.
func (p *printer) powerOn() {
	var real, simulated block
	word := p.memoryContents(&real, &simulated)
	bare := map[*ir.Signal]bool{}
	for _, r := range p.reads {
		bare[r.Data] = p.unchecked(r.Mem)
	}
	for _, s := range p.m.Signals {
		switch {
		case bare[s]:
			simulated.line(4, s.Name+" = "+literal(s.PowerOn(), s.Width)+";", "")
		case s.Kind == ir.ReadData || s.Kind == ir.Reg && (s.Reset == nil || !p.opts.OmitResetInit):
			real.line(4, s.Name+" = "+p.resetValue(s)+";", "")
		}
	}
	begin := "  initial begin\n"
	if word != "" {
		begin = "  initial begin : " + p.names.Fresh("power_on") + "\n    integer " + word + ";\n"
	}
	const why = "    // In hardware these power on with no defined value.\n"
	switch {
	case real.Len() > 0 && simulated.Len() > 0:
		p.paragraph(begin + real.String() + "`ifndef SYNTHESIS\n" + why + simulated.String() + "`endif\n  end\n")
	case real.Len() > 0:
		p.paragraph(begin + real.String() + "  end\n")
	case simulated.Len() > 0:
		p.paragraph("`ifndef SYNTHESIS\n" + begin + why + simulated.String() + "  end\n`endif\n")
	}
}
