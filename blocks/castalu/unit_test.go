package castalu_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/scenario"
)

func TestRandomInstructionsYieldWhatTheModelSays(t *testing.T) {
	for _, lanes := range []int{4, 2, 1} {
		for _, e := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
			t.Run(fmt.Sprintf("%d lanes %v", lanes, e), func(t *testing.T) {
				t.Parallel()
				model, err := scenario.NewModel()
				require.NoError(t, err)
				h := scenario.ExerciseUnit(t, castalu.UnitConfig{Lanes: lanes, Embodiment: e, Threads: 32}, model, uint64(lanes), 2000)
				assert.Equal(t, 2000, h.Done)
			})
		}
	}
}

func TestRandomProgramsEndAsTheMachineSays(t *testing.T) {
	for name, c := range map[string]castalu.Config{
		"ordered":   castalu.NewConfig(4, castalu.Separate),
		"unordered": {Threads: 5, Registers: 8, Constants: 32, Words: 300, TagBits: 8, Lanes: 1, Embodiment: castalu.Shared},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, err := scenario.NewModel()
			require.NoError(t, err)
			h := scenario.ExerciseProcessor(t, c, model, 1, 100, 0)
			assert.Equal(t, 100, h.Done)
		})
	}
}
