package scenario

import (
	"errors"
	"math"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
)

// operands are the operands of one element of an instruction, in fp32.
type operands [3]uint32

// recorded returns the operands of the lighting program's first n multiplications in fp32 whose operands are in [−1, 1], the
// range of every signed type. The pixels come from all over the picture.
func recorded(n int) ([]operands, error) {
	program, err := isa.Assemble("lighting.s", lightingText)
	if err != nil {
		return nil, err
	}
	arithmetic, err := stimulus.NewModel()
	if err != nil {
		return nil, err
	}
	var list []operands
	c := castalu.NewConfig(4, castalu.Separate)
	m := model.Machine{Model: arithmetic, Registers: c.Registers, Words: c.Words, Program: program.Words, Constants: program.Constants}
	m.Executed = func(i isa.Instruction, x [3][4]uint32) {
		switch i.Op {
		case isa.Multiply, isa.MultiplyAdd, isa.Dot3, isa.Dot4:
			list = append(list, factors(i, x)...)
		}
	}
	start, _ := program.Entry("float")
	const stride = 10007 // odd, so that every pixel is visited
	for at := 0; len(list) < n; at += stride {
		x, y := at%lightingSize, at/lightingSize%lightingSize
		if _, ok := m.Run(start, 0, [][4]uint32{pixel(x, y, lightingSize, lightingSize)}, stimulus.MaxInstructions); !ok {
			return nil, errors.New("the lighting program does not end")
		}
	}
	return list[:n], nil
}

// factors returns the operands of each element of an instruction in fp32, without modifiers.
func factors(i isa.Instruction, x [3][4]uint32) (list []operands) {
	elements := 1
	for _, s := range i.In[:i.Op.Inputs()] {
		elements = max(elements, s.Width)
	}
	for k := range elements {
		var o operands
		small := true
		for n, s := range i.In[:i.Op.Inputs()] {
			o[n] = x[n][s.Swizzle[min(k, s.Width-1)]]
			small = small && math.Abs(float64(math.Float32frombits(o[n]))) <= 1
		}
		if small {
			list = append(list, o)
		}
	}
	return list
}

// in casts the operands to a numeric type.
func (o operands) in(t isa.Type) operands {
	if t != isa.FP32 {
		for n := range o {
			o[n] = isa.Cast(isa.As(isa.FP32), isa.As(t), o[n])
		}
	}
	return o
}
