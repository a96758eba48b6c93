package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// UnitResponseConverter converts a unit's responses to the intermediate format: words of 32 bits, one a cycle, each
// with its format for the shared converter.
type UnitResponseConverter struct {
	Context   hdl.Sink[Record]   `doc:"context of each record, in order"`
	Responses hdl.Sink[hdl.Bits] `doc:"of the unit"`
	Results   hdl.Source[Result] `doc:"the words"`

	config Config
	unit   int
}

// ModuleName is the unit's name with _response_converter.
func (r *UnitResponseConverter) ModuleName() string {
	return fmt.Sprintf("%s_response_converter_%s", r.config.Units[r.unit].Name, r.config.widths())
}

// ModuleDoc describes the converter in its Verilog.
func (r *UnitResponseConverter) ModuleDoc() string {
	return fmt.Sprintf("Takes the responses of the %s unit apart into words.", r.config.Units[r.unit].Name)
}

// Describe selects the word by operation and number. The context of a record is taken with its last word. A record that
// did not go to the unit, because a word does not fit its field, gets zeros and a fault.
func (r *UnitResponseConverter) Describe(m *hdl.Module) {
	c, in, out := r.config, r.Context.Data, r.Responses.Data
	word := m.Reg("word", 4)
	fault := m.Reg("fault", 1) // of an earlier record of the same request
	answered := m.Named("from_unit", in.toUnit())
	here := m.Named("response_valid", r.Context.Valid.And(answered.Not().Or(r.Responses.Valid)))

	data, format, words := hdl.Const(wordBits, 0), hdl.Const(isa.FormatBits, 0), hdl.Const(5, 0)
	for k, o := range c.Operations {
		if o.Unit != r.unit || len(o.Response) == 0 {
			continue
		}
		mine := in.Head.Unit.Eq(k)
		var list, formats []hdl.Bits
		for _, w := range o.Response {
			list, formats = append(list, r.wordOf(w, out)), append(formats, hdl.Const(isa.FormatBits, int(w.Format)))
		}
		data = hdl.Mux(mine, hdl.Select(word, list), data)
		format = hdl.Mux(mine, hdl.Select(word, formats), format)
		words = hdl.Mux(mine, hdl.Const(5, len(list)), words)
	}
	failed := m.Named("failed", fault.Or(in.Wide).Or(r.faultOf(out).And(answered)))
	status := m.Named("status", hdl.Mux(in.Head.Status.Ne(int(isa.OK)), in.Head.Status, hdl.Mux(failed, int(isa.UnitFault), hdl.Const(isa.StatusBits, int(isa.OK)))))
	sm := m.Named("for_sm", in.Head.Route.Eq(int(toSM)))
	// A response that does not go to an SM has no words if it is only counted or has an error.
	silent := in.Head.Route.Eq(int(toCount)).Or(sm.Not().And(status.Ne(int(isa.OK))))
	none := m.Named("no_words", in.Empty.Or(words.Eq(0)).Or(silent))
	end := m.Named("record_ends", none.Or(word.ZeroExtend(5).Add(1).Eq(words)))
	quiet := m.Named("suppressed", none.And(sm).And(in.Last.Not())) // nothing to send
	r.Results.Send(here.And(quiet.Not()), Result{
		Head: in.Head.with(status), Record: in.Number, Word: word, Format: format, Data: lib.Gate(none.Or(in.Wide).Not(), data), Empty: none, Last: end.And(sm.Not().Or(in.Last)),
	})
	step := m.Named("step", here.And(quiet.Or(r.Results.Ready)))
	r.Context.Ready.Set(step.And(end))
	r.Responses.Ready.Set(step.And(end).And(answered))
	m.If(step, func() {
		word.Set(hdl.Mux(end, 0, word.Add(1)))
		m.If(end, func() { fault.Set(failed.And(in.Last.Not())) })
	})
}

// wordOf is a word of the unit's response, extended to 32 bits.
func (r *UnitResponseConverter) wordOf(w isa.Word, out hdl.Bits) hdl.Bits {
	low, width, _ := r.config.Units[r.unit].Response.Place(w.Field)
	n := min(wordBits, width-w.Low)
	x := out.Slice(low+w.Low+n-1, low+w.Low)
	if w.Signed {
		return x.SignExtend(wordBits)
	}
	return x.ZeroExtend(wordBits)
}

// faultOf is the fault bit of the unit's response, or 0 if it has none.
func (r *UnitResponseConverter) faultOf(out hdl.Bits) hdl.Bits {
	u := r.config.Units[r.unit]
	if low, _, ok := u.Response.Place(u.Fault); ok {
		return out.Bit(low)
	}
	return hdl.Const(1, 0)
}
