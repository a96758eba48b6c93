package combineripu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

func sequencerConfigs() (list []Config) {
	for _, sets := range []int{1, 2, 4} {
		for _, stored := range []bool{false, true} {
			c := NewConfig(sets)
			c.Stored = stored
			if sets == 4 {
				c.Stages = 3
			}
			list = append(list, c)
		}
	}
	return list
}

// playScripts is a run of scripts, which take the sets in turn.
func playScripts(t testing.TB, c Config, seed uint64, scripts []script, passes func() int, pace, stall float64, options ...bench.Option) *play {
	h := newScripted(c)
	now := make([]script, c.Sets)
	for k := range now {
		now[k].Masks = make([]uint64, c.Stages+1)
	}
	var jobs []*job
	for k, s := range scripts {
		jobs = append(jobs, jobOf(c, k, passes(), s.listing(uint64(k%c.Sets)), func(tb *bench.TB) {
			now[k%c.Sets] = s
			tb.Set(h.Scripts, now)
		}))
	}
	return newPlay(t, h, &h.programPorts, c, seed, jobs, pace, stall, options...)
}

// randomScript is a program of any length.
func randomScript(rng *rand.Rand, c Config) script {
	s := script{Active: rng.Uint64N(uint64(c.Stages) + 1), Masks: make([]uint64, c.Stages+1)}
	few := rng.IntN(3) > 0
	for i := range s.Masks {
		s.Masks[i] = rng.Uint64() & rng.Uint64() & 0xffff
		if few {
			s.Masks[i] &= rng.Uint64() & rng.Uint64()
		}
		switch {
		case i == c.Stages && s.Masks[i] == 0:
			s.Masks[i] = 1 << rng.IntN(numSlots)
		case i < c.Stages && rng.IntN(3) == 0:
			s.Masks[i] = 0
		}
		if i < c.Stages && (s.Masks[i] != 0 || rng.IntN(4) == 0) {
			s.Live |= 1 << i
		}
	}
	return s
}

func runRandomPrograms(t testing.TB, c Config, seed uint64, jobs int, pace, stall float64, options ...bench.Option) *play {
	rng := rand.New(rand.NewPCG(seed, 9))
	var list []script
	for range jobs {
		list = append(list, randomScript(rng, c))
	}
	p := playScripts(t, c, seed, list, func() int { return 1 + rng.IntN(4) }, pace, stall, options...)
	p.finish(jobs * 2000)
	return p
}

// paces are how often the sequencer's neighbours act when they may, and how often streams stall.
var paces = [][2]float64{{1, 0}, {1, 0.4}, {0.3, 0.3}, {0.05, 0.1}}

// Whenever programs, triggers and blocks come, and however the streams stall, the beats are those of the protocol.
func TestTheSequencerKeepsTheProtocol(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	for k, c := range sequencerConfigs() {
		for n, e := range sim.Engines() {
			for seed, how := range paces {
				if (k+n+seed)%2 == 0 {
					runRandomPrograms(t, c, uint64(seed+1), 20, how[0], how[1], bench.Engine(e))
				}
			}
		}
	}
}

func TestLongTheSequencerKeepsTheProtocol(t *testing.T) {
	long.Only(t)
	for _, c := range sequencerConfigs() {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			for seed := range 5 {
				for _, how := range paces {
					runRandomPrograms(t, c, uint64(seed+10), 500, how[0], how[1])
				}
			}
		})
	}
}

// steps is a program with the given numbers of instructions in its active general stages and, last, in the final
// combiner.
func steps(c Config, list ...int) script {
	s := script{Masks: make([]uint64, c.Stages+1)}
	last := len(list) - 1
	for i, n := range list {
		mask := uint64(1)<<n - 1
		if i == last {
			s.Masks[c.Stages] = mask
			continue
		}
		s.Masks[i] = mask
		s.Active++
		if n > 0 {
			s.Live |= 1 << i
		}
	}
	return s
}

