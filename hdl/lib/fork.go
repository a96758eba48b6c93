package lib

import (
	"fmt"

	"posedge/hdl"
)

// Pair is a bundle of two bundles.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Fork splits a stream of pairs into a stream of each part; each part is taken
// once, at its own time. Latency 0, a beat every cycle while both are ready. Valid
// and data pass within the cycle and do not depend on ready; ready at In depends
// on both. Its inverse is [Join].
type Fork[A, B any] struct {
	In     hdl.Sink[Pair[A, B]] `doc:"the pairs"`
	First  hdl.Source[A]        `doc:"the first parts"`
	Second hdl.Source[B]        `doc:"the second parts"`
}

// NewFork makes a fork of a stream of pairs of the two shapes.
func NewFork[A, B any](first A, second B) *Fork[A, B] {
	return &Fork[A, B]{
		In:     hdl.NewSink(Pair[A, B]{First: first, Second: second}),
		First:  hdl.NewSource(first),
		Second: hdl.NewSource(second),
	}
}

// ModuleName is fork_<first shape>_<second shape>, as [hdl.ShapeName] gives them.
func (f *Fork[A, B]) ModuleName() string {
	return fmt.Sprintf("fork_%s_%s", hdl.ShapeName(f.First.Data), hdl.ShapeName(f.Second.Data))
}

// ModuleDoc describes the fork in its Verilog.
func (f *Fork[A, B]) ModuleDoc() string { return "Splits a stream of pairs into two streams." }

// Describe builds the fork.
func (f *Fork[A, B]) Describe(m *hdl.Module) {
	valid := each(m, f.In.Valid.Bits, f.In.Ready, []hdl.Bits{f.First.Ready.Bits, f.Second.Ready.Bits})
	f.First.Send(valid[0], f.In.Data.First)
	f.Second.Send(valid[1], f.In.Data.Second)
}
