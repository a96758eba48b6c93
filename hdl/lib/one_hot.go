package lib

import "posedge/hdl"

// LowestOneHot keeps the lowest bit of x that is 1 and clears the others; 0 if
// none is. It has the width of x; combinational, one carry chain.
func LowestOneHot(x hdl.Bits) hdl.Bits { return x.And(x.Not().Add(1)) }

// OneHot is 1<<index, in n bits; 0 where index is n or more. Combinational.
func OneHot(index hdl.Bits, n int) hdl.Bits { return hdl.Const(n, 1).Shl(index) }

// Gate is x where enable (1 bit) is 1, else 0. Combinational.
func Gate(enable, x hdl.Bits) hdl.Bits {
	hdl.Helper()
	return enable.Repeat(x.Width()).And(x)
}

// OneHotMux is the entry of the list whose bit in choose is 1, leaf by leaf; 0 if
// none is, and the bitwise or of several. Bit 0 of choose stands for list[0]; its
// width is the length of the list. Combinational: an AND and an OR tree, faster
// than [hdl.Select] if the choice is already one-hot.
func OneHotMux[T any](choose hdl.Bits, list []T) T {
	if choose.Width() != len(list) {
		choose.And(hdl.Const(len(list), 0)) // reports the widths
		return hdl.Select(choose, list)
	}
	var out hdl.Bits
	for i, x := range list {
		flat := Gate(choose.Bit(i), hdl.Flatten(x))
		if i == 0 {
			out = flat
		} else {
			out = out.Or(flat)
		}
	}
	return hdl.Unflatten(list[0], out)
}
