package castalu

import "posedge/hdl"

// WordFields are the fields of an arithmetic instruction's word in hardware, for a unit that makes instructions. They
// have the widths and the values that the table of the word in docs/castalu.md gives; inputs that the operation does not
// have are 0, as is a condition of other operations than [Select] and [Kill].
type WordFields struct {
	Op        hdl.Bits // 6: Op
	Type      hdl.Bits // 3: Type
	Condition hdl.Bits // 2: Condition
	Bias      hdl.Bits // 1
	Scale     hdl.Bits // 2: Scale
	Clamp     hdl.Bits // 2: Clamp
	To        hdl.Bits // 4: Format
	Dest      hdl.Bits // 5
	Mask      hdl.Bits // 4
	In        [3]SourceFields
}

// SourceFields are the fields of an input in hardware.
type SourceFields struct {
	Constant hdl.Bits // 1
	Index    hdl.Bits // 8
	Swizzle  hdl.Bits // 8: bits 2i + 1 and 2i are the component of element i
	Elements hdl.Bits // 2: their number − 1
	From     hdl.Bits // 4: Format
	Modifier hdl.Bits // 4: Modifier
}

// Word is the word of the fields, [WordBits] wide, as [Instruction.Encode] makes it.
func (f WordFields) Word() hdl.Bits {
	at := map[int]hdl.Bits{}
	put := func(to field, x hdl.Bits) {
		if x.Width() != to.width {
			x = x.Refuse(to.width, "the field %s of a word has %d bits", to.name, to.width)
		}
		at[to.low] = x
	}
	put(fieldOp, f.Op)
	put(fieldType, f.Type)
	put(fieldCondition, f.Condition)
	put(fieldBias, f.Bias)
	put(fieldScale, f.Scale)
	put(fieldClamp, f.Clamp)
	put(fieldTo, f.To)
	put(fieldDest, f.Dest)
	put(fieldMask, f.Mask)
	for n, s := range f.In {
		put(inputConstant.input(n), s.Constant)
		put(inputIndex.input(n), s.Index)
		put(inputSwizzle.input(n), s.Swizzle)
		put(inputElements.input(n), s.Elements)
		put(inputFrom.input(n), s.From)
		put(inputModifier.input(n), s.Modifier)
	}
	var parts []hdl.Operand
	for low := 0; low < WordBits; {
		if x, ok := at[low]; ok {
			parts, low = append(parts, x), low+x.Width()
			continue
		}
		parts, low = append(parts, hdl.Const(1, 0)), low+1
	}
	return hdl.Pack(parts...)
}
