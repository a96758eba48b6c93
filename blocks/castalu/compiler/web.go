package compiler

import "slices"

// A web is values that stand in one register, because an operand takes them together.
type web struct {
	values   []*value
	register int // of inputs, and of all once they are allocated; else free
}

// maxWeb is how many values a web has at most. It keeps the time down that a program of
// thousands of instructions takes.
const maxWeb = 64

// fitEffort is how often fit takes a choice back before it gives up.
const fitEffort = 2000

// fit finds a component for each value, such that values alive at one time stand apart,
// and apart from what is taken otherwise. Places in fixed go before the values' own.
func fit(values []*value, fixed map[*value]int, taken func(at int, v *value) bool) (map[*value]int, bool) {
	at := map[*value]int{}
	var done, open []*value
	place := func(v *value, k int) bool {
		if taken(k, v) || slices.ContainsFunc(done, func(x *value) bool { return at[x] == k && x.from <= v.to && v.from <= x.to }) {
			return false
		}
		at[v] = k
		done = append(done, v)
		return true
	}
	for _, v := range values {
		k, ok := fixed[v]
		if !ok {
			k = v.place
		}
		if k == free {
			open = append(open, v)
		} else if v.place != free && v.place != k || !place(v, k) {
			return nil, false
		}
	}
	slices.SortStableFunc(open, func(a, b *value) int { return a.from - b.from })
	effort := fitEffort
	var try func(k int) bool
	try = func(k int) bool {
		if k == len(open) {
			return true
		}
		for c := range 4 {
			if effort--; effort < 0 {
				return false
			}
			if place(open[k], c) {
				if try(k + 1) {
					return true
				}
				done = done[:len(done)-1]
			}
		}
		return false
	}
	return at, try(0)
}

func nothing(int, *value) bool { return false }
