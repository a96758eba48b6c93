package verilog_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// pair is a component of two inputs and two outputs of one width, for one
// statement or two of the language.
type pair struct {
	A, B hdl.In
	Y, Z hdl.Out

	name     string
	describe func(c *pair, m *hdl.Module)
}

func newPair(name string, width int, describe func(c *pair, m *hdl.Module)) *pair {
	return &pair{hdl.Input(width), hdl.Input(width), hdl.Output(width), hdl.Output(width), name, describe}
}

func (c *pair) ModuleName() string     { return c.name }
func (c *pair) Describe(m *hdl.Module) { c.describe(c, m) }

// recorded runs a component over random inputs and returns the replay.
func recorded(t *testing.T, c hdl.Component, cycles int, seed uint64) *replay.Bench {
	t.Helper()
	tb := bench.New(t, c, bench.Record(), bench.Seed(seed))
	tb.Random(cycles)
	r, err := replay.New(tb.Recording(), verilog.Options{})
	require.NoError(t, err)
	return r
}

// agree holds the designs clean under both lints and their replays equal to the
// simulator's run in Icarus and, at the end of all tests, in Verilator.
func agree(t *testing.T, all ...*replay.Bench) {
	t.Helper()
	edatest.Need(t, "iverilog", "verilator")
	for _, r := range all {
		top := strings.TrimSuffix(r.Name, "_tb")
		dump := func() string { return string(r.RTL[len(r.RTL)-1].Content) }
		assert.NoError(t, eda.LintVerilator(t.Context(), top, r.RTL), dump())
		assert.NoError(t, eda.LintIcarus(t.Context(), top, r.RTL), dump())
		got, err := replay.Icarus(t.Context(), r, false)
		if assert.NoError(t, err, dump()) {
			assert.NoError(t, got.Err(), dump())
		}
	}
	atTheEnd(t, all...)
}

// text is the top module of a replay.
func text(r *replay.Bench) string { return string(r.RTL[len(r.RTL)-1].Content) }

// Icarus does not cut an index to its own width: mem[a + 3'd1] was word 8 where
// a is 7, which reads x and loses a write.
func TestSumAsMemoryAddressReachedPastTheEnd(t *testing.T) {
	memory := func(c *pair, m *hdl.Module) *hdl.Mem[hdl.Bits] { return hdl.NewMem(m, "mem", hdl.Width(3), 8) }
	read := recorded(t, newPair("read_sum", 3, func(c *pair, m *hdl.Module) {
		mem := memory(c, m)
		mem.Write(c.B, c.A.Bits)
		c.Y.Set(mem.Read(c.A.Add(1)))
		c.Z.Set(mem.Read(c.A.Shl(c.B)))
	}), 100, 1)
	assert.Contains(t, text(read), "mem[y_sum]")
	write := recorded(t, newPair("write_sum", 3, func(c *pair, m *hdl.Module) {
		mem := memory(c, m)
		mem.Write(c.B.Add(1), c.A.Bits)
		c.Y.Set(mem.Read(c.A))
		c.Z.Set(mem.Read(hdl.Mux(c.A.Bit(0), c.B.Add(3), c.A.Sub(c.B))))
	}), 100, 2)
	registered := recorded(t, newPair("registered_diff", 3, func(c *pair, m *hdl.Module) {
		mem := memory(c, m)
		mem.Write(c.B.Not(), c.A.Bits)
		c.Y.Set(mem.ReadReg("first", c.A.Sub(1), 1, hdl.ReadFirst))
		c.Z.Set(mem.ReadReg("second", c.A.Sub(c.B), 1, hdl.WriteFirst))
	}), 100, 3)
	agree(t, read, write, registered)
}

