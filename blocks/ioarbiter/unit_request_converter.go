package ioarbiter

import (
	"cmp"
	"fmt"
	"slices"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
)

// UnitRequestConverter assembles a unit's request from converted words, one a cycle. A table built from the descriptors
// of the unit's operations gives the place of word j of a record.
type UnitRequestConverter struct {
	In  hdl.Sink[Beat]         `doc:"requests, word by word"`
	Out hdl.Source[UnitRecord] `doc:"their records"`

	config Config
	unit   int
}

// ModuleName is the unit's name with _request_converter.
func (r *UnitRequestConverter) ModuleName() string {
	return fmt.Sprintf("%s_request_converter_%s", r.config.Units[r.unit].Name, r.config.widths())
}

// ModuleDoc describes the converter in its Verilog.
func (r *UnitRequestConverter) ModuleDoc() string {
	return fmt.Sprintf("Maps the words of requests to the input of the %s unit.", r.config.Units[r.unit].Name)
}

// segment is a range of bits of a unit's request that is written as one.
type segment struct {
	name       string
	low, width int
	from       []source
	settings   []setting
}

// source is a word of an operation's record.
type source struct{ operation, word int }

// setting is the constant value of a segment in an operation.
type setting struct {
	operation int
	value     uint64
}

// segments divides the unit's request by the operations' words and settings. Bits that no operation names are always 0.
func (c Config) segments(unit int) []*segment {
	fields := c.Units[unit].Request
	var list []*segment
	at := func(field string, from, low, width int) *segment {
		for _, s := range list {
			if s.low == low && s.width == width {
				return s
			}
		}
		list = append(list, &segment{name: nameOf(fields, field, from, width), low: low, width: width})
		return list[len(list)-1]
	}
	for k, o := range c.Operations {
		if o.Unit != unit {
			continue
		}
		for j, w := range o.Request {
			low, width, _ := fields.Place(w.Field)
			s := at(w.Field, w.Low, low+w.Low, min(wordBits, width-w.Low))
			s.from = append(s.from, source{k, j})
		}
		for _, set := range o.Settings {
			low, width, _ := fields.Place(set.Field)
			s := at(set.Field, 0, low, width)
			s.settings = append(s.settings, setting{k, set.Value})
		}
	}
	slices.SortFunc(list, func(a, b *segment) int { return cmp.Or(a.low-b.low, a.width-b.width) })
	return list
}

// nameOf names width bits of a field, from bit from on: "field_vertices_0_x", or "field_mask_63_32" for a half.
func nameOf(fields isa.Fields, field string, from, width int) string {
	for _, l := range fields {
		switch {
		case l.Path != field:
		case from == 0 && width == l.Width:
			return "field_" + l.Name
		default:
			return fmt.Sprintf("field_%s_%d_%d", l.Name, from+width-1, from)
		}
	}
	return ""
}

// joined packs the values of segments, which are in ascending order, into a request of the given width. Segments
// overlap where an operation names bits that another names only in part; then all but one of them are 0.
func joined(list []*segment, values []hdl.Bits, width int) hdl.Bits {
	end := 0
	for _, s := range list {
		if s.low < end {
			return overlaid(list, values, width)
		}
		end = s.low + s.width
	}
	var parts []hdl.Operand
	at := 0
	for k, s := range list {
		if s.low > at {
			parts = append(parts, hdl.Const(s.low-at, 0))
		}
		parts, at = append(parts, values[k]), s.low+s.width
	}
	if at < width {
		parts = append(parts, hdl.Const(width-at, 0))
	}
	return hdl.Pack(parts...)
}

func overlaid(list []*segment, values []hdl.Bits, width int) hdl.Bits {
	y := hdl.Const(width, 0)
	for k, s := range list {
		y = y.Or(values[k].ZeroExtend(width).Shl(s.low))
	}
	return y
}

// Describe builds a register for each segment of the unit's request. The first word of a record sets all of them to the
// operation's settings, or to 0.
func (r *UnitRequestConverter) Describe(m *hdl.Module) {
	c, in := r.config, r.In.Data
	full := m.Reg("full", 1)
	context := hdl.RegOf(m, "context", c.shapes().Record, hdl.NoReset())
	word, number := m.Reg("word", 5), m.Reg("number", countBits)
	var last []hdl.Bits
	for _, o := range c.Operations {
		last = append(last, hdl.Const(5, len(o.Request)-1))
	}
	ends := m.Named("record_ends", in.Empty.Or(word.Eq(hdl.Select(in.Head.Unit, last))))
	first := m.Named("first", word.Eq(0))
	r.In.Ready.Set(full.Not().Or(r.Out.Ready))
	take := m.Named("take", r.In.Fire())
	wide := m.Named("wide", r.wide(word).And(in.Empty.Not()).Or(first.Not().And(context.Wide)))
	m.If(r.Out.Ready, func() { full.Set(0) })
	m.If(take, func() {
		full.Set(ends)
		word.Set(hdl.Mux(ends, 0, word.Add(1)))
		m.If(ends, func() { number.Set(hdl.Mux(in.Last, 0, number.Add(1))) })
		hdl.Set(context, Record{in.Head, number, in.Empty, wide, in.Last})
	})

	segments := c.segments(r.unit)
	var values []hdl.Bits
	for _, s := range segments {
		bits := m.Reg(s.name, s.width, hdl.NoReset())
		here, settled := hdl.Const(1, 0), hdl.Const(s.width, 0)
		for _, f := range s.from {
			here = here.Or(in.Head.Unit.Eq(f.operation).And(word.Eq(f.word)))
		}
		for _, f := range s.settings {
			settled = hdl.Mux(in.Head.Unit.Eq(f.operation), hdl.Const(s.width, f.value), settled)
		}
		m.If(take.And(first), func() { bits.Set(settled) })
		if len(s.from) > 0 {
			m.If(take.And(here), func() { bits.Set(in.Data.Truncate(s.width)) })
		}
		values = append(values, bits)
	}
	r.Out.Send(full, UnitRecord{context, joined(segments, values, c.Units[r.unit].Request.Width())})
}

// wide is 1 if the offered word does not fit its field.
func (r *UnitRequestConverter) wide(word hdl.Bits) hdl.Bits {
	in, fields := r.In.Data, r.config.Units[r.unit].Request
	type shape struct {
		width  int
		signed bool
	}
	var shapes []shape
	words := map[shape]hdl.Bits{} // 1: the word goes to a field of the shape
	for k, o := range r.config.Operations {
		if o.Unit != r.unit {
			continue
		}
		for j, w := range o.Request {
			_, width, _ := fields.Place(w.Field)
			s := shape{width - w.Low, w.Signed}
			if s.width >= wordBits {
				continue
			}
			if _, ok := words[s]; !ok {
				shapes, words[s] = append(shapes, s), hdl.Const(1, 0)
			}
			words[s] = words[s].Or(in.Head.Unit.Eq(k).And(word.Eq(j)))
		}
	}
	y := hdl.Const(1, 0)
	for _, s := range shapes {
		beyond := in.Data.Slice(wordBits-1, s.width)
		if s.signed {
			beyond = beyond.Xor(in.Data.Bit(s.width - 1).Repeat(wordBits - s.width))
		}
		y = y.Or(words[s].And(beyond.ReduceOr()))
	}
	return y
}
