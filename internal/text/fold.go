package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Folded stands for names that differ only in the numbers in them.
type Folded struct {
	Name  string // "targets_0…7_data_color_0…3"
	First int    // the index of the first of the names
}

// Fold makes one of names in snake case that have the same key and differ only in
// their numbers, if every combination of these numbers, each from a first to a
// last, is there. It stands where the first of them does.
func Fold[K comparable](names []string, key func(i int) K) []Folded {
	type group struct {
		pattern string // with # for each number
		key     K
	}
	members := map[group][]int{}
	for i, name := range names {
		pattern, _ := numbers(name)
		g := group{pattern, key(i)}
		members[g] = append(members[g], i)
	}
	rows := make([]string, len(names))
	for g, list := range members {
		if name, ok := ranges(g.pattern, names, list); ok {
			rows[list[0]] = name
			continue
		}
		for _, i := range list {
			rows[i] = names[i]
		}
	}
	var folded []Folded
	for i, name := range rows {
		if name != "" {
			folded = append(folded, Folded{name, i})
		}
	}
	return folded
}

// FoldNames is [Fold] of names alone.
func FoldNames(names []string) []string {
	var list []string
	for _, f := range Fold(names, func(int) struct{} { return struct{}{} }) {
		list = append(list, f.Name)
	}
	return list
}

// numbers takes the numbers out of a name in snake case: "a_0_b_12" is "a_#_b_#"
// with 0 and 12.
func numbers(name string) (pattern string, list []int) {
	words := strings.Split(name, "_")
	for i, w := range words {
		if n, err := strconv.Atoi(w); err == nil && strconv.Itoa(n) == w {
			words[i], list = "#", append(list, n)
		}
	}
	return strings.Join(words, "_"), list
}

// ranges writes the listed names, which all have the pattern, as one name with
// ranges. It reports false if they are not every combination of the ranges.
func ranges(pattern string, names []string, list []int) (string, bool) {
	var columns [][]int // the numbers at each place
	for _, i := range list {
		_, values := numbers(names[i])
		if columns == nil {
			columns = make([][]int, len(values))
		}
		for k, n := range values {
			columns[k] = append(columns[k], n)
		}
	}
	combinations := 1
	for _, c := range columns {
		low, high := slices.Min(c), slices.Max(c)
		span := strconv.Itoa(low)
		if high > low {
			span = fmt.Sprintf("%d…%d", low, high)
		}
		pattern = strings.Replace(pattern, "#", span, 1)
		combinations *= high - low + 1
	}
	return pattern, combinations == len(list) // names are unique
}
