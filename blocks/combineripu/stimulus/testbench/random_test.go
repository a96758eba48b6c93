package testbench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/stimulus"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// builds are the configurations of random runs.
func builds() []combineripu.Config {
	var list []combineripu.Config
	for _, sets := range []int{1, 2, 4} {
		for k := range 4 {
			c := combineripu.NewConfig(sets)
			c.Remap, c.Stored = k&1 == 0, k&2 != 0
			list = append(list, c)
		}
	}
	few := combineripu.NewConfig(2)
	few.Stages = 3
	return append(list, few)
}

// someBuilds are a few that cover each number of sets, remapping, storing, and fewer stages.
func someBuilds() []combineripu.Config {
	list := []combineripu.Config{combineripu.NewConfig(1), combineripu.NewConfig(2), combineripu.NewConfig(4), combineripu.NewConfig(1), combineripu.NewConfig(2)}
	list[0].Remap, list[1].Stored = false, true
	list[3].Stages, list[3].Remap, list[3].Stored = 3, false, true
	return list
}

// each runs a test for every configuration.
func each(t *testing.T, list []combineripu.Config, f func(t *testing.T, c combineripu.Config, seed uint64)) {
	for n, c := range list {
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			f(t, c, uint64(n))
		})
	}
}

// Every pixel of random program states, legal and not, has the colour of the formulas.
func TestPixelsHaveTheColoursOfTheFormulas(t *testing.T) {
	long.NotShort(t)
	each(t, someBuilds(), func(t *testing.T, c combineripu.Config, seed uint64) { ExerciseSystem(t, c, seed, 300, 0) })
}

// The instructions are the translator's beat for beat, allocations are right, packets keep their order and their sets,
// and tokens follow the protocol, with a slow shader.
func TestTheUnitSendsWhatTheTranslatorSays(t *testing.T) {
	long.NotShort(t)
	each(t, someBuilds(), func(t *testing.T, c combineripu.Config, seed uint64) { ExerciseUnit(t, c, seed, 80, 0) })
}

func TestLongManyProgramStates(t *testing.T) {
	long.Only(t)
	each(t, builds(), func(t *testing.T, c combineripu.Config, seed uint64) {
		ExerciseSystem(t, c, 100+seed, 100_000/len(builds())+1, 0)
		ExerciseUnit(t, c, 100+seed, 2000, 0)
	})
}

// Both lanes have the same results; castalu's has a latency of its own.
func TestCastALUIsTheLane(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	c := combineripu.NewConfig(2)
	c.Lane = combineripu.CastALU
	ExerciseSystem(t, c, 7, 40, 0)
}

// Both engines do the same in every cycle.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	c := combineripu.NewConfig(2)
	digest := func(e sim.Engine) uint64 {
		return ExerciseSystem(t, c, 3, 6, 0, bench.Engine(e), bench.Digest()).Digest()
	}
	assert.Equal(t, digest(sim.Compiled()), digest(sim.Reference()))
}

// Nothing depends on what unreset registers and memories hold at power-on.
func TestPowerOnDoesNotMatter(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	for seed := range uint64(3) {
		ExerciseSystem(t, combineripu.NewConfig(2), seed, 20, 0, bench.PowerOn(seed+1))
	}
}

// A reset at any time leaves nothing behind: what is inside is gone, and a program sent after it is shaded as by a new
// system.
func TestResetStartsAgain(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	states := stimulus.KnownStates()
	stored, cast := combineripu.NewConfig(2), combineripu.NewConfig(1)
	stored.Stored = true
	cast.Lane = combineripu.CastALU
	for _, c := range []combineripu.Config{combineripu.NewConfig(4), stored, cast} {
		s, inside := NewSystem(t, c, Delays{}), 0
		for wait := range 20 {
			for _, x := range states {
				s.Become(x.Words)
				for range 3 {
					s.Pixel(x.Pixel)
				}
			}
			s.Until(20_000, "all is inside", func() bool { return s.Waiting() == 0 })
			s.Ticks(4 * wait)
			s.Reset()
			inside += len(s.pixels) - s.left
			s.left, s.Words = len(s.pixels), isa.ResetWords()

			x := states[wait%len(states)]
			s.Become(x.Words)
			s.Pixel(x.Pixel)
			s.Drain()
			n := s.Counts()
			assert.Equal(t, []uint32{1, 1, 0}, []uint32{n.Pixels, n.Programs, n.Blocks}, "pixels, programs, blocks")
		}
		assert.Greater(t, inside, 30, "resets come while pixels are inside")
	}
}
