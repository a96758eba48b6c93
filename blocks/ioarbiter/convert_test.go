package ioarbiter

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus/words"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// convertConfig has operations of all formats, layouts and lengths, and a macro with random formats.
func convertConfig(t *testing.T) Config {
	type words struct {
		Words [16]hdl.Bits `width:"32"`
	}
	shape := hdl.Shape[words](nil)
	u, err := NewUnit("words", 1, shape, shape, "")
	require.NoError(t, err)
	record := func(formats ...isa.Format) (list []isa.Word) {
		for k, f := range formats {
			list = append(list, isa.Word{Name: fmt.Sprint(k), Format: f, Field: fmt.Sprintf("Words[%d]", k)})
		}
		return list
	}
	c := Config{
		SMs: 3, AddressBits: 9, TagBits: 5, Objects: 64, Cache: CacheConfig{4, 2, 2}, Depth: 2, Context: 4, Slots: 3, Instructions: 64, Bound: 100, Units: []isa.Unit{u},
		Operations: []isa.Operation{
			{Name: "all", Request: record(isa.Fixed, isa.Half, isa.YUV601, isa.YUV709, isa.Integer), Response: record(isa.Integer, isa.Fixed, isa.Half, isa.Unorm)},
			{Name: "one", Request: record(isa.Half), Response: record(isa.Fixed), ResponseLayout: isa.Columns},
			{Name: "columns", Request: record(isa.Integer, isa.YUV709, isa.Fixed), Response: record(isa.Unorm, isa.Unorm, isa.Half), ResponseLayout: isa.Columns},
			{Name: "long", Request: record(isa.Fixed, isa.Fixed, isa.Integer, isa.Integer, isa.Half, isa.Half, isa.Half, isa.YUV601, isa.Integer, isa.Fixed, isa.Half, isa.YUV709, isa.Fixed, isa.Half, isa.YUV601, isa.Integer),
				Response: record(isa.Unorm, isa.Fixed, isa.Unorm, isa.Fixed, isa.Unorm, isa.Fixed, isa.Unorm, isa.Fixed, isa.Unorm, isa.Fixed, isa.Unorm, isa.Fixed, isa.Unorm, isa.Fixed, isa.Unorm, isa.Half)},
			{Name: "nothing", Request: record(isa.YUV601, isa.Fixed)},
		},
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for k := range c.MacroFormats {
		for j := range c.MacroFormats[k] {
			c.MacroFormats[k][j] = requestFormats[rng.IntN(len(requestFormats))]
		}
	}
	require.NoError(t, c.Check())
	return c
}

var requestFormats = []isa.Format{isa.Integer, isa.Fixed, isa.Half, isa.YUV601, isa.YUV709}

// The beats as Go values.

type headValue struct {
	SM, Unit, Tag, Response, Records, Status, Route, Slot uint64
}

type beatValue struct {
	Head        headValue
	Data        uint32
	Empty, Last bool
}

type resultValue struct {
	Head         headValue
	Record, Word uint64
	Format       isa.Format
	Data         uint32
	Empty, Last  bool
}

type deliveryValue struct {
	SM, Unit, Tag, Status, Route, Slot, Address, Word uint64
	Data                                              uint32
	Empty, Last                                       bool
}

func (c Config) randomHead(rng *rand.Rand) headValue {
	return headValue{
		rng.Uint64N(uint64(c.SMs)), 0, rng.Uint64N(1 << c.TagBits), rng.Uint64N(1 << c.AddressBits), rng.Uint64N(64),
		rng.Uint64N(8), rng.Uint64N(4), rng.Uint64N(uint64(c.Slots)),
	}
}

// requestModel counts words, as the converter does.
type requestModel struct {
	config  Config
	formats [isa.Macros][isa.MaxLength]isa.Format
	word    int
}

func (r *requestModel) convert(b beatValue) beatValue {
	unit, f := int(b.Head.Unit), isa.Integer
	macro := unit >= isa.FirstMacro
	if macro {
		f = r.formats[unit-isa.FirstMacro][r.word]
	} else if unit < len(r.config.Operations) {
		f = r.config.Operations[unit].Request[r.word].Format
	}
	if !b.Empty {
		b.Data = model.RequestWord(f, b.Data)
	}
	r.word++
	if b.Last || !macro && unit < len(r.config.Operations) && r.word == r.config.recordWords(unit) {
		r.word = 0
	}
	return b
}

func exerciseRequests(t *testing.T, n int, gap, stall float64, opts ...bench.Option) *bench.TB {
	c := convertConfig(t)
	dut := newRequestConverter(c)
	tb := bench.New(t, dut, append(opts, bench.Seed(7))...)
	in, out := bench.Drive(tb, dut.In, gap), bench.NewScoreboard(bench.Collect[beatValue](tb, dut.Out, stall))
	model := &requestModel{config: c, formats: c.MacroFormats}
	rng := rand.New(rand.NewPCG(3, 4))
	put := func(b beatValue) {
		in.Send(b)
		out.Expect(model.convert(b))
	}
	for sent := 0; sent < n; {
		head := c.randomHead(rng)
		head.Unit = rng.Uint64N(1 << isa.UnitBits)
		count := 1 + rng.IntN(isa.MaxLength-1)
		switch unit := int(head.Unit); {
		case rng.IntN(8) == 0 || unit >= len(c.Operations) && unit < isa.FirstMacro:
			count = 0
		case unit < isa.FirstMacro:
			count = c.recordWords(unit) * (1 + rng.IntN(3))
		}
		for k := range count {
			put(beatValue{head, words.Random(rng), false, k == count-1})
		}
		if count == 0 {
			put(beatValue{head, rng.Uint32(), true, true})
		}
		sent += max(count, 1)
		if sent%10 == 0 { // other formats, when nothing is in flight
			out.Drain(100 * n)
			macro, word, f := rng.IntN(isa.Macros), rng.IntN(isa.MaxLength), requestFormats[rng.IntN(len(requestFormats))]
			tables := []uint64{LoadFormat, LoadFormat, LoadMicrocode, LoadMacro}
			table := tables[rng.IntN(len(tables))]
			tb.Set(dut.Load, struct {
				Enable  bool
				Table   uint64
				Address int
				Data    uint64
			}{true, table, macro*isa.MaxLength + word, uint64(f) | rng.Uint64()<<isa.FormatBits})
			tb.Tick()
			tb.Set(dut.Load, struct {
				Enable               bool
				Table, Address, Data uint64
			}{})
			if table == LoadFormat {
				model.formats[macro][word] = f
			}
		}
	}
	out.Drain(100 * n)
	return tb
}

func TestWordsOfRequestsAreConvertedAsTheirTargetsTakeThem(t *testing.T) {
	t.Parallel()
	exerciseRequests(t, 5000, 0, 0)
	exerciseRequests(t, 6000, 0.3, 0.3)
	exerciseRequests(t, 500, 0.2, 0.5, bench.Engine(sim.Reference()))
}

// position is the address of a word of a response, by the layout: an array of structs, or a struct of arrays.
func (c Config) position(r resultValue) uint64 {
	n, w := r.Head.Records, uint64(0)
	at := r.Record*w + r.Word
	if unit := int(r.Head.Unit); unit < len(c.Operations) {
		w = uint64(len(c.Operations[unit].Response))
		at = r.Record*w + r.Word
		if c.Operations[unit].ResponseLayout == isa.Columns {
			at = r.Word*n + r.Record
		}
	}
	return (r.Head.Response + at) % (1 << c.AddressBits)
}

func exerciseResponses(t *testing.T, n int, gap, stall float64, opts ...bench.Option) *bench.TB {
	c := convertConfig(t)
	dut := newResponseConverter(c)
	tb := bench.New(t, dut, append(opts, bench.Seed(8))...)
	in, out := bench.Drive(tb, dut.In, gap), bench.NewScoreboard(bench.Collect[deliveryValue](tb, dut.Out, stall))
	rng := rand.New(rand.NewPCG(5, 6))
	for range n {
		r := resultValue{c.randomHead(rng), rng.Uint64N(64), rng.Uint64N(16), isa.Format(rng.IntN(8)), words.Random(rng), rng.IntN(5) == 0, rng.IntN(3) == 0}
		r.Head.Unit = rng.Uint64N(1 << isa.UnitBits)
		in.Send(r)
		h, data := r.Head, r.Data
		if !r.Empty {
			data = model.ResponseWord(r.Format, data)
		}
		out.Expect(deliveryValue{h.SM, h.Unit, h.Tag, h.Status, h.Route, h.Slot, c.position(r), r.Word, data, r.Empty, r.Last})
	}
	out.Drain(100 * n)
	return tb
}

func TestWordsOfResponsesAreConvertedAndFindTheirPlaces(t *testing.T) {
	t.Parallel()
	exerciseResponses(t, 5000, 0, 0)
	exerciseResponses(t, 6000, 0.3, 0.3)
	exerciseResponses(t, 500, 0.2, 0.5, bench.Engine(sim.Reference()))
}

// A beat leaves convertSteps cycles after it was taken, one a cycle.
func TestAWordACycleIsConverted(t *testing.T) {
	dut := newRequestConverter(convertConfig(t))
	tb := bench.New(t, dut)
	in, out := bench.Drive(tb, dut.In, 0), bench.Collect[beatValue](tb, dut.Out, 0)
	for range 100 {
		in.Send(beatValue{Last: true})
	}
	tb.Until(10, "the first word", func() bool { return in.Passed() == 1 })
	first := tb.Cycle() - 1 // the cycle in which it passed
	out.Wait(100, 200)
	assert.Equal(t, first+convertSteps, out.Cycles()[0])
	assert.Equal(t, first+convertSteps+99, out.Cycles()[99])
}

func TestConvertersLeaveNothingUnread(t *testing.T) {
	for _, dut := range []hdl.Component{newRequestConverter(convertConfig(t)), newResponseConverter(convertConfig(t))} {
		d, err := hdl.Elaborate(dut)
		require.NoError(t, err)
		assert.Empty(t, d.Notes)
	}
}

// yuvByConstants is what the hardware computes.
func yuvByConstants(bt709 bool, x uint32) uint32 {
	standard := 0
	if bt709 {
		standard = 1
	}
	y := x >> 24 << 24
	for i, c := range yuvChannels {
		sum := c.offset
		for k, coefficient := range c.coefficients[standard] {
			sum += coefficient * int64(x>>(8*k)&255)
		}
		y |= uint32(sum>>c.shift) << (8 * i)
	}
	return y
}

// yuvFormats are the formats of BT.601 and, true, of BT.709.
var yuvFormats = map[bool]isa.Format{false: isa.YUV601, true: isa.YUV709}

func checkColours(t *testing.T, step uint32) {
	for _, bt709 := range []bool{false, true} {
		for x := uint32(0); x < 1<<24; x += step {
			if a, b := model.RequestWord(yuvFormats[bt709], x), yuvByConstants(bt709, x); a != b {
				require.Equal(t, a, b, "%06x", x)
			}
		}
	}
}

// hardColours are those whose luma is at, or closest to, the middle between two values, where the smallest error shows.
func hardColours(bt709 bool) (list []uint32) {
	shares := [3]int64{2990, 5870, 1140}
	if bt709 {
		shares = [3]int64{2126, 7152, 722}
	}
	for x := range uint32(1 << 24) {
		luma := shares[0]*int64(x&255) + shares[1]*int64(x>>8&255) + shares[2]*int64(x>>16)
		const unit = 2_550_000
		if off := (219*luma + unit/2) % unit; off < 100 || off > unit-100 {
			list = append(list, x)
		}
	}
	return list
}

// exerciseColours sends colours through the converter.
func exerciseColours(t *testing.T, bt709 bool, colours func(yield func(uint32) bool)) {
	c := convertConfig(t)
	c.Operations[0].Request = c.Operations[0].Request[:1]
	f := isa.YUV601
	if bt709 {
		f = isa.YUV709
	}
	c.Operations[0].Request[0].Format = f
	dut := newRequestConverter(c)
	tb := bench.New(t, dut, bench.WithoutFailureWaves())
	in := bench.Drive(tb, dut.In, 0)
	var want []uint32
	bench.Collect[beatValue](tb, dut.Out, 0).Each(func(b beatValue) {
		if b.Data != want[0] {
			require.Equal(t, want[0], b.Data, "%v", f)
		}
		want = want[1:]
	})
	for x := range colours {
		in.Send(beatValue{Data: x})
		want = append(want, model.RequestWord(yuvFormats[bt709], x))
		tb.Tick()
	}
	tb.Ticks(10)
	assert.Empty(t, want)
}

func TestHardColoursAreConvertedExactly(t *testing.T) {
	for _, bt709 := range []bool{false, true} {
		list := hardColours(bt709)
		for _, x := range list {
			require.Equal(t, model.RequestWord(yuvFormats[bt709], x), yuvByConstants(bt709, x), "%06x", x)
		}
		assert.Greater(t, len(list), 500)
		exerciseColours(t, bt709, slices.Values(list))
		exerciseColours(t, bt709, func(yield func(uint32) bool) { // and a sample of all
			for x := uint32(0); x < 1<<24 && yield(x|0x5a000000); x += 4093 {
			}
		})
	}
}

func TestColoursAreConvertedExactly(t *testing.T) {
	checkColours(t, 67)
}

func TestLongEveryColourIsConvertedExactly(t *testing.T) {
	long.Only(t)
	checkColours(t, 1)
	for _, bt709 := range []bool{false, true} {
		exerciseColours(t, bt709, func(yield func(uint32) bool) {
			for x := uint32(0); x < 1<<24 && yield(x); x += 101 {
			}
		})
	}
}
