package sim

import (
	"fmt"
	"strings"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/wide"
)

// PropertyError says that an assert or assume of the design failed.
type PropertyError struct {
	Kind  ir.PropertyKind
	Path  string // "queue.no_overflow"
	Cycle uint64
	// Domain is the index in [Program.Domains] of the domain whose edge it stops, or
	// [ir.NoDomain] in a design without a clock.
	Domain int
	At     ir.Pos
	// Values are the values of the signals that the property reads.
	Values []SignalValue
}

// SignalValue is a named signal and its value as text: hexadecimal, or the name
// of a state.
type SignalValue struct{ Path, Value string }

// Error names the line, the cycle and the values.
func (e *PropertyError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: cycle %d: %s %s fails", e.At, e.Cycle, e.Kind, e.Path)
	if e.Kind == ir.Assume {
		b.WriteString(" (what drives the design breaks it)")
	}
	for i, v := range e.Values {
		b.WriteString([]string{" with ", ", "}[min(i, 1)])
		fmt.Fprintf(&b, "%s = %s", v.Path, v.Value)
	}
	return b.String()
}

// failed makes the error of a check in the current cycle.
func (s *Simulation) failed(check int) error {
	c := s.p.netlist.Properties[check]
	e := &PropertyError{Kind: c.Kind, Path: c.Path, Cycle: s.cycle, Domain: c.Domain, At: c.At}
	for _, path := range s.p.design.Reads[check] {
		t := s.p.byPath[path]
		value := wide.ToBig(s.cone(t.net))
		text := t.enum.NameOf(value)
		if text == "" {
			text = fmt.Sprintf("%#x", value)
		}
		e.Values = append(e.Values, SignalValue{path, text})
	}
	return e
}
