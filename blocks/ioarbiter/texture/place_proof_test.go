package texture

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

// placing asserts the properties of a place that keep the texel inside its texture.
type placing struct {
	Texels, Wrap, Count, Times, Beyond, Negative hdl.In
	Place, Opposite                              hdl.Out
}

func (p *placing) Describe(m *hdl.Module) {
	a := axis{count: p.Texels.Bits, wrap: p.Wrap.Bits}
	q := quotient{p.Count.Bits, p.Times.Bits, p.Beyond.Bits, p.Negative.Bits}
	at := a.place(q)
	p.Place.Set(at)
	q.Negative = q.Negative.Not()
	opposite := a.place(q)
	p.Opposite.Set(opposite)

	// The quotient is right: the rest is less than the divisor, and the lowest bits of the quotient are 0 if all are.
	wide := func(x hdl.Bits) hdl.Bits { return x.ZeroExtend(placeBits + 1) }
	m.Assume("a_size", p.Texels.Ge(1).And(p.Texels.Le(units.MaxTextureSide)))
	rest := p.Count.Sub(p.Times.Mul(p.Texels).Truncate(placeBits))
	m.Assume("a_rest", wide(rest).Lt(p.Texels))
	m.Assume("a_quotient", p.Beyond.Or(p.Times.Eq(0)))

	m.Assert("within_the_texture", wide(at).Lt(p.Texels))
	mirrors, clamps := p.Wrap.Bit(1), p.Wrap.Eq(int(units.Clamp))
	last := p.Texels.Sub(1)
	m.Assert("a_mirror_has_the_same_at_both_sides", mirrors.And(at.Ne(opposite)).Not())
	m.Assert("what_repeats_runs_on", mirrors.Or(clamps).Or(wide(at).AddCarry(wide(opposite)).Eq(last.ZeroExtend(placeBits+2))))
	m.Assert("a_clamp_has_an_end_outside", clamps.And(p.Negative.Or(p.Beyond)).And(wide(at).Ne(hdl.Mux(p.Negative, 0, last))).Not())
	inside := m.Named("inside_it", p.Beyond.Or(p.Negative).Not())
	m.Assert("a_texel_inside_is_itself", inside.And(at.Ne(p.Count)).Not())
}

func TestATexelHasItsPlaceInTheTexture(t *testing.T) {
	h := &placing{
		Texels: hdl.Input(placeBits + 1), Wrap: hdl.Input(2), Count: hdl.Input(placeBits), Times: hdl.Input(placeBits), Beyond: hdl.Input(1),
		Negative: hdl.Input(1), Place: hdl.Output(placeBits), Opposite: hdl.Output(placeBits),
	}
	for _, p := range bench.Prove(t, h) {
		t.Logf("%s: %s, %v %d", p.Property, p.Engine, p.Unbounded, p.Depth)
		assert.True(t, p.Unbounded, p.Property)
	}
}
