package bench

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/frame"
	"posedge/internal/text"
)

// Proof is what [Prove] found out about one assert or cover of a design.
type Proof struct {
	Property string // path, "queue.no_overflow"
	Kind     ir.PropertyKind
	// Err is nil if the assert holds or the cover is reached. An assert that fails
	// has a [*sim.PropertyError].
	Err error
	// Unbounded says that the assert is proved to hold, or the cover not to be reached,
	// in runs of any length. It is false for an assert that fails and for a cover that is
	// reached. For the rest the result holds only in the first Depth cycles of all runs.
	Unbounded bool
	// Depth is how many cycles were searched, or how many it takes for the assert
	// to fail or the cover to be reached.
	Depth int
	// Engine is the tool and its method: "abc pdr", "abc bmc", "abc induction",
	// "z3 bmc", "z3 induction", or "yosys" if its optimisation alone settles it.
	Engine string
}

// String says the result in a sentence: "assert queue.fits holds in runs of any length (abc pdr)".
func (p Proof) String() string {
	name := fmt.Sprintf("%v %s", p.Kind, p.Property)
	var failed *sim.PropertyError
	switch {
	case errors.As(p.Err, &failed):
		return fmt.Sprintf("%v (%s)", p.Err, p.Engine)
	case p.Err != nil:
		return p.Err.Error() // it names the engine
	case p.Kind == ir.Cover:
		return fmt.Sprintf("%s is reached within %s (%s)", name, text.Count(p.Depth, "cycle"), p.Engine)
	case p.Unbounded:
		return fmt.Sprintf("%s holds in runs of any length (%s)", name, p.Engine)
	case p.Depth == 1:
		return fmt.Sprintf("%s holds in the first cycle of all runs (%s)", name, p.Engine)
	}
	return fmt.Sprintf("%s holds in the first %d cycles of all runs (%s)", name, p.Depth, p.Engine)
}

// Prove proves the asserts of a component, and finds a run that reaches each of
// its covers, with any inputs that satisfy its assumes, by running Yosys, ABC
// and z3 on the exported Verilog. It returns the results in the order of
// declaration, a component's own before its instances'.
//
// A run begins at the defined power-on. The reset may be 1 in any cycle; with
// [WithoutReset] it is always 0.
//
// A counterexample is run again in every engine of package sim, which must stop
// at the same check in the same cycle; it is reported with the line, the cycle,
// the values and the ports of the last cycles, and its waves go to the test's
// artifact folder. A run that reaches a cover must do so there too. A cover
// that is not reached is an error, and so are assumes that exclude every run.
// Without the tools the test is skipped; under CI that is fatal. A short run (go test
// -short) skips it too, since a proof takes seconds.
func Prove(r Reporter, c hdl.Component, opts ...ProofOption) []Proof {
	r.Helper()
	return ProveDesign(r, elaborate(r, c), opts...)
}

// ProveDesign is [Prove] for a design that is already elaborated.
func ProveDesign(r Reporter, d *hdl.Design, opts ...ProofOption) []Proof {
	r.Helper()
	o := proofOptions{}
	if err := given(d); err != nil {
		r.Fatalf("%v", err)
	}
	for _, opt := range opts {
		if opt == nil {
			r.Fatalf("a proof is given a nil option; leave it out")
		}
		opt.ofProof(&o)
	}
	if len(o.show) > 0 {
		p, err := sim.Compile(d.Top, sim.WithEngine(sim.Reference()))
		if err == nil {
			_, err = shown(p, o.show)
		}
		if err != nil {
			r.Fatalf("%v", err)
		}
	}
	if _, err := eda.Find("yosys"); err != nil {
		missing(r, err)
	}
	notShort(r)
	o.search.ResetLow = o.noReset
	ctx, cancel := toolContext(r)
	defer cancel()
	verdicts, err := formal.Prove(ctx, d.Top, o.search)
	if errors.Is(err, eda.ErrMissingTool) {
		missing(r, err)
	}
	if err != nil {
		r.Fatalf("%v", err)
	}
	list := make([]Proof, len(verdicts))
	failing := map[string]bool{}
	for _, v := range verdicts {
		failing[v.Path] = v.Kind == ir.Assert && v.Trace != nil
	}
	for i, v := range verdicts {
		p := Proof{Property: v.Path, Kind: v.Kind, Unbounded: v.Unbounded, Depth: v.Depth, Engine: v.Engine}
		p.Err = judge(r, d, v, failing, &o)
		if p.Err != nil {
			r.Errorf("%v", p.Err)
		}
		list[i] = p
	}
	return list
}

