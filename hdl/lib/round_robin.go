package lib

import (
	"fmt"

	"posedge/hdl"
)

// RoundRobin merges several streams into one, fairly: after a beat of input i
// the next beat comes from the nearest input after i, cyclically, that has one, so
// an input waits for at most one beat, or with [HoldUntil] one packet, of each
// other input. An input that is chosen but has to wait stays chosen until its
// beat has passed. Latency 0, a beat every cycle. All paths are combinational:
// valid, data and each ready depend on all valids.
type RoundRobin[T any] struct {
	In     []hdl.Sink[T] `doc:"the streams to merge"`
	Out    hdl.Source[T] `doc:"the merged stream"`
	Source hdl.Out       `doc:"the input that the offered beat comes from"`

	options arbiterOptions[T]
}

// NewRoundRobin makes an arbiter over n inputs, at least 1.
func NewRoundRobin[T any](shape T, n int, options ...ArbiterOption[T]) *RoundRobin[T] {
	return &RoundRobin[T]{
		In:      sinks(shape, n),
		Out:     hdl.NewSource(shape),
		Source:  hdl.Output(hdl.IndexWidth(n)),
		options: newArbiterOptions(options),
	}
}

// ModuleName is round_robin_<shape>_n<inputs>, with the shape as
// [hdl.ShapeName] gives it, and the suffix of the options.
func (a *RoundRobin[T]) ModuleName() string {
	return arbiterName("round_robin", a.In, a.Out, a.options)
}

// ModuleDoc describes the arbiter in its Verilog.
func (a *RoundRobin[T]) ModuleDoc() string {
	return fmt.Sprintf("Merges %d streams, round robin.", len(a.In))
}

// Describe builds the arbiter: the inputs after the last one served come first.
func (a *RoundRobin[T]) Describe(m *hdl.Module) {
	if refuseArbiter(m, len(a.In)) {
		return
	}
	last := m.Reg("last", a.Source.Width()) // the input that was served last
	fresh := nearest(m, requests(a.In), last)
	turn := a.options.merge(m, a.In, a.Out, a.Source, fresh)
	m.If(turn, func() { last.Set(a.Source) })
}

// nearest is the first requesting input after last, cyclically.
func nearest(m *hdl.Module, request []hdl.Bits, last hdl.Bits) hdl.Bits {
	first := Lowest(request)
	if len(request) == 1 {
		return first
	}
	after := []hdl.Bits{hdl.Const(1, 0)} // the requests after the last one served
	for i := 1; i < len(request); i++ {
		after = append(after, m.Named(fmt.Sprintf("after%d", i), request[i].And(last.Lt(i))))
	}
	return hdl.Mux(anyOf(after[1:]), Lowest(after), first)
}
