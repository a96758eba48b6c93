package precision

import "math/bits"

// nodeSet is a set of nodes, by Node.ID.
type nodeSet []uint64

// newNodeSet returns an empty set for a graph of n nodes.
func newNodeSet(n int) nodeSet { return make(nodeSet, (n+63)/64) }

func (s nodeSet) has(id int) bool { return s[id/64]>>(id%64)&1 != 0 }
func (s nodeSet) add(id int)      { s[id/64] |= 1 << (id % 64) }
func (s nodeSet) remove(id int)   { s[id/64] &^= 1 << (id % 64) }

// first returns the lowest ID, or -1.
func (s nodeSet) first() int {
	for k, w := range s {
		if w != 0 {
			return 64*k + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// lastOf returns the highest ID up to and including id, or -1.
func (s nodeSet) lastOf(id int) int {
	if id < 0 {
		return -1
	}
	w := s[id/64] & (1<<(id%64+1) - 1)
	for k := id / 64; ; w = s[k] {
		if w != 0 {
			return 64*k + bits.Len64(w) - 1
		}
		if k--; k < 0 {
			return -1
		}
	}
}
