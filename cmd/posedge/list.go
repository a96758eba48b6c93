package main

import (
	"flag"
	"fmt"
	"strings"

	"posedge/bench"
	"posedge/hdl/ir"
)

var listCommand = command{
	name:      "list",
	arguments: "[BLOCK]",
	summary:   "the blocks, or the ports, variants and scenarios of one",
	text: `
Lists the blocks: the patent, the ports and the state of the first variant, the
latency and the scenarios. With a name it shows that block's variants, scenarios
and ports.

example:
  posedge list
  posedge list ropmask`,
	setup: func(*flag.FlagSet) func(*call) error { return list },
}

func list(c *call) error {
	if len(c.args) == 0 {
		return listAll(c)
	}
	name, err := c.one("list", "a block")
	if err != nil {
		return err
	}
	blocks, err := findBlocks("list", name, false)
	if err != nil {
		return err
	}
	return listBlock(c, blocks[0])
}

// textWidth is where texts in tables break.
const textWidth = 38

func listAll(c *call) error {
	var rows [][]any
	for _, b := range registry() {
		d, err := elaborate(b, b.Variants[0])
		if err != nil {
			return err
		}
		var variants, scenarios []string
		for _, v := range b.Variants {
			variants = append(variants, v.Name)
		}
		for _, s := range b.Scenarios {
			scenarios = append(scenarios, s.Name)
		}
		rows = append(rows, []any{b.Name, b.Patent, portSummary(d.Top), stateBits(d.Top),
			wrap(b.Latency, textWidth), strings.Join(variants, "\n"), strings.Join(scenarios, "\n")})
	}
	if err := table(c.out, []string{"block", "patent", "ports", "state bits", "latency", "variants", "scenarios"}, rows); err != nil {
		return err
	}
	for _, b := range registry() {
		fmt.Fprintf(c.out, "\n%s: %s\n", b.Name, b.Summary)
		if err := listScenarios(c, b); err != nil {
			return err
		}
	}
	return nil
}

func portSummary(m *ir.Module) string {
	in, inBits := portBits(m, ir.Input)
	out, outBits := portBits(m, ir.Output)
	return fmt.Sprintf("%d in, %d bits\n%d out, %d bits", in, inBits, out, outBits)
}

func listScenarios(c *call, b bench.Block) error {
	var rows [][]any
	for _, s := range b.Scenarios {
		cycles := "its own end"
		if s.Cycles > 0 {
			cycles = fmt.Sprintf("-cycles, else %d", s.Cycles)
		}
		rows = append(rows, []any{s.Name, s.Summary, cycles})
	}
	return table(c.out, []string{"scenario", "what it shows", "length"}, rows)
}

func listBlock(c *call, b bench.Block) error {
	d, err := elaborate(b, b.Variants[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s (%s): %s\nlatency: %s\n\n", b.Name, b.Patent, b.Summary, b.Latency)
	var rows [][]any
	for _, v := range b.Variants {
		d, err := elaborate(b, v)
		if err != nil {
			return err
		}
		rows = append(rows, []any{v.Name, v.Summary, stateBits(d.Top), len(ir.Modules(d.Top))})
	}
	if err := table(c.out, []string{"variant", "what it is", "state bits", "modules"}, rows); err != nil {
		return err
	}
	fmt.Fprintln(c.out)
	if err := listScenarios(c, b); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "\nports of %s\n", b.Variants[0].Name)
	rows = nil
	if ir.HasState(d.Top) {
		rows = append(rows, []any{ir.DefaultDomain.Clock, ir.Input, 1, "clock, rising edge"})
	}
	if ir.HasReset(d.Top) {
		rows = append(rows, []any{ir.DefaultDomain.Reset, ir.Input, 1, "synchronous reset, active high"})
	}
	for _, s := range d.Top.Ports {
		rows = append(rows, []any{s.Name, s.Kind, s.Width, wrap(s.Doc, textWidth)})
	}
	return table(c.out, []string{"port", "direction", "width", "meaning"}, rows)
}

// wrap breaks a text at spaces into lines of at most width runes, where words
// allow.
func wrap(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return strings.Join(append(lines, line), "\n")
}
