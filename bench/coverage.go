package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

// Coverage records which parts of their designs the runs of benches have
// reached: cover points, arms of every If and Switch, and states and
// transitions of state machines. Benches made with the option [Cover] add to
// it, even with different seeds and designs. Reset cycles do not count.
//
// A point is a line of Go in one module: its counts are the sum over the
// instances of the module and the copies that a Go loop made, and it is missing
// if none of them was reached. With PerInstance each of these is a point.
//
// The transitions of a machine are the ones that its statements allow: from
// each state the Gotos that may apply there, whatever the conditions on other
// signals. If the next state is a computed value, there is a transition to
// every other state. Staying in a state is not a transition. A branch that is
// not written, the else of an If or the default of a Switch, also counts,
// unless all states have a case. Points that a constant in the design rules out
// do not count; the report lists them.
//
// The zero Coverage is ready for use; [NewCoverage] makes one that is logged.
//
// Its methods must not be called while one of its benches ticks in another
// goroutine.
type Coverage struct {
	// PerInstance and Toggles are set before the first bench. Toggles adds a rise
	// and a fall of each bit of the ports of the benches' components.
	PerInstance, Toggles bool

	mu      sync.Mutex
	points  map[pointKey]*CoveredPoint
	running map[*sim.Simulation][]sim.Hits // hits that points already has
}

// CoveredPoint is a point of coverage with its counts.
type CoveredPoint struct {
	sim.Point // with several copies: the first
	// Hits is the number of cycles, over all copies and runs.
	Hits uint64
	// First is the earliest cycle in which a run reached a cover point.
	First uint64
	// Copies is the number of instances and unrolled copies that can be reached,
	// and Reached how many were.
	Copies, Reached int

	reached   map[string]bool // by copy
	instances map[string]bool
	ordinal   int // in its module
	number    int // if copies in one instance count separately: 2 for the second
}

// pointKey identifies a point.
type pointKey struct {
	kind                 sim.PointKind
	module, signal, name string
	at                   ir.Pos
	copy                 string // if each counts separately
}

// NewCoverage begins a report. When the test ends, its table and the points never
// reached are logged (go test -v shows them). A nil reporter logs nothing.
func NewCoverage(r Reporter) *Coverage {
	c := &Coverage{}
	t, ok := r.(interface {
		Cleanup(func())
		Logf(string, ...any)
	})
	if ok {
		t.Cleanup(func() { t.Logf("coverage\n%s", c) })
	}
	return c
}

// attach adds a run, from now to the end of the test.
func (c *Coverage) attach(r Reporter, s *sim.Simulation) {
	c.mu.Lock()
	if c.running == nil {
		c.points, c.running = map[pointKey]*CoveredPoint{}, map[*sim.Simulation][]sim.Hits{}
	}
	c.running[s] = make([]sim.Hits, len(s.Program().Points()))
	c.mu.Unlock()
	if t, ok := r.(interface{ Cleanup(func()) }); ok {
		t.Cleanup(func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.gather(s)
			delete(c.running, s)
		})
	}
}

// gather adds what s has reached since the last call.
func (c *Coverage) gather(s *sim.Simulation) {
	now, before := s.Hits(), c.running[s]
	copies := map[pointKey]int{}   // of a key within its instance
	ordinal := map[[2]string]int{} // in an instance
	for i, p := range s.Program().Points() {
		if p.Kind == sim.Toggle && !c.Toggles {
			continue
		}
		in := [2]string{p.Module, p.Path}
		ordinal[in]++
		key := pointKey{kind: p.Kind, module: p.Module, signal: p.Signal, name: p.Name, at: p.At}
		here := key
		here.copy = p.Path
		copies[here]++
		name := fmt.Sprintf("%s %s %d", s.Program().Name(), p.Path, copies[here])
		if c.PerInstance {
			key.copy = name
		}
		x := c.points[key]
		if x == nil {
			x = &CoveredPoint{Point: p, reached: map[string]bool{}, instances: map[string]bool{}, ordinal: ordinal[in]}
			if c.PerInstance {
				x.number = copies[here]
			}
			c.points[key] = x
		}
		x.instances[p.Path] = true
		if p.Unreachable {
			continue
		}
		x.Unreachable = false
		hits := now[i].Count - before[i].Count
		if hits > 0 && before[i].Count == 0 && (x.Hits == 0 || now[i].First < x.First) {
			x.First = now[i].First
		}
		x.Hits += hits
		x.reached[name] = x.reached[name] || hits > 0
	}
	c.running[s] = now
}

