package float_test

import (
	"fmt"
	"math"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// halves adds two binary32 values and returns the sum in binary16, rounded twice:
// once by the adder, once by the cast.
type halves struct {
	In  hdl.Sink[float.Two]
	Out hdl.Source[hdl.Bits]
}

func (h *halves) Describe(m *hdl.Module) {
	adder := hdl.Instance(m, "adder", float.NewAdd(float.Binary32, 3))
	adder.In.From(h.In)
	sum := adder.Out
	h.Out.Send(sum.Valid, float.Cast(m, float.Binary32, float.Binary16, sum.Data, float.Nearest()))
	sum.Ready.Set(h.Out.Ready)
}

// An adder with three stages, followed by a cast.
func Example() {
	type operands struct {
		A, B uint32
		Mode struct{ TowardZero, Flush uint8 }
	}
	err := bench.Run(func(r bench.Reporter) {
		h := &halves{In: hdl.NewSink(float.TwoShape(float.Binary32)), Out: hdl.NewSource(hdl.Width(16))}
		tb := bench.New(r, h)
		in, out := bench.Drive(tb, h.In, 0), bench.Collect[uint16](tb, h.Out, 0)
		for _, x := range [][2]float32{{1, 0.5}, {0.1, 0.2}, {65504, 16}} {
			in.Send(operands{A: math.Float32bits(x[0]), B: math.Float32bits(x[1])})
		}
		tb.Until(100, "the last sum", func() bool { return len(out.Beats()) == 3 })
		fmt.Printf("%04x in cycles %d\n", out.Beats(), out.Cycles())
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [3e00 34cd 7c00] in cycles [5 6 7]
}
