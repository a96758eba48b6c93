package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// illegalWord finds the first illegal word of a step, with control before all others.
func illegalWord(w StepWords, stage, final hdl.Bits, stages int) (found, offset hdl.Bits) {
	isControl := some(w.Count.Eq(0), w.Count.Gt(stages))
	word := func(base int) hdl.Bits { return hdl.Const(isa.OffsetBits, base) }
	ofStage := func(base int) hdl.Bits {
		return word(base).Or(hdl.Pack(hdl.Const(2, 0), stage).ZeroExtend(isa.OffsetBits))
	}
	found, offset = hdl.Const(1, 0), word(0)
	for _, x := range []struct{ bad, offset hdl.Bits }{ // the last match wins
		{final.And(illegalFinal1(w.Words[1])), word(isa.OffsetFinal1)},
		{final.And(illegalFinal0(w.Words[0])), word(isa.OffsetFinal0)},
		{final.Not().And(illegalOutput(w.Words[3], true)), ofStage(isa.OffsetOutAlpha)},
		{final.Not().And(illegalOutput(w.Words[2], false)), ofStage(isa.OffsetOutRGB)},
		{final.Not().And(illegalInput(w.Words[1])), ofStage(isa.OffsetInAlpha)},
		{final.Not().And(illegalInput(w.Words[0])), ofStage(isa.OffsetInRGB)},
		{isControl, word(isa.OffsetControl)},
	} {
		found, offset = found.Or(x.bad), hdl.Mux(x.bad, x.offset, offset)
	}
	return found, offset
}

func illegalInput(word hdl.Bits) hdl.Bits {
	bad := hdl.Const(1, 0)
	for k := range 4 {
		b := word.Slice(8*k+7, 8*k)
		bad = some(bad, noRegister(codeOf(b)), finalOnly(codeOf(b)), codeOf(b).Eq(int(isa.Fog)).And(b.Bit(4)))
	}
	return bad
}

func illegalOutput(word hdl.Bits, alpha bool) hdl.Bits {
	bad := every(word.Bit(15), word.Bit(17))
	if alpha {
		bad = bad.Or(word.Slice(13, 12).ReduceOr())
	}
	for k, d := range destinations(word) {
		// A destination that is dropped although it is not 0 cannot be written, or equals another.
		code := destination(word, k)
		bad = bad.Or(d.Ne(code))
	}
	return bad
}

func illegalFinal0(word hdl.Bits) hdl.Bits {
	a := codeOf(word.Slice(31, 24))
	bad := a.Eq(int(isa.Sum))
	for k := range 4 {
		b := word.Slice(8*k+7, 8*k)
		bad = some(bad, illegalFinalByte(b), finalOnly(codeOf(b)).And(b.Bit(4)))
	}
	return bad
}

// illegalFinal1 checks E, F and G; any settings are legal.
func illegalFinal1(word hdl.Bits) hdl.Bits {
	bad := hdl.Const(1, 0)
	for k := 1; k < 4; k++ {
		b := word.Slice(8*k+7, 8*k)
		bad = some(bad, illegalFinalByte(b), finalOnly(codeOf(b)))
	}
	return bad
}

func illegalFinalByte(b hdl.Bits) hdl.Bits {
	return noRegister(codeOf(b)).Or(b.Slice(7, 6).ReduceOr())
}
