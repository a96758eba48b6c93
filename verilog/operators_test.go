package verilog

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
)

// An operator that the exporter does not know of is found here.
func TestTheTablesHaveEveryOperator(t *testing.T) {
	for op := range ir.NumUnaryOps {
		assert.NotEmpty(t, unaryWords[op], op)
	}
	for op := range ir.NumBinaryOps {
		assert.NotEmpty(t, binaryOps[op].text, op)
		assert.NotZero(t, binaryOps[op].prec, op)
		assert.NotEmpty(t, binaryOps[op].word, op)
	}
}
