package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
)

// WordFields are the fields of an arithmetic instruction's word in hardware, for a unit that generates instructions.
// Their widths and values are those of the table in docs/castalu.md. The fields of unused inputs are 0, and so is
// Condition unless the operation is [isa.Select] or [isa.Kill].
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

// Word packs the fields into a word of [isa.WordBits] bits, as [isa.Instruction.Encode] does.
func (f WordFields) Word() hdl.Bits {
	at := map[int]hdl.Bits{}
	put := func(to isa.Field, x hdl.Bits) {
		if x.Width() != to.Width {
			x = x.Refuse(to.Width, "the field %s of a word has %d bits", to.Name, to.Width)
		}
		at[to.Low] = x
	}
	put(isa.FieldOp, f.Op)
	put(isa.FieldType, f.Type)
	put(isa.FieldCondition, f.Condition)
	put(isa.FieldBias, f.Bias)
	put(isa.FieldScale, f.Scale)
	put(isa.FieldClamp, f.Clamp)
	put(isa.FieldTo, f.To)
	put(isa.FieldDest, f.Dest)
	put(isa.FieldMask, f.Mask)
	for n, s := range f.In {
		put(isa.InputConstant.Input(n), s.Constant)
		put(isa.InputIndex.Input(n), s.Index)
		put(isa.InputSwizzle.Input(n), s.Swizzle)
		put(isa.InputElements.Input(n), s.Elements)
		put(isa.InputFrom.Input(n), s.From)
		put(isa.InputModifier.Input(n), s.Modifier)
	}
	var parts []hdl.Operand
	for low := 0; low < isa.WordBits; {
		if x, ok := at[low]; ok {
			parts, low = append(parts, x), low+x.Width()
			continue
		}
		parts, low = append(parts, hdl.Const(1, 0)), low+1
	}
	return hdl.Pack(parts...)
}
