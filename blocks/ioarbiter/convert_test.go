package ioarbiter

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib/float/ref"
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
	record := func(formats ...Format) (list []Word) {
		for k, f := range formats {
			list = append(list, Word{Name: fmt.Sprint(k), Format: f, Field: fmt.Sprintf("Words[%d]", k)})
		}
		return list
	}
	c := Config{
		SMs: 3, AddressBits: 9, TagBits: 5, Objects: 64, Cache: CacheConfig{4, 2, 2}, Depth: 2, Context: 4, Slots: 3, Instructions: 64, Bound: 100, Units: []Unit{u},
		Operations: []Operation{
			{Name: "all", Request: record(Fixed, Half, YUV601, YUV709, Integer), Response: record(Integer, Fixed, Half, Unorm)},
			{Name: "one", Request: record(Half), Response: record(Fixed), ResponseLayout: Columns},
			{Name: "columns", Request: record(Integer, YUV709, Fixed), Response: record(Unorm, Unorm, Half), ResponseLayout: Columns},
			{Name: "long", Request: record(Fixed, Fixed, Integer, Integer, Half, Half, Half, YUV601, Integer, Fixed, Half, YUV709, Fixed, Half, YUV601, Integer),
				Response: record(Unorm, Fixed, Unorm, Fixed, Unorm, Fixed, Unorm, Fixed, Unorm, Fixed, Unorm, Fixed, Unorm, Fixed, Unorm, Half)},
			{Name: "nothing", Request: record(YUV601, Fixed)},
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

var requestFormats = []Format{Integer, Fixed, Half, YUV601, YUV709}

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
	Format       Format
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

// randomWord draws numbers near the limits of the formats, small integers and any patterns.
func randomWord(rng *rand.Rand) uint32 {
	switch rng.IntN(6) {
	case 0:
		return rng.Uint32()
	case 1:
		list := []float64{0, math.Inf(1), 65504, 65519.99, 65520, 1 << 23, 8388607.5, 8388608, math.Ldexp(1, -14), math.Ldexp(1, -24), math.Ldexp(1, -25), math.Ldexp(1.5, -25), 0.001953125, 0.005859375, 2049, 2051}
		return math.Float32bits(float32(list[rng.IntN(len(list))])) ^ rng.Uint32N(2)<<31
	case 2:
		return 0x7f800000 | rng.Uint32N(3)<<21 | rng.Uint32N(2)<<31
	case 3:
		return rng.Uint32() >> rng.IntN(32)
	}
	return math.Float32bits(float32(math.Ldexp(2*rng.Float64()-1, rng.IntN(60)-30)))
}

// A requestModel counts words, as the converter does.
type requestModel struct {
	config  Config
	formats [Macros][MaxLength]Format
	word    int
}

func (r *requestModel) convert(b beatValue) beatValue {
	unit, f := int(b.Head.Unit), Integer
	macro := unit >= FirstMacro
	if macro {
		f = r.formats[unit-FirstMacro][r.word]
	} else if unit < len(r.config.Operations) {
		f = r.config.Operations[unit].Request[r.word].Format
	}
	if !b.Empty {
		b.Data = f.request(b.Data)
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
		head.Unit = rng.Uint64N(1 << UnitBits)
		words := 1 + rng.IntN(MaxLength-1)
		switch unit := int(head.Unit); {
		case rng.IntN(8) == 0 || unit >= len(c.Operations) && unit < FirstMacro:
			words = 0
		case unit < FirstMacro:
			words = c.recordWords(unit) * (1 + rng.IntN(3))
		}
		for k := range words {
			put(beatValue{head, randomWord(rng), false, k == words-1})
		}
		if words == 0 {
			put(beatValue{head, rng.Uint32(), true, true})
		}
		sent += max(words, 1)
		if sent%10 == 0 { // other formats, when nothing is under way
			out.Drain(100 * n)
			macro, word, f := rng.IntN(Macros), rng.IntN(MaxLength), requestFormats[rng.IntN(len(requestFormats))]
			tables := []uint64{LoadFormat, LoadFormat, LoadMicrocode, LoadMacro}
			table := tables[rng.IntN(len(tables))]
			tb.Set(dut.Load, struct {
				Enable  bool
				Table   uint64
				Address int
				Data    uint64
			}{true, table, macro*MaxLength + word, uint64(f) | rng.Uint64()<<FormatBits})
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

// position is where a word of a response belongs, as the layouts say: an array of structs, or a struct of arrays.
func (c Config) position(r resultValue) uint64 {
	n, w := r.Head.Records, uint64(0)
	at := r.Record*w + r.Word
	if unit := int(r.Head.Unit); unit < len(c.Operations) {
		w = uint64(len(c.Operations[unit].Response))
		at = r.Record*w + r.Word
		if c.Operations[unit].ResponseLayout == Columns {
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
		r := resultValue{c.randomHead(rng), rng.Uint64N(64), rng.Uint64N(16), Format(rng.IntN(8)), randomWord(rng), rng.IntN(5) == 0, rng.IntN(3) == 0}
		r.Head.Unit = rng.Uint64N(1 << UnitBits)
		in.Send(r)
		h, data := r.Head, r.Data
		if !r.Empty {
			data = r.Format.response(data)
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

// A beat comes convertSteps cycles after it was taken, one a cycle.
func TestAWordACycleIsConverted(t *testing.T) {
	dut := newRequestConverter(convertConfig(t))
	tb := bench.New(t, dut)
	in, out := bench.Drive(tb, dut.In, 0), bench.Collect[beatValue](tb, dut.Out, 0)
	for range 100 {
		in.Send(beatValue{Last: true})
	}
	tb.Until(10, "the first word", func() bool { return in.Passed() == 1 })
	first := tb.Cycle() - 1 // in which it passed
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

// The plain-Go conversions are the exact ones of package ref.
func TestTheModelConvertsExactly(t *testing.T) {
	fixed, single, small, unorm := ref.Fixed{Width: 32, Fraction: 8, Signed: true}, ref.Binary32, ref.Binary16, ref.Norm{Width: 8}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		x := randomWord(rng)
		require.Equal(t, uint32(ref.Cast(single, fixed, uint64(x), ref.Mode{})), Fixed.request(x), "%08x", x)
		require.Equal(t, uint32(ref.Cast(single, small, uint64(x), ref.Mode{})), Half.request(x), "%08x", x)
		require.Equal(t, uint32(ref.Cast(fixed, single, uint64(x), ref.Mode{})), Fixed.response(x), "%08x", x)
		require.Equal(t, x, Integer.request(x))
		require.Equal(t, x, Integer.response(x))
	}
	for x := range uint64(1 << 16) {
		require.Equal(t, uint32(ref.Cast(small, single, x, ref.Mode{})), Half.response(uint32(x)), "%04x", x)
	}
	for x := range uint64(1 << 8) {
		require.Equal(t, uint32(ref.Cast(unorm, single, x, ref.Mode{})), Unorm.response(uint32(x)|0xabcdef00), "%02x", x)
	}
}

// yuvExact is the conversion with rational numbers, from the shares of red and blue in luma: E'Y = Kr·R + Kg·G + Kb·B,
// E'Cb = (B − E'Y) ÷ (2 − 2Kb), E'Cr = (R − E'Y) ÷ (2 − 2Kr), and 219·E'Y + 16, 224·E'Cb + 128, 224·E'Cr + 128.
func yuvExact(bt709 bool, x uint32) uint32 {
	shares := [2]*big.Rat{big.NewRat(299, 1000), big.NewRat(114, 1000)}
	if bt709 {
		shares = [2]*big.Rat{big.NewRat(2126, 10000), big.NewRat(722, 10000)}
	}
	one := big.NewRat(1, 1)
	var c [3]*big.Rat
	for k := range c {
		c[k] = big.NewRat(int64(x>>(8*k)&255), 255)
	}
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	sub := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
	add := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
	y := add(add(mul(shares[0], c[0]), mul(shares[1], c[2])), mul(sub(sub(one, shares[0]), shares[1]), c[1]))
	difference := func(x, share *big.Rat) *big.Rat {
		return mul(sub(x, y), new(big.Rat).Inv(mul(big.NewRat(2, 1), sub(one, share))))
	}
	scaled := func(x *big.Rat, scale, offset int64) uint32 {
		v := add(add(mul(x, big.NewRat(scale, 1)), big.NewRat(offset, 1)), big.NewRat(1, 2))
		return uint32(new(big.Int).Quo(v.Num(), v.Denom()).Int64()) // it is positive
	}
	return x>>24<<24 | scaled(difference(c[0], shares[0]), 224, 128)<<16 | scaled(difference(c[2], shares[1]), 224, 128)<<8 | scaled(y, 219, 16)
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

func checkColours(t *testing.T, step uint32) {
	for _, bt709 := range []bool{false, true} {
		for x := uint32(0); x < 1<<24; x += step {
			if a, b := yuv(bt709, x), yuvByConstants(bt709, x); a != b {
				require.Equal(t, a, b, "%06x", x)
			}
		}
	}
}

// hardColours are those whose luma is nearest to the middle between two values, or in it: there the smallest error shows.
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
	f := YUV601
	if bt709 {
		f = YUV709
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
		want = append(want, yuv(bt709, x))
		tb.Tick()
	}
	tb.Ticks(10)
	assert.Empty(t, want)
}

func TestHardColoursAreConvertedExactly(t *testing.T) {
	for _, bt709 := range []bool{false, true} {
		list := hardColours(bt709)
		for _, x := range list {
			require.Equal(t, yuv(bt709, x), yuvByConstants(bt709, x), "%06x", x)
		}
		assert.Greater(t, len(list), 500)
		exerciseColours(t, bt709, slices.Values(list))
		exerciseColours(t, bt709, func(yield func(uint32) bool) { // and some of all
			for x := uint32(0); x < 1<<24 && yield(x|0x5a000000); x += 4093 {
			}
		})
	}
}

func TestColoursAreConvertedExactly(t *testing.T) {
	checkColours(t, 67)
	rng := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		x := rng.Uint32()
		for _, bt709 := range []bool{false, true} {
			require.Equal(t, yuvExact(bt709, x), yuv(bt709, x), "%08x", x)
		}
	}
	for format, want := range map[Format][4]uint32{ // black, white, red and blue, as the standards list them
		YUV601: {0x808010, 0x8080eb, 0xf05a51, 0x6ef029},
		YUV709: {0x808010, 0x8080eb, 0xf0663f, 0x76f020},
	} {
		for k, rgb := range []uint32{0, 0xffffff, 0xff, 0xff0000} {
			assert.Equal(t, fmt.Sprintf("%06x", want[k]), fmt.Sprintf("%06x", format.request(rgb)), "%v of %06x", format, rgb)
		}
	}
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
