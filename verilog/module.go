package verilog

import (
	"fmt"
	"strings"

	"posedge/hdl/ir"
	"posedge/verilog/internal/syntax"
)

// file returns the module as a file.
func (p *printer) file() []byte {
	p.track()
	p.combinational()
	p.instances()
	for _, mem := range p.m.Memories {
		p.memory(mem)
	}
	p.registers()
	p.powerOn()
	p.properties()

	var b strings.Builder
	b.WriteString(p.header())
	b.WriteString("`default_nettype none\n\n")
	b.WriteString("module " + p.m.Name + p.ports() + ";\n")
	b.WriteString(p.declarations())
	for _, f := range p.functions {
		b.WriteString("\n" + f)
	}
	b.WriteString(p.text.String())
	b.WriteString(p.unused("_unused", p.order))
	b.WriteString("\nendmodule\n\n`default_nettype wire\n")
	return []byte(b.String())
}

// ports writes the port list, clock and reset first.
func (p *printer) ports() string {
	type port struct{ dir, width, name, comment string }
	var list []port
	for _, s := range p.m.Ports {
		dir := "input  wire"
		if s.Kind == ir.Output {
			dir = "output wire"
			if p.isReg(s) {
				dir = "output reg "
			}
		}
		list = append(list, port{dir, strings.TrimSuffix(syntax.Vector(s.Width), " "), s.Name, at(s.At)})
	}
	if len(list) == 0 {
		return " ()"
	}
	wide, long := 0, 0
	for _, x := range list {
		wide, long = max(wide, len(x.width)), max(long, len(x.name))
	}
	var b strings.Builder
	b.WriteString(" (\n")
	for i, x := range list {
		b.WriteString("  " + x.dir + " ")
		if wide > 0 {
			fmt.Fprintf(&b, "%*s ", wide, x.width)
		}
		name := x.name
		if i < len(list)-1 {
			name += ","
		}
		if x.comment != "" {
			name = fmt.Sprintf("%-*s", long+1, name)
		}
		b.WriteString(name + x.comment + "\n")
	}
	b.WriteString(")")
	return b.String()
}

// declarations writes localparams, signals and memories.
func (p *printer) declarations() string {
	var b block
	for _, e := range p.enums {
		b.WriteString("\n")
		w := p.enumWidth(e)
		for _, v := range e.Values {
			b.line(2, "localparam "+syntax.Vector(w)+p.states[e][v.Name]+" = "+literal(v.Value, w)+";", "")
		}
	}
	list := p.declared()
	if len(list) == 0 {
		return b.String()
	}
	b.WriteString("\n")
	width, name := 0, 0
	for _, d := range list {
		width, name = max(width, len(d.width)), max(name, len(d.name))
	}
	for _, d := range list {
		if d.attribute != "" {
			b.line(2, d.attribute, "")
		}
		line := fmt.Sprintf("%s %*s%s", d.word, width, d.width, d.name)
		if d.comment != "" {
			line = fmt.Sprintf("%s %*s%-*s", d.word, width, d.width, name, d.name)
		}
		b.line(2, line, d.comment)
	}
	return b.String()
}

// declaration is one of a signal or a memory, in columns.
type declaration struct{ attribute, word, width, name, comment string }

// declared are the signals and memories inside the module.
func (p *printer) declared() []declaration {
	var list []declaration
	p.m.AllSignals(func(s *ir.Signal) {
		if s.Kind.IsInput() || s.Kind == ir.Output || p.inPort[s] {
			return
		}
		d := declaration{"", "wire", syntax.Vector(s.Width), s.Name + ";", at(s.At)}
		if p.isReg(s) {
			d.word = "reg "
		}
		if s.Doc != "" {
			d.comment = "  // " + oneLine(s.Doc)
		}
		list = append(list, d)
	})
	for _, x := range p.m.Memories {
		attribute := ""
		if p.unchecked(x) && p.written[x] {
			attribute = "(* no_rw_check *)"
		}
		list = append(list, declaration{attribute, "reg ", syntax.Vector(x.Width), fmt.Sprintf("%s [0:%d];", x.Name, x.Depth-1), at(x.At)})
	}
	return list
}

