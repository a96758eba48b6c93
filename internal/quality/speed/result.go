package speed

import (
	"math"
	"slices"
)

// Row is the result of an engine for a design. Figures are medians.
type Row struct {
	Design string
	Engine string
	Nodes  int     // word-level nodes of the design
	Build  float64 // seconds to the first cycle
	Rate   float64 // cycles per second
	Low    float64 // the slowest run, cycles per second
	High   float64 // the fastest run, cycles per second
	Runs   int
	Flags  string // of the build that was fastest
	Ours   bool   // the engine is one of posedge/hdl/sim
	// VCD is the rate at which waves are written, in bytes per second; 0 in a row
	// without waves.
	VCD float64
}

// Seconds is the time from nothing to the end of a cycle.
func (r Row) Seconds(cycles float64) float64 { return r.Build + cycles/r.Rate }

// vcdSuffix marks rows with waves.
const vcdSuffix = "-vcd"

// Results are the results of a comparison.
type Results struct {
	Rows  []Row
	Notes []string // what was left out and why, a line for each
}

// designs are the names in the order of the rows.
func (r *Results) designs() []string {
	var names []string
	for _, row := range r.Rows {
		if !slices.Contains(names, row.Design) {
			names = append(names, row.Design)
		}
	}
	return names
}

// of returns the rows of a design, with or without waves.
func (r *Results) of(design string, vcd bool) []Row {
	var rows []Row
	for _, row := range r.Rows {
		if row.Design == design && (row.VCD > 0) == vcd {
			rows = append(rows, row)
		}
	}
	return rows
}

// verilators are the rows of Verilator among rows.
func verilators(rows []Row) []Row {
	var list []Row
	for _, row := range rows {
		switch row.Engine {
		case "verilator", "verilator-flatten", "verilator" + vcdSuffix:
			list = append(list, row)
		}
	}
	return list
}

// bestRate is the highest rate of rows, or NaN.
func bestRate(rows []Row) float64 {
	best := math.NaN()
	for _, row := range rows {
		if !(row.Rate <= best) {
			best = row.Rate
		}
	}
	return best
}

// bestSeconds is the least time of rows to the end of a cycle, or NaN.
func bestSeconds(rows []Row, cycles float64) float64 {
	best := math.NaN()
	for _, row := range rows {
		if s := row.Seconds(cycles); !(s >= best) {
			best = s
		}
	}
	return best
}

// breakEven is the number of cycles from which on the best of others finishes before
// row: +Inf if it never does, 0 if it always does, and NaN if there are no others.
func breakEven(row Row, others []Row) float64 {
	if len(others) == 0 {
		return math.NaN()
	}
	first := math.Inf(1)
	for _, o := range others {
		switch {
		case o.Build <= row.Build && o.Rate >= row.Rate:
			return 0
		case o.Rate > row.Rate:
			first = min(first, max(0, (o.Build-row.Build)/(1/row.Rate-1/o.Rate)))
		case o.Build < row.Build:
			return 0
		}
	}
	return first
}

// geometricMean of numbers, or NaN of none.
func geometricMean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(list)))
}

// median of numbers, at least one.
func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}
