package lib

import "posedge/hdl"

// PriorityEncoder finds the lowest bit of x that is 1: its index, in
// [hdl.IndexWidth](width of x) bits, and whether there is one; if not, the index
// is the last. Combinational, log2(width) levels of muxes.
func PriorityEncoder(x hdl.Bits) (index, some hdl.Bits) {
	n := x.Width()
	if n == 1 {
		return hdl.Const(1, 0), x
	}
	w := hdl.IndexWidth(n)
	if n == 2 {
		return x.Bit(0).Not(), x.ReduceOr()
	}
	half := 1 << (w - 1) // the largest power of 2 below n
	low, lowSome := PriorityEncoder(x.Truncate(half))
	high, highSome := PriorityEncoder(x.Slice(n-1, half))
	if n-half == 1 {
		high = hdl.Const(w-1, 0)
	} else {
		high = high.ZeroExtend(w - 1)
	}
	return hdl.Cat(lowSome.Not(), hdl.Mux(lowSome, low, high)), lowSome.Or(highSome)
}

// Lowest is the index of the first entry that is 1, in [hdl.IndexWidth](number of
// entries) bits; the last index if none is. Each entry has 1 bit; there is at
// least one.
func Lowest(list []hdl.Bits) hdl.Bits {
	index, _ := PriorityEncoder(pack(list))
	return index
}

// anyOf is 1 where any of the bits is.
func anyOf(list []hdl.Bits) hdl.Bits { return pack(list).ReduceOr() }

// pack joins bits, list[0] least significant.
func pack(list []hdl.Bits) hdl.Bits {
	var parts []hdl.Operand
	for _, b := range list {
		parts = append(parts, b)
	}
	return hdl.Pack(parts...)
}