// enumWidth is the width of the signals that use e.
func (p *printer) enumWidth(e *ir.Enum) int {
	w := 0
	p.m.AllSignals(func(s *ir.Signal) {
		if s.Enum == e {
			w = max(w, s.Width)
		}
	})
	return w
}

// combinational writes assigns and always @* blocks.
func (p *printer) combinational() {
	for _, x := range p.processes {
		if x.always {
			p.always(x.targets)
		} else {
			p.assign(p.grouping.set(x.targets[0]))
		}
	}
}

func (p *printer) assign(s *ir.Set) {
	v := p.expr(s.Value, settingOf(s, context{}))
	p.line(syntax.Wrap("  assign "+s.Target.Name+" = "+v.text+";", at(s.At)))
}

// always writes a group of targets that share conditions. A normalized condition
// reads a signal, so that the block runs.
func (p *printer) always(group []*ir.Signal) {
	body := p.grouping.filtered(group)
	var b block
	p.stmts(&b, body, 4, "=", context{feeds: group[0].Name, star: true})
	p.paragraph("  always @* begin\n" + b.String() + "  end\n")
}

// instances writes the children. Verilator warns if a name in a child is that of the
// instance; both names are the user's and stay as they are.
func (p *printer) instances() {
	for _, x := range p.m.Instances {
		var conns [][2]string
		for _, c := range x.Conns {
			text := c.Net.Name
			if c.Port.Kind == ir.ClockInput || c.Port.Kind == ir.ResetInput {
				p.read(text, 0, 0, context{})
			}
			if p.inPort[c.Net] {
				text = p.expr(p.grouping.set(c.Net).Value, context{feeds: c.Net.Name, whole: true, enum: c.Port.Enum}).text
			}
			conns = append(conns, [2]string{c.Port.Name, text})
		}
		var b strings.Builder
		fmt.Fprintf(&b, "  %s %s (", x.Module.Name, x.Name)
		wide := 0
		for _, c := range conns {
			wide = max(wide, len(c[0]))
		}
		for i, c := range conns {
			if i > 0 {
				b.WriteString(",")
			} else {
				b.WriteString(at(x.At))
			}
			fmt.Fprintf(&b, "\n    .%-*s (%s)", wide, c[0], c[1])
		}
		b.WriteString("\n  );\n")
		if p.printed[x.Module].names.Has(x.Name) {
			p.paragraph(fmt.Sprintf("  // %s is a name inside %s as well; each stays in its own scope.\n"+
				"  /* verilator lint_off VARHIDDEN */\n%s  /* verilator lint_on VARHIDDEN */\n", x.Name, x.Module.Name, b.String()))
			continue
		}
		p.paragraph(b.String())
	}
}

// clocked writes an always block of a domain.
func (p *printer) clocked(d *ir.Domain, body string) {
	p.read(d.Clock.Name, 0, 0, context{})
	p.paragraph("  always @(posedge " + d.Clock.Name + ") begin\n" + body + "  end\n")
}

// registers writes one block for the registers of a domain that have a reset,
// and one for those without.
func (p *printer) registers() {
	for _, k := range p.registerBlocks {
		regs := k.regs
		body := p.grouping.filtered(regs)
		var b block
		indent := 4
		if k.reset {
			indent = 6
		}
		p.stmts(&b, body, indent, "<=", context{feeds: regs[0].Name})
		if !k.reset {
			if b.Len() > 0 {
				p.clocked(k.domain, b.String())
			}
			continue
		}
		var r block
		p.read(k.domain.Reset.Name, 0, 0, context{})
		r.line(4, "if ("+k.domain.Reset.Name+") begin", "")
		for _, s := range regs {
			r.line(6, s.Name+" <= "+p.resetValue(s)+";", "")
		}
		if b.Len() > 0 {
			r.line(4, "end else begin", "")
			r.WriteString(b.String())
		}
		r.line(4, "end", "")
		p.clocked(k.domain, r.String())
	}
}

func (p *printer) resetValue(s *ir.Signal) string {
	if name := p.stateName(s.Enum, s.PowerOn(), context{}); name != "" {
		return name
	}
	return literal(s.PowerOn(), s.Width)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
