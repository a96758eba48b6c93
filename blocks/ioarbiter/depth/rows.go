package depth

import (
	"fmt"
	"math/bits"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/hdl"
)

// request is a request in the unit.
type request struct {
	TileX, TileY hdl.Bits // 5
	A, B, C      hdl.Bits // 32
	Mask         hdl.Bits // 64; 0 if the tile is outside the buffer
	Clear, Fault hdl.Bits // 1
}

// tileNumberBits is the width of the column or row of a tile in the largest buffer.
const tileNumberBits = 5

// take holds a request until the next one.
func (p pipeline) take(fire hdl.Bits, in Request, columns, rows int) request {
	// Only as many bits as the buffer's columns or rows need.
	within := func(tile hdl.Bits, n int) hdl.Bits {
		if n == 1 {
			return hdl.Const(tileNumberBits, 0)
		}
		return tile.Truncate(hdl.IndexWidth(n)).ZeroExtend(tileNumberBits)
	}
	fault := p.m.Named("fault_in", in.TileX.Ge(columns).Or(in.TileY.Ge(rows)))
	next := request{
		within(in.TileX, columns), within(in.TileY, rows), in.A, in.B, in.C,
		in.Mask.And(fault.Not().Repeat(maskBits)), in.Clear, fault,
	}
	r := hdl.RegOf(p.m, "request", next, hdl.NoReset())
	p.m.If(fire, func() { hdl.Set(r, next) })
	return r
}

// The widths of planes, in 24.8. At the first pixel of a tile, at most 31·8 pixels from the corner in each direction, a
// plane is less than 2^41 in magnitude. Over a tile it changes by less than 2^35, so a value beyond 2^36 in magnitude
// is negative, or past the greatest depth, all over the tile, and may be clamped. Inside the tile one bit more
// suffices.
const (
	sumBits   = 42
	startBits = 37
	walkBits  = startBits + 1
)

// clamped saturates a signed value to n bits.
func clamped(x hdl.Bits, n int) hdl.Bits {
	top := x.Width() - 1
	negative := x.Bit(top)
	beyond := x.Slice(top-1, n-1).Xor(negative.Repeat(top - n + 1)).ReduceOr()
	return hdl.Mux(beyond, hdl.Cat(negative, negative.Not().Repeat(n-1)), x.Truncate(n))
}

// start is the plane at the first pixel of a tile, rounded down to 24.8.
func (p pipeline) start(r request) hdl.Bits {
	wide := func(x hdl.Bits) hdl.Bits { return x.SignExtend(sumBits) }
	product := func(x, tile hdl.Bits) hdl.Bits {
		y := x.Signed().Mul(tile.ZeroExtend(tileNumberBits + 1).Signed()).Bits()
		return hdl.Cat(y, hdl.Const(3, 0)).SignExtend(sumBits)
	}
	type products struct{ X, Y hdl.Bits }
	of := fixed.After(p.Pipeline, "product", products{product(r.A, r.TileX), product(r.B, r.TileY)})
	half := r.A.Signed().AddCarry(r.B.Signed()).Bits().Slice(planeBits, 1) // at the first pixel's centre
	return of.X.Add(of.Y).Add(wide(half)).Add(wide(r.C))
}

// walk is a request whose rows are processed one a move; the lowest bits of its mask are the current row's.
type walk struct {
	of          request
	at          hdl.Bits // 38: the plane at the row's first pixel
	row, column hdl.Bits // 8 and 5: of the pixels
}

// walk goes down a tile from the move after its plane is summed up.
func (p pipeline) walk(r request) walk {
	next := r
	next.C = clamped(p.start(r), startBits).SignExtend(walkBits)
	w := hdl.RegOf(p.m, "walk", next, hdl.NoReset())
	line := p.m.Reg("line", 3, hdl.NoReset())
	p.m.If(p.Move, func() {
		line.Set(line.Add(1))
		w.C.Set(w.C.Add(w.B.SignExtend(walkBits)))
		w.Mask.Set(w.Mask.Shr(Side))
		p.m.If(p.Started.Bit(summed), func() {
			line.Set(0)
			hdl.Set(w, next)
		})
	})
	return walk{w, w.C, hdl.Cat(w.TileY, line), w.TileX}
}

// test is a row of a request: what to compare, or to write.
type test struct {
	Values       [Side]hdl.Bits // 16 each
	Mask         hdl.Bits       // 8
	Clear, Fault hdl.Bits
	Row, Column  hdl.Bits
}

// test computes the depths of a row's pixels, or takes the clear value.
func (w walk) test(m *hdl.Module, s settings) test {
	t := test{Mask: w.of.Mask.Truncate(Side), Clear: w.of.Clear, Fault: w.of.Fault, Row: w.row, Column: w.column}
	var at [Side]hdl.Bits
	at[0] = w.at
	for step := Side / 2; step >= 1; step /= 2 {
		by := w.of.A.SignExtend(walkBits).Shl(bits.Len(uint(step)) - 1)
		for i := 0; i < Side; i += 2 * step {
			at[i+step] = m.Named(fmt.Sprintf("at_%d", i+step), at[i].Add(by))
		}
	}
	for i, x := range at {
		negative := x.Bit(walkBits - 1)
		beyond := x.Slice(walkBits-2, fraction+valueBits).ReduceOr()
		z := x.Slice(fraction+valueBits-1, fraction).Or(beyond.Repeat(valueBits)).And(negative.Not().Repeat(valueBits))
		t.Values[i] = m.Named(fmt.Sprintf("depth_%d", i), hdl.Mux(w.of.Clear, s.Clear, z))
	}
	return t
}

// passed marks the pixels of a row that pass.
func (t test) passed(s settings, old Row) hdl.Bits {
	var passed []hdl.Operand
	for i, z := range t.Values {
		less, equal := z.Lt(old.Values[i]), z.Eq(old.Values[i])
		which := hdl.Pack(less, equal, less.Or(equal).Not())
		passed = append(passed, which.And(s.Function).ReduceOr())
	}
	return t.Mask.And(hdl.Pack(passed...).Or(t.Clear.Repeat(Side)))
}
