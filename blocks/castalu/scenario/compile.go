package scenario

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"strconv"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/unit"
)

// compileCommand is "posedge castalu compile".
func compileCommand() unit.Command {
	return unit.Command{
		Name: "compile", Arguments: "FILE.frag [-o FILE] [-svg FILE]",
		Summary: "compiles a fragment shader to casting-arithmetic instructions",
		Text: `
Reads a fragment shader in the subset of GLSL that docs/castalu-compiler.md describes,
and chooses the numeric type of each operation: first by the patent's propagation rules,
then by an analysis of values and errors, which widens types that the rules narrow too
far. Prints the attributes of the edges, the rules applied, the types widened and why,
the program, its energy, and the greatest possible distance of the colour from the
shader in real arithmetic. FILE may be - for the standard input.

A sampler without -texture reads the picture of the shader that its pragma names, or a
checkerboard. Mistakes in the shader are reported with line and column, at most ten.

examples:
  posedge castalu compile lighting.frag
  posedge castalu compile lighting.frag -max-error 1 -o lighting.hex -svg lighting.svg
  posedge castalu compile textured.frag -texture image=brick.png -trace`,
		Setup: func(f *flag.FlagSet) func(*unit.Call) error {
			c := compilation{textures: map[string]string{}}
			c.flags(f)
			f.StringVar(&c.binary, "o", "", "`file` for the program: its text for asm if the name ends in .s, else its words in hexadecimal; its folder is made if missing")
			f.StringVar(&c.drawing, "svg", "", "`file` for the graph with its attributes, drawn by Graphviz; if that is not installed, its text; its folder is made if missing")
			f.BoolVar(&c.trace, "trace", false, "print the passes, rule by rule")
			f.IntVar(&c.inputs, "measure", 0, "`number` of random inputs on which the errors are measured, in the Go model")
			return c.run
		},
	}
}

// compilation holds the flags of compile and render.
type compilation struct {
	textures map[string]string
	options  precision.Options

	binary, drawing string
	trace           bool
	inputs          int
}

// flags declares the flags that control how a shader is compiled.
func (c *compilation) flags(f *flag.FlagSet) {
	f.Var(textureFlag(c.textures), "texture", "the image of a sampler, `NAME=FILE.png`; may be given for each")
	f.BoolVar(&c.options.Literal, "literal", false, "apply the patent's rules alone, without the analysis after them")
	f.Var((*stepsFlag)(&c.options.MaxError), "max-error", "greatest error of the colour, in `steps` of the output; operations are widened until it holds")
}

// check refuses flags that contradict each other.
func (c *compilation) check() error {
	if c.options.Literal && c.options.MaxError > 0 {
		return unit.Wrongf("-literal applies the rules regardless of the error, which -max-error limits; leave one out")
	}
	return nil
}

// stepsFlag is the flag -max-error; 0 if it is not given.
type stepsFlag float64

func (s *stepsFlag) String() string { return strconv.FormatFloat(float64(*s), 'g', -1, 64) }

// Set takes a number above 0 and below 1e9.
func (s *stepsFlag) Set(text string) error {
	steps, err := strconv.ParseFloat(text, 64)
	if err != nil || !(steps > 0 && steps < 1e9) {
		return errors.New("write a number of steps above 0 and below 1e9")
	}
	*s = stepsFlag(steps)
	return nil
}

// compiled is a shader compiled in fp32, by the rules alone, and transformed.
type compiled struct {
	*loaded
	float, literal, transformed version
	result                      *precision.Result // of the transformed version
	rules                       *precision.Result // of the literal version
}

// version is a shader in one set of types.
type version struct {
	name   string
	plan   *precision.Plan
	bound  precision.Bound
	energy precision.Energy
	code   *compiler.Code
}

// versions returns the versions that the tables compare; the last is the one selected by the flags.
func (c *compiled) versions() []version {
	if c.transformed.name == c.literal.name {
		return []version{c.float, c.transformed}
	}
	return []version{c.float, c.literal, c.transformed}
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
	if c.options.Literal {
		out.transformed.name = out.literal.name
	}
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
	files, err := c.files(call, out, &b)
	if err != nil {
		return err
	}
	if err := writeFiles(call, files, out.passes); err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintf(&b, "wrote %s\n", f.path)
	}
	_, err = call.Out.Write(b.Bytes())
	return err
}
