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
		if d := distance(strings.ToLower(name), strings.ToLower(n)); n != name && d <= 1+max(len(name), len(n))/3 && d < max(len(name), len(n)) {
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

// distance is the number of edits (insert, delete, replace a byte) between x and y.
func distance(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(y) {
			cost := diagonal
			if x[i] != y[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(y)]
}
