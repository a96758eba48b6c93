package bench_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
)

// pokable is an accumulator, whose cycle costs next to nothing, with as many ports besides as a test wants.
type pokable struct {
	Add    hdl.In
	Sum    hdl.Out
	Fields hdl.OutOf[pokableFields]
	Spare  []hdl.In
	Echo   []hdl.Out
}

type pokableFields struct {
	A hdl.Bits `width:"1"`
	B hdl.Bits `width:"4"`
	C hdl.Bits `width:"8"`
	D hdl.Bits `width:"12"`
	E hdl.Bits `width:"16"`
	F hdl.Bits `width:"32"`
}

// pokableValue is a value of pokableFields.
type pokableValue struct {
	A    bool
	B, C uint8
	D, E uint16
	F    uint32
}

func newPokable(ports int) *pokable {
	c := &pokable{Add: hdl.Input(32), Sum: hdl.Output(32), Fields: hdl.OutputOf(hdl.Shape[pokableFields](nil))}
	for range (ports - 2) / 2 {
		c.Spare = append(c.Spare, hdl.Input(32))
		c.Echo = append(c.Echo, hdl.Output(32))
	}
	return c
}

func (c *pokable) Describe(m *hdl.Module) {
	sum := m.Reg("total", 32)
	sum.Set(sum.Add(c.Add))
	c.Sum.Set(sum)
	c.Fields.Set(pokableFields{sum.Bit(0), sum.Slice(3, 0), sum.Slice(7, 0), sum.Slice(11, 0), sum.Slice(15, 0), sum})
	for i := range c.Spare {
		c.Echo[i].Set(c.Spare[i])
	}
}

// relay sends on what it gets, a beat a cycle.
type relay struct {
	In  hdl.Sink[hdl.Bits]
	Out hdl.Source[hdl.Bits]
}

func newRelay() *relay { return &relay{hdl.NewSink(hdl.Width(32)), hdl.NewSource(hdl.Width(32))} }

func (c *relay) Describe(m *hdl.Module) {
	full, data := m.Reg("full", 1), m.Reg("data", 32, hdl.NoReset())
	c.In.Ready.Set(full.Not().Or(c.Out.Ready))
	c.Out.Send(full, data)
	m.If(c.In.Ready, func() {
		full.Set(c.In.Valid)
		data.Set(c.In.Data)
	})
}

// relays are idle streams side by side.
type relays struct {
	In  []hdl.Sink[hdl.Bits]
	Out []hdl.Source[hdl.Bits]
}

func newRelays(n int) *relays {
	c := &relays{}
	for range n {
		c.In = append(c.In, hdl.NewSink(hdl.Width(32)))
		c.Out = append(c.Out, hdl.NewSource(hdl.Width(32)))
	}
	return c
}

func (c *relays) Describe(m *hdl.Module) {
	for i := range c.In {
		r := hdl.Instance(m, fmt.Sprintf("relay%d", i), newRelay())
		r.In.From(c.In[i])
		c.Out[i].From(r.Out)
	}
}

// The calls of a bench that pokes, as CPU time: set GOMAXPROCS to 1 for it.
func BenchmarkCalls(b *testing.B) {
	for _, ports := range []int{6, 100} {
		b.Run(fmt.Sprintf("ports=%d", ports), func(b *testing.B) {
			c := newPokable(ports)
			tb := bench.New(b, c)
			b.Run("Ticks", func(b *testing.B) { tb.Ticks(b.N) })
			b.Run("SetTickGet", func(b *testing.B) {
				for i := range b.N {
					tb.Set(c.Add, uint64(i&0xffff))
					tb.Tick()
					tb.Get(c.Sum)
				}
			})
			b.Run("Get", func(b *testing.B) {
				for range b.N {
					tb.Get(c.Sum)
				}
			})
			b.Run("Read", func(b *testing.B) {
				var v pokableValue
				for range b.N {
					tb.Read(c.Fields, &v)
				}
			})
		})
	}
	b.Run("beat", func(b *testing.B) {
		c := newRelay()
		tb := bench.New(b, c)
		in := bench.Drive(tb, c.In, 0)
		out := bench.Collect[uint32](tb, c.Out, 0)
		n := 0
		out.Each(func(uint32) { n++ })
		for i := range b.N {
			in.Send(uint32(i))
			tb.Tick()
		}
		in.Drain(1)
		tb.Tick()
		require.Equal(b, b.N, n)
	})
	for _, n := range []int{1, 13} {
		b.Run(fmt.Sprintf("idle agents=%d", 2*n), func(b *testing.B) {
			c := newRelays(n)
			tb := bench.New(b, c)
			for i := range c.In {
				bench.Drive(tb, c.In[i], 0)
				bench.Collect[uint32](tb, c.Out[i], 0)
			}
			for range b.N {
				tb.Tick()
			}
		})
	}
}
