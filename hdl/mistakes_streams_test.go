package hdl_test

import (
	"posedge/hdl"
)

// gate lets beats pass while Open is 1.
type gate struct {
	Open hdl.In
	In   hdl.Sink[pair]
	Out  hdl.Source[pair]
}

func newGate() *gate { return &gate{hdl.Input(1), hdl.NewSink(pairShape), hdl.NewSource(pairShape)} }

func (g *gate) Describe(m *hdl.Module) {
	g.In.Ready.Set(g.Open.And(g.Out.Ready))
	g.Out.Send(g.Open.And(g.In.Valid), g.In.Data)
}

// waitMistakes are streams whose Valid waits for their own Ready.
var waitMistakes = []mistake{
	{"a stream that waits for its own Ready", func() error {
		return in(func(m *hdl.Module, p *pins) {
			m.If(p.Out.Ready, func() { p.Out.Send(1, p.Pair.Data) }) // want: the Valid of stream out of module pins waits for the stream's own Ready: // out_valid needs out_ready (@+0) // offer the beat without asking for Ready, and put what depends on its passing under Fire()
		})
	}},
	{"a stream that waits on several lines", func() error {
		return in(func(m *hdl.Module, p *pins) {
			go4 := m.Wire("go4", 4)
			m.Switch(p.B.Bits).Case(3, func() { go4.Set(hdl.Cat(p.A.Slice(2, 0), p.Out.Ready)) }).Default(func() { go4.Set(0) })
			m.If(p.C, func() {
				m.If(go4.Bit(0), func() {
					p.Out.Send(p.In.Valid, p.Pair.Data) // want: the Valid of stream out of module pins waits for the stream's own Ready: // out_valid needs go4[0] (@-1) // go4 needs out_ready (@-3) // offer the beat without asking for Ready, and put what depends on its passing under Fire()
				})
			})
		})
	}},
	{"a stream that two take", func() error {
		return in(func(m *hdl.Module, p *pins) {
			queue := hdl.Instance(m, "queue", newQueue())
			queue.Push.From(p.In)
			other := hdl.Instance(m, "other", newQueue())
			other.Push.From(queue.Pop)
			p.Out.From(queue.Pop) // want: stream queue_pop is taken at @-1 already, and has one consumer: take copies from lib.Broadcast
			other.Pop.Ready.Set(1)
			hdl.Unused(other.Pop.Data)
		})
	}},
	{"a stream of a child that waits", func() error {
		return in(func(m *hdl.Module, p *pins) {
			child := hdl.Instance(m, "child", pinsOf(func(m *hdl.Module, p *pins) {
				p.In.Ready.Set(p.C.And(p.Out.Ready))
				p.Out.Send(p.In.Fire(), p.In.Data) // want: the Valid of stream out of module pins waits for the stream's own Ready: // out_valid needs in_ready (@+0) // in_ready needs out_ready (@-1) // offer the beat without asking for Ready, and put what depends on its passing under Fire()
			}))
			child.A.Set(p.A)
			child.B.Set(p.B)
			child.C.Set(p.C)
			child.Pair.Set(p.Pair.Data)
			child.In.From(p.In)
			p.Out.From(child.Out)
		})
	}},
	{"a stream that waits through two children", func() error {
		return in(func(m *hdl.Module, p *pins) {
			one, two := hdl.Instance(m, "one", newGate()), hdl.Instance(m, "two", newGate())
			one.Open.Set(two.In.Ready.Or(p.C))
			two.Open.Set(1)
			one.In.From(p.In)
			two.In.From(one.Out)
			p.Out.From(two.Out) // want: the Valid of stream out of module pins waits for the stream's own Ready: // out_valid needs two_out_valid (@+0) // two_out_valid needs two_in_valid, through instance two (@-5) // two_in_valid needs one_out_valid (@-1) // one_out_valid needs one_open, through instance one (@-5) // one_open needs two_in_ready (@-4) // two_in_ready needs two_out_ready, through instance two (@-5) // two_out_ready needs out_ready (@+0) // offer the beat without asking for Ready, and put what depends on its passing under Fire()
		})
	}},
}
