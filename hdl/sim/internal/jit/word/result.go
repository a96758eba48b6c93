package word

import (
	"fmt"
	"math/bits"
)

// result computes an operation from the values of its operands, which have the type t;
// bits above the type of the result are not cleared.
func (n *Node) result(t Type, v [3]uint64) uint64 {
	a, b := v[0], v[1]
	size := uint64(t.Bits())
	signed := func(v uint64) int64 { return int64(v<<(64-size)) >> (64 - size) }
	switch n.Op {
	case Wrap, Extend:
		return a
	case And:
		return a & b
	case Or:
		return a | b
	case Xor:
		return a ^ b
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return a * b
	case Shl:
		return a << (b % size)
	case Shr:
		return a >> (b % size)
	case ShrS:
		return uint64(signed(a) >> (b % size))
	case Eq:
		return truth(a == b)
	case Ne:
		return truth(a != b)
	case LtU:
		return truth(a < b)
	case LeU:
		return truth(a <= b)
	case LtS:
		return truth(signed(a) < signed(b))
	case LeS:
		return truth(signed(a) <= signed(b))
	case Popcnt:
		return uint64(bits.OnesCount64(a))
	case Select:
		if a != 0 {
			return b
		}
		return v[2]
	}
	panic(fmt.Sprintf("word: %s has no result without the state", n.Op))
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
