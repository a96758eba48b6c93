package model

import "posedge/blocks/combineripu/isa"

// Interpret executes a program, which names registers by their codes, on a pixel.
func Interpret(program []isa.Instruction, p Pixel) Colour {
	var registers [isa.NumRegisters]Values
	for r := range registers {
		registers[r] = p.Initial(isa.Register(r))
	}
	for _, i := range program {
		Execute(i, &registers)
	}
	var c Colour
	for k, v := range registers[isa.Result] {
		c[k] = uint8(v)
	}
	return c
}

// Execute executes an instruction on registers.
func Execute(i isa.Instruction, registers *[isa.NumRegisters]Values) {
	var in [3]Values
	for k, o := range i.In[:i.Op.Sources()] {
		switch o.Kind {
		case isa.Constant0Operand, isa.Constant1Operand:
			in[k] = Constant(i.Constants[o.Kind-isa.Constant0Operand])
		case isa.RegisterOperand:
			in[k] = registers[o.Register]
		}
	}
	Compute(i, &registers[i.Dest&15], in)
}

// Compute writes the result of an instruction to the halves of dest that it names. The registers or constants of its
// operands are given in in, not yet mapped.
func Compute(i isa.Instruction, dest *Values, in [3]Values) {
	var x [3]Values // by lane
	for k, o := range i.In[:i.Op.Sources()] {
		for lane := range 4 {
			from := lane
			switch {
			case lane < 3 && o.RGB != 0:
				from = 3
			case lane == 3 && o.Alpha == 0:
				from = 2
			}
			x[k][lane] = Map(o.Mapping, clamp(in[k][from], -One, One))
		}
	}
	dot := 0
	for lane := range 3 {
		dot += product(x[0][lane], x[1][lane])
	}
	for lane := range 4 {
		if half := 1 + lane/3; int(i.Halves)&half == 0 {
			continue
		}
		s0, s1, s2 := x[0][lane], x[1][lane], x[2][lane]
		var y int
		switch i.Op {
		case isa.Move:
			y = s0
		case isa.Add:
			y = s0 + s1
		case isa.Multiply:
			y = product(s0, s1)
		case isa.MultAdd:
			y = product(s0, s1) + s2
		case isa.Dot3:
			y = dot
		case isa.Select:
			y = s0
			if i.Odd && s2&1 != 0 || !i.Odd && s2 >= half {
				y = s1
			}
		}
		dest[lane] = output(y, i.Bias, i.Scale, i.Final)
	}
}
