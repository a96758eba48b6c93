package waves

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTextWaveform(t *testing.T) {
	state := &Enum{Name: "state", Width: 2, States: []State{{"IDLE", 0}, {"BUSY", 1}}}
	values := func(list ...uint64) (rows [][]uint64) {
		for _, v := range list {
			rows = append(rows, []uint64{v})
		}
		return rows
	}
	var b strings.Builder
	require.NoError(t, Text(&b, 98, []Row{
		{Name: "valid", Width: 1, Values: values(0, 1, 1, 0)},
		{Name: "data", Width: 8, Values: values(0, 0x2a, 0x2a, 7)},
		{Name: "state", Width: 2, Enum: state, Values: values(0, 0, 1, 3)},
		{Name: "wide", Width: 128, Values: [][]uint64{{1, 0}, {1, 0xabcdef0123456789}, {1, 0xabcdef0123456789}, {0, 0}}},
	}))
	assert.Equal(t, strings.TrimLeft(`
cycle  98    99          100   101
valid ▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁
data  │0    │2a               │7
state │IDLE             │BUSY │3
wide  │1    │abcd…00001       │0
`, "\n"), b.String())
}

func TestTextWaveformRefusesRowsOfDifferentLength(t *testing.T) {
	err := Text(&strings.Builder{}, 0, []Row{{Name: "a", Width: 1, Values: make([][]uint64, 2)}, {Name: "b", Width: 1, Values: make([][]uint64, 3)}})
	assert.EqualError(t, err, "waves: b has 3 values, a has 2")
}
