package speed

import (
	"context"
	"fmt"
)

// entrant is an engine with a design built for it.
type entrant struct {
	engine
	build
	name string // of the row
	vcd  bool
	logs []*runLog
}

// enter runs an entrant once.
func (e *entrant) enter(ctx context.Context, l limits, checks *checks) error {
	log, err := e.run(ctx, l)
	if err != nil {
		return fmt.Errorf("%s in %s: %w", checks.design, e.name, err)
	}
	e.logs = append(e.logs, log)
	return checks.check(e.name, log)
}

// longest is the length of the longest run so far, in cycles: the least for the
// next, so that a moment in which the machine stands still does not end it.
func (e *entrant) longest() uint64 {
	n := uint64(0)
	for _, l := range e.logs {
		n = max(n, l.last().cycles)
	}
	return n
}

// row is what the runs of an entrant amount to.
func (e *entrant) row(s *subject) Row {
	var builds, rates, vcds []float64
	for _, l := range e.logs {
		builds = append(builds, l.build)
		rates = append(rates, l.rate())
		if l.vcd > 0 {
			vcds = append(vcds, float64(l.vcdBytes)/l.vcd)
		}
	}
	row := Row{Engine: e.name, Build: e.seconds, Flags: e.flags, Ours: e.ours, Runs: len(rates), Rate: median(rates)}
	row.Low, row.High = rates[0], rates[0]
	for _, r := range rates {
		row.Low, row.High = min(row.Low, r), max(row.High, r)
	}
	if e.seconds == 0 {
		row.Build = median(builds)
	}
	if len(vcds) > 0 {
		row.VCD = median(vcds)
	}
	if s != nil {
		row.Design, row.Nodes = s.Name, s.nodes
	}
	return row
}
