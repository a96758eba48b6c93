package scenario

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/stimulus/shaders"
	"posedge/internal/table"
	"posedge/internal/text"
)

// report prints the compiler's work.
type report struct {
	io.Writer
	*compiled
}

func (r report) title(format string, args ...any) { fmt.Fprintf(r, "\n"+format+"\n", args...) }

func (r report) table(header []string, columns string, rows [][]string) {
	writeTable(r, header, columns, rows)
}

// writeTable writes a table to a buffer.
func writeTable(w io.Writer, header []string, columns string, rows [][]string) {
	if err := table.Write(w, header, columns, rows); err != nil {
		panic(err) // a buffer takes everything
	}
}

// passes prints the images between render passes.
func (r report) passes() {
	if len(r.images) == 0 {
		return
	}
	var rows [][]string
	for _, i := range r.images {
		s := i.Read.Graph.Samplers[i.Sampler]
		rows = append(rows, []string{filepath.Base(i.Made.Name), filepath.Base(i.Read.Name), s.Name, i.Declared[0].String(), i.Declared[1].String(), i.After.String()})
	}
	r.title("images between passes:")
	r.table([]string{"made by", "read by", "as", "declared there", "declared here", "after both"}, "LLLLLL", rows)
}

// makers prints the passes that make images, after narrowing by the needs of their readers.
func (r report) makers(o precision.Options) error {
	var rows [][]string
	for _, p := range r.compiled.passes[:len(r.compiled.passes)-1] {
		plan, _ := precision.Float(p.Graph)
		transformed, err := precision.Transform(p.Graph, precision.Options{Literal: o.Literal})
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		out := p.Graph.Output
		rows = append(rows, []string{filepath.Base(p.Name), out.Name, out.Attributes.String(), strconv.Itoa(precision.EnergyOf(plan).Units),
			strconv.Itoa(transformed.Energy.Units), transformed.Bound.String()})
	}
	if len(rows) > 0 {
		r.title("passes that make them; units of energy in fp32 and transformed:")
		r.table([]string{"pass", "output", "after all readers", "fp32", "transformed", "error at most"}, "LLLRRL", rows)
	}
	return nil
}

// attributes prints the attributes of each operation's edges after the rules.
func (r report) attributes() {
	a := r.result.Annotated
	var rows [][]string
	for _, n := range r.graph.Nodes {
		if n != n.Bundle.Nodes[0] || n.Op == flow.Constant {
			continue
		}
		b := n.Bundle
		var in []string
		for slot := range n.In {
			in = append(in, carried(b, slot, a))
		}
		out := a.Of(n)
		for _, x := range b.Nodes {
			out = precision.Hull(out, a.Of(x))
		}
		typ := r.transformed.plan.Type[n.ID].String()
		if by := r.literal.plan.Type[n.ID]; by.String() != typ {
			typ += " (" + by.String() + " by the rules)"
		}
		operation := n.Op.String()
		if n.Op == flow.Input && r.graph.Variables[n.Index].Uniform {
			operation = "uniform"
		}
		rows = append(rows, []string{lineOf(b), nameOf(b), operation, strings.Join(in, ", "), out.String(), typ})
	}
	r.title("attributes after %s:", count(len(r.result.Passes), "pass", "passes"))
	r.table([]string{"line", "value", "operation", "of", "result", "type"}, "RLLLLL", rows)
}

// carried describes an operand: the attributes of its edges, or its constant.
func carried(b *flow.Bundle, slot int, a *precision.Annotated) string {
	out, n := a.In[b.Nodes[0].ID][slot].Attributes, b.Nodes[0]
	for _, x := range b.Nodes {
		out = precision.Hull(out, a.In[x.ID][slot].Attributes)
	}
	if x := n.In[slot]; x.Op == flow.Constant {
		return strconv.FormatFloat(x.Value, 'g', 6, 64)
	}
	return out.String()
}

// lineOf and nameOf are the line and the name of a bundle in tables.
func lineOf(b *flow.Bundle) string {
	if b.Position.Line == 0 {
		return ""
	}
	return strconv.Itoa(b.Position.Line)
}

