package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// convertSteps is the latency of both converters, in cycles: that of the casts.
const convertSteps = float.AmongSteps

// fixedPoint is the format of [isa.Fixed].
var fixedPoint = float.Fixed{Width: wordBits, Fraction: 8, Signed: true}

// RequestConverter is the shared format converter of requests: it converts each word to the format that its target
// takes, which depends on the operation or macro and on the position of the word. It takes a beat a cycle and passes it
// on, in order, convertSteps cycles later. Beats without a word pass unchanged.
//
// The formats of an operation's words are in its descriptor, and repeat for every record. Those of a macro's words are
// in a table that Load writes; it must be loaded before the first request for the macro.
type RequestConverter struct {
	In   hdl.Sink[Beat]   `doc:"the words of requests, as fetched"`
	Out  hdl.Source[Beat] `doc:"the same beats, converted"`
	Load hdl.InOf[Load]   `doc:"writes the formats of the macros' parameters"`

	config Config
}

func newRequestConverter(c Config) *RequestConverter {
	s := c.shapes()
	return &RequestConverter{In: hdl.NewSink(s.Beat), Out: hdl.NewSource(s.Beat), Load: hdl.InputOf(s.Load), config: c}
}

// ModuleName is ioarbiter_request_converter with the beats.
func (c *RequestConverter) ModuleName() string {
	return "ioarbiter_request_converter_" + c.config.widths()
}

// ModuleDoc describes the converter in its Verilog.
func (c *RequestConverter) ModuleDoc() string {
	return "Shared format converter of requests: each word to the format of its target."
}

// Describe builds two parallel paths, one through the conversions and one around them.
func (c *RequestConverter) Describe(m *hdl.Module) {
	in := c.In.Data
	way := newWay(m, c.In, c.Out)
	format := c.format(m)
	yuv := format.Eq(int(isa.YUV601)).Or(format.Eq(int(isa.YUV709)))
	cast := format.Eq(int(isa.Fixed)).Or(format.Eq(int(isa.Half)))

	formats := []float.Any{float.Binary32, fixedPoint, float.Binary16}
	casts := float.NewLine(m.Scope("cast"), way.move).Gated(way.taken.And(cast))
	converted := float.CastAmong(casts, formats, hdl.Const(2, 0), lib.Gate(cast, format.Truncate(2)), lib.Gate(cast, in.Data))
	colours := float.NewLine(m.Scope("yuv"), way.move).Gated(way.taken.And(yuv))
	colour := toYUV(colours, format.Eq(int(isa.YUV709)), lib.Gate(yuv, in.Data.Truncate(24)))

	type plain struct {
		Beat      Beat
		Cast, YUV hdl.Bits
	}
	p := float.After(way.line, plain{in, cast, yuv}, convertSteps)
	out := p.Beat
	out.Data = hdl.Mux(p.YUV, hdl.Cat(p.Beat.Data.Slice(31, 24), colour), hdl.Mux(p.Cast, converted, p.Beat.Data))
	way.leave(out)
}

// format is the format of the offered word.
func (c *RequestConverter) format(m *hdl.Module) hdl.Bits {
	in := c.In.Data
	word := m.Reg("word", hdl.IndexWidth(isa.MaxLength)) // its number in the record of an operation, or in the request of a macro
	macro := m.Named("macro", in.Head.Unit.Ge(isa.FirstMacro))
	var last []hdl.Bits
	for k := range c.config.Operations {
		last = append(last, hdl.Const(word.Width(), c.config.recordWords(k)-1))
	}
	ends := in.Last.Or(macro.Not().And(word.Eq(hdl.Select(in.Head.Unit, last))))
	m.If(c.In.Fire(), func() { word.Set(hdl.Mux(ends, 0, word.Add(1))) })

	table := hdl.NewMem(m, "formats", hdl.Width(isa.FormatBits), isa.Macros*isa.MaxLength)
	var contents []hdl.Bits
	for _, formats := range c.config.MacroFormats {
		for _, f := range formats {
			contents = append(contents, hdl.Const(isa.FormatBits, int(f)))
		}
	}
	table.Init(contents)
	l := c.Load.Data
	m.If(l.Enable.And(l.Table.Eq(LoadFormat)), func() {
		table.Write(l.Address.Truncate(table.AddrWidth()), l.Data.Truncate(isa.FormatBits))
	})
	hdl.Unused(l.Address, l.Data) // macros and instructions need more bits
	loaded := table.Read(hdl.Cat(in.Head.Unit.Truncate(isa.UnitBits-2), word))

	format := m.Named("format", hdl.Mux(macro, loaded, c.described(in.Head.Unit, word)))
	return lib.Gate(in.Empty.Not(), format)
}

// described is the format of a word of an operation, from its descriptor.
func (c *RequestConverter) described(unit, word hdl.Bits) hdl.Bits {
	var bits []hdl.Operand
	for b := range isa.FormatBits {
		var rows []hdl.Bits // of each operation: bit b of the formats of all words
		for _, o := range c.config.Operations {
			row := uint64(0)
			for j, w := range o.Request {
				row |= uint64(w.Format) >> b & 1 << j
			}
			rows = append(rows, hdl.Const(isa.MaxLength, row))
		}
		bits = append(bits, hdl.Select(unit, rows).At(word))
	}
	return hdl.Pack(bits...)
}

// way is a pipeline of convertSteps registers between two streams: it takes a beat every cycle, and holds while the one
// at the end waits.
type way[T any] struct {
	move  hdl.Bits // the pipeline moves
	taken hdl.Bits // a beat is taken, if the pipeline moves
	line  *float.Line
	leave func(T)
}

func newWay[In, Out any](m *hdl.Module, in hdl.Sink[In], out hdl.Source[Out]) way[Out] {
	move, valid := m.Wire("move", 1), in.Valid.Bits
	for k := range convertSteps {
		next := m.Scope("valid").Reg(string(rune('1'+k)), 1)
		from := valid
		m.If(move, func() { next.Set(from) })
		valid = next
	}
	move.Set(valid.Not().Or(out.Ready))
	in.Ready.Set(move)
	return way[Out]{
		move: move, taken: in.Valid.Bits,
		line:  float.NewLine(m.Scope("way"), move).Gated(in.Valid.Bits),
		leave: func(x Out) { out.Send(valid, x) },
	}
}
