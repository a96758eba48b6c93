package ref

// Compare returns 1 for less, 2 for equal, 4 for greater and 8 for unordered.
func (f Format) Compare(a, b uint64, mode Mode) uint64 {
	x, y := f.Decode(a, mode.Flush), f.Decode(b, mode.Flush)
	if x.NaN || y.NaN {
		return 8
	}
	c := 0
	switch {
	case x.Inf && y.Inf && x.Negative == y.Negative:
	case x.Inf:
		c = side(!x.Negative)
	case y.Inf:
		c = side(y.Negative)
	default:
		c = x.Exact.Cmp(y.Exact)
	}
	return []uint64{1, 2, 4}[c+1]
}

func side(greater bool) int {
	if greater {
		return 1
	}
	return -1
}

// Min is the lesser value, with −0 less than +0; the number if the other is NaN.
func (f Format) Min(a, b uint64, mode Mode) uint64 { return f.least(a, b, mode, 1) }

// Max is the greater value, with +0 greater than −0; the number if the other is NaN.
func (f Format) Max(a, b uint64, mode Mode) uint64 { return f.least(a, b, mode, 4) }

// least returns the value that comes first: a if Compare returns before, otherwise b.
func (f Format) least(a, b uint64, mode Mode, before uint64) uint64 {
	x, y := f.Decode(a, mode.Flush), f.Decode(b, mode.Flush)
	order := f.Compare(a, b, mode)
	first := order == before
	switch {
	case x.NaN && y.NaN:
		return f.NaN()
	case x.NaN:
		first = false
	case y.NaN:
		first = true
	case order == 2: // zeros, or the same
		first = x.Negative == (before == 1)
	}
	if first {
		return f.again(a, x)
	}
	return f.again(b, y)
}

// again is the bits of a value that was decoded.
func (f Format) again(bits uint64, v Value) uint64 {
	if !v.NaN && !v.Inf && v.IsZero() {
		return f.Zero(v.Negative)
	}
	return bits
}
