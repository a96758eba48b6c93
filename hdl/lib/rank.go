package lib

import "posedge/hdl"

// Rank counts ones: before[i] is the number of ones in x below bit i, total is
// the number of all ones, each in [hdl.CountWidth](width of x) bits. The network
// has a depth of log2(width) additions.
func Rank(x hdl.Bits) (before []hdl.Bits, total hdl.Bits) {
	w := hdl.CountWidth(x.Width())
	list := make([]hdl.Bits, x.Width())
	for i := range list {
		list[i] = x.Bit(i)
	}
	before, total = rank(list)
	for i, b := range before {
		before[i] = b.ZeroExtend(w)
	}
	return before, total
}

// rank counts in two halves; the second half starts from the first's total.
func rank(x []hdl.Bits) (before []hdl.Bits, total hdl.Bits) {
	if len(x) == 1 {
		return []hdl.Bits{hdl.Const(1, 0)}, x[0]
	}
	low, lowTotal := rank(x[:len(x)/2])
	high, highTotal := rank(x[len(x)/2:])
	before = low
	for i, b := range high {
		before = append(before, sum(lowTotal, b, len(x)/2+i))
	}
	return before, sum(lowTotal, highTotal, len(x))
}

// sum adds two counts whose sum is at most limit.
func sum(a, b hdl.Bits, limit int) hdl.Bits {
	w := hdl.CountWidth(limit)
	return fit(a, w).Add(fit(b, w))
}

// fit changes the width of a count that fits w bits.
func fit(x hdl.Bits, w int) hdl.Bits {
	if x.Width() > w {
		return x.Truncate(w)
	}
	return x.ZeroExtend(w)
}
