package scenario

import (
	"fmt"
	"posedge/blocks/unit"
)

// work is the work done in a pass.
type work struct {
	name         string
	requests     int
	tiles, quads int // requests to the raster unit and to the surface unit
	passed       int // pixels that passed the depth test, or whose depth was cleared
	pixels       int // pixels whose colour was written
	cycles       uint64
	updates      uint64 // words of state sent to units
	hits, misses uint64 // of the state cache
}

func (w *work) subtract(v work) {
	w.tiles -= v.tiles
	w.quads -= v.quads
	w.passed -= v.passed
	w.pixels -= v.pixels
	w.updates -= v.updates
	w.hits -= v.hits
	w.misses -= v.misses
}

// sum is the work of all passes.
func sum(passes []work) (all work) {
	for _, p := range passes {
		all.requests += p.requests
		all.pixels += p.pixels
		all.passed += p.passed
		all.cycles += p.cycles
	}
	return all
}

// report prints the work of the passes.
func report(e *unit.Env, passes []work) {
	per := func(p work, n int) string {
		if n == 0 {
			return "–"
		}
		return fmt.Sprintf("%.1f", float64(p.cycles)/float64(n))
	}
	var rows [][]string
	for _, p := range passes {
		rows = append(rows, row(p.name, p.requests, p.tiles, p.quads, p.passed, p.pixels, p.cycles, per(p, p.tiles), per(p, p.quads), p.updates, p.hits, p.misses))
	}
	e.Table([]string{"pass", "requests", "tiles", "quads", "passed", "pixels", "cycles", "a tile", "a quad", "updates", "hits", "misses"}, "LRRRRRRRRRRR", rows)
	fmt.Fprint(e.Out, `tiles, quads: requests to the raster unit and to the surface unit; a tile, a quad: cycles for each; passed: pixels that
passed the depth test or were cleared; pixels: those whose colour was written; updates: words of state sent to units;
hits, misses: of the state cache
`)
}

// row is a row of a table.
func row(cells ...any) (list []string) {
	for _, x := range cells {
		list = append(list, fmt.Sprint(x))
	}
	return list
}
