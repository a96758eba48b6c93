package code

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/sim/internal/jit/word"
)

// Operations with two operands have opcodes; the others the emitter writes one
// by one.
func TestEveryOperationHasOpcodes(t *testing.T) {
	others := []word.Op{word.Const, word.Load, word.Fetch, word.Wrap, word.Extend, word.Popcnt, word.Select}
	for op := range word.NumOps {
		assert.NotEmpty(t, op.String(), "operation %d has no name", op)
		want := true
		for _, o := range others {
			want = want && op != o
		}
		for _, code := range binaryOps[op] {
			assert.Equal(t, want, code != 0, "%s in the table of binary operations", op)
		}
	}
}
