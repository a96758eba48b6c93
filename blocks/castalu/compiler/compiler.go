// Package compiler makes the instructions of a shader: a program of castalu that computes
// what a [precision.Plan] says, to the bit.
package compiler

import (
	"fmt"
	"strings"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/isa"
	"posedge/internal/text"
)

// Code is the program of a shader.
type Code struct {
	// Program begins at address 0. Its one result is the colour, in fp32.
	Program *isa.Program
	// Inputs are the variables that stand in the vectors of a work item, as indices in
	// Graph.Variables: vector i, which becomes register i, has variable Inputs[i].
	Inputs []int
	// Notes say what each instruction is for.
	Notes []Note
	// Constants say what each component of the program's constants is.
	Constants [][4]Constant
	// Registers is how many of them the program uses.
	Registers int
	// Config is the configuration that was asked for, with as many constants and words as
	// the program needs.
	Config castalu.Config

	graph *flow.Graph
}

// Note is what an instruction is for.
type Note struct {
	Name     string // what it computes, "diffuse", or what it does: "output"
	Position flow.Position
	Gathers  bool // it only moves or casts what several instructions computed
}

// Constant is what a component of a constant is. It is unused where both Uniform and
// Literal are false.
type Constant struct {
	Uniform   bool
	Variable  int // of a uniform: its index in Graph.Variables, and the component
	Component int
	Literal   bool
	Format    isa.Format // of the bits
}

// Limits of the unit.
const (
	maxConstants = 256
	maxUnits     = 16 // that answer requests
	maxWords     = 1 << 16
)

// manySteps is where the last order takes too long to be tried for a better program.
const manySteps = 1000

// Generate makes the program of a plan for a processor. It takes no more registers than
// c has; where c has too few constants or words, Code.Config has more. The error says
// which place needs too many registers, or what of the plan has no instruction.
func Generate(p *precision.Plan, c castalu.Config) (*Code, error) {
	for _, n := range p.Graph.Nodes {
		if n.Op == flow.Sample && n.Index >= maxUnits {
			return nil, fmt.Errorf("castalu: the shader has %s, a unit each, but a processor has %d units; %s, read in line %d, has none: use fewer, or divide the shader into passes",
				text.Count(len(p.Graph.Samplers), "sampler"), maxUnits, p.Graph.Samplers[n.Index].Name, n.Bundle.Position.Line)
		}
	}
	var best *draft
	var failed error
	least := 0 // registers of those that failed
	for _, order := range orders {
		d, err := newDraft(p)
		if err != nil {
			return nil, err
		}
		if best != nil && order == fewest && len(d.steps) > manySteps {
			break
		}
		d.schedule(order)
		d.gatherAll()
		switch err := d.allocate(c.Registers); {
		case err != nil && (failed == nil || d.registers < least):
			failed, least = err, d.registers
		case err == nil && (best == nil || d.better(best)):
			best = d
		}
	}
	if best == nil {
		return nil, failed
	}
	return best.code(c)
}

// better reports whether a draft takes fewer instructions than another, or as many with
// fewer registers, or whether it ends work items earlier.
func (d *draft) better(than *draft) bool {
	if a, b := len(d.all()), len(than.all()); a != b {
		return a < b
	}
	if d.registers != than.registers {
		return d.registers < than.registers
	}
	return d.beforeKills() < than.beforeKills()
}

// beforeKills is the number of steps in front of each kill, in all.
func (d *draft) beforeKills() int {
	n := 0
	for _, s := range d.steps {
		if s.op == isa.Kill {
			n += s.index
		}
	}
	return n
}

// code writes the instructions down.
func (d *draft) code(c castalu.Config) (*Code, error) {
	out := &Code{Program: &isa.Program{}, Inputs: d.inputs, Registers: d.registers, Config: c, graph: d.plan.Graph}
	pool, err := d.constants()
	if err != nil {
		return nil, err
	}
	for _, s := range d.all() {
		i, err := s.instruction(pool)
		if err != nil {
			return nil, err
		}
		w, err := i.Encode()
		if err != nil {
			return nil, fmt.Errorf("castalu: the plan has no instruction for %s: %w", s.what(), err)
		}
		out.Program.Code = append(out.Program.Code, i)
		out.Program.Words = append(out.Program.Words, w)
		out.Notes = append(out.Notes, Note{s.name, s.position, s.copies})
	}
	out.Program.Constants, out.Constants = pool.contents(d.plan.Graph)
	if n := len(out.Program.Words); n > maxWords {
		return nil, fmt.Errorf("castalu: the shader takes %s; the processor has at most %d words", text.Count(n, "instruction"), maxWords)
	}
	out.Config.Words = max(c.Words, len(out.Program.Words))
	out.Config.Constants = max(c.Constants, len(out.Program.Constants))
	return out, nil
}

// what is what messages call an instruction.
func (s *step) what() string {
	name := s.name
	if name == "" {
		name = s.op.String()
	}
	if s.position.Line > 0 {
		name += fmt.Sprintf(" (%v)", s.position)
	}
	return strings.TrimSpace(name)
}
