package float

import "posedge/hdl"

// rounded is the last step of an operation, the rounding of a number.
func (f Format) rounded(p *path, x number, mode Mode) hdl.Bits {
	type exact struct {
		X    number
		Mode Mode
	}
	r := step(p, exact{x, mode})
	return f.round(p, r.X, r.Mode)
}

// Add is a + b for values of the format, correctly rounded (IEEE 754-2008, 5.4.1).
func (f Format) Add(m *hdl.Module, a, b hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a, &b) {
		return a
	}
	return f.add(wires(m), a, b, mode)
}

func (f Format) add(p *path, a, b hdl.Bits, mode Mode) hdl.Bits {
	s, mode := sum(p, f.unpack(p, "a", a, mode.Flush), f.unpack(p, "b", b, mode.Flush), mode)
	return f.rounded(p, s, mode)
}

// Sub is a − b; see [Format.Add].
func (f Format) Sub(m *hdl.Module, a, b hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a, &b) {
		return a
	}
	return f.sub(wires(m), a, b, mode)
}

func (f Format) sub(p *path, a, b hdl.Bits, mode Mode) hdl.Bits { return f.add(p, a, f.Neg(b), mode) }

// Mul is a × b, correctly rounded.
func (f Format) Mul(m *hdl.Module, a, b hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a, &b) {
		return a
	}
	return f.mul(wires(m), a, b, mode)
}

func (f Format) mul(p *path, a, b hdl.Bits, mode Mode) hdl.Bits {
	x, mode := product(p, f.unpack(p, "a", a, mode.Flush), f.unpack(p, "b", b, mode.Flush), mode)
	return f.rounded(p, x, mode)
}

// FMA is a × b + c, rounded once. Flush applies to the operands and the result,
// but not to the exact product.
func (f Format) FMA(m *hdl.Module, a, b, c hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a, &b, &c) {
		return a
	}
	return f.fma(wires(m), a, b, c, mode)
}

func (f Format) fma(p *path, a, b, c hdl.Bits, mode Mode) hdl.Bits {
	type addend struct {
		C    number
		Mode Mode
	}
	x, with := product(p, f.unpack(p, "a", a, mode.Flush), f.unpack(p, "b", b, mode.Flush), addend{f.unpack(p, "c", c, mode.Flush), mode})
	y := with.C
	y.Exp = y.Exp.SignExtend(x.Exp.Width())
	y.Sig = hdl.Cat(y.Sig, hdl.Const(x.Sig.Width()-y.Sig.Width(), 0))
	s, mode := sum(p, x, y, with.Mode)
	return f.rounded(p, s, mode)
}

// Neg is −x: the sign is inverted, even that of NaN.
func (f Format) Neg(x hdl.Bits) hdl.Bits {
	if !given(f, nil, &x) {
		return x
	}
	n := f.Width()
	return hdl.Cat(x.Bit(n-1).Not(), x.Slice(n-2, 0))
}

// Div is a ÷ b, correctly rounded.
func (f Format) Div(m *hdl.Module, a, b hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a, &b) {
		return a
	}
	return f.div(wires(m), a, b, mode)
}

func (f Format) div(p *path, a, b hdl.Bits, mode Mode) hdl.Bits {
	x, mode := quotient(p, f, f.unpack(p, "a", a, mode.Flush), f.unpack(p, "b", b, mode.Flush), mode)
	return f.rounded(p, x, mode)
}

// Rcp is 1 ÷ a, correctly rounded.
func (f Format) Rcp(m *hdl.Module, a hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a) {
		return a
	}
	return f.rcp(wires(m), a, mode)
}

func (f Format) rcp(p *path, a hdl.Bits, mode Mode) hdl.Bits { return f.div(p, f.One(), a, mode) }

// Sqrt is the square root, correctly rounded; NaN below −0.
func (f Format) Sqrt(m *hdl.Module, a hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a) {
		return a
	}
	return f.sqrt(wires(m), a, mode)
}

func (f Format) sqrt(p *path, a hdl.Bits, mode Mode) hdl.Bits {
	x, mode := root(p, f, f.unpack(p, "a", a, mode.Flush), mode)
	return f.rounded(p, x, mode)
}

// Rsqrt is 1 ÷ √a, correctly rounded; NaN below −0.
func (f Format) Rsqrt(m *hdl.Module, a hdl.Bits, mode Mode) hdl.Bits {
	if !given(f, &mode, &a) {
		return a
	}
	return f.rsqrt(wires(m), a, mode)
}

func (f Format) rsqrt(p *path, a hdl.Bits, mode Mode) hdl.Bits {
	x, mode := inverseRoot(p, f, f.unpack(p, "a", a, mode.Flush), mode)
	return f.rounded(p, x, mode)
}

// One is 1.
func (f Format) One() hdl.Bits {
	if err := f.Check(); err != nil {
		return hdl.Const(1, 0).Refuse(1, "%v", err)
	}
	return hdl.Cat(hdl.Const(2, 0), ones(f.Exponent-1), hdl.Const(f.Fraction, 0))
}
