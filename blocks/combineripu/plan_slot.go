package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// numSlots is the number of instruction slots in a plan. A general stage has slots for T2, R0, SUM, CD, AB, and the
// moves home of SUM, CD and AB, each for RGB and then alpha.
const numSlots = 16

// slotBits is an [InstructionBits] without its constants, which all instructions of a step share.
type slotBits struct {
	Op     hdl.Bits `width:"3"`
	Dest   hdl.Bits `width:"4"`
	Halves hdl.Bits `width:"2"`
	In     [3]OperandBits
	Bias   hdl.Bits `width:"1"`
	Scale  hdl.Bits `width:"2"`
	Final  hdl.Bits `width:"1"`
	Odd    hdl.Bits `width:"1"`
	Last   hdl.Bits `width:"1"`
}

// instruction is the slot's instruction.
func (s slotBits) instruction(constants [2]hdl.Bits) InstructionBits {
	return InstructionBits{s.Op, s.Dest, s.Halves, s.In, s.Bias, s.Scale, s.Final, s.Odd, s.Last, constants}
}

// entry is what one portion wants in a slot.
type entry struct {
	present   hdl.Bits
	operation workBits
	dest      hdl.Bits // 4
	rgb       hdl.Bits // writes red, green and blue
	alpha     hdl.Bits // writes alpha; in the RGB portion, from the blue of its sources
	bias      hdl.Bits
	scale     hdl.Bits // 2
	odd       hdl.Bits
}

// entryOf is an entry of a portion that writes the portion's half, with neither bias nor scale.
func entryOf(portion int, present hdl.Bits, o workBits, dest isa.Register) entry {
	zero := hdl.Const(1, 0)
	return entry{present, o, hdl.Const(4, int(dest)), hdl.Const(1, 1-portion), hdl.Const(1, portion), zero, hdl.Const(2, 0), zero}
}

// pair reports whether the entries of both portions form one instruction.
func pair(rgb, alpha entry) hdl.Bits {
	return every(rgb.present, alpha.present, rgb.alpha.Not(), rgb.operation.same(alpha.operation), rgb.dest.Eq(alpha.dest),
		rgb.bias.Eq(alpha.bias), rgb.scale.Eq(alpha.scale))
}

// filledSlot is a slot, and whether it holds an instruction.
type filledSlot struct {
	valid hdl.Bits
	slot  slotBits
}

// pairedSlots turns the entries of both portions into instructions. A pair takes the RGB portion's slot.
func pairedSlots(rgb, alpha entry, pair hdl.Bits) (first, second filledSlot) {
	first, second = filledSlot{rgb.present, rgb.slot()}, filledSlot{alpha.present.And(pair.Not()), alpha.slot()}
	dot := rgb.operation.Op.Eq(int(isa.Dot3))
	first.slot.Halves = hdl.Pack(rgb.rgb, rgb.alpha.Or(pair))
	for k, in := range rgb.operation.In {
		first.slot.In[k].RGB = in.Usage.And(rgb.rgb.Or(dot))
		first.slot.In[k].Alpha = hdl.Mux(pair, alpha.operation.In[k].Usage, every(in.Usage, rgb.alpha, dot.Not()))
	}
	return first, second
}

// slot is the instruction of an unpaired entry of a general stage. Only the lanes that it writes read its sources.
func (e entry) slot() slotBits {
	zero := hdl.Const(1, 0)
	s := slotBits{Op: e.operation.Op, Dest: e.dest, Halves: hdl.Pack(e.rgb, e.alpha), Bias: e.bias, Scale: e.scale, Final: zero, Odd: e.odd, Last: zero}
	for k, in := range e.operation.In {
		s.In[k] = OperandBits{in.Kind, in.Register, in.Usage.And(e.rgb), in.Usage.And(e.alpha), in.Mapping}
	}
	return s
}

// every is the AND of a list, some the OR.
func every(list ...hdl.Bits) hdl.Bits {
	y := list[0]
	for _, x := range list[1:] {
		y = y.And(x)
	}
	return y
}

func some(list ...hdl.Bits) hdl.Bits {
	y := list[0]
	for _, x := range list[1:] {
		y = y.Or(x)
	}
	return y
}
