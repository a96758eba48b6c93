package bench

import (
	"fmt"
	"slices"
	"strings"

	"posedge/hdl/sim"
	"posedge/internal/table"
)

// String is the report: how many points of each module were reached, the counts of
// cover points, states and transitions, and the points never reached.
func (c *Coverage) String() string {
	var b strings.Builder
	points := c.Points()
	totals(&b, points)
	counts(&b, points)
	for _, p := range inWords(points, func(p CoveredPoint) bool { return p.Hits == 0 && !p.Unreachable }) {
		fmt.Fprintf(&b, "never: %s\n", p)
	}
	for _, p := range inWords(points, func(p CoveredPoint) bool { return p.Unreachable }) {
		fmt.Fprintf(&b, "not possible in this design: %s\n", p)
	}
	return b.String()
}

// kinds are the columns of the table of totals.
var kinds = []sim.PointKind{sim.CoverPoint, sim.Branch, sim.State, sim.Transition, sim.Toggle}

func totals(b *strings.Builder, points []CoveredPoint) {
	var modules []string
	reached, all := map[string]map[sim.PointKind]int{}, map[string]map[sim.PointKind]int{}
	add := func(module string, p CoveredPoint) {
		if all[module] == nil {
			reached[module], all[module] = map[sim.PointKind]int{}, map[sim.PointKind]int{}
			modules = append(modules, module)
		}
		if p.Unreachable {
			return
		}
		all[module][p.Kind]++
		if p.Hits > 0 {
			reached[module][p.Kind]++
		}
	}
	for _, p := range points {
		add(p.Module, p)
	}
	slices.Sort(modules)
	if len(modules) != 1 {
		modules = append(modules, "total")
		all["total"], reached["total"] = map[sim.PointKind]int{}, map[sim.PointKind]int{}
		for _, p := range points {
			add("total", p)
		}
	}
	columns := len(kinds)
	if !slices.ContainsFunc(points, func(p CoveredPoint) bool { return p.Kind == sim.Toggle }) {
		columns--
	}
	var rows [][]string
	for _, m := range modules {
		row := []string{m}
		for _, k := range kinds[:columns] {
			cell := "-"
			if all[m][k] > 0 {
				cell = fmt.Sprintf("%d of %d", reached[m][k], all[m][k])
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	writeTable(b, []string{"module", "cover points", "branches", "states", "transitions", "toggles"}[:1+columns], 1, rows)
}

// counts writes the points that have their own names.
func counts(b *strings.Builder, points []CoveredPoint) {
	var rows [][]string
	copies := false
	for _, p := range points {
		if p.Kind == sim.Branch || p.Kind == sim.Toggle || p.Unreachable {
			continue
		}
		first := ""
		if p.Kind == sim.CoverPoint && p.Hits > 0 {
			first = fmt.Sprint(p.First)
		}
		copies = copies || p.Copies > 1
		name, _, _ := strings.Cut(p.String(), " at ")
		rows = append(rows, []string{name, p.At.Short(), fmt.Sprint(p.Hits), first, fmt.Sprintf("%d of %d", p.Reached, p.Copies)})
	}
	header := []string{"point", "line", "cycles", "first", "in copies"}
	if !copies { // each exists once
		header = header[:4]
		for i := range rows {
			rows[i] = rows[i][:4]
		}
	}
	if len(rows) > 0 {
		writeTable(b, header, 2, rows)
	}
}

// writeTable writes a table whose columns from number on are aligned to the right.
func writeTable(b *strings.Builder, header []string, number int, rows [][]string) {
	columns := strings.Repeat("L", number) + strings.Repeat("R", len(header)-number)
	_ = table.Write(b, header, columns, rows) // a strings.Builder does not fail
}
