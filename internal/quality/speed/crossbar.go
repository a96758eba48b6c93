package speed

import (
	"posedge/blocks/unit/harness"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// packet is what crosses a crossbar.
type packet struct {
	Destination hdl.Bits
	Origin      hdl.Bits
	Payload     hdl.Bits // 32: the number of the packet among those of its origin
}

// crossbar joins n sources and n sinks: a queue for each source, an arbiter and
// a queue for each sink. Sources and sinks pause at random.
type crossbar struct {
	Checksum hdl.Out `doc:"of all packets at the sinks"`
	n        int
}

func newCrossbar(n int) *crossbar { return &crossbar{Checksum: hdl.Output(64), n: n} }

// ModuleName is the design's name.
func (x *crossbar) ModuleName() string { return "crossbar" }

// crossbarDepth is the depth of the queues.
const crossbarDepth = 8

// Describe is sources, n times n streams, and sinks.
func (x *crossbar) Describe(m *hdl.Module) {
	w := hdl.IndexWidth(x.n)
	shape := packet{Destination: hdl.Width(w), Origin: hdl.Width(w), Payload: hdl.Width(32)}
	var arbiters []*lib.RoundRobin[packet]
	for j := range x.n {
		arbiters = append(arbiters, hdl.Instance(m, "arbiter"+itoa(j), lib.NewRoundRobin(shape, x.n)))
	}
	for i := range x.n {
		in := hdl.Instance(m, "in"+itoa(i), lib.NewFIFO(shape, crossbarDepth))
		hdl.Unused(in.Level)
		s := m.Scope("source" + itoa(i))
		// A source that offers a packet offers it until it is taken.
		random := harness.Xorshift(s, "random", 32, harness.Seed32(i))
		valid, number, destination := s.Reg("valid", 1), s.Reg("number", 32), s.Reg("destination", w)
		in.Push.Send(valid, packet{Destination: destination, Origin: hdl.Const(w, i), Payload: number})
		m.If(valid.Not().Or(in.Push.Ready), func() {
			valid.Set(random.Bit(9).Or(random.Bit(20)))
			destination.Set(random.Slice(w, 1))
		})
		m.If(in.Push.Fire(), func() { number.Set(number.Add(1)) })

		var ready []hdl.Bits
		for j, a := range arbiters {
			a.In[i].Send(in.Pop.Valid.And(in.Pop.Data.Destination.Eq(j)), in.Pop.Data)
			ready = append(ready, a.In[i].Ready.Bits)
		}
		in.Pop.Ready.Set(hdl.Select(in.Pop.Data.Destination, ready))
	}
	var taken []hdl.Bits
	for j, a := range arbiters {
		out := hdl.Instance(m, "out"+itoa(j), lib.NewFIFO(shape, crossbarDepth))
		hdl.Unused(out.Level, a.Source)
		out.Push.From(a.Out)
		random := harness.Xorshift(m.Scope("sink"+itoa(j)), "random", 32, harness.Seed32(x.n+j))
		out.Pop.Ready.Set(random.Bit(7).Or(random.Bit(19)))
		p := hdl.Flatten(out.Pop.Data).ZeroExtend(64 - x.n)
		p = hdl.Mux(out.Pop.Fire(), p, 0)
		taken = append(taken, hdl.Cat(p, hdl.Const(x.n, 0)).Shr(j)) // neighbours lie apart
	}
	harness.Fold(m, x.Checksum, harness.Always(), harness.XorAll(taken))
}
