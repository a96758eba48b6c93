package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/netlist"
)

func TestEveryOperatorHasAnOperation(t *testing.T) {
	for op := range ir.NumUnaryOps {
		assert.False(t, unaryOps[op].IsSource(), "%s has no operation of the netlist", op)
	}
	for op := range ir.NumBinaryOps {
		x := binaryOps[op]
		if m, ok := op.Mirror(); x == mirrored && assert.True(t, ok, "%s has no mirror", op) {
			x = binaryOps[m]
		}
		assert.False(t, x.IsSource() || x >= netlist.NumOps, "%s has no operation of the netlist", op)
	}
}
