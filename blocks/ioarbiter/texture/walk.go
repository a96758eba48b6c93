package texture

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

// settings are the decoded registers of the state.
type settings struct {
	base     hdl.Bits // 32
	u, v     axis
	bilinear hdl.Bits // 1
	fault    hdl.Bits // 1: there is no such texture; valid a cycle after the state
}

// state takes the state, and looks up the reciprocals of a new size.
func (t *Texture) state(m *hdl.Module) settings {
	in, write := t.State.Data, m.Named("write_state", t.State.Fire())
	var words [units.TextureWords]hdl.Bits
	for k := range words {
		words[k] = m.Reg(fmt.Sprintf("state_%d", k), wordBits)
		m.If(write.And(in.Index.Eq(k)), func() { words[k].Set(in.Data) })
	}
	table := hdl.NewMem(m, "reciprocals", hdl.Width(inverse+1), units.MaxTextureSide)
	table.Init(reciprocals())
	sizing := write.And(in.Index.Eq(units.TextureSizeWord))
	size, filter := words[units.TextureSizeWord], words[units.TextureFilterWord]
	along := func(name string, low int) axis {
		reciprocal := table.ReadReg("reciprocal_"+name, in.Data.Slice(low+placeBits-1, low), sizing, hdl.ReadFirst)
		return axis{count: size.Slice(low+placeBits, low), reciprocal: reciprocal}
	}
	s := settings{base: words[units.TextureBaseWord], u: along("u", 0), v: along("v", 16), bilinear: filter.Bit(0), fault: m.Reg("no_texture", 1)}
	s.u.wrap, s.v.wrap = filter.Slice(3, 2), filter.Slice(5, 4)

	wrong := func(n hdl.Bits) hdl.Bits { return n.Eq(0).Or(n.Gt(units.MaxTextureSide)) }
	end := s.base.AddCarry(s.u.count.Mul(s.v.count).ZeroExtend(wordBits))
	s.fault.Set(wrong(size.Slice(15, 0)).Or(wrong(size.Slice(31, 16))).Or(end.Gt(t.texels)))
	return s
}

// walk takes requests and goes from texel to texel, through a quad row by row; walking is 1 while there is a request.
func (t *Texture) walk(p pipeline, s settings) (first step[numbers], walking hdl.Bits) {
	m, in := p.m, t.In.Data
	walking = m.Reg("walking", 1)
	of := hdl.RegOf(m, "of", in, hdl.NoReset()) // its U and V are those of the sample
	rowU, rowV := m.Reg("row_u", wordBits, hdl.NoReset()), m.Reg("row_v", wordBits, hdl.NoReset())
	index, corner := m.Reg("index", 4, hdl.NoReset()), m.Reg("corner", 2, hdl.NoReset())

	right, below := corner.Bit(0), corner.Bit(1)
	sampleEnds := m.Named("sample_ends", s.bilinear.Not().Or(corner.Eq(3)))
	begins := corner.Eq(0)
	ends := m.Named("ends", sampleEnds.And(of.Quad.Not().Or(index.Eq(units.QuadPixels-1))))
	numberU, weightU := s.along(of.U, right)
	numberV, weightV := s.along(of.V, below)
	now := numbers{numberU, numberV, tap{weightU.Mul(weightV).Truncate(weightBits), turn{begins, sampleEnds, index, ends}}}

	m.If(p.move.And(walking), func() {
		m.If(s.bilinear, func() { corner.Set(corner.Add(1)) })
		m.If(sampleEnds, func() {
			index.Set(index.Add(1))
			m.If(index.Slice(1, 0).Eq(units.QuadSide-1), func() {
				u, v := rowU.Add(of.DUDY), rowV.Add(of.DVDY)
				rowU.Set(u)
				rowV.Set(v)
				of.U.Set(u)
				of.V.Set(v)
			}).Else(func() {
				of.U.Set(of.U.Add(of.DUDX))
				of.V.Set(of.V.Add(of.DVDX))
			})
		})
		m.If(ends, func() { walking.Set(0) })
	})
	t.In.Ready.Set(walking.Not().Or(p.move.And(ends)))
	m.If(t.In.Fire(), func() {
		walking.Set(1)
		hdl.Set(of, in)
		rowU.Set(in.U)
		rowV.Set(in.V)
		index.Set(0)
		corner.Set(0)
	})
	return then(p, "numbered", step[numbers]{walking, now}, func(n numbers) numbers { return n }), walking
}

// along is the number of a texel in one direction and its weight there, out of 2^8. The texel is the one that contains
// the coordinate or, if bilinear, the one half a texel before it, or the next after that.
func (s settings) along(at, next hdl.Bits) (n number, weight hdl.Bits) {
	const whole = 1 << fraction
	from := at.SignExtend(wordBits + 1).Sub(hdl.Mux(s.bilinear, hdl.Const(wordBits+1, whole/2), 0))
	t := from.Slice(wordBits, fraction)
	t = t.Add(next.ZeroExtend(t.Width()))
	behind := from.Slice(fraction-1, 0).ZeroExtend(fraction + 1)
	weight = hdl.Mux(next, behind, hdl.Const(fraction+1, whole).Sub(behind))
	return numberOf(t), hdl.Mux(s.bilinear, weight, whole)
}