// Icarus wrote a program that vvp could not read for mem[5] >> b.
func TestShiftOfMemoryWordAtConstantAddressBrokeIcarus(t *testing.T) {
	logical := recorded(t, newPair("shift_word", 3, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(3), 8)
		mem.Write(c.B, c.A.Bits)
		c.Y.Set(mem.Read(5).Shr(c.B))
		c.Z.Set(mem.Read(5).Shl(c.B.ZeroExtend(40)))
	}), 100, 1)
	signed := recorded(t, newPair("shift_signed_word", 3, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(3), 8)
		mem.Write(c.B, c.A.Bits)
		c.Y.Set(mem.Read(5).Signed().Shr(c.B).Bits())
		c.Z.Set(mem.Read(5).Shr(1))
	}), 100, 2)
	assert.Contains(t, text(signed), "z_word >> 1;")
	by := recorded(t, newPair("shift_by_word", 3, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(3), 8)
		mem.Write(c.B, c.A.Bits)
		c.Y.Set(hdl.Const(3, 5).Shr(mem.Read(0)).Xor(hdl.Const(3, 3).Shl(mem.Read(1))).Xor(c.A.Shr(mem.Read(2))))
		c.Z.Set(hdl.Const(3, 6).Signed().Shr(mem.Read(3)).Bits().Xor(c.A.Signed().Shr(mem.Read(4)).Bits()))
	}), 100, 3)
	wide := recorded(t, newPair("shift_by_wide_word", 40, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(40), 8)
		mem.Write(c.B.Truncate(3), c.A.Bits.And(hdl.Const(40, 0x8000000007)))
		c.Y.Set(c.A.Shl(mem.Read(0)))
		c.Z.Set(c.A.Signed().Shr(mem.Read(1)).Bits())
	}), 100, 4)
	agree(t, logical, signed, by, wide)
}

// Nothing is left of a shift of no bits, by nothing, or of copies of the sign.
func TestShiftsOfConstantsAreFolded(t *testing.T) {
	files, err := verilog.Export(top(t, newPair("shifts", 8, func(c *pair, m *hdl.Module) {
		c.Y.Set(hdl.Const(8, 0).Shr(c.A).Or(hdl.Const(8, 0).Shl(c.B)).Or(hdl.Const(8, 0).Signed().Shr(c.B).Bits()).Or(c.A.Shr(0)))
		c.Z.Set(hdl.Const(8, 255).Signed().Shr(c.A).Bits())
	})), verilog.Options{})
	require.NoError(t, err)
	assert.Contains(t, string(files[0].Content), "assign y = a;")
	assert.Contains(t, string(files[0].Content), "assign z = 8'd255;")
}

// A choice by a constant was an always @* that reads nothing: it never ran.
func TestConditionOnConstantNeverRan(t *testing.T) {
	choices := []func(c *pair, m *hdl.Module){
		func(c *pair, m *hdl.Module) {
			c.Y.Set(2)
			m.If(hdl.Const(1, 0), func() { c.Y.Set(c.A) })
			c.Z.Set(c.B)
			m.If(hdl.Const(1, 1), func() { c.Z.Set(3) })
		},
		func(c *pair, m *hdl.Module) {
			c.Y.Set(2)
			m.If(hdl.Const(3, 3).Eq(4), func() { c.Y.Set(c.A) }).Else(func() { c.Y.Set(c.B) })
			c.Z.Set(1)
			m.If(hdl.Cat(hdl.Const(2, 2), hdl.Const(1, 1)).PopCount().Add(1).Shl(1).Signed().Lt(hdl.SignedConst(2, 0)), func() { c.Z.Set(c.A) })
		},
		func(c *pair, m *hdl.Module) {
			c.Y.Set(2)
			m.Switch(hdl.Const(2, 1)).Case(0, func() { c.Y.Set(c.A) }).Case(2, func() { c.Y.Set(c.B) })
			c.Z.Set(c.A)
			m.Switch(hdl.Const(2, 1)).Case(0, func() { c.Z.Set(c.B) }).Case(1, func() { c.Z.Set(5) })
		},
		func(c *pair, m *hdl.Module) {
			c.Y.Set(hdl.Mux(hdl.Const(3, 3).Eq(4), c.A, 1))
			c.Z.Set(hdl.Select(hdl.Const(3, 3).Add(1), []hdl.Bits{c.A.Bits, c.B.Bits, c.A.Bits, c.B.Bits, c.A.Bits, c.B.Bits}))
		},
		func(c *pair, m *hdl.Module) { // nothing writes, nothing is ever set
			never, once := m.Reg("never", 3), m.Reg("free", 3, hdl.NoReset())
			mem := hdl.NewMem(m, "mem", hdl.Width(3), 8)
			m.If(hdl.Const(1, 0), func() { never.Set(c.A); once.Set(c.B); mem.Write(c.A, c.B.Bits) })
			c.Y.Set(never.Xor(mem.Read(c.A)))
			c.Z.Set(once.Xor(mem.ReadReg("word", c.B, hdl.Const(1, 0), hdl.WriteFirst)))
		},
		func(c *pair, m *hdl.Module) { // write-first at addresses that meet, and that never meet
			mem := hdl.NewMem(m, "mem", hdl.Width(3), 8)
			m.If(c.B.Bit(0), func() { mem.Write(5, c.A.Bits) })
			c.Y.Set(mem.ReadReg("same", 5, 1, hdl.WriteFirst))
			c.Z.Set(mem.ReadReg("other", 4, c.B.Bit(1), hdl.WriteFirst))
		},
		func(c *pair, m *hdl.Module) { // write-first at the address that is written
			mem := hdl.NewMem(m, "mem", hdl.Width(3), 8)
			m.If(c.A.Bit(0), func() { mem.Write(c.B.Slice(2, 0), c.A.Bits) })
			c.Y.Set(mem.ReadReg("same", c.B.Slice(2, 0), c.A.Bit(1), hdl.WriteFirst))
			c.Z.Set(0)
		},
	}
	var all []*replay.Bench
	for i, describe := range choices {
		r := recorded(t, newPair(fmt.Sprintf("choice_%d", i), 3, describe), 60, uint64(i))
		assert.NotRegexp(t, `(if|case) \(\d+'`, text(r))
		assert.NotContains(t, text(r), "b == b")
		all = append(all, r)
	}
	agree(t, all...)
}

