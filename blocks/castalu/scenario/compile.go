package scenario

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/dot"
	"posedge/blocks/castalu/flow"
	"posedge/blocks/castalu/precision"
	"posedge/blocks/unit"
	"posedge/internal/atomicfile"
	"posedge/internal/table"
)

// compileCommand is "posedge castalu compile".
func compileCommand() unit.Command {
	return unit.Command{
		Name: "compile", Arguments: "FILE.frag [-o FILE] [-svg FILE]",
		Summary: "compiles a fragment shader to casting-arithmetic instructions",
		Text: `
Reads a fragment shader, a part of GLSL that docs/castalu-compiler.md describes, and
chooses the numeric type of each operation: by the propagation rules of the patent, and
then by an analysis of values and errors, which widens what the rules narrow too far.
Prints the attributes of the edges, the rules that applied, what was widened and why,
the program, its energy, and how far the colour may be from the shader in real
arithmetic. FILE may be - for the standard input.

A sampler without -texture reads what another shader makes, if a pragma says so, or a
checkerboard. Mistakes in the shader are told with line and column, ten at most.

examples:
  posedge castalu compile lighting.frag
  posedge castalu compile lighting.frag -max-error 1 -o lighting.hex -svg lighting.svg
  posedge castalu compile textured.frag -texture image=brick.png -trace`,
		Setup: func(f *flag.FlagSet) func(*unit.Call) error {
			c := compilation{textures: map[string]string{}}
			c.flags(f)
			f.StringVar(&c.binary, "o", "", "`file` for the program's words in hexadecimal")
			f.StringVar(&c.drawing, "svg", "", "`file` for the graph with its attributes, drawn by Graphviz; if that is not installed, its text")
			f.BoolVar(&c.trace, "trace", false, "print the passes, rule by rule")
			f.IntVar(&c.inputs, "measure", 0, "`number` of random inputs on which the errors are measured, in the Go model")
			return c.run
		},
	}
}

// A compilation is what the flags of compile and render ask for.
type compilation struct {
	textures map[string]string
	options  precision.Options

	binary, drawing string
	trace           bool
	inputs          int
}

// flags declares those that say how a shader is compiled.
func (c *compilation) flags(f *flag.FlagSet) {
	f.Var(textureFlag(c.textures), "texture", "the image of a sampler, `NAME=FILE.png`; may be given for each")
	f.BoolVar(&c.options.Literal, "literal", false, "apply the patent's rules as they stand, without the analysis after them")
	f.Var((*stepsFlag)(&c.options.MaxError), "max-error", "the most `steps` of the output that the colour may be off; more is computed in floating point until it is")
}

// check refuses flags that contradict each other.
func (c *compilation) check() error {
	if c.options.Literal && c.options.MaxError > 0 {
		return unit.Wrongf("-literal takes the rules as they stand, whatever the error, and -max-error limits it; leave one out")
	}
	return nil
}

// stepsFlag is the flag -max-error; 0 where it is not given.
type stepsFlag float64

func (s *stepsFlag) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

// Set takes a number above 0.
func (s *stepsFlag) Set(text string) error {
	steps, err := strconv.ParseFloat(text, 64)
	if err != nil || !(steps > 0 && steps < 1e9) {
		return errors.New("write a number of steps above 0")
	}
	*s = stepsFlag(steps)
	return nil
}

// compiled is a shader in fp32 and transformed.
type compiled struct {
	*loaded
	float, literal, transformed version
	result                      *precision.Result // of the transformed one
	rules                       *precision.Result // of the literal one
}

// version is a shader in one set of types.
type version struct {
	name   string
	plan   *precision.Plan
	bound  precision.Bound
	energy precision.Energy
	code   *compiler.Code
}

