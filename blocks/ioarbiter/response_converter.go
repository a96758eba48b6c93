package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/float"
)

// ResponseConverter is the shared format converter of responses, the mirror of [RequestConverter]: it converts each
// word that is not an integer from the unit's format to fp32, and computes its address in SM memory. It takes a beat a
// cycle and passes it on, in order, convertSteps cycles later. Beats without a word pass too.
//
// With n records of w words, word j of record i is at i·w+j from the response's first word, or at j·n+i if the
// response's layout is Columns, modulo the size of SM memory.
//
// Words for the bypass and for the expander leave at Out too, and their address has no meaning. Both must always be
// ready: a word for an SM must not wait behind one that waits for room.
type ResponseConverter struct {
	In  hdl.Sink[Result]     `doc:"the words of responses, as the units gave them"`
	Out hdl.Source[Delivery] `doc:"the same words, converted"`

	config Config
}

func newResponseConverter(c Config) *ResponseConverter {
	s := c.shapes()
	return &ResponseConverter{In: hdl.NewSink(s.Result), Out: hdl.NewSource(s.Delivery), config: c}
}

// ModuleName is ioarbiter_response_converter with the beats.
func (c *ResponseConverter) ModuleName() string {
	return "ioarbiter_response_converter_" + c.config.widths()
}

// ModuleDoc describes the converter in its Verilog.
func (c *ResponseConverter) ModuleDoc() string {
	return "Shared format converter of responses: each word to fp32, and its address in SM memory."
}

// Describe builds the conversions, and in parallel the path around them, with the address.
func (c *ResponseConverter) Describe(m *hdl.Module) {
	in := c.In.Data
	way := newWay(m, c.In, c.Out)
	cast := m.Named("cast", in.Empty.Not().And(in.Format.Ne(int(isa.Integer))).And(in.Format.Le(int(isa.Unorm))))

	formats := []float.Any{float.Binary32, fixedPoint, float.Binary16, float.Norm{Width: 8}}
	casts := float.NewLine(m.Scope("casts"), way.move).Gated(way.taken.And(cast))
	converted := float.CastAmong(casts, formats, lib.Gate(cast, in.Format.Truncate(2)), hdl.Const(2, 0), lib.Gate(cast, in.Data))

	var columns, words []hdl.Bits
	for _, o := range c.config.Operations {
		columns = append(columns, hdl.Const(1, int(o.ResponseLayout)))
		words = append(words, hdl.Const(countBits, len(o.Response)))
	}
	byColumn := hdl.Select(in.Head.Unit, columns)
	j := in.Word.ZeroExtend(countBits)
	type placed struct {
		Delivery         Delivery
		Cast             hdl.Bits
		Before, InColumn hdl.Bits // words before the same record or column, and before the word in it
	}
	h := in.Head
	p := float.After(way.line, placed{
		Delivery{h.SM, h.Unit, h.Tag, h.Status, h.Route, h.Slot, h.Response, in.Word, in.Data, in.Empty, in.Last}, cast,
		hdl.Mux(byColumn, j, in.Record).Mul(hdl.Mux(byColumn, h.Records, hdl.Select(h.Unit, words))),
		hdl.Mux(byColumn, in.Record, j),
	}, 1)
	type summed struct {
		Delivery Delivery
		Cast     hdl.Bits
	}
	w := c.config.AddressBits
	p.Delivery.Address = p.Delivery.Address.Add(sized(p.Before, w)).Add(sized(p.InColumn, w))
	q := float.After(way.line, summed{p.Delivery, p.Cast}, convertSteps-1)
	out := q.Delivery
	out.Data = hdl.Mux(q.Cast, converted, out.Data)
	way.leave(out)
}

// sized is x truncated or extended with zeros to w bits.
func sized(x hdl.Bits, w int) hdl.Bits {
	if x.Width() > w {
		return x.Truncate(w)
	}
	return x.ZeroExtend(w)
}
