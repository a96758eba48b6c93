package sim

import (
	"slices"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/pass"
)

// PointKind is what a [Point] of coverage counts.
type PointKind uint8

// The kinds of points.
const (
	CoverPoint = PointKind(lower.CoverPoint) // a Cover of the design was reached
	Branch     = PointKind(lower.Branch)     // an arm of an If or Switch was taken
	State      = PointKind(lower.State)      // a state machine was in a state
	Transition = PointKind(lower.Transition) // a state machine left one state for another
	Toggle     = PointKind(lower.Toggle)     // a bit of a port of the top has risen and fallen between cycles
)

var pointKinds = [...]string{"cover point", "branch", "state", "transition", "toggle"}

// String returns "cover point", "branch", "state", "transition" or "toggle".
func (k PointKind) String() string { return pointKinds[k] }

// Point is a part of a design that a run may reach, in one instance of the module
// that describes it. It counts the cycles with reset 0 in which it is reached at
// the sample point; for a toggle the count is only 1 or 0.
type Point struct {
	Kind   PointKind
	Module string // the definition, "fifo_w14_d4"
	Path   string // of the instance, "queue"; empty for the top
	// Signal is the state register of a state or a transition.
	Signal string
	// Name is the name of the cover point; the arm of a branch ("if", "else if",
	// "else", "case BUSY", "default", or, for one that is not written, "implicit
	// else" and "implicit default"); the state; "BUSY -> DONE"; or the bit, "data[3]".
	Name string
	// At is the line of the condition or the case; for an else or a default, of
	// its If or Switch; for a transition, of the Goto, if known.
	At ir.Pos
	// Domain is the index in [Program.Domains] of the domain at whose edges the point
	// counts, or [ir.NoDomain] in a design without a clock.
	Domain int
	// Unreachable says that the design as built never reaches the point,
	// whatever its inputs and state: its condition is a constant.
	Unreachable bool
}

// Hits says how often a [Point] was reached.
type Hits struct {
	Count uint64
	First uint64 // the first cycle, for a cover point
}

// Instrumented returns the program that counts coverage in every instance. It
// is compiled once, when first needed; p stays as fast as it is. It has its own
// ports, but shares snapshots with p; they do not contain counts.
func (p *Program) Instrumented() (*Program, error) {
	return p.family.program(variant{instrumented: true, until: never})
}

// Points returns the points that a program made by [Program.Instrumented] counts: for
// each instance the cover points, branches, states and transitions, in source
// order, and at the end the bits of the top's ports. It is nil for other
// programs.
func (p *Program) Points() []Point { return slices.Clone(p.points) }

// Hits returns the counts of [Program.Points], in that order.
func (s *Simulation) Hits() []Hits {
	counts := s.p.design.Counts(s.m.Register)
	hits := make([]Hits, len(counts))
	for i, c := range counts {
		hits[i] = Hits(c)
	}
	return hits
}

// declarePoints makes the program's list of points. A point whose condition the
// optimiser knows to be 0 is never reached.
func (l *lowered) declarePoints() {
	if len(l.design.Points) == 0 {
		return
	}
	n := pass.Optimise(l.design.Netlist, nil)
	for i, x := range l.design.Points {
		p := Point{Kind: PointKind(x.Kind), Module: x.Module, Path: x.Path, Signal: x.Signal, Name: x.Name, Domain: x.Domain, At: x.At}
		if when := n.Nodes[n.Covers[i].When]; when.Op == netlist.OpConst {
			// A bit that is constant, 0 or 1, does not toggle.
			p.Unreachable = p.Kind == Toggle || n.Consts[when.Aux][0] == 0
		}
		l.points = append(l.points, p)
	}
}
