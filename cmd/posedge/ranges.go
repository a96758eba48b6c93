package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"posedge/hdl/ir"
)

// portRow is a row of a table of ports: one port, or ports that differ only in
// the numbers in their names.
type portRow struct {
	name  string // "targets_0…7_data_color_0…3"
	kind  ir.Kind
	width int
	doc   string
}

// foldPorts makes one row of ports with the same direction, width and meaning whose
// names differ only in numbers, if every combination of these numbers, each from
// a first to a last, exists. A row has the place of its first port.
func foldPorts(ports []*ir.Signal) []portRow {
	var groups []portRow // the name has # for each number
	members := map[portRow][]*ir.Signal{}
	for _, s := range ports {
		pattern, _ := numbers(s.Name)
		g := portRow{pattern, s.Kind, s.Width, s.Doc}
		if members[g] == nil {
			groups = append(groups, g)
		}
		members[g] = append(members[g], s)
	}
	place := map[string]int{} // of a port
	for i, s := range ports {
		place[s.Name] = i
	}
	rows := make([]*portRow, len(ports))
	for _, g := range groups {
		list := members[g]
		if name, ok := foldNames(g.name, list); ok {
			rows[place[list[0].Name]] = &portRow{name, g.kind, g.width, g.doc}
			continue
		}
		for _, s := range list {
			rows[place[s.Name]] = &portRow{s.Name, g.kind, g.width, g.doc}
		}
	}
	var folded []portRow
	for _, r := range rows {
		if r != nil {
			folded = append(folded, *r)
		}
	}
	return folded
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

// foldNames writes the names of ports, which all have the pattern, as one name
// with ranges. It reports false if a combination of the ranges is missing.
func foldNames(pattern string, ports []*ir.Signal) (string, bool) {
	var columns [][]int // the numbers at each place
	for _, s := range ports {
		_, list := numbers(s.Name)
		if columns == nil {
			columns = make([][]int, len(list))
		}
		for i, n := range list {
			columns[i] = append(columns[i], n)
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
	return pattern, combinations == len(ports) // names are unique
}
