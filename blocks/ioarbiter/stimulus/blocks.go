package stimulus

// Blocks are the places for requests in the memories of SMs. A request occupies a block until it is acknowledged.
type Blocks struct {
	e    *Environment
	free [][]int // of each SM
	used map[*Pending]int
}

// NewBlocks makes n free blocks in the memories of the first SMs.
func NewBlocks(e *Environment, sms, n int) *Blocks {
	b := &Blocks{e: e, used: map[*Pending]int{}}
	for range sms {
		var list []int
		for k := range n {
			list = append(list, k)
		}
		b.free = append(b.free, list)
	}
	return b
}

// Any reports whether an SM has a free block.
func (b *Blocks) Any(sm int) bool { return len(b.free[sm]) > 0 }

// Take takes a block of an SM, and steps until one is free, for at most limit cycles.
func (b *Blocks) Take(sm, limit int) (block int) {
	for cycle := 0; !b.Any(sm); cycle++ {
		if cycle == limit {
			b.e.Reporter().Fatalf("cycle %d: no request of SM %d was acknowledged in %d cycles", b.e.Cycle(), sm, limit)
		}
		b.e.Step()
	}
	block, b.free[sm] = b.free[sm][0], b.free[sm][1:]
	return block
}

// Use assigns a block to a request.
func (b *Blocks) Use(block int, p *Pending) { b.used[p] = block }

// Free frees the block of an acknowledged request.
func (b *Blocks) Free(p *Pending) {
	b.free[p.SM] = append(b.free[p.SM], b.used[p])
	delete(b.used, p)
}
