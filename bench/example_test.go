package bench_test

import (
	"fmt"
	"os"
	"path/filepath"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/sim"
	"posedge/verilog/project"
	"posedge/verilog/replay"
)

// In a test the reporter is t; outside one it comes from Run. The first cycle
// was a reset cycle.
func Example() {
	err := bench.Run(func(r bench.Reporter) {
		c := examples.NewCounter(8)
		tb := bench.New(r, c)
		tb.Set(c.Enable, 1)
		tb.Ticks(3)
		fmt.Println("cycle", tb.Cycle(), "value", tb.Get(c.Value))
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: cycle 4 value 3
}

// The failure that a bench reports is the error of its run.
func ExampleRun() {
	err := bench.Run(func(r bench.Reporter) {
		c := examples.NewCounter(8)
		tb := bench.New(r, c)
		tb.Until(100, "a count of 3", func() bool { return tb.Get(c.Value) == 3 })
	})
	fmt.Println(err)
	// Output: cycle 101: a count of 3 did not happen within 100 cycles
}

// A driver feeds the sink, a monitor takes from the source, here without pauses:
// a sum of four samples takes five cycles.
func ExampleDrive() {
	err := bench.Run(func(r bench.Reporter) {
		d := examples.NewDecimator(8)
		tb := bench.New(r, d)
		in := bench.Drive(tb, d.In, 0)
		out := bench.Collect[uint16](tb, d.Out, 0)
		in.Send(1, 2, 3, 4, 255, 255, 255, 255)
		tb.Until(100, "the second sum", func() bool { return len(out.Beats()) == 2 })
		fmt.Println(out.Beats(), "in cycles", out.Cycles())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [10 1020] in cycles [6 11]
}

// The beats of a stream of bundles are structs with the same fields.
func ExampleCollect() {
	type point struct{ X, Y uint16 }
	err := bench.Run(func(r bench.Reporter) {
		f := lib.NewFIFO(examples.Point{X: hdl.Width(12), Y: hdl.Width(12)}, 4)
		tb := bench.New(r, f, bench.Seed(3))
		in := bench.Drive(tb, f.Push, 0.5)           // pauses in half of the cycles
		out := bench.Collect[point](tb, f.Pop, 0.75) // ready in a quarter of them
		in.Send(point{1, 2}, point{3, 4}, point{5, 6})
		tb.Until(1000, "the third point", func() bool { return len(out.Beats()) == 3 })
		fmt.Println(out.Beats())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [{1 2} {3 4} {5 6}]
}

// Random inputs for every port that no agent drives. Equal digests say that the
// engines agree on every port in every cycle.
func ExampleTB_Random() {
	digests := map[uint64]bool{}
	for _, e := range []sim.Engine{sim.Reference(), sim.Engines()[0]} {
		err := bench.Run(func(r bench.Reporter) {
			tb := bench.New(r, examples.NewMAC(), bench.Engine(e), bench.Digest())
			tb.Random(1000)
			digests[tb.Digest()] = true
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(digests), "digest")
	// Output: 1 digest
}

// The simulation behind a bench can read inner signals, and return to an earlier state.
func ExampleTB_Sim() {
	err := bench.Run(func(r bench.Reporter) {
		d := examples.NewDecimator(8)
		tb := bench.New(r, d)
		tb.Set(d.In.Valid, 1)
		tb.Set(d.In.Data, 7)
		peek := func() {
			sum, err := tb.Sim().Peek("sum")
			if err != nil {
				r.Fatalf("%v", err)
			}
			fmt.Println("cycle", tb.Cycle(), "sum", sum)
		}
		start := tb.Sim().Snapshot()
		tb.Ticks(3)
		peek()
		if err := tb.Sim().Restore(start); err != nil {
			r.Fatalf("%v", err)
		}
		peek()
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// cycle 4 sum 21
	// cycle 1 sum 0
}

// A recorded run accompanies the Verilog as a self-checking test bench.
func ExampleTB_Recording() {
	var run replay.Recording
	err := bench.Run(func(r bench.Reporter) {
		tb := bench.New(r, examples.NewDecimator(8), bench.Record())
		tb.Random(300)
		run = tb.Recording()
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := project.Project{Name: "decimator", Top: run.Top, Recording: &run}.Files()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		fmt.Println(f.Name)
	}
	// Output:
	// rtl/decimator.v
	// decimator.f
	// tb/decimator_tb.v
	// tb/stimulus.hex
	// tb/expected.hex
	// decimator.core
	// constraints/decimator.sdc
	// constraints/decimator.pcf
	// constraints/decimator.xdc
	// README.md
}

// The waves are complete when the run has ended.
func ExampleVCD() {
	dir, err := os.MkdirTemp("", "waves")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	err = bench.Run(func(r bench.Reporter) {
		tb := bench.New(r, examples.NewRegFile(), bench.VCD(filepath.Join(dir, "run.vcd")), bench.Memories(32))
		tb.Random(50)
	})
	if err != nil {
		fmt.Println(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		fmt.Println(err)
	}
	for _, f := range list {
		fmt.Println(f.Name())
	}
	// Output:
	// run.gtkw
	// run.vcd
}
