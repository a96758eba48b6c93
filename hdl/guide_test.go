package hdl_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

// guide holds the code of docs/language.md; all of it elaborates.
var guide = map[string]func(m *hdl.Module, p *pins){
	"values": func(m *hdl.Module, p *pins) {
		a, b := p.A, p.A // 8 bits each

		sum := a.Add(b)        // 8 bits, wraps
		exact := a.AddCarry(b) // 9 bits
		product := a.Mul(b)    // 16 bits
		high := product.Slice(15, 8)
		wide := a.ZeroExtend(12).Or(0xF00) // the integer takes 12 bits
		both := hdl.Cat(high, sum)         // high on top
		chosen := hdl.Mux(a.Lt(b), sum, 0)
		bit := a.At(b) // bit number b of a; 0 from 8 on

		hdl.Unused(exact, wide, both, chosen, bit)
	},
	"signed": func(m *hdl.Module, p *pins) {
		x, y := p.A.Signed(), hdl.SignedConst(8, -3)
		below := x.Lt(y)          // a Bits of 1 bit
		scaled := x.Mul(y).Shr(4) // 16 bits, shifts in the sign
		p.Q.Set(scaled.Truncate(8).Bits())
		hdl.Unused(below)
	},
	"statements": func(m *hdl.Module, p *pins) {
		count := m.Reg("count", 8)
		full := m.Wire("full", 1)

		full.Default(0)
		m.If(count.Eq(200), func() {
			full.Set(1)
		}).ElseIf(p.C, func() {
			count.Set(count.Add(1))
		})
		m.Switch(p.B.Bits).
			Case(0, func() { count.Set(0) }).
			Cases([]int{1, 2}, func() { count.Set(p.A) }).
			Default(func() {})
		p.Q.Set(hdl.Mux(full, 255, count))
	},
	"registers": func(m *hdl.Module, p *pins) {
		ready := m.Reg("ready", 1, hdl.ResetTo(1))
		data := m.Reg("data", 512, hdl.NoReset())
		hi := m.Named("hi", p.A.Slice(7, 4))

		ready.Set(hi.Eq(0))
		data.Set(hdl.Cat(data.Slice(503, 0), p.A))
		p.Q.Set(data.Slice(511, 504))
		hdl.Unused(ready)
	},
	"bundles": func(m *hdl.Module, p *pins) {
		last := hdl.RegOf(m, "last", request) // registers last_unit and last_addr
		next := hdl.MuxOf(p.C, last, Request{Unit: p.A.Slice(1, 0), Addr: hdl.Const(12, 5)})

		hdl.Set(last, next)
		packed := hdl.Flatten(last) // 14 bits, Unit least significant
		again := hdl.Unflatten(request, packed)
		p.Q.Set(hdl.Select(p.B, []Request{last, next, again}).Addr.Truncate(8))
	},
	"memories": func(m *hdl.Module, p *pins) {
		weights := hdl.NewMem(m, "weights", hdl.Width(8), 16)
		weights.Init([]hdl.Bits{hdl.Const(8, 1), hdl.Const(8, 3)}) // the rest is 0

		m.If(p.C, func() { weights.Write(p.B, p.A.Bits) })
		now := weights.Read(p.B)                                   // distributed RAM
		later := weights.ReadReg("later", p.B, p.C, hdl.ReadFirst) // block RAM
		p.Q.Set(now.Xor(later))
	},
	"properties": func(m *hdl.Module, p *pins) {
		level := m.Reg("level", 4)
		m.If(p.C, func() {
			level.Set(level.Add(1))
			m.Assert("no_overflow", level.Ne(15)) // of the design, where C is 1
		})
		m.Assume("b_in_range", p.B.Le(9)) // of the inputs
		m.Cover("half_full", level.Eq(8)) // reached in some run
	},
	"instances": func(m *hdl.Module, p *pins) {
		enables := hdl.Cat(p.A, p.B)
		var total hdl.Bits
		for i := range enables.Width() { // more than nine
			lane := hdl.Instance(m.Scope("lane").Scope(strconv.Itoa(i)), "counter", NewCounter(8))
			lane.Enable.Set(enables.Bit(i))
			if i == 0 {
				total = lane.Value.Bits
			} else {
				total = total.Add(lane.Value)
			}
		}
		p.Q.Set(total)
	},
}

func TestTheGuidesCodeElaborates(t *testing.T) {
	for name, describe := range guide {
		t.Run(name, func(t *testing.T) { assert.NoError(t, in(describe)) })
	}
}

// Every block of code or output in docs/language.md appears in a test of this
// folder, apart from its indentation and comment marks.
func TestTheGuidesBlocksAreReal(t *testing.T) {
	page, err := os.ReadFile("../docs/language.md")
	require.NoError(t, err)
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	var tests strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		tests.WriteString(plain(string(text)) + "\n")
	}
	blocks := regexp.MustCompile("(?s)```(go|text)\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	require.Greater(t, len(blocks), 8)
	for _, b := range blocks {
		assert.Contains(t, tests.String(), plain(b[2]), "no test holds this block of docs/language.md:\n%s", b[2])
	}
}

// plain drops indentation, alignment and comment marks at the start of lines.
func plain(text string) string {
	spaces := regexp.MustCompile(`[ \t]+`)
	var list []string
	for _, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		l = strings.TrimSpace(strings.TrimPrefix(l, "//"))
		list = append(list, spaces.ReplaceAllString(l, " "))
	}
	return strings.Trim(strings.Join(list, "\n"), "\n")
}
