package lower

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
)

func TestEveryOperatorHasAnOperation(t *testing.T) {
	for op := range ir.NumUnaryOps {
		assert.NotNil(t, unaryOps[op], "%s has no row in operators.go", op)
	}
	for op := range ir.NumBinaryOps {
		assert.NotNil(t, binaryOps[op], "%s has no row in operators.go", op)
	}
}
