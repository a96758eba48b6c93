package primbatch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

func TestProcessorPartsLeaveNothingUnread(t *testing.T) {
	for _, lines := range []int{1, 2, 4} {
		c := Config{Lines: lines, Elements: 256, Vertices: 16}
		for _, x := range []hdl.Component{newFrontEnd(c), newDistributor(c), newDataAssembler(c), newCollector(c), newProcessor(c)} {
			d, err := hdl.Elaborate(x)
			require.NoError(t, err, "%T", x)
			assert.Empty(t, d.Notes, "%T", x)
		}
	}
}
