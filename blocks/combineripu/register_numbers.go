package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// registerNumbers returns the numbers, by code, of the registers in use, R0 among them, and how many registers (5 bits)
// a shader allocates. Its model is Program.Table.
func registerNumbers(used hdl.Bits, remap bool) (table [isa.NumRegisters]hdl.Bits, count hdl.Bits) {
	below, total := lib.Rank(used)
	var fromTop []any
	for c := range table {
		number := hdl.Const(4, c)
		if remap {
			number = below[c].Truncate(4)
		}
		table[c] = lib.Gate(used.Bit(c), number)
		fromTop = append(fromTop, used.Bit(isa.NumRegisters-1-c))
	}
	if remap {
		return table, total
	}
	unused, _ := lib.PriorityEncoder(hdl.Pack(fromTop...))
	return table, hdl.Const(5, isa.NumRegisters).Sub(unused.ZeroExtend(5))
}
