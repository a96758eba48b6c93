package scenario

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
)

// The harness obeys the handshake, and the unit works inside it.
func TestTheSpeedHarnessKeepsTheRulesOfStreams(t *testing.T) {
	c, err := Block().Speed.New()
	require.NoError(t, err)
	tb := bench.New(t, c)
	peek := func(name string) uint64 {
		v, err := tb.Sim().Peek(name)
		require.NoError(t, err)
		return v
	}
	beats, held, offered := 0, 0, uint64(0)
	writes := map[int]int{}
	waiting := false
	for range 3000 {
		valid, ready, color := peek("unit_pixels_valid"), peek("unit_pixels_ready"), peek("unit_pixels_data_color_0")
		if waiting {
			require.Equal(t, []uint64{1, offered}, []uint64{valid, color})
			held++
		}
		waiting, offered = valid == 1 && ready == 0, color
		beats += int(valid & ready)
		for target := range 8 {
			name := "unit_targets_" + strconv.Itoa(target) + "_"
			writes[target] += int(peek(name+"valid") & peek(name+"ready"))
		}
		tb.Tick()
	}
	assert.Greater(t, beats, 500)
	assert.Greater(t, held, 100)
	for target := range 8 {
		assert.Positive(t, writes[target], "target %d", target)
	}
}
