package sim_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// timer has, in the instance inner, a counter and a signal that is 1 where the
// counter is 9.
func timer() Mod {
	inner := Module("inner")
	count := inner.Reg("count", 5, 0)
	inner.Add(When(Ref(inner.In("enable", 1)), Put(count, Plus(Ref(count), Lit(5, 1)))))
	full := inner.Wire("full", 1)
	inner.Set(full, Bin(ir.OpEq, Ref(count), Lit(5, 9)))
	inner.Drive("value", Ref(count))
	m := Module("timer")
	c := m.Instance("inner", inner)
	m.Set(c["enable"], Ref(m.In("enable", 1)))
	x := m.Mem("log", 70, 3)
	m.Add(Write(x, Slice(Ref(c["value"]), 1, 0), Cat(Lit(65, 1), Ref(c["value"]))))
	m.Drive("value", Ref(c["value"]))
	m.Drive("top_bit", Slice(Ref(c["value"]), 4, 4))
	return m
}

func TestRunUntilStopsBeforeTheEdgeOfTheCycle(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, options := range [][]sim.InstanceOption{nil, {sim.WithDigest()}, {sim.WithJournal(1)}} {
			r := start(t, e, timer(), options...)
			until := func(signal string, limit, wantDone int, wantMet bool) {
				t.Helper()
				done, met, err := r.RunUntil(signal, limit)
				require.NoError(t, err)
				assert.Equal(t, wantDone, done)
				assert.Equal(t, wantMet, met)
			}
			r.set("enable", 1)
			until("inner.full", 0, 0, false)
			until("inner.full", 5, 5, false)
			until("inner.full", 4, 4, true) // in the cycle after the last that it may do
			until("inner.full", 100, 0, true)
			until("inner.full", 0, 0, true)
			assert.EqualValues(t, 9, r.get("value"))
			r.tick(3) // looks for nothing
			assert.EqualValues(t, 12, r.Cycle())
			until("top_bit", 1000, 4, true)
			until("inner.full", 1000, 25, true)
			r.set("enable", 0)
			r.tick(1)
			until("top_bit", 1000, 1000, false)
			log, err := r.DumpMemoryBig("log")
			require.NoError(t, err)
			assert.Equal(t, []string{"40", "41", "38"}, []string{log[0].String(), log[1].String(), log[2].String()})
		}
	})
}

func TestRunUntilRefusals(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, timer())
		for signal, want := range map[string]string{
			"inner.ful": `timer has no signal "inner.ful": did you mean inner.full`,
			"value":     "value has 5 bits; a run ends at a signal of one bit",
			"log":       "log is a memory; a run ends at a signal of one bit",
		} {
			_, _, err := r.RunUntil(signal, 10)
			assert.ErrorContains(t, err, want)
		}
		_, _, err := r.RunUntil("inner.full", -1)
		assert.EqualError(t, err, "cannot tick -1 cycles")
		assert.Zero(t, r.Cycle())
	})
}

// The signal comes before a failing assert of the same cycle, whose edge is still
// to come.
func TestRunUntilMeetsAnAssert(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, options := range [][]sim.InstanceOption{nil, {sim.WithDigest()}} {
			m := guarded()
			three := m.Wire("three", 1)
			m.Set(three, Bin(ir.OpEq, Ref(m.Signals[0]), Lit(4, 3)))
			four := m.Wire("four", 1)
			m.Set(four, Bin(ir.OpEq, Ref(m.Signals[0]), Lit(4, 4)))
			r := start(t, e, m, options...)
			r.set("armed", 1)
			r.set("step", 1)
			done, met, err := r.RunUntil("three", 100)
			require.NoError(t, err)
			assert.Equal(t, 3, done)
			assert.True(t, met)
			done, met, err = r.RunUntil("four", 100)
			assert.ErrorContains(t, err, "cycle 3: assert never_three fails")
			assert.Zero(t, done)
			assert.False(t, met)
		}
	})
}

