package verilog_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl"
	"posedge/verilog/replay"
)

// A wire that is 0 or all ones is as good as the constant: a comparison with it is
// constant or one with == or !=, and tools warn if it is written otherwise.
func TestComparisonsWithConstantWiresAreClean(t *testing.T) {
	limits := newPair("limits", 8, func(c *pair, m *hdl.Module) {
		limit := m.Named("limit", hdl.Const(8, 255))
		m.If(c.A.Le(limit), func() { c.Y.Set(c.B) }).Else(func() { c.Y.Set(0) })
		half := m.Named("half", hdl.Const(4, 0))
		low := m.Named("low", hdl.Cat(half, half))
		c.Z.Set(hdl.Cat(c.A.Lt(low), c.A.Ge(low), c.A.Gt(low), c.A.Le(low), limit.Lt(c.A), limit.Gt(c.A), low.Le(c.B), low.Ge(c.B)))
	})
	parts := newPair("parts", 8, func(c *pair, m *hdl.Module) {
		wide := m.Named("wide", c.A.ZeroExtend(16))
		masked := m.Named("masked", wide.Slice(15, 8).And(c.B.Bits))
		shifted := m.Named("shifted", masked.Shl(c.A.Bits))
		c.Y.Set(hdl.Cat(wide.Slice(15, 8).Gt(c.B), masked.Ge(c.B), shifted.Le(c.B), shifted.Not().Lt(c.B)).ZeroExtend(8))
		c.Z.Set(c.A)
	})
	// The address is past the end, and the tools would say so of its bound.
	beyond := newPair("beyond", 8, func(c *pair, m *hdl.Module) {
		words := hdl.NewMem(m, "words", hdl.Width(8), 10)
		addr := m.Named("addr", hdl.Const(4, 15))
		words.Write(addr, c.A.Bits)
		words.Write(c.B.Truncate(4), c.A.Bits)
		c.Y.Set(words.Read(addr))
		c.Z.Set(words.ReadReg("data", addr, hdl.Const(1, 1), hdl.ReadFirst))
	})
	// The mask leaves lanes out, and what would be written there is not read.
	masked := newPair("lanes", 8, func(c *pair, m *hdl.Module) {
		words := hdl.NewMem(m, "words", hdl.Width(8), 4)
		words.WriteMasked(c.A.Truncate(2), m.Named("data", c.A.Add(c.B)), hdl.Const(4, 9))
		words.WriteMasked(c.B.Truncate(2), c.A.Sub(c.B).Xor(c.A), hdl.Const(2, 2))
		c.Y.Set(words.Read(c.B.Truncate(2)))
		c.Z.Set(0)
	})
	// Not constant, although a Set or some of the bits are.
	partly := newPair("partly", 8, func(c *pair, m *hdl.Module) {
		sometimes := m.Wire("sometimes", 8)
		sometimes.Set(0)
		m.If(c.B.At(0), func() { sometimes.Set(c.B) })
		upper := m.Named("upper", hdl.Cat(c.B.Truncate(4), hdl.Const(4, 0)))
		either := m.Named("either", upper.Or(c.A.Bits))
		chosen := m.Named("chosen", hdl.Mux(c.A.At(0), upper, c.B.Bits))
		low := c.B.Slice(7, 4)
		c.Y.Set(hdl.Cat(c.A.Lt(sometimes), c.A.Ge(sometimes), upper.Gt(c.A), upper.Le(c.A),
			either.Truncate(4).Gt(low), either.Truncate(4).Le(low), chosen.Truncate(4).Lt(low), chosen.Truncate(4).Ge(low)))
		c.Z.Set(0)
	})
	// A value is compared with itself, or taken from itself.
	itself := newPair("itself", 8, func(c *pair, m *hdl.Module) {
		none := m.Named("none", c.A.Xor(c.A))
		less := m.Named("less", c.B.Sub(c.B))
		yes := m.Named("yes", c.A.Le(c.A))
		c.Y.Set(hdl.Cat(none.Not().Lt(c.B), none.Gt(c.B), less.Le(c.B), less.Not().Ge(c.A), none.Ge(c.A), less.Lt(c.A), yes.Repeat(2).Lt(c.A.Truncate(2)), yes.Lt(c.B.At(0))))
		c.Z.Set(0)
	})
	// Constant only after choices by constants are folded, or known to be decided.
	decided := newPair("decided", 8, func(c *pair, m *hdl.Module) {
		words := hdl.NewMem(m, "words", hdl.Width(8), 11)
		words.Write(c.A.Truncate(4), c.B.Bits)
		taken := m.Wire("taken", 8)
		m.Switch(hdl.Const(1, 0)).Case(1, func() { taken.Set(c.A) }).Case(0, func() { taken.Set(145) })
		c.Y.Set(words.Read(taken.SignExtend(65).Slice(37, 34)))
		again := m.Wire("again", 8)
		again.Set(c.B)
		m.If(taken.Bit(7), func() { again.Set(255) }).Else(func() { again.Set(c.A) })
		equal := m.Wire("equal", 8)
		m.If(c.A.Bit(0), func() { equal.Set(0) }).Else(func() { equal.Set(hdl.Const(8, 0)) })
		c.Z.Set(hdl.Cat(again.Lt(c.A), again.Ge(c.A), equal.Gt(c.A), equal.Le(c.A), taken.Lt(c.A), taken.Ge(c.A), again.Le(c.B), equal.Ge(c.B)))
	})
	// The amount of a shift is known.
	moved := newPair("moved", 8, func(c *pair, m *hdl.Module) {
		by := m.Named("by", hdl.Const(4, 9))
		less := m.Named("less", hdl.Const(4, 5))
		none, sign := m.Named("none", c.A.Shl(by)), m.Named("sign", m.Named("minus", hdl.Const(8, 131)).Signed().Shr(by).Bits())
		low, high := m.Named("low", c.A.ZeroExtend(12).Shr(less).Slice(11, 8)), m.Named("high", c.A.Or(128).Signed().Shr(less).Bits().Slice(7, 5))
		c.Y.Set(hdl.Cat(none.Gt(c.B), none.Le(c.B), sign.Lt(c.B), sign.Ge(c.B), low.Gt(c.B.Truncate(4)), low.Le(c.B.Truncate(4)),
			high.Lt(c.B.Truncate(3)), high.Ge(c.B.Truncate(3))))
		c.Z.Set(0)
	})
	// An extension that the other side is always past, or never.
	extended := newPair("extended", 8, func(c *pair, m *hdl.Module) {
		limit := m.Named("limit", hdl.Const(4, 15)).ZeroExtend(6)
		bit := c.A.Bit(0).ZeroExtend(6)
		c.Y.Set(hdl.Cat(bit.Gt(1), bit.Le(1), bit.Lt(2), bit.Ge(2), bit.Gt(0), bit.Le(limit), limit.Lt(bit), bit.Lt(hdl.Cat(c.B.Bit(3), hdl.Const(1, 1)).ZeroExtend(6))))
		c.Z.Set(hdl.Cat(c.B.ZeroExtend(12).Ge(255), c.B.ZeroExtend(12).Gt(255), c.B.ZeroExtend(12).Le(255), c.B.ZeroExtend(12).Lt(256)).ZeroExtend(8))
	})
	// What a tool would have to look for elsewhere: in the module above, in registers.
	child := newPair("child_of_constants", 8, func(c *pair, m *hdl.Module) {
		words := hdl.NewMem(m, "words", hdl.Width(8), 11)
		words.Write(c.B.Truncate(4), c.B.Bits)
		c.Y.Set(hdl.Cat(c.A.Lt(c.B), c.A.Ge(c.B), c.A.Gt(c.B), c.A.Le(c.B)).ZeroExtend(8))
		c.Z.Set(words.Read(c.A.Truncate(4)))
	})
	elsewhere := newPair("elsewhere", 8, func(c *pair, m *hdl.Module) {
		still, fixed := m.Reg("still", 8, hdl.ResetTo(255)), m.Reg("fixed", 8)
		still.Set(still)
		fixed.Set(m.Named("zero", hdl.Const(8, 0)))
		u, v := hdl.Instance(m, "u", child), hdl.Instance(m, "v", newPair("child_of_registers", 8, child.describe))
		u.A.Set(m.Named("full", hdl.Const(8, 255)))
		u.B.Set(c.A)
		v.A.Set(still)
		v.B.Set(c.B)
		c.Y.Set(u.Y.Xor(v.Z).Xor(hdl.Cat(still.Lt(c.A), still.Ge(c.A), fixed.Gt(c.B), fixed.Le(c.B)).ZeroExtend(8)))
		c.Z.Set(u.Z.Xor(v.Y))
	})
	replays := []*replay.Bench{
		recorded(t, limits, 200, 1), recorded(t, parts, 200, 2), recorded(t, beyond, 200, 3),
		recorded(t, masked, 200, 4), recorded(t, partly, 200, 5),
		recorded(t, itself, 200, 6), recorded(t, decided, 200, 7), recorded(t, moved, 200, 8), recorded(t, elsewhere, 200, 9),
		recorded(t, extended, 200, 10),
	}
	agree(t, replays...)
	assert.NotRegexp(t, `assign .* (<|>|>=|<=) `, text(replays[0]))
	assert.NotContains(t, text(replays[0]), "if (")
	assert.NotContains(t, text(replays[2]), "4'd10 ? words[addr]")
	assert.Contains(t, text(replays[6]), "assign y = 8'd0;", "the address is past the end")
}
