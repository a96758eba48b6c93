package verilog

import (
	"fmt"
	"slices"
	"strings"

	"posedge/hdl/ir"
)

// PlanText is the plan of top as text, for the tests outside the package.
func PlanText(top *ir.Module) string {
	paths := map[*ir.Module]ir.Summary{}
	var p *plan
	for _, m := range ir.Modules(top) {
		p = newPlan(m, top, paths)
		paths[m] = p.paths
	}
	return p.dump()
}

// dump is a plan as text: the module as it is folded, and what was found out about it.
func (p *plan) dump() string {
	var b strings.Builder
	section := func(title string, lines []string) {
		if len(lines) > 0 {
			fmt.Fprintf(&b, "\n%s\n  %s\n", title, strings.Join(lines, "\n  "))
		}
	}
	b.WriteString(ir.Text(p.folded(p.body)))
	if len(p.checks) > 0 {
		b.WriteString("\n" + ir.Text(&ir.Module{Name: "checks", Body: p.checks}))
	}
	section("paths", p.dumpPaths())
	section("localparams", p.dumpStates())
	var lines []string
	for _, x := range p.processes {
		word := "assign"
		if x.always {
			word = "always"
		}
		lines = append(lines, word+" "+listed(x.targets))
	}
	p.m.AllSignals(func(s *ir.Signal) {
		if p.inPort[s] {
			lines = append(lines, "port connection "+s.Name)
		}
	})
	section("combinational", lines)
	lines = nil
	for _, x := range p.registerBlocks {
		word := "with reset: "
		if !x.reset {
			word = "without reset: "
		}
		lines = append(lines, word+listed(x.regs))
	}
	section("registers", lines)
	section("expressions with a wire", p.dumpWires())
	return b.String()
}

func listed(signals []*ir.Signal) string {
	var names []string
	for _, s := range signals {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}

func (p *plan) dumpPaths() (lines []string) {
	for i, s := range p.m.Ports {
		var from []*ir.Signal
		for _, in := range p.paths[i] {
			from = append(from, p.m.Ports[in])
		}
		if len(from) > 0 {
			lines = append(lines, s.Name+" from "+listed(from))
		}
	}
	return lines
}

func (p *plan) dumpStates() (lines []string) {
	for _, e := range p.enums {
		for _, v := range e.Values {
			lines = append(lines, fmt.Sprintf("%s of %s is %s", v.Name, e.Name, p.states[e][v.Name]))
		}
	}
	return lines
}

// dumpWires lists the expressions that are read by the name of a wire, operands
// first. The text adds those that are too long, or that Verilog cannot have where
// they are.
func (p *plan) dumpWires() (lines []string) {
	all := &ir.Module{Body: slices.Concat(p.body, p.checks), Reads: p.reads}
	seen := ir.Seen{}
	all.Roots(func(e ir.Expr) {
		seen.Each(e, func(e ir.Expr) {
			line := fmt.Sprintf("%s, width %d, uses %d", suffix(e), e.Width(), p.uses[e])
			if n := p.usesWithChecks[e] - p.uses[e]; n > 0 {
				line += fmt.Sprintf(" and %d in checks", n)
			}
			switch wire := p.wireOf[e]; {
			case wire != nil:
				lines = append(lines, line+": is "+wire.Name)
			case p.tooDeep[e]:
				lines = append(lines, line+": too deep")
			case p.usesWithChecks.shared(e):
				lines = append(lines, line+": shared")
			}
		})
	})
	return lines
}