// An operation on constants alone is folded; the fold is what the IR says, for
// every operation at every width.
func TestOperationsOnConstants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	b := designs.New("constants", "Nothing here changes.")
	for i := range 400 {
		w := widths[r.IntN(len(widths))]
		value := func(w int) ir.Expr { return &ir.Const{Value: designs.RandomBits(r, w), Bits: w} }
		y := value(w)
		if r.IntN(4) == 0 {
			y = designs.Num(w, int64(w-1)&1)
		}
		var e ir.Expr
		if op := ir.UnaryOp(i) % ir.NumUnaryOps; i%4 == 0 {
			e = b.Un(op, value(w))
		} else {
			e = b.Bin(ir.BinaryOp(i)%ir.NumBinaryOps, value(w), y)
		}
		b.Add(b.Set(b.Output(fmt.Sprintf("o%d", i), e.Width()), e))
	}
	got := export(t, b.Module, verilog.Options{})
	want := designs.Record(b.Module, 1, 1)
	row := want.Expected[0]
	for _, p := range b.Module.Ports {
		v := new(big.Int)
		n := (p.Width + 63) / 64
		for i := range n {
			v.Add(v, new(big.Int).Lsh(new(big.Int).SetUint64(row[i]), uint(64*i)))
		}
		row = row[n:]
		require.Regexp(t, fmt.Sprintf(`assign %s = \d+'(d%d|b%[2]d|h%x);`, p.Name, v, v), got)
	}
}

// Verilator has no signed product of more than 512 bits.
func TestSignedProductTooWideForVerilator(t *testing.T) {
	var all []*replay.Bench
	for _, w := range []int{256, 257, 300} {
		r := recorded(t, newPair(fmt.Sprintf("product_%d", w), w, func(c *pair, m *hdl.Module) {
			c.Y.Set(c.A.Signed().Mul(c.B.Signed()).Bits().Slice(w+w/2, w/2+1))
			c.Z.Set(c.A.Signed().Mul(c.B.Signed()).Bits().Truncate(w))
		}), 60, uint64(w))
		assert.Equal(t, w == 256, strings.Contains(text(r), "$signed"))
		all = append(all, r)
	}
	agree(t, all...)
}

// nested is a pair around the child c named instance.
func nested(name, instance string, child *pair, counts bool) *pair {
	return newPair(name, 8, func(c *pair, m *hdl.Module) {
		k := hdl.Instance(m, instance, child)
		k.A.Set(c.A)
		k.B.Set(c.B)
		c.Y.Set(k.Y)
		c.Z.Set(k.Z)
		if counts {
			c.Z.Set(k.Z.Xor(c.B.PopCount().ZeroExtend(8)))
		}
	})
}

