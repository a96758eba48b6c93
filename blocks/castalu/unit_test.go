package castalu_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// eachUnit runs a test for some numbers of lanes in both embodiments.
func eachUnit(t *testing.T, lanes []int, test func(t *testing.T, c castalu.UnitConfig, model model.Model)) {
	for _, lanes := range lanes {
		for _, e := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
			c := castalu.UnitConfig{Lanes: lanes, Embodiment: e, Threads: 32}
			t.Run(c.Name(), func(t *testing.T) {
				t.Parallel()
				model := stimulus.MustModel(t)
				test(t, c, model)
			})
		}
	}
}

// Every operation in every type, with casts from and to every type, modifiers, output
// stages and illegal words, with random gaps and stalls: 20 000 instructions in all. Registers
// without reset and memories begin with random contents. The long test has 2 lanes as well.
func TestRandomInstructionsYieldWhatTheModelSays(t *testing.T) {
	long.NotShort(t)
	eachUnit(t, []int{4, 1}, func(t *testing.T, c castalu.UnitConfig, model model.Model) {
		const n = 5000
		assert.Equal(t, n, stimulus.ExerciseUnit(t, c, model, uint64(c.Lanes), n, bench.PowerOn(uint64(c.Lanes))).Done)
	})
}

func TestTheReferenceEngineYieldsTheSame(t *testing.T) {
	long.NotShort(t)
	theReferenceEngineYieldsTheSame(t, 4, 600)
}

func TestLongTheReferenceEngineYieldsTheSame(t *testing.T) {
	long.Only(t)
	for _, lanes := range []int{4, 1} {
		theReferenceEngineYieldsTheSame(t, lanes, 4000)
	}
}

func theReferenceEngineYieldsTheSame(t *testing.T, lanes, n int) {
	eachUnit(t, []int{lanes}, func(t *testing.T, c castalu.UnitConfig, model model.Model) {
		assert.Equal(t, n, stimulus.ExerciseUnit(t, c, model, 50+uint64(c.Lanes), n, bench.Engine(sim.Reference())).Done)
	})
}

// The processor, also with few threads and registers, with 1 lane, and with results out of
// order. Registers without reset and memories begin with random contents.
func TestRandomProgramsEndAsTheMachineSays(t *testing.T) {
	long.NotShort(t)
	randomProgramsEnd(t, 1, 200)
}

func TestLongRandomProgramsEndAsTheMachineSays(t *testing.T) {
	long.Only(t)
	randomProgramsEnd(t, 2, 3000)
}

func randomProgramsEnd(t *testing.T, seed uint64, items int) {
	for name, c := range map[string]castalu.Config{
		"ordered":       castalu.NewConfig(4, castalu.Separate),
		"unordered":     {Threads: 5, Registers: 18, Constants: 32, Words: 300, TagBits: 8, Lanes: 1, Embodiment: castalu.Shared},
		"few registers": {Threads: 4, Registers: 8, Constants: 32, Words: 300, TagBits: 8, Lanes: 2, Ordered: true, Embodiment: castalu.Shared},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := stimulus.MustModel(t)
			assert.Equal(t, items, stimulus.ExerciseProcessor(t, c, model, seed, items, 0, bench.PowerOn(seed)).Done)
		})
	}
}

func TestDescriptionsLeaveNothingUnread(t *testing.T) {
	for _, c := range []castalu.Config{castalu.NewConfig(4, castalu.Separate), castalu.NewConfig(1, castalu.Shared),
		{Threads: 5, Registers: 8, Constants: 33, Words: 300, TagBits: 8, Lanes: 2}} {
		p, err := castalu.New(c)
		require.NoError(t, err)
		d, err := hdl.Elaborate(p)
		require.NoError(t, err)
		assert.Empty(t, d.Notes, c.Name())
	}
}

func TestParametersThatCannotBeBuiltAreRefused(t *testing.T) {
	for message, change := range map[string]func(*castalu.Config){
		"castalu: 3 lanes cannot be built; choose 1, 2 or 4":                 func(c *castalu.Config) { c.Lanes = 3 },
		"castalu: there is no embodiment 2; use Separate or Shared":          func(c *castalu.Config) { c.Embodiment = 2 },
		"castalu: 3 threads cannot be built; choose 4 to 32":                 func(c *castalu.Config) { c.Threads = 3 },
		"castalu: 33 registers cannot be built; choose 8 to 32":              func(c *castalu.Config) { c.Registers = 33 },
		"castalu: 0 constants cannot be built; choose 1 to 256":              func(c *castalu.Config) { c.Constants = 0 },
		"castalu: 70000 words of program cannot be built; choose 1 to 65536": func(c *castalu.Config) { c.Words = 70000 },
		"castalu: 65 bits of tag cannot be built; choose 1 to 64":            func(c *castalu.Config) { c.TagBits = 65 },
	} {
		c := castalu.NewConfig(4, castalu.Separate)
		change(&c)
		_, err := castalu.New(c)
		assert.EqualError(t, err, message, fmt.Sprint(c))
	}
}
