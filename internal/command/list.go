package command

import (
	"flag"
	"fmt"
	"strings"

	"posedge/blocks/unit"
	"posedge/hdl/ir"
	"posedge/internal/text"
)

var listCommand = command{
	name:      "list",
	arguments: "[BLOCK] [-names]",
	summary:   "the blocks, or the ports, variants and scenarios of one",
	text: `
Lists the blocks: the patent, the ports and the state of the first variant, the
latency and the scenarios. With a name it shows that block's variants, scenarios
and ports; ports that differ only in numbers share a row. With -names it prints the
names of the blocks, or of a block's scenarios, one per line, for scripts.

example:
  posedge list
  posedge list ropmask`,
	setup: func(f *flag.FlagSet) func(*call) error {
		names := f.Bool("names", false, "print only names")
		return func(c *call) error { return list(c, *names) }
	},
}

func list(c *call, names bool) error {
	if len(c.args) == 0 && names {
		fmt.Fprintln(c.out, strings.Join(c.blockNames(), "\n"))
		return nil
	}
	if len(c.args) == 0 {
		return listAll(c)
	}
	name, err := c.one("list", "a block")
	if err != nil {
		return err
	}
	blocks, err := c.findBlocks("list", name, false)
	if err != nil {
		return err
	}
	if names {
		for _, s := range blocks[0].Scenarios {
			fmt.Fprintln(c.out, s.Name)
		}
		return nil
	}
	return listBlock(c, blocks[0])
}

func listAll(c *call) error {
	for i, b := range c.blocks {
		d, err := c.elaborate(b, b.Variants[0])
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintln(c.out, wrap(b.Name+": "+b.Summary, c.out.Columns()))
		var variants []string
		for _, v := range b.Variants {
			variants = append(variants, v.Name)
		}
		var rows [][]any
		if b.Patent != "" {
			rows = append(rows, []any{"patent", b.Patent})
		}
		rows = append(rows, [][]any{
			{"ports", portSummary(d.Top)},
			{"state bits", fmt.Sprint(stateBits(d.Top))},
			{"latency", b.Latency},
			{"variants", strings.Join(variants, ", ")},
		}...)
		for i, s := range b.Scenarios {
			label := ""
			if i == 0 {
				label = "scenarios"
			}
			rows = append(rows, []any{label, s.Name + ": " + s.Summary})
		}
		if err := table(c.out, nil, rows); err != nil {
			return err
		}
	}
	return nil
}

func portSummary(m *ir.Module) string {
	in, inBits := portBits(m, ir.Input)
	out, outBits := portBits(m, ir.Output)
	return fmt.Sprintf("%d in, %d bits; %d out, %d bits", in, inBits, out, outBits)
}

func listBlock(c *call, b unit.Block) error {
	d, err := c.elaborate(b, b.Variants[0])
	if err != nil {
		return err
	}
	fmt.Fprintln(c.out, wrap(title(b), c.out.Columns()))
	fmt.Fprintf(c.out, "%s\n\n", wrap("latency: "+b.Latency, c.out.Columns()))
	var rows [][]any
	for _, v := range b.Variants {
		d, err := c.elaborate(b, v)
		if err != nil {
			return err
		}
		rows = append(rows, []any{v.Name, v.Summary, stateBits(d.Top), len(ir.Modules(d.Top))})
	}
	header := []string{"variant", "what it is", "state bits", "modules"}
	if err := table(c.out, header, rows); err != nil {
		return err
	}
	rows = nil
	for _, s := range b.Scenarios {
		cycles := "fixed"
		if s.Cycles > 0 {
			cycles = fmt.Sprintf("-cycles, else %d", s.Cycles)
		}
		rows = append(rows, []any{s.Name, s.Summary, cycles})
	}
	fmt.Fprintln(c.out)
	header = []string{"scenario", "what it shows", "length"}
	if err := table(c.out, header, rows); err != nil {
		return err
	}
	if len(b.Commands) > 0 {
		rows = nil
		for _, own := range b.Commands {
			rows = append(rows, []any{strings.TrimSpace(b.Name + " " + own.Name + " " + own.Arguments), own.Summary})
		}
		fmt.Fprintln(c.out)
		header = []string{"command", "what it does"}
		if err := table(c.out, header, rows); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "\nports of %s; 0…3 stands for one port for each number\n", b.Variants[0].Name)
	rows = nil
	for _, p := range foldPorts(d.Top.Ports) {
		rows = append(rows, []any{p.name, p.kind.Direction(), p.width, p.doc})
	}
	header = []string{"port", "direction", "width", "meaning"}
	return table(c.out, header, rows)
}

// wrap breaks a paragraph into lines that fit the width.
func wrap(paragraph string, width int) string {
	return strings.Join(text.Wrap(paragraph, "", "", width), "\n")
}
