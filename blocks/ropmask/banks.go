package ropmask

import (
	"math/bits"

	"posedge/hdl"
)

// banks is a ring of components in several memories: component i is in bank i
// modulo their number. Each cycle can write as many consecutive components as
// there are banks, and read as many, with one access to each bank.
type banks struct {
	memories []*hdl.Mem[hdl.Bits]
	bankBits int // the lowest bits of a component's number; the others are the row
}

// newBanks makes a ring of size components in n banks, both powers of 2.
func newBanks(m *hdl.Module, name string, size, n int) banks {
	b := banks{bankBits: bits.TrailingZeros(uint(n))}
	for i := range n {
		b.memories = append(b.memories, hdl.NewMem(m, indexed(name, i), hdl.Width(componentBits), size/n))
	}
	return b
}

// place splits the number of the first component: it gives the place of bank i in
// the list that starts with that component, and the row that the bank accesses.
func (b banks) place(at hdl.Bits, i int) (place, row hdl.Bits) {
	bank, first := at.Truncate(b.bankBits), at.Slice(at.Width()-1, b.bankBits)
	return hdl.Const(b.bankBits, i).Sub(bank), first.Add(bank.Gt(i).ZeroExtend(first.Width()))
}

// write writes the first components of the list, count of them, from number at
// on. The list is not longer than there are banks.
func (b banks) write(m *hdl.Module, at hdl.Bits, list []hdl.Bits, count hdl.Bits) {
	for i, memory := range b.memories {
		place, row := b.place(at, i)
		data := list[0]
		if len(list) > 1 {
			data = hdl.Select(place.Truncate(hdl.IndexWidth(len(list))), list)
		}
		width := max(count.Width(), place.Width())
		m.If(count.ZeroExtend(width).Gt(place.ZeroExtend(width)), func() { memory.Write(row, data) })
	}
}

// read reads as many components as there are banks, from number at on.
func (b banks) read(m *hdl.Module, name string, at hdl.Bits) []hdl.Bits {
	var words []hdl.Bits
	for i, memory := range b.memories {
		_, row := b.place(at, i)
		words = append(words, m.Named(indexed(name+"_bank", i), memory.Read(row)))
	}
	var list []hdl.Bits
	for j := range words {
		list = append(list, m.Named(indexed(name, j), hdl.Select(at.Truncate(b.bankBits).Add(j), words)))
	}
	return list
}

// compact moves the entries whose mask bit is 1 to the front of the list, in
// order; the entries after them are undetermined.
func compact(mask hdl.Bits, list []hdl.Bits) []hdl.Bits {
	var packed []hdl.Bits
	for k := len(list) - 1; k >= 0; k-- {
		with := append([]hdl.Bits{list[k]}, packed...)
		for j := range packed {
			with[j] = hdl.Mux(mask.Bit(k), with[j], packed[j])
		}
		packed = with
	}
	return packed
}

// behind puts the back list after the first n entries of the front list; the
// entries after both are undetermined.
func behind(front []hdl.Bits, n hdl.Bits, back []hdl.Bits) []hdl.Bits {
	var list []hdl.Bits
	for i := range len(front) + len(back) {
		var choices []hdl.Bits // by n
		for n := range len(front) + 1 {
			if i < n {
				choices = append(choices, front[i])
			} else {
				choices = append(choices, back[min(i-n, len(back)-1)])
			}
		}
		list = append(list, hdl.Select(n, choices))
	}
	return list
}

// bitsOf is the list of the bits of x; operands is the list for a Pack of them.
func bitsOf(x hdl.Bits) (list []hdl.Bits) {
	for i := range x.Width() {
		list = append(list, x.Bit(i))
	}
	return list
}

func operands(list []hdl.Bits) (parts []hdl.Operand) {
	for _, x := range list {
		parts = append(parts, x)
	}
	return parts
}
