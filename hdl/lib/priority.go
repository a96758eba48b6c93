package lib

import "posedge/hdl"

// Lowest is the index of the lowest entry that is 1, in [hdl.IndexWidth] of the
// number of entries; the last index if none is. Each entry is 1 bit; there is at
// least one.
func Lowest(list []hdl.Bits) hdl.Bits { return lowest(list, 0, hdl.IndexWidth(len(list))) }

// lowest is Lowest where list[0] has the index from, in w bits.
func lowest(list []hdl.Bits, from, w int) hdl.Bits {
	index := hdl.Const(w, from+len(list)-1)
	for i := len(list) - 2; i >= 0; i-- {
		index = hdl.Mux(list[i], from+i, index)
	}
	return index
}

// anyOf is 1 where any of the bits is.
func anyOf(list []hdl.Bits) hdl.Bits {
	var parts []hdl.Operand
	for _, b := range list {
		parts = append(parts, b)
	}
	return hdl.Pack(parts...).ReduceOr()
}
