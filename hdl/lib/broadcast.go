package lib

import (
	"fmt"

	"posedge/hdl"
)

// Broadcast gives every beat of a stream to each of n outputs once; each takes it at
// its own time, and the next beat is offered when all have taken this one. Latency
// 0, a beat every cycle while all outputs are ready. Valid and data pass within the
// cycle and do not depend on any ready; ready at In depends on all of them.
type Broadcast[T any] struct {
	In  hdl.Sink[T]     `doc:"the stream to copy"`
	Out []hdl.Source[T] `doc:"the copies"`
}

// NewBroadcast makes a broadcast to n outputs, at least 1.
func NewBroadcast[T any](shape T, n int) *Broadcast[T] {
	b := &Broadcast[T]{In: hdl.NewSink(shape)}
	for range n {
		b.Out = append(b.Out, hdl.NewSource(shape))
	}
	return b
}

// ModuleName is broadcast_<shape>_n<outputs>, with the shape as [hdl.ShapeName] gives it.
func (b *Broadcast[T]) ModuleName() string {
	return fmt.Sprintf("broadcast_%s_n%d", hdl.ShapeName(b.In.Data), len(b.Out))
}

// ModuleDoc describes the broadcast in its Verilog.
func (b *Broadcast[T]) ModuleDoc() string {
	return fmt.Sprintf("Gives every beat to each of %d streams.", len(b.Out))
}

// Describe builds the broadcast.
func (b *Broadcast[T]) Describe(m *hdl.Module) {
	if len(b.Out) < 1 {
		m.Errorf("a broadcast has at least 1 output, not %d", len(b.Out))
		return
	}
	var ready []hdl.Bits
	for _, out := range b.Out {
		ready = append(ready, out.Ready.Bits)
	}
	valid := each(m, b.In.Valid.Bits, b.In.Ready, ready)
	for i, out := range b.Out {
		out.Send(valid[i], b.In.Data)
	}
}

// each offers a beat to consumers, which each take it once at their own time, and
// sets accept when the last of them does. The result is the valid of each. One
// bit per consumer remembers whether it has taken a beat that others have not.
func each(m *hdl.Module, valid hdl.Bits, accept hdl.Out, ready []hdl.Bits) []hdl.Bits {
	taken := m.Reg("taken", len(ready))
	var done, offer []hdl.Bits
	for i, r := range ready {
		done = append(done, taken.Bit(i).Or(r))
		offer = append(offer, valid.And(taken.Bit(i).Not()))
	}
	now := m.Named("done", pack(done))
	accept.Set(now.ReduceAnd())
	m.If(valid, func() { taken.Set(hdl.Mux(now.ReduceAnd(), 0, now)) })
	return offer
}
