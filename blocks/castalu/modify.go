package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// codeBits is wide enough for every signed code inside the unit: for a sum of four
// products, less ½, times 4.
const codeBits = 30

// modify applies an input's modifier, after its cast.
func modify(t, modifier, x hdl.Bits) hdl.Bits {
	return hdl.Mux(isFloat(t), modifyFloat(t, modifier, x), modifyCode(t, modifier, x))
}

// modifyFloat changes the sign.
func modifyFloat(t, modifier, x hdl.Bits) hdl.Bits {
	absolute, negate := modifier.Bit(0), modifier.Bit(1)
	low, high := x.Bit(15), x.Bit(31)
	change := func(sign hdl.Bits) hdl.Bits { return lib.Gate(absolute.Not(), sign).Xor(negate) }
	half := t.Eq(int(isa.FP16))
	return hdl.Cat(hdl.Mux(half, high, change(high)), x.Slice(30, 16), hdl.Mux(half, change(low), low), x.Slice(14, 0))
}

// modifyCode is ± a + c, saturated, where a is one of x, max(0, x) and twice that, and c
// one of 0, ½, 1 and their negatives. The lowest code of a signed type, which may come
// from a register, saturates to the one above it: both mean −1.
func modifyCode(t, modifier, x hdl.Bits) hdl.Bits {
	const w = 27
	sign := x.Bit(31)
	code := x.Truncate(w)
	positive := lib.Gate(sign.Not(), code)
	one, half := codeByType(t, w, func(t isa.Type) int64 { return int64(isa.CodeOfOne(t)) }), codeByType(t, w, func(t isa.Type) int64 { return int64(isa.CodeOfHalf(t)) })
	zero, no, yes := hdl.Const(w, 0), hdl.Const(1, 0), hdl.Const(1, 1)
	type sum struct{ A, Negate, C hdl.Bits }
	minus := func(c hdl.Bits) hdl.Bits { return zero.Sub(c) }
	list := make([]sum, isa.NumModifiers)
	for i := range list {
		list[i] = sum{code, no, zero}
	}
	list[isa.Absolute] = sum{code, sign, zero}
	list[isa.Negate] = sum{code, yes, zero}
	list[isa.NegateAbsolute] = sum{code, sign.Not(), zero}
	list[isa.OneMinus] = sum{code, yes, one}
	list[isa.UnsignedIdentity] = sum{positive, no, zero}
	list[isa.UnsignedInvert] = sum{positive, yes, one}
	list[isa.ExpandNormal] = sum{positive.Shl(1), no, minus(one)}
	list[isa.ExpandNegate] = sum{positive.Shl(1), yes, one}
	list[isa.HalfBiasNormal] = sum{positive, no, minus(half)}
	list[isa.HalfBiasNegate] = sum{positive, yes, half}
	list[isa.SignedNegate] = list[isa.Negate]
	s := hdl.Select(modifier, list)
	return saturate(t, s.A.Xor(s.Negate.Repeat(w)).AddCarryIn(s.C, s.Negate).Truncate(w))
}

// saturate limits a code to the range of its type, and extends it.
func saturate(t, v hdl.Bits) hdl.Bits {
	return within(v, codeByType(t, v.Width(), func(t isa.Type) int64 { return int64(isa.Saturate(t, -1<<40)) }), codeByType(t, v.Width(), func(t isa.Type) int64 { return int64(isa.CodeOfOne(t)) }))
}

// within limits a code to a range.
func within(v, least, most hdl.Bits) hdl.Bits {
	v = hdl.Mux(v.Signed().Lt(least.Signed()), least, hdl.Mux(v.Signed().Gt(most.Signed()), most, v))
	return v.SignExtend(32)
}
