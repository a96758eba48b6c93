package isa

// Limits are the most elements and records in a batch.
type Limits struct{ Elements, Vertices int }

// Lowered returns the limits that the data of SET_BATCH_LIMIT sets; none exceeds l, the limits that are built.
func (l Limits) Lowered(data uint32) Limits {
	least := func(n uint32, built int) int {
		if n == 0 {
			return built
		}
		return min(int(n), built)
	}
	return Limits{least(data&0xffff, l.Elements), least(data>>16, l.Vertices)}
}

// Below reports whether either limit is below n.
func (l Limits) Below(n int) bool { return l.Elements < n || l.Vertices < n }
