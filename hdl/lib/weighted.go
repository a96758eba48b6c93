package lib

import (
	"fmt"

	"posedge/hdl"
)

// WeightedRoundRobin is a [RoundRobin] in which input i may pass Weights[i] beats
// (with [HoldUntil], packets) in a row before another input that asks has its
// turn. An input that has no beat in its turn loses the rest of the turn to one
// that has. Thus an input waits for at most the sum of the others' weights, and
// inputs that always ask share the output in proportion to their weights.
// Latency, throughput and paths are the same as for [RoundRobin].
type WeightedRoundRobin[T any] struct {
	In     []hdl.Sink[T] `doc:"the streams to merge"`
	Out    hdl.Source[T] `doc:"the merged stream"`
	Source hdl.Out       `doc:"the input that the offered beat comes from"`

	weights []int
	options arbiterOptions[T]
}

// NewWeightedRoundRobin makes an arbiter with an input for each weight; there is
// at least 1, and each weight is at least 1.
func NewWeightedRoundRobin[T any](shape T, weights []int, options ...ArbiterOption[T]) *WeightedRoundRobin[T] {
	return &WeightedRoundRobin[T]{
		In:      sinks(shape, len(weights)),
		Out:     hdl.NewSource(shape),
		Source:  hdl.Output(hdl.IndexWidth(len(weights))),
		weights: weights,
		options: newArbiterOptions(options),
	}
}

// ModuleName is weighted_round_robin_<shape>_n<inputs>, with the shape as
// [hdl.ShapeName] gives it, the suffix of the options, and _k and the weights.
func (a *WeightedRoundRobin[T]) ModuleName() string {
	name := arbiterName("weighted_round_robin", a.In, a.Out, a.options) + "_k"
	for i, w := range a.weights {
		if i > 0 {
			name += "_"
		}
		name += fmt.Sprint(max(w, 0)) // a weight below 1 is refused
	}
	return name
}

// ModuleDoc describes the arbiter in its Verilog.
func (a *WeightedRoundRobin[T]) ModuleDoc() string {
	return fmt.Sprintf("Merges %d streams, round robin with the weights %v.", len(a.In), a.weights)
}

// Describe builds the arbiter: the last input served comes first while it has credit.
func (a *WeightedRoundRobin[T]) Describe(m *hdl.Module) {
	if refuseArbiter(m, len(a.In)) {
		return
	}
	most := 1
	for i, w := range a.weights {
		if w < 1 {
			m.Errorf("the weight of input %d is %d; it is at least 1", i, w)
			return
		}
		most = max(most, w)
	}
	last := m.Reg("last", a.Source.Width())           // the input that was served last
	credit := m.Reg("credit", hdl.CountWidth(most-1)) // turns that it may still have in a row
	request := requests(a.In)

	again := m.Named("again", credit.Ne(0).And(pack(request).At(last)))
	fresh := hdl.Mux(again, last, nearest(m, request, last))
	var first []hdl.Bits // credit after a first turn
	for _, w := range a.weights {
		first = append(first, hdl.Const(credit.Width(), w-1))
	}
	turn := a.options.merge(m, a.In, a.Out, a.Source, fresh)
	m.If(turn, func() {
		last.Set(a.Source)
		credit.Set(hdl.Select(a.Source, first))
		m.If(credit.Ne(0).And(a.Source.Eq(last)), func() { credit.Set(credit.Sub(1)) })
	})
}
