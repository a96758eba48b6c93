package compiler

import "slices"

// A web is values that stand in one register, because an operand takes them together.
type web struct {
	values   []*value
	register int // of inputs, and of all once they are allocated; else free
}

// maxWeb is how many values a web has at most. It keeps the time down that a program of
// thousands of instructions takes.
const maxWeb = 32

// fitEffort is how many components fit tries for a value, on average, before it gives up.
const fitEffort = 8

// fit finds a component for each value, in their order, such that values alive at one
// time stand apart, and apart from what is taken otherwise. Places in fixed go before the
// values' own.
func fit(values []*value, fixed map[*value]int, taken func(at int, v *value) bool) ([]int, bool) {
	at := make([]int, len(values))
	var standing [4][]*value
	place := func(n, k int) bool {
		v := values[n]
		for _, x := range standing[k] {
			if x.meets(v) {
				return false
			}
		}
		if taken(k, v) {
			return false
		}
		at[n] = k
		standing[k] = append(standing[k], v)
		return true
	}
	var open []int
	for n, v := range values {
		k, ok := fixed[v]
		if !ok {
			k = v.place
		}
		if k == free {
			open = append(open, n)
		} else if v.place != free && v.place != k || !place(n, k) {
			return nil, false
		}
	}
	slices.SortStableFunc(open, func(a, b int) int { return values[a].from - values[b].from })
	effort := fitEffort * (len(open) + 4)
	var try func(k int) bool
	try = func(k int) bool {
		if k == len(open) {
			return true
		}
		for c := range standing {
			if effort--; effort < 0 {
				return false
			}
			if place(open[k], c) {
				if try(k + 1) {
					return true
				}
				standing[c] = standing[c][:len(standing[c])-1]
			}
		}
		return false
	}
	return at, try(0)
}

// meets reports whether two values are alive at one time.
func (v *value) meets(x *value) bool { return x.from <= v.to && v.from <= x.to }

func nothing(int, *value) bool { return false }
