package netlist

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEveryOperationHasAName(t *testing.T) {
	seen := map[string]bool{}
	for op := range NumOps {
		assert.NotEmpty(t, op.String(), "operation %d", op)
		assert.False(t, seen[op.String()], op.String())
		seen[op.String()] = true
	}
}
