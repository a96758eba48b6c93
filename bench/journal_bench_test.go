package bench_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/sim"
)

// BenchmarkJournal measures what the journal for failures costs a bench. Each
// cycle sets every input of one bit, as drivers and monitors do, sets the
// others in one cycle in four, and reads an output. Runs with and without the
// journal alternate; the overhead is the median of their pairs.
func BenchmarkJournal(b *testing.B) {
	unit, err := ropmask.New(ropmask.NewConfig(4, isa.PackedOnce))
	require.NoError(b, err)
	for name, c := range map[string]hdl.Component{"fifo": lib.NewFIFO(hdl.Width(32), 4), "ropmask": unit} {
		d, err := hdl.Elaborate(c)
		require.NoError(b, err)
		p, err := sim.Compile(d.Top)
		require.NoError(b, err)
		b.Run(name, func(b *testing.B) {
			const cycles = 4096
			runs := []func() time.Duration{handDriven(b, p.New(), cycles), handDriven(b, p.New(sim.WithJournal(256)), cycles)}
			var took [2][]time.Duration
			var ratios []float64
			for n := 0; b.Loop(); n++ {
				pair := [2]time.Duration{}
				for k := range runs {
					i := (n + k) % 2 // each comes first equally often
					pair[i] = runs[i]()
					took[i] = append(took[i], pair[i])
				}
				ratios = append(ratios, float64(pair[1])/float64(pair[0]))
			}
			for i, unit := range []string{"ns/cycle-without", "ns/cycle-with"} {
				slices.Sort(took[i])
				b.ReportMetric(float64(took[i][len(took[i])/2].Nanoseconds())/cycles, unit)
			}
			slices.Sort(ratios)
			b.ReportMetric(100*(ratios[len(ratios)/2]-1), "%overhead")
		})
	}
}

// handDriven returns a function that runs cycles and says how long they took.
func handDriven(b *testing.B, s *sim.Simulation, cycles int) func() time.Duration {
	random := rand.New(rand.NewPCG(1, 1))
	var bits, words []sim.Port
	var out sim.Port
	for _, p := range s.Program().Ports() {
		switch {
		case !p.Input():
			out = p
		case p.Width() == 1 && p.Name() != "rst":
			bits = append(bits, p)
		case p.Width() > 1:
			words = append(words, p)
		}
	}
	return func() time.Duration {
		began := time.Now()
		for cycle := range cycles {
			x := random.Uint64()
			for i, p := range bits {
				must(b, s.Set(p, x>>i&1))
			}
			for i, p := range words {
				if (cycle+i)%4 == 0 {
					must(b, s.Set(p, x&(1<<min(p.Width(), 63)-1)))
				}
			}
			s.GetWords(nil, out)
			must(b, s.Tick(1))
		}
		return time.Since(began)
	}
}

// must is require.NoError without its cost.
func must(b *testing.B, err error) {
	if err != nil {
		b.Fatal(err)
	}
}