// Points returns every point with its counts so far: by kind, module and source
// order.
func (c *Coverage) Points() []CoveredPoint {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s := range c.running {
		c.gather(s)
	}
	list := make([]CoveredPoint, 0, len(c.points))
	for _, x := range c.points {
		y := *x
		for _, reached := range x.reached {
			y.Copies++
			if reached {
				y.Reached++
			}
		}
		list = append(list, y)
	}
	slices.SortFunc(list, func(x, y CoveredPoint) int {
		return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Module, y.Module), cmp.Compare(x.ordinal, y.ordinal),
			cmp.Compare(x.At.File, y.At.File), cmp.Compare(x.At.Line, y.At.Line), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Path, y.Path), cmp.Compare(x.number, y.number))
	})
	return list
}

// String names the point: "case IDLE at unit.go:41", "transition BUSY -> DONE of
// job.state at unit.go:44", "cover queue.wraps at fifo.go:60".
func (p CoveredPoint) String() string {
	within := p.Path
	if len(p.instances) > 1 || within == "" && p.Kind != sim.CoverPoint {
		within = p.Module
	}
	if within != "" {
		within += "."
	}
	at := p.At.Short()
	switch p.Kind {
	case sim.CoverPoint:
		return fmt.Sprintf("cover %s%s at %s", within, p.Name, at)
	case sim.Toggle:
		return fmt.Sprintf("toggle of %s%s at %s", within, p.Name, at)
	case sim.State:
		return fmt.Sprintf("state %s of %s%s at %s", p.Name, within, p.Signal, at)
	case sim.Transition:
		return fmt.Sprintf("transition %s of %s%s at %s", p.Name, within, p.Signal, at)
	}
	text := fmt.Sprintf("%s at %s", p.Name, at)
	switch {
	case strings.HasSuffix(p.Name, "else"):
		text = fmt.Sprintf("%s of the If at %s", p.Name, at)
	case strings.Contains(p.Name, "default"):
		text = fmt.Sprintf("%s of the Switch at %s", p.Name, at)
	}
	if len(p.instances) == 1 && p.Path != "" {
		text += " in " + p.Path
	}
	if p.number > 1 {
		text += fmt.Sprintf(", copy %d", p.number)
	}
	return text
}

// Missing returns in words the points that no run has reached so far.
func (c *Coverage) Missing() []string {
	return inWords(c.Points(), func(p CoveredPoint) bool { return p.Hits == 0 && !p.Unreachable })
}

// inWords names the chosen points; neighbouring bits of a port are one range.
func inWords(points []CoveredPoint, chosen func(CoveredPoint) bool) (list []string) {
	for i := 0; i < len(points); i++ {
		p := points[i]
		if !chosen(p) {
			continue
		}
		port, low, vector := strings.Cut(p.Name, "[")
		for p.Kind == sim.Toggle && vector && i+1 < len(points) && points[i+1].Module == p.Module && chosen(points[i+1]) {
			next, high, _ := strings.Cut(points[i+1].Name, "[")
			if next != port {
				break
			}
			p.Name = port + "[" + strings.TrimSuffix(high, "]") + ":" + low
			i++
		}
		list = append(list, p.String())
	}
	return list
}

// names reports whether a line has a part, which neither begins nor ends within a number: line 4 is not line 40.
func names(line, part string) bool {
	digit := func(s string, at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }
	for at := 0; ; at++ {
		i := strings.Index(line[at:], part)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(part)
		if !(digit(line, at-1) && digit(line, at)) && !(digit(line, end-1) && digit(line, end)) {
			return true
		}
	}
}

// Require reports the points that no run has reached so far as one error. Each
// of except is part of a line of [Coverage.Missing], in which numbers stand whole,
// and points whose lines contain it are exempt; an exception that is empty, or
// applies to no point, is an error too.
func (c *Coverage) Require(r Reporter, except ...string) {
	r.Helper()
	used := make([]bool, len(except))
	if slices.Contains(except, "") {
		r.Errorf("an exception of Require is empty, and would exempt every point; give part of a line that Missing has")
		return
	}
	var missing []string
	for _, m := range c.Missing() {
		excepted := false
		for i, e := range except {
			if names(m, e) {
				used[i], excepted = true, true
			}
		}
		if !excepted {
			missing = append(missing, m)
		}
	}
	for i, e := range except {
		if !used[i] {
			r.Errorf("nothing that was never reached has %q in its name; take the exception out", e)
		}
	}
	if len(c.points) == 0 {
		r.Errorf("the coverage has no points: make benches with the option bench.Cover")
	}
	if len(missing) > 0 {
		r.Errorf("never reached:\n  %s", strings.Join(missing, "\n  "))
	}
}
