package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter"
	"posedge/hdl"
)

func TestNothingIsLeftUnread(t *testing.T) {
	c, err := ioarbiter.NewConfig(2)
	require.NoError(t, err)
	y, err := ioarbiter.NewSystem(c, ioarbiter.Stores{Texels: 256, Width: 16, Height: 16})
	require.NoError(t, err)
	d, err := hdl.Elaborate(y)
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
}
