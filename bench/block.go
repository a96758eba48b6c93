package bench

import (
	"fmt"
	"io"

	"posedge/hdl"
	"posedge/hdl/sim"
)

// Block is what the command line knows of a unit in blocks/.
type Block struct {
	Name    string // as in the package path
	Patent  string // "US8922555"
	Summary string // one line
	Latency string // one line
	// Variants are the configurations that are built and checked; the first is
	// the one that is exported and run unless another is named.
	Variants  []Variant
	Scenarios []Scenario
}

// Variant is one configuration of a block.
type Variant struct {
	Name    string // "l4_packed_once"
	Summary string // one line
	// New makes the component.
	New func() (hdl.Component, error)
	// Exercise runs the component with random stimulus and random stalls for at
	// least the given number of cycles, and checks what comes out.
	Exercise func(r Reporter, seed uint64, cycles int, opts ...Option) *TB
}

// Scenario is a demonstration of a block.
type Scenario struct {
	Name    string
	Summary string // one line
	// Endless scenarios run for the number of cycles that the user gives;
	// Cycles is the default, 0 for a scenario with an end of its own.
	Cycles int
	Run    func(e *Env) error
}

// Env is what a scenario runs in.
type Env struct {
	Out      io.Writer // tables and text
	Variant  Variant
	Seed     uint64
	Cycles   int                   // for endless scenarios
	Dir      string                // where pictures go; empty for none
	Options  []Option              // engine and waves, for the scenario's one bench
	Progress func(done, total int) // may be nil
	Files    []string              // what the scenario wrote
	Digest   uint64                // the trace digest of the scenario's bench
}

// Bench runs a scenario's bench: it makes it with the environment's options, calls f,
// and takes its waves and digest.
func (e *Env) Bench(f func(r Reporter, opts ...Option) *TB) error {
	return Run(func(r Reporter) {
		tb := f(r, append([]Option{Seed(e.Seed), Digest()}, e.Options...)...)
		e.Digest = tb.Digest()
		tb.Close()
	})
}

// Step reports progress.
func (e *Env) Step(done, total int) {
	if e.Progress != nil {
		e.Progress(done, total)
	}
}

// Scenario returns the scenario of that name.
func (b *Block) Scenario(name string) (Scenario, error) {
	var names []string
	for _, s := range b.Scenarios {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scenario{}, fmt.Errorf("%s has no scenario %q; it has %v", b.Name, name, names)
}

// Variant returns the variant of that name, or the first for an empty name.
func (b *Block) Variant(name string) (Variant, error) {
	if name == "" {
		return b.Variants[0], nil
	}
	var names []string
	for _, v := range b.Variants {
		if v.Name == name {
			return v, nil
		}
		names = append(names, v.Name)
	}
	return Variant{}, fmt.Errorf("%s has no variant %q; it has %v", b.Name, name, names)
}

// Program returns the compiled design of the bench.
func (tb *TB) Program() *sim.Program { return tb.sim.Program() }
