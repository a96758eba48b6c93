package lib

import (
	"fmt"

	"posedge/hdl"
)

// RoundRobin merges several streams into one, fairly: after a beat of input i
// the next beat comes from the nearest input after i that has one, around the
// end, so an input waits for at most one beat of each other. An input that is
// chosen but has to wait stays chosen until its beat has passed.
type RoundRobin[T any] struct {
	In     []hdl.Sink[T] `doc:"the streams to merge"`
	Out    hdl.Source[T] `doc:"the merged stream"`
	Source hdl.Out       `doc:"the input that the offered beat comes from"`
}

// NewRoundRobin makes an arbiter over n inputs, at least 1.
func NewRoundRobin[T any](shape T, n int) *RoundRobin[T] {
	a := &RoundRobin[T]{Out: hdl.NewSource(shape), Source: hdl.Output(hdl.IndexWidth(n))}
	for range n {
		a.In = append(a.In, hdl.NewSink(shape))
	}
	return a
}

// ModuleName is round_robin_w<width>_n<inputs>.
func (a *RoundRobin[T]) ModuleName() string {
	return fmt.Sprintf("round_robin_w%d_n%d", hdl.WidthOf(a.Out.Data), len(a.In))
}

// ModuleDoc describes the arbiter in its Verilog.
func (a *RoundRobin[T]) ModuleDoc() string {
	return fmt.Sprintf("Merges %d streams, round robin.", len(a.In))
}

// Describe is the arbiter: the inputs above the last one served come first.
func (a *RoundRobin[T]) Describe(m *hdl.Module) {
	n, w := len(a.In), a.Source.Width()
	if n < 1 {
		m.Errorf("an arbiter has at least 1 input, not %d", n)
		return
	}
	last := m.Reg("last", w)     // the input that was served last
	held := m.Reg("held", 1)     // a beat was offered and not taken
	holder := m.Reg("holder", w) // its input
	var request []hdl.Bits
	for i := range n {
		request = append(request, a.In[i].Valid.Bits)
	}
	fresh := lowest(request, 0, w)
	if n > 1 {
		var after []hdl.Bits // who asks and comes after the last one served
		for i := 1; i < n; i++ {
			after = append(after, m.Named(fmt.Sprintf("after%d", i), request[i].And(last.Lt(i))))
		}
		fresh = hdl.Mux(anyOf(after), lowest(after, 1, w), fresh)
	}
	fresh = m.Named("fresh", fresh)
	grant := m.Named("grant", hdl.Mux(held, holder, fresh))

	var data []T
	for i := range n {
		data = append(data, a.In[i].Data)
		a.In[i].Ready.Set(a.Out.Ready.And(grant.Eq(i)))
	}
	a.Source.Set(grant)
	a.Out.Send(anyOf(request), hdl.Select(grant, data))

	held.Set(a.Out.Valid.And(a.Out.Ready.Not()))
	holder.Set(grant)
	m.If(a.Out.Fire(), func() { last.Set(grant) })
}
