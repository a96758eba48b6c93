package combineripu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

// All that the emulator has is read.
func TestTheEmulatorLeavesNothingUnread(t *testing.T) {
	t.Parallel()
	for _, c := range sequencerConfigs() {
		d, err := hdl.Elaborate(newEmulator(c))
		require.NoError(t, err)
		assert.Empty(t, d.Notes, c.name())
	}
}
