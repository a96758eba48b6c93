package code

// ordered returns the items of a region in an order in which, as far as possible,
// an item that reads a piece of state comes before the one that changes it, and
// items that read the same state are near each other. The same holds in each body
// of a group.
func (s *scheduler) ordered(items []item, region int32) []item {
	steps := s.schedule(items, region)
	readers := map[int32][]int32{} // of each state: the items before which it is read
	owner, from := int32(0), 0
	for k := range steps {
		if steps[k].item == nil {
			continue
		}
		s.reads(steps[from:k+1], func(state int32) {
			r := readers[state]
			if len(r) == 0 || r[len(r)-1] != owner {
				readers[state] = append(r, owner)
			}
		})
		owner++
		from = k + 1
	}
	out := make([]item, 0, len(items))
	seen := make([]bool, len(items))
	var visit func(k int32)
	visit = func(k int32) {
		if seen[k] {
			return
		}
		seen[k] = true
		items[k].changes(func(state int32) {
			for _, r := range readers[state] {
				visit(r)
			}
		})
		out = append(out, items[k])
	}
	for k := range items {
		visit(int32(k))
	}
	for _, it := range out {
		if g := it.group; g != nil {
			g.then, g.els = s.ordered(g.then, g.thenRegion), s.ordered(g.els, g.elsRegion)
		}
	}
	return out
}
