package lib

import (
	"fmt"

	"posedge/hdl"
)

// ArbiterOption chooses a form of an arbiter over streams of T.
type ArbiterOption[T any] func(*arbiterOptions[T])

type arbiterOptions[T any] struct {
	last func(T) hdl.Bits
}

// HoldUntil keeps the grant for whole packets: an input whose beat has passed
// stays chosen, even while it has none to offer, until a beat for which last is 1
// has passed. The function last is called once, while the arbiter is described;
// its result has 1 bit.
func HoldUntil[T any](last func(beat T) hdl.Bits) ArbiterOption[T] {
	return func(o *arbiterOptions[T]) { o.last = last }
}

func newArbiterOptions[T any](list []ArbiterOption[T]) arbiterOptions[T] {
	var o arbiterOptions[T]
	for _, option := range list {
		option(&o)
	}
	return o
}

// suffix is the text that the options add to the module's name.
func (o arbiterOptions[T]) suffix() string {
	if o.last != nil {
		return "_packets"
	}
	return ""
}

// merge sends the beats of one of the streams of in. It chooses input fresh, which
// must have a beat if any input has one, and keeps it until its beat has passed,
// or with HoldUntil its packet. Source is the chosen input; the result is 1 at the
// end of a turn: when a beat passes, with HoldUntil the last one of a packet.
func (o arbiterOptions[T]) merge(m *hdl.Module, in []hdl.Sink[T], out hdl.Source[T], source hdl.Out, fresh hdl.Bits) (turn hdl.Bits) {
	held := m.Reg("held", 1)                  // a turn has begun and not ended
	holder := m.Reg("holder", source.Width()) // its input
	fresh = m.Named("fresh", fresh)
	grant := m.Named("grant", hdl.Mux(held, holder, fresh))

	var data []T
	request := requests(in)
	for i := range in {
		data = append(data, in[i].Data)
		in[i].Ready.Set(out.Ready.And(grant.Eq(i)))
	}
	source.Set(grant)
	valid := anyOf(request)
	if o.last != nil {
		valid = hdl.Mux(held, pack(request).At(holder), valid)
	}
	out.Send(valid, hdl.Select(grant, data))

	turn = out.Fire()
	if o.last != nil {
		turn = m.Named("turn", turn.And(o.last(out.Data)))
	}
	if o.last != nil {
		held.Set(held.Or(out.Valid).And(turn.Not()))
	} else {
		held.Set(out.Valid.And(out.Ready.Not()))
	}
	holder.Set(grant)
	return turn
}

// requests are the valids of streams.
func requests[T any](in []hdl.Sink[T]) []hdl.Bits {
	var list []hdl.Bits
	for i := range in {
		list = append(list, in[i].Valid.Bits)
	}
	return list
}

// sinks makes n streams.
func sinks[T any](shape T, n int) []hdl.Sink[T] {
	var list []hdl.Sink[T]
	for range n {
		list = append(list, hdl.NewSink(shape))
	}
	return list
}

// refuseArbiter reports a number of inputs that cannot be built.
func refuseArbiter(m *hdl.Module, n int) bool {
	if n < 1 {
		m.Errorf("an arbiter has at least 1 input, not %d", n)
	}
	return n < 1
}

// arbiterName is the name of a module.
func arbiterName[T any](kind string, in []hdl.Sink[T], out hdl.Source[T], o arbiterOptions[T]) string {
	return fmt.Sprintf("%s_%s_n%d%s", kind, hdl.ShapeName(out.Data), len(in), o.suffix())
}