// An instance may have the name of anything in its module: both are kept, and
// lint has nothing to say.
func TestInstanceNamedLikeSomethingInItsModule(t *testing.T) {
	child := func() *pair {
		return newPair("child", 8, func(c *pair, m *hdl.Module) {
			count := m.Reg("count", 8)
			count.Set(count.Add(c.A))
			phase := hdl.FSM(m, "phase", low, high)
			m.If(count.Bit(7), func() { phase.Goto(high) }).Else(func() { phase.Goto(low) })
			mem := hdl.NewMem(m, "mem", hdl.Width(8), 4)
			mem.Write(c.A.Truncate(2), c.B.Bits)
			c.Y.Set(count.Add(c.B).Slice(6, 0).ZeroExtend(8).Xor(mem.Read(c.B.Truncate(2))))
			c.Z.Set(c.A.PopCount().ZeroExtend(7).ZeroExtend(8).Xor(phase.Bits().ZeroExtend(8)))
		})
	}
	var all []*replay.Bench
	for i, name := range []string{"count", "LOW", "mem", "mem_i", "mem_init", "y_sum", "count_ones_8", "count_ones_8_bits", "child"} {
		r := recorded(t, nested(fmt.Sprintf("parent_%d", i), name, child(), false), 30, uint64(i))
		assert.Contains(t, text(r), "  child "+name+" (")
		all = append(all, r)
	}
	other := recorded(t, nested("parent", "u", child(), false), 30, 1)
	assert.NotContains(t, text(other), "lint_off")
	assert.Equal(t, all[0].RTL[0], other.RTL[0], "the text of a child does not depend on where it stands")
	agree(t, all...)
}

type level uint8

const (
	low level = iota
	high
)

func (l level) String() string { return [...]string{"low", "high"}[l] }

// The function of a module does not have the name of one in a module below, and
// nothing generated has the name of the top.
func TestFunctionNamedLikeOneBelow(t *testing.T) {
	leaf := func() *pair {
		return newPair("leaf", 8, func(c *pair, m *hdl.Module) {
			c.Y.Set(c.A.PopCount().ZeroExtend(8))
			c.Z.Set(c.B.Add(c.A).Slice(6, 0).ZeroExtend(8))
		})
	}
	twice := recorded(t, nested("twice", "v", nested("middle", "u", leaf(), true), true), 30, 1)
	assert.Contains(t, string(twice.RTL[0].Content), "count_ones_8(a)")
	assert.Contains(t, string(twice.RTL[1].Content), "count_ones_8_2(b)")
	assert.Contains(t, text(twice), "count_ones_8_3(b)")
	function := recorded(t, nested("count_ones_8", "u", leaf(), true), 30, 2)
	assert.Contains(t, string(function.RTL[0].Content), "count_ones_8_2(a)")
	wire := recorded(t, nested("z_sum", "u", leaf(), false), 30, 3)
	assert.Contains(t, string(wire.RTL[0].Content), "wire [7:0] z_sum_2 =")
	agree(t, twice, function, wire)
}

// Verilator warns of a signal with the name of the top module around it.
func TestSignalNamedLikeTheTopModule(t *testing.T) {
	for name, role := range map[string]string{"b": "input", "y": "output", "held": "reg", "word": "memory"} {
		c := newPair(name, 8, func(c *pair, m *hdl.Module) {
			held, word := m.Reg("held", 8), hdl.NewMem(m, "word", hdl.Width(8), 256)
			held.Set(c.A)
			word.Write(c.A, c.B.Bits)
			c.Y.Set(held)
			c.Z.Set(word.Read(c.B))
		})
		d, err := hdl.Elaborate(c)
		require.NoError(t, err)
		_, err = verilog.Export(d.Top, verilog.Options{})
		assert.ErrorContains(t, err, fmt.Sprintf("%s %s has the name of the top module (declared at ", role, name))
		assert.ErrorContains(t, err, fmt.Sprintf(`ModuleName() string { return "%s_top" }`, name))
		inner, err := hdl.Elaborate(nested("around", "u", newPair(name, 8, c.describe), false))
		require.NoError(t, err)
		_, err = verilog.Export(inner.Top, verilog.Options{})
		assert.NoError(t, err, "below the top the name is free")
	}
}

