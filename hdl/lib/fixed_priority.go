package lib

import (
	"fmt"

	"posedge/hdl"
)

// FixedPriority merges several streams into one: the next beat comes from the
// first input that has one, in the order of In. An input that is chosen but has
// to wait stays chosen until its beat, or with [HoldUntil] its packet, has passed.
// An input waits while the inputs before it have beats, for ever if they always
// do. Latency 0, a beat every cycle. All paths are combinational: valid, data
// and each ready depend on all valids.
type FixedPriority[T any] struct {
	In     []hdl.Sink[T] `doc:"the streams to merge, the most urgent first"`
	Out    hdl.Source[T] `doc:"the merged stream"`
	Source hdl.Out       `doc:"the input that the offered beat comes from"`

	options arbiterOptions[T]
}

// NewFixedPriority makes an arbiter over n inputs, at least 1.
func NewFixedPriority[T any](shape T, n int, options ...ArbiterOption[T]) *FixedPriority[T] {
	return &FixedPriority[T]{
		In:      sinks(shape, n),
		Out:     hdl.NewSource(shape),
		Source:  hdl.Output(hdl.IndexWidth(n)),
		options: newArbiterOptions(options),
	}
}

// ModuleName is fixed_priority_<shape>_n<inputs>, with the shape as
// [hdl.ShapeName] gives it, and the suffix of the options.
func (a *FixedPriority[T]) ModuleName() string {
	return arbiterName("fixed_priority", a.In, a.Out, a.options)
}

// ModuleDoc describes the arbiter in its Verilog.
func (a *FixedPriority[T]) ModuleDoc() string {
	return fmt.Sprintf("Merges %d streams, the first one that asks first.", len(a.In))
}

// Describe builds the arbiter.
func (a *FixedPriority[T]) Describe(m *hdl.Module) {
	if refuseArbiter(m, len(a.In)) {
		return
	}
	a.options.merge(m, a.In, a.Out, a.Source, Lowest(requests(a.In)))
}
