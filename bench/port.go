package bench

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/frame"
)

// port is a port of the bench's component.
type port struct {
	sim.Port
	owner string // the agent that drives it, or empty
	alone *flat  // the port as a bundle
}

// flat is a port or bundle as a list of its leaves, in order.
type flat struct {
	resolved *hdl.Resolved
	leaves   []flatLeaf
	words    int     // of all leaves
	plans    []*plan // of the Go types that have been met
}

type flatLeaf struct {
	*port
	field     string // Go path in the bundle, "Items[0].Addr"
	at, words int    // its place among the words of the bundle
}

func (f *flat) add(field string, p *port) {
	n := frame.Words(p.Width())
	f.leaves = append(f.leaves, flatLeaf{p, field, f.words, n})
	f.words += n
}

// connect finds the ports.
func (tb *TB) connect(p *sim.Program) error {
	tb.ports = make([]*port, len(tb.design.Top.Ports))
	for _, s := range tb.design.Top.SampledPorts() {
		found, err := p.Port(s.Name)
		if err != nil {
			return err
		}
		if found.Reset() {
			tb.resets = append(tb.resets, found)
			continue
		}
		x := &port{Port: found, alone: &flat{}}
		x.alone.add("", x)
		tb.ports[slices.Index(tb.design.Top.Ports, s)] = x
	}
	return nil
}

// flat resolves a port, a bundle of ports, or the data of a stream.
func (tb *TB) flat(x any) (*flat, error) {
	if err := tb.alone(); err != nil {
		return nil, err
	}
	tb.suspects.use(tb)
	i := -1
	switch p := x.(type) {
	case hdl.In:
		i = tb.design.Port(p.Bits)
	case hdl.Out:
		i = tb.design.Port(p.Bits)
	case hdl.Bits:
		i = tb.design.Port(p)
	}
	if i >= 0 {
		return tb.ports[i].alone, nil
	}
	for _, f := range tb.bundles[reflect.TypeOf(x)] {
		if f.resolved.Is(x) {
			return f, nil
		}
	}
	return tb.resolve(x)
}

// resolve resolves a bundle that is used for the first time.
func (tb *TB) resolve(x any) (*flat, error) {
	found, err := tb.design.Resolve(x)
	var wrong hdl.NotAPort
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%s is not a port of %s: only the ports of the bench's component can be reached, inner signals by Peek", or(wrong.Field, "the value"), tb.design.Top.Name)
	case err != nil:
		return nil, fmt.Errorf("a %v is not a port or a bundle of ports; of a stream take Valid, Ready or Data; inner signals are read by Peek", reflect.TypeOf(x))
	}
	f := &flat{resolved: found}
	for _, l := range found.Leaves {
		f.add(l.Field, tb.ports[l.Port])
	}
	tb.bundles[reflect.TypeOf(x)] = append(tb.bundles[reflect.TypeOf(x)], f)
	return f, nil
}

// of returns the leaf's words among those of the bundle.
func (l *flatLeaf) of(words []uint64) []uint64 { return words[l.at : l.at+l.words] }

// port returns the only leaf, or nil if there are several.
func (f *flat) port() *port {
	if len(f.leaves) != 1 {
		return nil
	}
	return f.leaves[0].port
}

// apply gives the leaves the words of a value.
func (f *flat) apply(s *sim.Simulation, words []uint64) error {
	for i := range f.leaves {
		x := &f.leaves[i]
		if err := s.Set(x.Port, x.of(words)...); err != nil {
			return err
		}
	}
	return nil
}

// read appends the settled words of the leaves.
func (f *flat) read(s *sim.Simulation, words []uint64) []uint64 {
	for i := range f.leaves {
		words = s.GetWords(words, f.leaves[i].Port)
	}
	return words
}
