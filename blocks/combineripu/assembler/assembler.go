// Package assembler translates a combiner program into one for castalu's processor: the words of its instructions, the
// constants, and the registers that a pixel brings. The hardware makes the same words in castalu_lane.go.
package assembler

import (
	"fmt"

	castaluisa "posedge/blocks/castalu/isa"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
)

// castaluOps are castalu's operations, by [isa.Op].
var castaluOps = [isa.NumOps]castaluisa.Op{
	isa.Move: castaluisa.Move, isa.Add: castaluisa.Add, isa.Multiply: castaluisa.Multiply, isa.MultAdd: castaluisa.MultiplyAdd, isa.Dot3: castaluisa.Dot3, isa.Select: castaluisa.Select,
}

// Instruction translates an instruction into one of castalu's, in its 9-bit type; number gives the index of a constant.
func Instruction(i isa.Instruction, number func(isa.Kind) int) castaluisa.Instruction {
	y := castaluisa.Instruction{
		Op: castaluOps[i.Op], Type: castaluisa.S9, Bias: i.Bias, Scale: castaluisa.Scale(i.Scale), Clamp: castaluisa.ClampSigned, Dest: int(i.Dest),
	}
	if i.Final {
		y.Clamp = castaluisa.ClampUnit
	}
	if i.Op == isa.Select && i.Odd {
		y.Condition = castaluisa.Bit0
	}
	if i.Halves&isa.RGBHalf != 0 {
		y.Mask |= 7
	}
	if i.Halves&isa.AlphaHalf != 0 {
		y.Mask |= 8
	}
	for n, o := range i.In[:i.Op.Sources()] {
		s := castaluisa.Source{Width: 4, Swizzle: [4]uint8{0, 1, 2, 2 + o.Alpha}, Modifier: castaluisa.UnsignedIdentity + castaluisa.Modifier(o.Mapping)}
		if o.RGB != 0 {
			s.Swizzle = [4]uint8{3, 3, 3, 2 + o.Alpha}
		}
		if i.Op == isa.Dot3 {
			s.Width, s.Swizzle[3] = 3, 0
		}
		if o.Kind == isa.RegisterOperand {
			s.Index = int(o.Register)
		} else {
			s.Constant, s.Index = true, number(o.Kind)
		}
		y.In[n] = s
	}
	return y
}

// Program translates a program for castalu's processor, and ends it with End, which returns R0. The program names
// registers by number, as after remapping. Constants stand from the item's base on, in the order of their first use:
// pairs, and a vector of zeros. The error names an instruction without a meaning, or says that there are more constants
// than a word can name.
func Program(list []isa.Instruction) (words []castaluisa.Word, constants [][4]uint32, err error) {
	zeros := -1
	pairs := map[[2]uint32]int{} // the index of the first of each
	for k, i := range list {
		if int(i.Op) >= isa.NumOps {
			return nil, nil, fmt.Errorf("combineripu: instruction %d has no operation %d; the last is %d", k, i.Op, isa.NumOps-1)
		}
		named := func(kind isa.Kind) int {
			if kind == isa.ZeroOperand {
				if zeros < 0 {
					zeros, constants = len(constants), append(constants, [4]uint32{})
				}
				return zeros
			}
			at, ok := pairs[i.Constants]
			if !ok {
				at = len(constants)
				pairs[i.Constants] = at
				constants = append(constants, Vector(model.Constant(i.Constants[0])), Vector(model.Constant(i.Constants[1])))
			}
			return at + int(kind-isa.Constant0Operand)
		}
		w, err := Instruction(i, named).Encode()
		if err != nil {
			return nil, nil, fmt.Errorf("combineripu: instruction %d, %s: %w", k, i.Numbered(), err)
		}
		words = append(words, w)
	}
	end, err := castaluisa.Instruction{Op: castaluisa.End, Dest: int(isa.Result), Count: 1}.Encode()
	return append(words, end), constants, err
}

// Vector is a register in castalu's form.
func Vector(v model.Values) (y [4]uint32) {
	for k, x := range v {
		y[k] = uint32(int32(x))
	}
	return y
}

// Vectors are those of a pixel's work item: the registers whose codes are set in load, in the order of their numbers in
// table, with zeros in the gaps. A work item has at least one vector.
func Vectors(p model.Pixel, load uint16, table [isa.NumRegisters]uint8) [][4]uint32 {
	list := make([][4]uint32, 1, isa.NumRegisters)
	for code := range isa.Register(isa.NumRegisters) {
		if load>>code&1 == 0 {
			continue
		}
		at := int(table[code])
		for len(list) <= at {
			list = append(list, [4]uint32{})
		}
		list[at] = Vector(p.Initial(code))
	}
	return list
}