// The beats of programs by cycle: the triggers come early, and the block when everything that may go ahead has gone.
func TestBeatsByCycle(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name   string
		stored bool
		steps  []int
		passes int
		want   string
		beats  int
		gaps   int // cycles without a beat between the first and the last
	}{
		{"bump in 3 passes", false, []int{2, 2, 2}, 3, "6 v 6 v 6 v 6 i", 28, 0},
		{"20 instructions in 2 passes", false, []int{5, 5, 5, 5}, 2, "8 v 12 8 v 12 8 i", 51, 0},
		{"9 instructions", false, []int{4, 5}, 1, "8 v 1 8 i", 19, 0},
		{"8 instructions", false, []int{4, 4}, 2, "8 v 8 v 8 i", 27, 0},
		{"one instruction", false, []int{1}, 3, "1 v 1 v 1 v 1 i", 8, 0},
		{"stages of one instruction", false, []int{1, 1, 1, 1, 1, 1, 1, 1, 1}, 2, "8 v 1 8 v 1 8 i", 29, 0},
		{"127 instructions", false, []int{15, 15, 15, 15, 15, 15, 15, 15, 7}, 1, "8 v 119 8 i", 137, 0},
		{"stages without live results", false, []int{5, 0, 0, 0, 0, 3, 2}, 2, "8 v 2 8 v 2 8 i", 31, 0},
		{"more such stages than instructions before", false, []int{2, 0, 0, 0, 3, 2}, 1, "7 v 7 i", 16, 3},
		{"bump, stored", true, []int{2, 2, 2}, 1, "6 v", 7, 0},
		{"20 instructions, stored", true, []int{5, 5, 5, 5}, 1, "8 v 12", 21, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := NewConfig(2)
			c.Stored = x.stored
			p := playScripts(t, c, 1, []script{steps(c, x.steps...)}, func() int { return x.passes }, 0, 0)
			j := p.judge.jobs[0]
			p.tb.Tick() // the reset
			p.offer()
			p.shading = 1
			for range x.passes {
				p.send(j, false)
			}
			ahead := min(len(j.listing), maxAhead)
			if x.stored {
				ahead = 0
			}
			for p.judge.n != ahead || j.complete < x.passes {
				require.Less(t, p.tb.Cycle(), uint64(1000), "it hangs: %s", p.judge.text())
				p.tick()
			}
			p.send(j, true)
			p.finish(100)
			require.Equal(t, x.want, p.judge.text())
			cycles := p.out.Cycles()
			require.Len(t, cycles, x.beats)
			last := len(cycles) - 1
			if !x.stored {
				last-- // the invalid token waits for the block
			}
			require.Equal(t, uint64(last+x.gaps), cycles[last]-cycles[0], "cycles from the first beat to the last")
		})
	}
}

func once() int { return 1 }

// From a program to its first instruction.
func TestCyclesToTheFirstInstruction(t *testing.T) {
	t.Parallel()
	c := NewConfig(1)
	for _, x := range []struct {
		steps  []int
		cycles int
	}{{[]int{3, 2}, 2}, {[]int{2}, 3}, {[]int{0, 2}, 3}, {[]int{0, 0, 1, 2}, 4}} {
		p := playScripts(t, c, 1, []script{steps(c, x.steps...)}, once, 0, 0)
		p.tb.Ticks(3)
		p.offer()
		p.tb.Until(10, "the program", func() bool { return p.tb.Get(p.h.Programs.Valid) == 1 })
		start := p.tb.Cycle()
		p.out.Wait(1, 20)
		require.Equal(t, x.cycles, int(p.out.Cycles()[0]-start), "%v", x.steps)
	}
}

// A block cuts short what goes ahead: the invalid token follows at once.
func TestABlockCutsABatchShort(t *testing.T) {
	t.Parallel()
	c := NewConfig(2)
	short := map[int]bool{}
	for wait := range 12 {
		p := playScripts(t, c, 1, []script{steps(c, 4, 3)}, once, 0, 0)
		j := p.judge.jobs[0]
		p.tb.Tick()
		p.offer()
		p.shading = 1
		p.send(j, false)
		for j.complete == 0 {
			p.tick()
		}
		for range wait {
			p.tick()
		}
		p.send(j, true)
		p.finish(100)
		short[p.judge.invalidated] = true
	}
	for n := range 6 {
		require.True(t, short[n+2], "%d instructions ahead of an invalid: %v", n+2, short)
	}
}
