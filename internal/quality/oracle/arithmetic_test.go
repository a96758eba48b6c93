package oracle

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
)

// The oracle computes on its own, and agrees with what the table of operators says.
func TestTheOracleAgreesWithTheTableOfOperators(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	number := func(w int) *big.Int {
		v := new(big.Int)
		for range (w + 63) / 64 {
			v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
		}
		switch v = Modulo(v, w); r.IntN(4) {
		case 0:
			return new(big.Int)
		case 1:
			return Modulo(big.NewInt(-1), w)
		case 2:
			return Modulo(big.NewInt(int64(r.IntN(2*w))), w)
		}
		return v
	}
	for _, w := range []int{1, 2, 7, 8, 63, 64, 65, 200} {
		for range 60 {
			x, y := number(w), number(w)
			for op := range ir.NumUnaryOps {
				assert.Zero(t, ir.EvalUnary(op, x, w).Cmp(Unary(op, x, w)), "%s %x of %d bits", op, x, w)
			}
			for op := range ir.NumBinaryOps {
				wy, y := w, y
				if c := op.Class(); c == ir.ClassProduct || c == ir.ClassShift {
					wy = 1 + r.IntN(100)
					y = number(wy)
				}
				assert.Zero(t, ir.EvalBinary(op, x, y, w, wy).Cmp(Binary(op, x, y, w, wy)), "%x %s %x of %d and %d bits", x, op, y, w, wy)
			}
		}
	}
}
