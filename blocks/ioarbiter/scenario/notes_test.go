package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/stimulus"
	"posedge/hdl"
)

func TestNothingIsLeftUnread(t *testing.T) {
	y, err := stimulus.NewSmallSystem(variant(2).Config)
	require.NoError(t, err)
	d, err := hdl.Elaborate(y)
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
}
