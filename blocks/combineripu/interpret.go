package combineripu

// Interpret executes a program on a pixel: its instructions name registers by their codes.
func Interpret(program []Instruction, p PixelValues) Colour {
	var registers [NumRegisters]Values
	for r := range registers {
		registers[r] = p.initial(Register(r))
	}
	for _, i := range program {
		i.Execute(&registers)
	}
	var c Colour
	for k, v := range registers[Result] {
		c[k] = uint8(v)
	}
	return c
}

// Execute executes the instruction on registers.
func (i Instruction) Execute(registers *[NumRegisters]Values) {
	var in [3]Values
	for k, o := range i.In[:i.Op.Sources()] {
		switch o.Kind {
		case Constant0Operand, Constant1Operand:
			in[k] = constant(i.Constants[o.Kind-Constant0Operand])
		case RegisterOperand:
			in[k] = registers[o.Register]
		}
	}
	i.Compute(&registers[i.Dest&15], in)
}

// Compute writes the result of the instruction to the halves of a register that it names. In are the registers or
// constants of its operands.
func (i Instruction) Compute(dest *Values, in [3]Values) {
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
			x[k][lane] = o.Mapping.Map(clamp(in[k][from], -One, One))
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
		case Move:
			y = s0
		case Add:
			y = s0 + s1
		case Multiply:
			y = product(s0, s1)
		case MultAdd:
			y = product(s0, s1) + s2
		case Dot3:
			y = dot
		case Select:
			y = s0
			if i.Odd && s2&1 != 0 || !i.Odd && s2 >= half {
				y = s1
			}
		}
		dest[lane] = output(y, i.Bias, i.Scale, i.Final)
	}
}
