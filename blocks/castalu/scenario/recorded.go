package scenario

import (
	"errors"
	"math"

	"posedge/blocks/castalu"
)

// operands are what one element of an instruction computes with, in fp32.
type operands [3]uint32

// recorded are the operands of the first n multiplications that the lighting program makes
// in fp32, over pixels from all over the picture: those whose operands lie in [−1, 1], so
// that every signed type has them.
func recorded(n int) ([]operands, error) {
	program, err := castalu.Assemble("lighting.s", lightingText)
	if err != nil {
		return nil, err
	}
	model, err := NewModel()
	if err != nil {
		return nil, err
	}
	var list []operands
	m := castalu.Machine{Model: model, Config: castalu.NewConfig(4, castalu.Separate), Program: program.Words, Constants: program.Constants}
	m.Executed = func(i castalu.Instruction, x [3][4]uint32) {
		switch i.Op {
		case castalu.Multiply, castalu.MultiplyAdd, castalu.Dot3, castalu.Dot4:
			list = append(list, factors(i, x)...)
		}
	}
	start, _ := program.Entry("float")
	const stride = 10007 // odd, so that it visits every pixel
	for at := 0; len(list) < n; at += stride {
		x, y := at%lightingSize, at/lightingSize%lightingSize
		if _, ok := m.Run(start, 0, [][4]uint32{pixel(x, y, lightingSize, lightingSize)}, maxInstructions); !ok {
			return nil, errors.New("the lighting program does not end")
		}
	}
	return list[:n], nil
}

// factors are the operands of an instruction in fp32 without modifiers, by element.
func factors(i castalu.Instruction, x [3][4]uint32) (list []operands) {
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

// in are the operands in a numeric type.
func (o operands) in(t castalu.Type) operands {
	if t != castalu.FP32 {
		for n := range o {
			o[n] = castalu.Cast(castalu.As(castalu.FP32), castalu.As(t), o[n])
		}
	}
	return o
}