// A license of two lines went on as Verilog after the comment.
func TestLicenseLeftItsComment(t *testing.T) {
	for _, license := range []string{"MIT\nmodule x; endmodule", "MIT\r", "MIT\u2028", "\x00"} {
		_, err := verilog.Export(designs.Counter(), verilog.Options{License: license})
		assert.ErrorContains(t, err, "give an SPDX identifier, for example \"Apache-2.0\"")
		_, err = replay.New(designs.Record(designs.Counter(), 3, 1), verilog.Options{License: license})
		assert.ErrorContains(t, err, "give an SPDX identifier")
	}
	assert.NotContains(t, export(t, designs.Counter(), verilog.Options{}), "SPDX", "a generator does not license the work of its user")
	assert.Contains(t, export(t, designs.Counter(), verilog.Options{License: "MIT OR Apache-2.0"}), "// SPDX-License-Identifier: MIT OR Apache-2.0\n")
}

// Yosys died of a case in which nothing was left: all its Sets are overwritten.
func TestYosysDiedOfACaseThatIsOverwritten(t *testing.T) {
	edatest.Need(t, "yosys")
	word := func(i int) hdl.Bits { return hdl.Const(8, 37*i%256) }
	c := newPair("overwritten", 8, func(c *pair, m *hdl.Module) {
		chosen, selected := m.Reg("chosen", 8), m.Reg("selected", 8)
		s := m.Switch(c.A.Slice(2, 0))
		var words []hdl.Bits
		for i := range 8 {
			s = s.Case(i, func() { chosen.Set(word(i)) })
			words = append(words, word(i))
		}
		selected.Set(hdl.Select(c.A.Slice(2, 0), words))
		m.If(c.B.Bit(0), func() {
			chosen.Set(c.A)
			selected.Set(1)
		}).Else(func() {
			chosen.Set(c.B)
			selected.Set(c.A)
			selected.Set(2)
		})
		c.Y.Set(chosen)
		c.Z.Set(selected)
	})
	r := recorded(t, c, 50, 1)
	agree(t, r)
	_, err := eda.Synth(t.Context(), eda.ICE40, "overwritten", r.RTL)
	assert.NoError(t, err)
	text := string(r.RTL[0].Content)
	assert.NotContains(t, text, "case (")
	assert.Equal(t, 1, strings.Count(text, "chosen <= b"), text)
	assert.NotContains(t, text, "selected <= a", text)
}

// In Verilator 5.006 a wide inequality that always holds is 32 ones, which covered the bits beside it.
func TestWideInequalityThatAlwaysHoldsCoveredItsNeighbours(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	c := newPair("holds", 6, func(c *pair, m *hdl.Module) {
		wide := c.B.ZeroExtend(70).Not()
		c.Y.Set(hdl.Cat(c.A.Slice(4, 0), wide.Ne(0)))
		c.Z.Set(hdl.Cat(c.A.Slice(4, 0), wide.ReduceOr()))
	})
	agree(t, recorded(t, c, 50, 1))
}

// In Verilator 5.006 a signed value was not at least itself, where its bits are known by an AND: with a constant, or, in
// the fuzzer's design 271828183730, with its inverse.
func TestSignedValuesOfKnownBitsAreAtLeastThemselves(t *testing.T) {
	var benches []*replay.Bench
	for _, width := range []int{8, 33, 65} {
		benches = append(benches, recorded(t, newPair(fmt.Sprintf("at_least_%d", width), width, func(c *pair, m *hdl.Module) {
			known := hdl.Cat(c.B.Slice(width-6, 0), hdl.Const(5, 1)).And(8).Signed() // 0
			part := func() hdl.Bits { return c.B.Slice(width-2, 0) }                 // each time another expression
			inverse := part().And(part().Not()).ZeroExtend(width).Signed()           // 0 too
			all := part().Not().Or(part()).Signed().Extend(width)                    // -1
			zero := hdl.SignedConst(width, 0)
			c.Y.Set(hdl.Cat(c.A.Slice(width-4, 0), known.Ge(zero), inverse.Ge(zero), all.Le(all)))
			c.Z.Set(hdl.Cat(c.A.Slice(width-4, 0), zero.Le(known), zero.Le(inverse), all.Ge(hdl.SignedConst(width, -1))))
			hdl.Unused(c.A, c.B)
		}), 40, 1))
	}
	agree(t, benches...)
}