// A journal replays what happened, whichever code did it.
func TestReplayAcrossRunUntil(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r, watched := start(t, e, timer(), sim.WithJournal(1)), start(t, e, timer())
		var want []uint64
		for _, x := range []rig{r, watched} {
			x.set("enable", 1)
		}
		for _, signal := range []string{"inner.full", "top_bit", "inner.full"} {
			done, met, err := r.RunUntil(signal, 50)
			require.NoError(t, err)
			require.True(t, met)
			r.tick(1)
			for range done + 1 {
				want = append(want, watched.get("value"))
				watched.tick(1)
			}
		}
		want = append(want, watched.get("value"))
		var got []uint64
		require.NoError(t, r.Replay(1000, func(s *sim.Simulation) error {
			got = append(got, rig{s, t}.get("value"))
			return nil
		}))
		assert.Equal(t, want, got)
	})
}

// Every signal of one bit of random designs ends a run where ticking and peeking
// would, in both engines, traced or not.
func TestRunUntilIsTickingAndPeeking(t *testing.T) {
	long.NotShort(t)
	for seed, m := range drawn(t, 60) {
		var runs []*sim.Simulation
		for _, e := range engines {
			p, err := sim.Compile(m, sim.WithEngine(e))
			require.NoError(t, err)
			traced, err := p.Traced()
			require.NoError(t, err)
			runs = append(runs, p.New(), p.New(sim.WithStateDigest()), p.New(sim.WithJournal(1)), traced.New())
		}
		var bits []string
		for _, s := range runs[0].Program().Signals() {
			if s.Width == 1 {
				bits = append(bits, s.String())
			}
		}
		if len(bits) == 0 {
			continue
		}
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		for range 3 {
			stimulate(t, random, runs)
			signal := bits[random.IntN(len(bits))]
			limit := random.IntN(20)
			want := 0
			met := false
			for {
				v, err := runs[0].Peek(signal)
				require.NoError(t, err)
				if met = v == 1; met || want == limit {
					break
				}
				require.NoError(t, runs[0].Tick(1))
				want++
			}
			for i, s := range runs[1:] {
				done, got, err := s.RunUntil(signal, limit)
				require.NoError(t, err)
				require.Equal(t, want, done, "run %d until %s", i+1, signal)
				require.Equal(t, met, got)
				require.Equal(t, runs[0].Snapshot(), s.Snapshot())
			}
		}
	}
}

func TestRunUntilInParallelInstances(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p := compile(t, timer(), sim.WithEngine(e))
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Go(func() {
				r := rig{p.New(), t}
				r.set("enable", 1)
				for _, signal := range [][]string{{"inner.full", "top_bit"}, {"top_bit", "inner.full"}}[i%2] {
					_, met, err := r.RunUntil(signal, 100)
					assert.NoError(t, err)
					assert.True(t, met)
				}
				assert.EqualValues(t, []uint64{16, 41}[i%2], r.Cycle())
			})
		}
		wait.Wait()
	})
}

// A test that waits for two signals in turn made an instance at each call.
func TestWaitingForTwoSignalsInTurnMakesNoInstances(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, timer())
		r.set("enable", 1)
		turn := func(cycle uint64) {
			for _, signal := range []string{"inner.full", "top_bit"} {
				_, met, err := r.RunUntil(signal, 1000)
				require.NoError(t, err)
				require.True(t, met)
			}
			assert.EqualValues(t, 16, r.get("value"))
			assert.Equal(t, cycle, r.Cycle())
			r.tick(17)
		}
		turn(16)
		turn(48)
		require.NoError(t, r.LoadMemory("log", 2, 5)) // in the machine of top_bit
		r.set("enable", 0)
		_, met, err := r.RunUntil("inner.full", 3)
		require.NoError(t, err)
		assert.False(t, met)
		log, err := r.PeekBig("log[2]")
		require.NoError(t, err)
		assert.EqualValues(t, 5, log.Uint64())
		assert.Less(t, testing.AllocsPerRun(10, func() {
			for _, signal := range []string{"top_bit", "inner.full"} {
				_, _, err = r.RunUntil(signal, 1)
				require.NoError(t, err)
			}
		}), 50.0)
	})
}
