package text

import (
	"iter"
	"slices"
	"strings"
)

// DidYouMean proposes up to three names that are near, for the end of a message:
// ": did you mean count?"; or nothing. A name that has no letter in common is not near.
func DidYouMean(name string, names iter.Seq[string]) string {
	type candidate struct {
		name string
		far  int
	}
	var near []candidate
	for n := range names {
		longest := max(len(name), len(n))
		if d := distance(strings.ToLower(name), strings.ToLower(n)); n != name && d <= max(1, longest/3) && d < longest {
			near = append(near, candidate{n, d})
		} else if strings.HasSuffix(n, "."+name) {
			near = append(near, candidate{n, d})
		}
	}
	slices.SortFunc(near, func(x, y candidate) int {
		if x.far != y.far {
			return x.far - y.far
		}
		return strings.Compare(x.name, y.name)
	})
	if len(near) == 0 {
		return ""
	}
	var list []string
	for _, c := range near[:min(3, len(near))] {
		list = append(list, c.name)
	}
	return ": did you mean " + strings.Join(list, ", ") + "?"
}

// distance is the number of edits between x and y: to insert, delete or replace a byte, or
// to swap two that stand side by side.
func distance(x, y string) int {
	row := func() []int { return make([]int, len(y)+1) }
	before, last, now := row(), row(), row()
	for j := range last {
		last[j] = j
	}
	for i := range len(x) {
		now[0] = i + 1
		for j := range len(y) {
			replaced := last[j]
			if x[i] != y[j] {
				replaced++
			}
			now[j+1] = min(replaced, 1+last[j+1], 1+now[j])
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				now[j+1] = min(now[j+1], 1+before[j-1])
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}
