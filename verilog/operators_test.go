package verilog

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
)

// An operator that the exporter does not know of is found here.
func TestTheTablesHaveEveryOperator(t *testing.T) {
	for op := range ir.NumUnaryOps {
		assert.NotNil(t, unaryOps[op].write, "%s has no row in operators.go", op)
		assert.NotEmpty(t, unaryOps[op].word, op)
	}
	for op := range ir.NumBinaryOps {
		assert.NotNil(t, binaryOps[op].write, "%s has no row in operators.go", op)
		assert.NotEmpty(t, binaryOps[op].word, op)
	}
}