func nameOf(b *flow.Bundle) string {
	name := b.Name
	if len(b.Nodes) > 1 {
		name += "." + "xyzw"[:len(b.Nodes)]
	}
	return name
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// rules prints how often each rule applied in each pass.
func (r report) rules() {
	header, columns := []string{"rule"}, "L"
	for k := range r.result.Passes {
		header, columns = append(header, fmt.Sprintf("pass %d", k+1)), columns+"R"
	}
	var rows [][]string
	for rule := range precision.Rules {
		row, any := []string{precision.Rules[rule].Name}, false
		for _, steps := range r.result.Passes {
			n := 0
			for _, s := range steps {
				if s.Rule == rule {
					n++
				}
			}
			any = any || n > 0
			row = append(row, strconv.Itoa(n))
		}
		if any {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		r.title("no rule applies")
		return
	}
	r.title("rules applied:")
	r.table(header, columns, rows)
}

// trace prints every application of a rule.
func (r report) trace() {
	for k, steps := range r.result.Passes {
		r.title("pass %d: %s", k+1, count(len(steps), "match", "matches"))
		for _, s := range steps {
			fmt.Fprintf(r, "  %v: rule %s\n", s.Node, precision.Rules[s.Rule].Name)
			for _, c := range s.Changes {
				to := "the output"
				switch {
				case c.Edge.To == s.Node:
					to = fmt.Sprintf("operand %d", c.Edge.Slot+1)
				case c.Edge.To != nil:
					to = c.Edge.To.String()
				}
				fmt.Fprintf(r, "    %v to %s: %v becomes %v\n", c.Edge.From, to, c.Before, c.After)
			}
		}
	}
}

// widened prints the types that the analysis widened.
func (r report) widened(o precision.Options) {
	if len(r.result.Widened) == 0 {
		if o.Literal {
			r.title("the rules stand as they are: no analysis")
		} else {
			r.title("nothing had to be widened")
		}
		return
	}
	var rows [][]string
	for _, w := range r.result.Widened {
		rows = append(rows, []string{lineOf(w.Bundle), nameOf(w.Bundle), w.Bundle.Nodes[0].Op.String(), w.From.String(), w.To.String(), w.Reason})
	}
	r.title("widened after the rules:")
	r.table([]string{"line", "value", "operation", "from", "to", "reason"}, "RLLLLL", rows)
}

// listing prints the program.
func (r report) listing() {
	s := r.transformed.code.Statistics()
	r.title("program: %s, %s, %s (all in fp32 it would have %s); casts in %s and %s, %s by themselves:", text.Count(s.Instructions, "instruction"),
		text.Count(s.Registers, "register"), text.Count(s.Constants, "constant"), text.Count(r.float.code.Statistics().Instructions, "instruction"),
		text.Count(s.InputCasts, "operand"), text.Count(s.OutputCasts, "result"), text.Count(s.Distinct, "cast"))
	fmt.Fprint(r, r.transformed.code.Listing(r.text))
}

// energy prints the operations by resolution and their energy, as the patent counts it.
func (r report) energy() {
	all := r.versions()
	var rows [][]string
	for _, op := range []flow.Op{flow.Multiply, flow.Add, flow.Reciprocal, flow.SquareRoot, flow.ReciprocalRoot, flow.Power, flow.Exp2, flow.Log2} {
		for _, bits := range []int{flow.Full, 24, 12} {
			row, any := []string{op.String() + " " + map[int]string{flow.Full: "fp32", 24: "24 bits", 12: "12 bits"}[bits]}, false
			units := precision.Units(op, bits)
			row = append(row, blank(units))
			for _, p := range all {
				n := p.energy.Of(op, bits)
				any = any || n > 0
				row = append(row, strconv.Itoa(n), blank(n*units))
			}
			if any {
				rows = append(rows, row)
			}
		}
	}
	total, saved := []string{"in all", ""}, []string{"saved", ""}
	for _, p := range all {
		total = append(total, "", strconv.Itoa(p.energy.Units))
		saved = append(saved, "", strconv.Itoa(r.float.energy.Units-p.energy.Units))
	}
	r.title("operations a component, and units of energy of multiplications and additions as the patent has them:")
	header := []string{"operation", "units"}
	for _, p := range all {
		header = append(header, p.name, "= units")
	}
	r.table(header, "LR"+strings.Repeat("RR", len(all)), append(rows, total, saved))
}

func blank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// bounds prints the greatest error of the colour.
func (r report) bounds() {
	var rows [][]string
	for _, p := range r.versions() {
		rows = append(rows, []string{p.name, strconv.Itoa(len(p.code.Program.Code)), strconv.Itoa(p.energy.Units), p.bound.String()})
	}
	r.title("greatest distance from the shader in real arithmetic, in steps of 1/%.6g, %s:", 1/precision.OutputStep(r.graph.Output), declared(r.graph.Output))
	r.table([]string{"program", "instructions", "units", "error at most"}, "LRRL", rows)
}

// declared explains the size of a step.
func declared(o flow.Output) string {
	if o.Declared && o.Bits < flow.Full {
		return "the output's " + text.Count(o.Bits, "bit")
	}
	return "as a display of 8 bits has them, because the output declares none"
}

// measured prints the errors on random inputs.
func (r report) measured(inputs int) error {
	float, err := shaders.Measure(r.graph, r.float.plan, inputs, 1)
	if err != nil {
		return err
	}
	transformed, err := shaders.Measure(r.graph, r.transformed.plan, inputs, 1)
	if err != nil {
		return err
	}
	var rows [][]string
	for k, class := range shaders.Classes {
		if float.Count[k]+transformed.Count[k] > 0 {
			rows = append(rows, []string{class, strconv.Itoa(float.Count[k]), strconv.Itoa(transformed.Count[k])})
		}
	}
	rows = append(rows, []string{"greatest", fmt.Sprintf("%.4g", float.Worst), fmt.Sprintf("%.4g", transformed.Worst)})
	r.title("measured on %d random inputs:", inputs)
	r.table([]string{"error in steps", r.float.name, r.transformed.name}, "LRR", rows)
	return nil
}