// judge returns what is wrong with a property, if anything, and shows its waves.
func judge(r Reporter, d *hdl.Design, v formal.Verdict, failing map[string]bool, o *proofOptions) error {
	if v.Trace == nil {
		switch {
		case v.Kind == ir.Assert:
			return nil
		case v.Unbounded:
			return fmt.Errorf("%v: cover %s is never reached (%s)", v.At, v.Path, v.Engine)
		}
		return fmt.Errorf("%v: cover %s is not reached in %d cycles (%s); ProofDepth searches more", v.At, v.Path, v.Depth, v.Engine)
	}
	var first error
	for i, e := range sim.Engines() {
		s, err := rerun(d, e, v, failing)
		if i == 0 {
			first = err
			if v.Kind == ir.Assert && s != nil {
				showRun(r, d, s, v, o)
			}
		}
		if fmt.Sprint(err) != fmt.Sprint(first) {
			return fmt.Errorf("engine %s finds %v, engine %s: %v", sim.Engines()[0].Name(), first, e.Name(), err)
		}
	}
	return first
}

// rerun runs a trace again: an assert must fail in its last cycle and not before,
// and a cover must be reached in it. The error says how the assert fails. If
// another assert that is known to fail does so first, the engine stops there.
func rerun(d *hdl.Design, e sim.Engine, v formal.Verdict, failing map[string]bool) (*sim.Simulation, error) {
	p, err := sim.Compile(d.Top, sim.WithEngine(e))
	if err == nil && v.Kind == ir.Cover {
		p, err = p.Instrumented()
	}
	if err != nil {
		return nil, err
	}
	var inputs []sim.Port
	for _, port := range p.Ports() {
		if port.Input() {
			inputs = append(inputs, port)
		}
	}
	s := p.New(sim.WithJournal(failureWindow))
	last := len(v.Trace) - 1
	before := uint64(0)
	for i, row := range v.Trace {
		if i == last {
			before = reached(s, v)
		}
		for _, port := range inputs {
			n := frame.Words(port.Width())
			if err := s.Set(port, row[:n]...); err != nil {
				return s, err
			}
			row = row[n:]
		}
		err := s.Tick(1)
		if err == nil {
			continue
		}
		failed := (*sim.PropertyError)(nil)
		if !errors.As(err, &failed) || !failing[failed.Path] || failed.Path == v.Path && i != last {
			return s, fmt.Errorf("%v: the run in which %s %s decides in cycle %d by %s stops: %w", v.At, v.Kind, v.Path, last, v.Engine, err)
		}
		switch {
		case v.Kind == ir.Cover:
			return s, nil
		case failed.Path == v.Path:
			return s, err
		}
		return s, fmt.Errorf("%v: cycle %d: assert %s fails, in a run in which %s has failed in cycle %d", v.At, last, v.Path, failed.Path, i)
	}
	found := "fails"
	if v.Kind == ir.Cover {
		if reached(s, v) > before {
			return s, nil
		}
		found = "is reached"
	}
	return s, fmt.Errorf("%v: %s finds that %s %s %s in cycle %d, and the simulation does not: a bug in posedge or in the tools", v.At, v.Engine, v.Kind, v.Path, found, last)
}

// reached counts the cycles that have reached a cover; it is 0 for an assert.
func reached(s *sim.Simulation, v formal.Verdict) uint64 {
	if v.Kind != ir.Cover {
		return 0
	}
	for i, hit := range s.Hits() {
		at := s.Program().Points()[i]
		if at.Kind == sim.CoverPoint && strings.TrimPrefix(at.Path+"."+at.Name, ".") == v.Path {
			return hit.Count
		}
	}
	return 0
}

// showRun writes the waves of a counterexample and prints its last cycles.
func showRun(r Reporter, d *hdl.Design, s *sim.Simulation, v formal.Verdict, o *proofOptions) {
	test, ok := r.(failing)
	if !ok || o.noJournal {
		return
	}
	tb := &TB{r: r, design: d, sim: s}
	path := filepath.Join(test.ArtifactDir(), d.Top.Name+"_"+v.Path+".vcd")
	last, err := tb.lastCycles(path, o.show)
	if err != nil {
		test.Logf("no waves of the counterexample: %v", err)
		return
	}
	test.Logf("%s, the counterexample's last cycles (%s):\n%s", v.Path, whereWaves(path), last)
}
