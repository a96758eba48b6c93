package lib

import (
	"fmt"

	"posedge/hdl"
)

// Join puts the beats of two streams together, the first with the first, the
// second with the second. A pair is offered when both parts are there, and they
// are taken together. Latency 0, a beat every cycle; no registers. Valid at Out
// depends on both valids; ready at each input depends on ready at Out and on
// the other input's valid. Its inverse is [Fork].
type Join[A, B any] struct {
	First  hdl.Sink[A]            `doc:"the first parts"`
	Second hdl.Sink[B]            `doc:"the second parts"`
	Out    hdl.Source[Pair[A, B]] `doc:"the pairs"`
}

// NewJoin makes a join of streams of the two shapes.
func NewJoin[A, B any](first A, second B) *Join[A, B] {
	return &Join[A, B]{
		First:  hdl.NewSink(first),
		Second: hdl.NewSink(second),
		Out:    hdl.NewSource(Pair[A, B]{First: first, Second: second}),
	}
}

// ModuleName is join_<first shape>_<second shape>, as [hdl.ShapeName] gives them.
func (j *Join[A, B]) ModuleName() string {
	return fmt.Sprintf("join_%s_%s", hdl.ShapeName(j.First.Data), hdl.ShapeName(j.Second.Data))
}

// ModuleDoc describes the join in its Verilog.
func (j *Join[A, B]) ModuleDoc() string { return "Puts the beats of two streams together." }

// Describe builds the join.
func (j *Join[A, B]) Describe(*hdl.Module) {
	j.Out.Send(j.First.Valid.And(j.Second.Valid), Pair[A, B]{First: j.First.Data, Second: j.Second.Data})
	j.First.Ready.Set(j.Out.Ready.And(j.Second.Valid))
	j.Second.Ready.Set(j.Out.Ready.And(j.First.Valid))
}