// Verilator 5.006 failed at an If whose condition is a count of known bits, in the fuzzer's design 1618034671.
func TestACountOfKnownBitsIsAConstant(t *testing.T) {
	c := newPair("known_count", 10, func(c *pair, m *hdl.Module) {
		c.Y.Set(c.A.Sub(c.A).PopCount().ZeroExtend(10))
		c.Z.Set(hdl.Cat(c.B.Or(c.B.Not()).PopCount(), c.A.PopCount()).ZeroExtend(10))
	})
	r := recorded(t, c, 50, 1)
	agree(t, r)
	assert.Equal(t, 1+1, strings.Count(text(r), "count_ones_10("), "declared, and called of a alone")
}

// A lane whose bit of the mask is known to be 0 is left out: Yosys 0.23 failed at one that was read write-first, in the
// fuzzer's design 1618034680.
func TestALaneThatIsNeverWrittenIsLeftOut(t *testing.T) {
	c := newPair("never_written", 11, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(11), 3)
		mem.WriteMasked(c.A.Slice(1, 0), c.B.Bits, hdl.Cat(hdl.Const(7, 0), hdl.Const(1, 1), c.A.Slice(4, 2)))
		c.Y.Set(mem.ReadReg("later", c.A.Slice(6, 5), c.A.Bit(7), hdl.WriteFirst))
		c.Z.Set(mem.Read(hdl.Const(2, 1)))
		hdl.Unused(c.A, c.B)
	})
	r := recorded(t, c, 100, 1)
	agree(t, r)
	assert.Regexp(t, `if \(\w+\[2\]\) mem\[a\[1:0\]\]\[2\] <= b\[2\];`, text(r))
	assert.Regexp(t, `\n +mem\[a\[1:0\]\]\[3\] <= b\[3\];`, text(r), "always")
	assert.NotContains(t, text(r), "[4] <= b[4]")
}

// lanesAndWords is a memory of words of 8 lanes, which are written one by one and all at once.
type lanesAndWords struct {
	Lane, Word, Data, Mask hdl.In
	Q                      hdl.Out
}

func newLanesAndWords(width int) *lanesAndWords {
	return &lanesAndWords{hdl.Input(3), hdl.Input(3), hdl.Input(width), hdl.Input(8), hdl.Output(width)}
}

func (c *lanesAndWords) ModuleName() string { return fmt.Sprintf("lanes_and_words_%d", c.Q.Width()) }

func (c *lanesAndWords) Describe(m *hdl.Module) {
	mem := hdl.NewMem(m, "mem", hdl.Width(c.Q.Width()), 8)
	mem.WriteMasked(c.Lane, c.Data.Bits, c.Mask.Bits)
	mem.WriteMasked(c.Word, c.Data.Bits, c.Data.Slice(1, 0))
	mem.Write(c.Word, c.Data.Not())
	c.Q.Set(mem.Read(c.Word))
}

// In Verilator 5.006 the value of a whole write had the width of a lane where another instance writes lanes that this one
// never does: the C++ did not compile, or words lost their upper lanes.
func TestLanesNeverWrittenBesideWholeWords(t *testing.T) {
	var benches []*replay.Bench
	for _, width := range []int{16, 88} {
		c := newPair(fmt.Sprintf("lanes_never_written_%d", width), width, func(c *pair, m *hdl.Module) {
			for i, out := range []hdl.Out{c.Y, c.Z} {
				d := hdl.Instance(m, fmt.Sprintf("d%d", i), newLanesAndWords(width))
				d.Mask.Set(hdl.Const(8, 0))
				if i == 0 {
					d.Mask.Set(c.A.Slice(7, 0))
				}
				d.Lane.Set(c.A.Slice(10, 8))
				d.Word.Set(c.A.Slice(13, 11))
				d.Data.Set(c.B)
				out.Set(d.Q)
			}
			hdl.Unused(c.A)
		})
		benches = append(benches, recorded(t, c, 200, 1))
	}
	agree(t, benches...)
}
