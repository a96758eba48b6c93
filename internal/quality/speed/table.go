package speed

import (
	"fmt"
	"io"
	"math"
	"strings"

	"posedge/internal/table"
)

// firstResult is the number of cycles of a short test.
const firstResult = 10000

// WriteTable writes the tables that a person reads: the designs with every
// engine, waves, and where our engines are behind.
func (r *Results) WriteTable(w io.Writer) error {
	if err := r.writeRates(w); err != nil {
		return err
	}
	if err := r.writeTotals(w); err != nil {
		return err
	}
	if err := r.writeWaves(w); err != nil {
		return err
	}
	r.writeSummary(w)
	for _, n := range r.Notes {
		fmt.Fprintf(w, "note: %s\n", n)
	}
	return nil
}

func (r *Results) writeRates(w io.Writer) error {
	var rows [][]string
	for _, design := range r.designs() {
		list := r.of(design, false)
		best := bestRate(verilators(list))
		for i, row := range list {
			name, nodes := "", ""
			if i == 0 {
				name, nodes = design, fmt.Sprint(row.Nodes)
			}
			rows = append(rows, []string{name, nodes, row.Engine, duration(row.Build), rate(row.Rate),
				fmt.Sprintf("%+.0f %+.0f %%", 100*(row.Low/row.Rate-1), 100*(row.High/row.Rate-1)),
				ratio(row.Rate / best), ratio(bestSeconds(verilators(list), firstResult) / row.Seconds(firstResult)), row.Flags})
		}
	}
	return table.Write(w, []string{"design", "nodes", "engine", "build", "cycles/s", "spread", "of best Verilator", "first 10 000 cycles sooner", "built with"}, "LRLRRRRRL", rows)
}

// decades are the run lengths of the table of total times.
var decades = []float64{1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// writeTotals shows the whole time, build and run, for runs of 1e3 to 1e8 cycles.
func (r *Results) writeTotals(w io.Writer) error {
	var rows [][]string
	for _, design := range r.designs() {
		list := r.of(design, false)
		others := verilators(list)
		for i, row := range list {
			cells := []string{"", row.Engine}
			if i == 0 {
				cells[0] = design
			}
			for _, n := range decades {
				cells = append(cells, duration(row.Seconds(n)))
			}
			if row.Ours {
				cells = append(cells, crossing(breakEven(row, others)))
			} else {
				cells = append(cells, "")
			}
			rows = append(rows, cells)
		}
	}
	fmt.Fprintln(w, "\nbuild and run together")
	return table.Write(w, []string{"design", "engine", "1e3 cycles", "1e4", "1e5", "1e6", "1e7", "1e8", "Verilator is first from"}, "LLRRRRRRR", rows)
}

func (r *Results) writeWaves(w io.Writer) error {
	var rows [][]string
	for _, design := range r.designs() {
		list := r.of(design, true)
		best := bestRate(verilators(list))
		for i, row := range list {
			name := ""
			if i == 0 {
				name = design
			}
			rows = append(rows, []string{name, row.Engine, rate(row.Rate), fmt.Sprintf("%.0f MB/s", row.VCD/1e6), ratio(row.Rate / best)})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintln(w, "\nwith all signals written to a VCD")
	return table.Write(w, []string{"design", "engine", "cycles/s", "VCD", "of Verilator"}, "LLRRR", rows)
}

// writeSummary says how our engines do against the best Verilator, the losers by
// name.
func (r *Results) writeSummary(w io.Writer) {
	for _, engine := range r.ours() {
		var ratios, sooner, compile, waves []float64
		var behind []string
		for _, design := range r.designs() {
			list := r.of(design, false)
			best := verilators(list)
			for _, row := range list {
				if row.Engine != engine {
					continue
				}
				compile = append(compile, 1e3*row.Build/(float64(row.Nodes)/1e3))
				if len(best) == 0 {
					continue
				}
				x := row.Rate / bestRate(best)
				ratios = append(ratios, x)
				sooner = append(sooner, bestSeconds(best, firstResult)/row.Seconds(firstResult))
				if x < 1 {
					behind = append(behind, fmt.Sprintf("%s %s", design, ratio(x)))
				}
			}
			traced := r.of(design, true)
			if best := verilators(traced); len(best) > 0 {
				for _, row := range traced {
					if row.Engine == engine+vcdSuffix {
						waves = append(waves, row.Rate/bestRate(best))
					}
				}
			}
		}
		fmt.Fprintf(w, "\n%s: %s to compile 1000 nodes", engine, spanOf(compile, func(x float64) string { return fmt.Sprintf("%.1f ms", x) }))
		if len(ratios) > 0 {
			fmt.Fprintf(w, "; against the best Verilator: %s in the geometric mean (%s), first 10 000 cycles %s sooner",
				ratio(geometricMean(ratios)), spanOf(ratios, ratio), spanOf(sooner, ratio))
			if len(waves) > 0 {
				fmt.Fprintf(w, ", with a VCD %s (%s)", ratio(geometricMean(waves)), spanOf(waves, ratio))
			}
			if len(behind) > 0 {
				fmt.Fprintf(w, "; behind on %s", strings.Join(behind, ", "))
			} else {
				fmt.Fprintf(w, "; behind on none")
			}
		}
		fmt.Fprintln(w)
	}
}

// ours are the names of our engines, without waves.
func (r *Results) ours() []string {
	var names []string
	seen := map[string]bool{}
	for _, row := range r.Rows {
		if row.Ours && row.VCD == 0 && !seen[row.Engine] {
			seen[row.Engine] = true
			names = append(names, row.Engine)
		}
	}
	return names
}

// spanOf is the least and the greatest of a list.
func spanOf(list []float64, format func(float64) string) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range list {
		low, high = min(low, x), max(high, x)
	}
	if low == high {
		return format(low)
	}
	return format(low) + " to " + format(high)
}

// duration is a time in seconds with three digits.
func duration(s float64) string {
	switch {
	case s < 1e-3:
		return digits(s*1e6) + " µs"
	case s < 1:
		return digits(s*1e3) + " ms"
	case s < 1e4:
		return digits(s) + " s"
	}
	return digits(s/3600) + " h"
}

// rate is a number of cycles a second with three digits.
func rate(x float64) string {
	switch {
	case x >= 1e6:
		return digits(x/1e6) + " M"
	case x >= 1e3:
		return digits(x/1e3) + " k"
	}
	return digits(x)
}

// digits is a number of at least three digits.
func digits(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func ratio(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	if x < 0.0995 {
		return fmt.Sprintf("%.2gx", x)
	}
	return digits(x) + "x"
}

// crossing is a number of cycles from which something else is first.
func crossing(n float64) string {
	switch {
	case math.IsNaN(n):
		return "–"
	case math.IsInf(n, 1):
		return "never"
	case n < 1:
		return "the first"
	}
	return fmt.Sprintf("%.1e", n)
}
