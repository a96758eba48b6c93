package raster

import "posedge/hdl"

// scissor is the unit's state.
type scissor struct {
	On         hdl.Bits `width:"1"`
	Begin, End hdl.Bits `width:"word"` // x in the lower half, y in the upper
}

// scissor builds the registers of the state.
func (r *Raster) scissor(m *hdl.Module) scissor {
	in := r.State.Data
	s := hdl.RegOf(m, "scissor", hdl.Shape[scissor](hdl.Widths{"word": wordBits}))
	m.If(r.State.Fire(), func() {
		m.Switch(in.Index).
			Case(0, func() { s.On.Set(in.Data.Bit(0)) }).
			Case(1, func() { s.Begin.Set(in.Data) }).
			Case(2, func() { s.End.Set(in.Data) }).
			Default(func() {})
	})
	return s
}

// window is the columns and rows of a tile that are inside the scissor and, for a rectangle, between its sides.
type window struct {
	Columns, Rows    hdl.Bits // 8
	Rectangle, Fault hdl.Bits
}

// notNegative has bit i set if d+i is at least 0, for i from 0 to 7.
func notNegative(d hdl.Bits) hdl.Bits {
	top := d.Width() - 1
	near := d.Slice(top, 3).ReduceAnd() // d is -8 to -1
	low := d.Truncate(3)
	positive := d.Bit(top).Not()
	var bits []hdl.Operand
	for i := range Side {
		bit := positive
		if i > 0 {
			bit = bit.Or(near.And(low.Ge(Side - i)))
		}
		bits = append(bits, bit)
	}
	return hdl.Pack(bits...)
}

// window clips at the begins in the first move in which a request is measured, and at the ends in the second: the edges
// measured in these moves start at the rectangle's begin and at its end. The result is that of the request whose walks
// are joined; the lowest of its rows are those of the current move.
func (p pipeline) window(c carried, e measure, s scissor) window {
	first, second := p.Started.Bit(measured), p.Started.Bit(measured+1)
	bound := p.m.Named("bound", hdl.Mux(second, s.End, s.Begin))
	along := func(name string, tile, bound, centre hdl.Bits) hdl.Bits {
		pixel := hdl.Cat(tile, hdl.Const(3, 0)).ZeroExtend(17)
		past := notNegative(pixel.Sub(bound.ZeroExtend(17)))
		inside := notNegative(centre.Slice(differenceBits-1, fraction))
		flip := second.Repeat(Side)
		past = past.Xor(flip).Or(s.On.Not().Repeat(Side))
		inside = inside.Xor(flip).Or(c.Rectangle.Not().Repeat(Side))
		return p.m.Named(name, past.And(inside))
	}
	columns := along("columns", c.TileX, bound.Slice(15, 0), e.X)
	rows := along("rows", c.TileY, bound.Slice(31, 16), e.Y)
	rows = rows.And(c.Fault.Not().Repeat(Side))

	next := window{columns, rows, c.Rectangle, c.Fault}
	w := hdl.RegOf(p.m, "window", next, hdl.NoReset())
	p.m.If(p.Move.And(first), func() { hdl.Set(w, next) })
	p.m.If(p.Move.And(second), func() {
		w.Columns.Set(w.Columns.And(columns))
		w.Rows.Set(w.Rows.And(rows))
	})
	now := hdl.RegOf(p.m, "joined", w, hdl.NoReset())
	p.m.If(p.Move, func() {
		now.Rows.Set(now.Rows.Shr(2))
		p.m.If(p.Started.Bit(joining), func() { hdl.Set(now, w) })
	})
	return now
}
