// Package compiler generates the instructions of a shader: a castalu program that computes
// exactly what a [precision.Plan] specifies, bit by bit.
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
	// Program begins at address 0. Its only result vector is the colour, in fp32.
	Program *isa.Program
	// Inputs are the variables in the vectors of a work item, as indices into
	// Graph.Variables: vector i, which becomes register i, holds variable Inputs[i].
	Inputs []int
	// Notes say what each instruction is for.
	Notes []Note
	// Constants describe each component of the program's constants.
	Constants [][4]Constant
	// Registers is the number of registers that the program uses.
	Registers int
	// Config is the requested configuration, with more constants and words if the program
	// needs them.
	Config castalu.Config

	graph *flow.Graph
}

// Note is what an instruction is for.
type Note struct {
	Name     string // what it computes, "diffuse", or what it does: "output"
	Position flow.Position
	Gathers  bool // it only moves or casts values for another instruction
}

// Constant describes a component of a constant. It is unused if both Uniform and Literal
// are false.
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
	maxUnits     = 16 // that serve requests
	maxWords     = 1 << 16
)

// manySteps is the number of steps beyond which the last order, which is slow, is not tried
// if another one has succeeded.
const manySteps = 1000

// Generate makes the program of a plan for a processor. It uses no more registers than c
// has; if c has too few constants or words, Code.Config has more. The error names the place
// that needs too many registers, or the part of the plan that no instruction computes.
func Generate(p *precision.Plan, c castalu.Config) (*Code, error) {
	for _, n := range p.Graph.Nodes {
		if n.Op == flow.Sample && n.Index >= maxUnits {
			return nil, fmt.Errorf("castalu: the shader has %s, each of which needs a unit, but a processor has %d units; none is left for %s, read in line %d: use fewer, or split the shader into passes",
				text.Count(len(p.Graph.Samplers), "sampler"), maxUnits, p.Graph.Samplers[n.Index].Name, n.Bundle.Position.Line)
		}
	}
	var best *draft
	var failed error
	least := 0 // the fewest registers of a draft that failed
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

// better compares two drafts by the number of instructions, then by the number of
// registers, and then by how early they end work items.
func (d *draft) better(than *draft) bool {
	if a, b := len(d.all()), len(than.all()); a != b {
		return a < b
	}
	if d.registers != than.registers {
		return d.registers < than.registers
	}
	return d.beforeKills() < than.beforeKills()
}

// beforeKills is the number of steps before each kill, summed over all kills.
func (d *draft) beforeKills() int {
	n := 0
	for _, s := range d.steps {
		if s.op == isa.Kill {
			n += s.index
		}
	}
	return n
}

// code encodes the instructions.
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

// what is the name of an instruction in messages.
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
