package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// stimulate sets every input of the runs to the same random value.
func stimulate(t require.TestingT, random *rand.Rand, runs []*sim.Simulation) {
	for i, p := range runs[0].Program().Ports() {
		if p.Input() {
			v := randomBig(random, p.Width())
			for _, s := range runs {
				require.NoError(t, s.SetBig(s.Program().Ports()[i], v))
			}
		}
	}
}

// Many cycles in one call give the same frames, and the same state, as one
// cycle after another, in both engines: the first run samples and ticks.
func TestTraceGivesTheSampleOfEveryCycle(t *testing.T) {
	for seed, m := range drawn(t, 60) {
		var runs []*sim.Simulation
		for _, e := range engines {
			p, err := sim.Compile(m, sim.WithEngine(e))
			require.NoError(t, err)
			traced, err := p.Traced()
			require.NoError(t, err)
			runs = append(runs, traced.New(), traced.New(sim.WithStateDigest()), traced.New(sim.WithJournal(1)))
		}
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		for range 4 {
			stimulate(t, random, runs)
			n := random.IntN(40)
			var want []byte
			for range n {
				frame := make([]byte, runs[0].Program().FrameSize())
				require.NoError(t, runs[0].Sample(frame))
				want = append(want, frame...)
				require.NoError(t, runs[0].Tick(1))
			}
			for _, s := range runs[1:] {
				var got []byte
				require.NoError(t, s.Trace(n, func(frames []byte) error {
					got = append(got, frames...)
					return nil
				}))
				require.Equal(t, want, got)
				require.Equal(t, runs[0].Snapshot(), s.Snapshot())
			}
		}
	}
}

func TestTraceOfALongRunHasEveryCycle(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p, err := compile(t, Counter(16), sim.WithEngine(e)).Traced()
		require.NoError(t, err)
		r := rig{p.New(), t}
		r.set("enable", 1)
		at, n := -1, 0
		for i, s := range p.Signals() {
			if s.Name == "value" {
				at = p.FrameOffsets()[i]
			}
		}
		require.NoError(t, r.Trace(10_000, func(frames []byte) error {
			for ; len(frames) > 0; frames = frames[p.FrameSize():] {
				require.Equal(t, Num(uint64(n)).String(), packed(frames[at:], 16).String())
				n++
			}
			return nil
		}))
		assert.Equal(t, 10_000, n)
		assert.EqualValues(t, 10_000, r.Cycle())
	})
}

// The cycle in which an assert fails has a frame, the last one.
func TestTraceShowsTheCycleThatFails(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p, err := compile(t, guarded(), sim.WithEngine(e)).Traced()
		require.NoError(t, err)
		for _, options := range [][]sim.InstanceOption{nil, {sim.WithDigest()}} {
			r := rig{p.New(options...), t}
			r.set("armed", 1)
			r.set("step", 1)
			n := 0
			err = r.Trace(100, func(frames []byte) error {
				n += len(frames) / p.FrameSize()
				return nil
			})
			assert.ErrorContains(t, err, "never_three")
			assert.Equal(t, 4, n, "count 0 to 3")
			assert.EqualValues(t, 3, r.Cycle())
		}
	})
}

func TestTraceStopsWhereItIsNotTaken(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p := compile(t, Counter(8), sim.WithEngine(e))
		assert.EqualError(t, p.New().Trace(1, nil), "counter is not traced: take the instance from Program.Traced")
		traced, err := p.Traced()
		require.NoError(t, err)
		s := traced.New()
		assert.ErrorIs(t, s.Trace(1000, func([]byte) error { return assert.AnError }), assert.AnError)
		assert.Less(t, s.Cycle(), uint64(10_000))
		assert.Error(t, s.Trace(-1, nil))
		assert.NoError(t, s.Trace(0, nil))
	})
}
