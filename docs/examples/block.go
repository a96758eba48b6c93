package examples

import (
	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// Block describes the decimator to the command line. A configuration is the width of a sample.
func Block() unit.Block {
	return unit.Of[int]{
		Name:     "decimator",
		Summary:  "adds up four samples",
		Latency:  "a sum is there in the cycle after its fourth sample",
		Variants: []unit.VariantOf[int]{{Name: "w8", Summary: "8-bit samples", Config: 8}, {Name: "w16", Summary: "16-bit samples", Config: 16}},
		New:      func(width int) (hdl.Component, error) { return NewDecimator(width), nil },
		Exercise: func(r bench.Reporter, width int, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			d := NewDecimator(width)
			tb := bench.New(r, d, append(opts, bench.Seed(seed))...)
			compare(tb, d, cycles)
			return tb
		},
		Scenarios: []unit.ScenarioOf[int]{{
			Name: "sums", Summary: "a ramp of samples with random gaps and stalls", Cycles: 1000,
			Demo: unit.On(newDecimator, func(tb *bench.TB, d *Decimator, e *unit.Env, _ int) error {
				e.Result("%d sums in %d cycles", compare(tb, d, e.Cycles), tb.Cycle())
				return nil
			}),
		}},
		Speed: unit.SpeedOf[int]{Summary: "random samples", New: func(width int) (hdl.Component, error) {
			return &speedDesign{Checksum: hdl.Output(64), decimator: NewDecimator(width)}, nil
		}},
	}.Block()
}

func newDecimator(width int) (*Decimator, error) { return NewDecimator(width), nil }

// compare sends a ramp of samples for that many cycles, and compares the sums with those of Go.
func compare(tb *bench.TB, d *Decimator, cycles int) (sums int) {
	in, out := bench.Drive(tb, d.In, 0.2), bench.Collect[uint64](tb, d.Out, 0.2)
	var samples []uint64
	for tb.Cycle() < uint64(cycles) {
		if in.Waiting() == 0 {
			samples = append(samples, uint64(len(samples)%100))
			in.Send(samples[len(samples)-1])
		}
		tb.Tick()
	}
	for k, got := range out.Beats() {
		if want := samples[4*k] + samples[4*k+1] + samples[4*k+2] + samples[4*k+3]; got != want {
			tb.Reporter().Fatalf("sum %d is %d, not %d", k, got, want)
		}
	}
	return len(out.Beats())
}

// speedDesign keeps a decimator busy with random samples, for the speed table.
type speedDesign struct {
	Checksum  hdl.Out `doc:"of the sums"`
	decimator *Decimator
}

// Describe joins a source of random samples, the decimator and a checksum.
func (b *speedDesign) Describe(m *hdl.Module) {
	d := hdl.Instance(m, "decimator", b.decimator)
	random := harness.Xorshift(m, "random", 32, harness.Seed32(1))
	d.In.Send(hdl.Const(1, 1), random.Truncate(d.In.Data.Width()))
	d.Out.Ready.Set(1)
	hdl.Unused(d.In.Ready)
	harness.Fold(m, b.Checksum, d.Out.Valid.Bits, d.Out.Data)
}
