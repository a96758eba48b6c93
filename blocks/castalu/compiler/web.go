package compiler

import "slices"

// A web is a set of values that share a register, because an operand reads them together.
type web struct {
	values   []*value
	register int // of inputs, and of all webs after allocation; otherwise free
}

// maxWeb is the largest number of values in a web. It limits the time that a program of
// thousands of instructions takes.
const maxWeb = 32

// fitEffort is the number of components that fit tries per value, on average, before it
// gives up.
const fitEffort = 8

// fit finds a component for each value, such that values that are live at the same time
// have different components, and none that taken reports. Fixed adds places to the values'
// own, and must not contradict them.
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

// meets reports whether two values are live at the same time.
func (v *value) meets(x *value) bool { return x.from <= v.to && v.from <= x.to }

func nothing(int, *value) bool { return false }
