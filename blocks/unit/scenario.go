package unit

import (
	"fmt"
	"io"
	"strings"

	"posedge/bench"
	"posedge/hdl/sim"
	"posedge/internal/table"
	"posedge/internal/text"
)

// Scenario is a demonstration of a block.
type Scenario struct {
	Name    string
	Summary string // one line
	// Endless scenarios run for the number of cycles that the user gives;
	// Cycles is the default, or 0 for a scenario that ends by itself.
	Cycles int
	Run    func(e *Env) error

	// Wave is the part of the waves that tells what happens, or nil. posedge run -waves draws it.
	Wave *Wave
	// Tools names the outside tools that Run calls, such as "Yosys". What takes so long is left out of posedge run -brief.
	Tools string
}

// Wave is a part of the waves of a scenario's bench. The fields are those of [posedge/waves.View]; streams are shown in one
// row each, and rows at rest are left out.
type Wave struct {
	Title    string
	Signals  []string
	From, To uint64 // the first and the last cycle
	Cut      int
}

// Env is the environment of a scenario.
type Env struct {
	Out      io.Writer // tables and text
	Variant  Variant
	Seed     uint64
	Cycles   int                   // for endless scenarios
	Dir      string                // where pictures go; empty for none
	Options  []bench.Option        // engine and waves, for the scenario's one bench
	Progress func(done, total int) // may be nil
	Files    []string              // the files that the scenario wrote
	Digest   uint64                // the trace digest of the scenario's bench

	// Results are the lines that [Env.Result] wrote.
	Results []string

	CountActivity bool          // count the changes of the bench's signals
	Activity      *sim.Activity // the count
}

// Bench runs a scenario's bench: it makes it with the environment's options, calls f,
// and takes its waves and digest.
func (e *Env) Bench(f func(r bench.Reporter, opts ...bench.Option) *bench.TB) error {
	return bench.Run(func(r bench.Reporter) {
		own := []bench.Option{bench.Seed(e.Seed), bench.Digest()}
		if e.CountActivity {
			own = append(own, bench.CountActivity())
		}
		tb := f(r, append(own, e.Options...)...)
		e.Digest = tb.Digest()
		if e.CountActivity {
			e.Activity = tb.Activity()
		}
		tb.Close()
	})
}

// Result writes a line that says with figures what the scenario shows: posedge run -brief prints such lines alone. A scenario
// has one, or a few.
func (e *Env) Result(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	e.Results = append(e.Results, line)
	fmt.Fprintln(e.Out, strings.Join(text.Wrap(line, "", "", table.Columns(e.Out)), "\n"))
}

// Step reports progress.
func (e *Env) Step(done, total int) {
	if e.Progress != nil {
		e.Progress(done, total)
	}
}