// compile compiles the shader that the arguments name.
func (c *compilation) compile(call *unit.Call) (*compiled, error) {
	if len(call.Args) != 1 {
		return nil, unit.Wrongf("name one shader, or - for the standard input")
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	l, err := load(call.Args[0], c.textures)
	if err != nil {
		return nil, err
	}
	out := &compiled{loaded: l}
	plan, bound := precision.Float(l.graph)
	out.float = version{name: "fp32", plan: plan, bound: bound, energy: precision.EnergyOf(plan)}
	if out.rules, err = precision.Transform(l.graph, precision.Options{Literal: true}); err != nil {
		return nil, fmt.Errorf("%s: %w", l.name, err)
	}
	if out.result, err = precision.Transform(l.graph, c.options); err != nil {
		return nil, fmt.Errorf("%s: %w", l.name, err)
	}
	of := func(name string, r *precision.Result) version {
		return version{name: name, plan: r.Plan, bound: r.Bound, energy: r.Energy}
	}
	out.literal, out.transformed = of("rules alone", out.rules), of("transformed", out.result)
	for _, p := range []*version{&out.float, &out.literal, &out.transformed} {
		if p.code, err = compiler.Generate(p.plan, castalu.NewConfig(4, castalu.Separate)); err != nil {
			return nil, fmt.Errorf("%s: %w", l.name, err)
		}
	}
	return out, nil
}

// run is the command.
func (c *compilation) run(call *unit.Call) error {
	if c.inputs < 0 {
		return unit.Wrongf("-measure is %d; write a number of inputs", c.inputs)
	}
	out, err := c.compile(call)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	r := report{&b, out}
	r.passes()
	if err := r.makers(c.options); err != nil {
		return err
	}
	r.attributes()
	r.rules()
	if c.trace {
		r.trace()
	}
	r.widened(c.options)
	r.listing()
	r.energy()
	r.bounds()
	if c.inputs > 0 {
		if err := r.measured(c.inputs); err != nil {
			return err
		}
	}
	if err := c.write(call, out, &b); err != nil {
		return err
	}
	_, err = call.Out.Write(b.Bytes())
	return err
}

// write writes the files that the flags ask for.
func (c *compilation) write(call *unit.Call, out *compiled, b *bytes.Buffer) error {
	if c.binary != "" {
		if err := writeFile(c.binary, func(w io.Writer) error { return out.transformed.code.Program.WriteHex(w) }); err != nil {
			return err
		}
		fmt.Fprintf(b, "wrote %s\n", c.binary)
	}
	if c.drawing == "" {
		return nil
	}
	if err := drawGraph(call, c.drawing, dot.Graph(filepath.Base(out.name), out.transformed.plan, out.result.Annotated), b); err != nil {
		return err
	}
	if len(out.images) == 0 {
		return nil
	}
	extension := filepath.Ext(c.drawing)
	return drawGraph(call, strings.TrimSuffix(c.drawing, extension)+"_passes"+extension, dot.Passes(out.passes, out.images), b)
}

// drawGraph writes a graph as Graphviz draws it, or as text if Graphviz is not installed.
func drawGraph(call *unit.Call, path, graph string, b *bytes.Buffer) error {
	drawn, err := dot.SVG(call.Context, graph)
	if errors.Is(err, dot.ErrMissing) {
		path = strings.TrimSuffix(path, ".svg") + ".dot"
		drawn, err = []byte(graph), nil
		fmt.Fprintln(b, "Graphviz is not installed: instead of a drawing there is its text, for dot -Tsvg")
	}
	if err != nil {
		return err
	}
	if err := writeFile(path, func(w io.Writer) error { _, err := w.Write(drawn); return err }); err != nil {
		return err
	}
	fmt.Fprintf(b, "wrote %s\n", path)
	return nil
}

// writeFile writes a whole file, or none.
func writeFile(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return unit.Wrongf("%s is a folder; name a file", path)
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return unit.Wrongf("%v", err)
	}
	if err := write(f); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// report prints what the compiler did.
type report struct {
	io.Writer
	*compiled
}

func (r report) title(format string, args ...any) { fmt.Fprintf(r, "\n"+format+"\n", args...) }

func (r report) table(header []string, columns string, rows [][]string) {
	if err := table.Write(r, header, columns, rows); err != nil {
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

// makers prints what becomes of the passes that make images, with what their readers need.
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

// attributes prints what the edges of each operation carry after the rules.
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

// carried is what the edges of one operand carry, or the constant.
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

// lineOf and nameOf say where a bundle is and what it is called: "wrap", or "xyz" of nothing.
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

// trace prints each application of a rule.
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

// widened prints what the analysis changed.
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
	r.title("widened, because the rules do not hold for its values:")
	r.table([]string{"line", "value", "operation", "from", "to", "reason"}, "RLLLLL", rows)
}

// listing prints the program.
func (r report) listing() {
	s := r.transformed.code.Statistics()
	r.title("program: %s (%d in fp32), %s, %s; casts in %s and %s, %s by themselves:", count(s.Instructions, "instruction", "instructions"),
		r.float.code.Statistics().Instructions, count(s.Registers, "register", "registers"), count(s.Constants, "constant", "constants"),
		count(s.InputCasts, "operand", "operands"), count(s.OutputCasts, "result", "results"), count(s.Distinct, "cast", "casts"))
	fmt.Fprint(r, r.transformed.code.Listing(r.text))
}

// energy prints the operations by resolution and their energy, as the patent counts it.
func (r report) energy() {
	all := []version{r.float, r.literal, r.transformed}
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
	r.table([]string{"operation", "units", "fp32", "= units", "rules alone", "= units", "transformed", "= units"}, "LRRRRRRR", append(rows, total, saved))
}

func blank(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// bounds prints how far the colour may be off.
func (r report) bounds() {
	var rows [][]string
	for _, p := range []version{r.float, r.literal, r.transformed} {
		rows = append(rows, []string{p.name, strconv.Itoa(len(p.code.Program.Code)), strconv.Itoa(p.energy.Units), p.bound.String()})
	}
	r.title("greatest distance from the shader in real arithmetic, in steps of 1/%.6g, %s:", 1/precision.OutputStep(r.graph.Output), declared(r.graph.Output))
	r.table([]string{"program", "instructions", "units", "error at most"}, "LRRL", rows)
}

// declared says where the step comes from.
func declared(o flow.Output) string {
	if o.Declared && o.Bits < flow.Full {
		return fmt.Sprintf("the output's %d bits", o.Bits)
	}
	return "as a display of 8 bits has them, because the output declares none"
}

// measured prints the errors on random inputs.
func (r report) measured(inputs int) error {
	header := []string{"error in steps"}
	var columns []*histogram
	for _, p := range []version{r.float, r.transformed} {
		h, err := measure(r.graph, p.plan, inputs, 1)
		if err != nil {
			return err
		}
		header, columns = append(header, p.name), append(columns, h)
	}
	var rows [][]string
	add := func(name string, of func(h *histogram) int) {
		row, any := []string{name}, false
		for _, h := range columns {
			any = any || of(h) > 0
			row = append(row, strconv.Itoa(of(h)))
		}
		if any {
			rows = append(rows, row)
		}
	}
	for k, ceiling := range ceilings {
		add(fmt.Sprintf("to %v", ceiling), func(h *histogram) int { return h.within[k] })
	}
	add(fmt.Sprintf("above %v", ceilings[len(ceilings)-1]), func(h *histogram) int { return h.beyond })
	add("discarded", func(h *histogram) int { return h.killed })
	add("discarded by one only", func(h *histogram) int { return h.differ })
	rows = append(rows, []string{"greatest", fmt.Sprintf("%.4g", columns[0].worst), fmt.Sprintf("%.4g", columns[1].worst)})
	r.title("measured on %d random inputs:", inputs)
	r.table(header, "LRR", rows)
	return nil
}
