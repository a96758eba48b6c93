package lib_test

import (
	"fmt"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// A queue in block RAM offers a beat two cycles after it came in.
func ExampleNewFIFO() {
	err := bench.Run(func(r bench.Reporter) {
		f := lib.NewFIFO(hdl.Width(8), 512, lib.BlockRAM())
		tb := bench.New(r, f)
		in, out := bench.Drive(tb, f.Push, 0), bench.Collect[uint8](tb, f.Pop, 0)
		in.Send(10, 20, 30)
		tb.Until(100, "the last beat", func() bool { return len(out.Beats()) == 3 })
		fmt.Println(out.Beats(), "in cycles", out.Cycles())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [10 20 30] in cycles [4 5 6]
}

// A Packet's beats stay together: the grant is held until the last of them.
type Packet struct {
	Last hdl.Bits `width:"1"`
	Data hdl.Bits `width:"8"`
}

func ExampleHoldUntil() {
	type beat struct{ Last, Data uint8 }
	err := bench.Run(func(r bench.Reporter) {
		shape := hdl.Shape[Packet](nil)
		a := lib.NewRoundRobin(shape, 2, lib.HoldUntil(func(p Packet) hdl.Bits { return p.Last }))
		tb := bench.New(r, a)
		bench.Drive(tb, a.In[0], 0.5).Send(beat{0, 10}, beat{0, 11}, beat{1, 12})
		bench.Drive(tb, a.In[1], 0.5).Send(beat{0, 20}, beat{1, 21})
		out := bench.Collect[beat](tb, a.Out, 0)
		tb.Until(100, "the last beat", func() bool { return len(out.Beats()) == 5 })
		fmt.Println(out.Beats())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [{0 10} {0 11} {1 12} {0 20} {1 21}]
}

// A wide stream is cut into bytes, the least significant first.
func ExampleNewDownsizer() {
	err := bench.Run(func(r bench.Reporter) {
		d := lib.NewDownsizer(8, 4)
		tb := bench.New(r, d)
		bench.Drive(tb, d.In, 0).Send(0x44332211)
		out := bench.Collect[uint8](tb, d.Out, 0)
		tb.Until(100, "four bytes", func() bool { return len(out.Beats()) == 4 })
		fmt.Printf("%#x\n", out.Beats())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: 0x11223344
}

// merger joins two streams to pairs.
type merger struct {
	Names  hdl.Sink[hdl.Bits]
	Sizes  hdl.Sink[hdl.Bits]
	Merged hdl.Source[lib.Pair[hdl.Bits, hdl.Bits]]
}

func (g *merger) Describe(m *hdl.Module) {
	pairs := hdl.Instance(m, "pairs", lib.NewJoin(hdl.Width(8), hdl.Width(4)))
	cut := hdl.Instance(m, "cut", lib.NewSkidBuffer(g.Merged.Data))
	pairs.First.From(g.Names)
	pairs.Second.From(g.Sizes)
	cut.In.From(pairs.Out)
	g.Merged.From(cut.Out)
}

// Components are joined by From; a skid buffer cuts every path within a cycle.
func ExampleNewJoin() {
	type merged struct{ First, Second uint8 }
	err := bench.Run(func(r bench.Reporter) {
		g := &merger{
			Names:  hdl.NewSink(hdl.Width(8)),
			Sizes:  hdl.NewSink(hdl.Width(4)),
			Merged: hdl.NewSource(lib.Pair[hdl.Bits, hdl.Bits]{First: hdl.Width(8), Second: hdl.Width(4)}),
		}
		tb := bench.New(r, g)
		bench.Drive(tb, g.Names, 0.3).Send(1, 2, 3)
		bench.Drive(tb, g.Sizes, 0.6).Send(7, 8, 9)
		out := bench.Collect[merged](tb, g.Merged, 0.5)
		tb.Until(100, "three pairs", func() bool { return len(out.Beats()) == 3 })
		fmt.Println(out.Beats())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [{1 7} {2 8} {3 9}]
}
