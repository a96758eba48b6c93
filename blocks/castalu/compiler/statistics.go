package compiler

import (
	"posedge/blocks/castalu/isa"
)

// Statistics are figures of a program, for tables.
type Statistics struct {
	Instructions int
	Of           map[isa.Op]map[isa.Type]int // arithmetic instructions, by operation and type
	Elements     map[isa.Op]map[isa.Type]int // their elements
	Requests     int
	InputCasts   int // operands that an instruction casts
	OutputCasts  int // results that an instruction casts
	Distinct     int // instructions that only cast
	Moves        int // instructions that only move
	Registers    int
	Constants    int // vectors
}

// Statistics counts a program's instructions.
func (c *Code) Statistics() Statistics {
	s := Statistics{
		Instructions: len(c.Program.Code), Of: map[isa.Op]map[isa.Type]int{}, Elements: map[isa.Op]map[isa.Type]int{},
		Registers: c.Registers, Constants: len(c.Program.Constants),
	}
	count := func(m map[isa.Op]map[isa.Type]int, i isa.Instruction, n int) {
		if m[i.Op] == nil {
			m[i.Op] = map[isa.Type]int{}
		}
		m[i.Op][i.Type] += n
	}
	for _, i := range c.Program.Code {
		if i.Op == isa.Request {
			s.Requests++
		}
		if !i.Op.Arithmetic() {
			continue
		}
		count(s.Of, i, 1)
		count(s.Elements, i, i.Elements())
		casts := 0
		for _, in := range i.In[:i.Op.Inputs()] {
			if in.From != isa.None {
				casts++
			}
		}
		to := 0
		if i.To != isa.None {
			to = 1
		}
		switch {
		case i.Op != isa.Move || i.Clamp != isa.Unclamped:
			s.InputCasts += casts
			s.OutputCasts += to
		case casts+to > 0:
			s.Distinct++
		default:
			s.Moves++
		}
	}
	return s
}
