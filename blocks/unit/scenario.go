package unit

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"posedge/bench"
	"posedge/hdl"
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
	// New makes the component of a variant. Compiled once ([posedge/bench.Compile]), it serves any number of runs, also side
	// by side.
	New func(v Variant) (hdl.Component, error)
	// Options are what the bench needs besides.
	Options []bench.Option
	// Run does with a bench of that component what the scenario shows.
	Run func(tb *bench.TB, e *Env) error

	// Wave is the part of the waves that shows the scenario best, or nil. posedge run -waves draws it.
	Wave *Wave
	// Tools names the outside tools that Run calls, such as "Yosys". They take long, so posedge run -brief leaves it out.
	Tools string
}

// Wave is a part of the waves of a scenario's bench. Title, Signals, From and Cut are those of [posedge/waves.View]; streams
// are shown in one row each, and rows at rest are left out.
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
	Progress func(done, total int) // may be nil
	Files    []string              // the files that the scenario wrote
	Digest   uint64                // the trace digest of the scenario's bench

	// Results are the lines that [Env.Result] wrote.
	Results []string

	CountActivity bool          // count the changes of the bench's signals
	Activity      *sim.Activity // the count

	err error // of Table
}

// Program compiles what a scenario builds for a variant; the options, such as the engine, hold for all its runs.
func (s Scenario) Program(v Variant, opts ...bench.Option) (*bench.Program, error) {
	c, err := s.New(v)
	if err != nil {
		return nil, err
	}
	return bench.Compile(c, opts...)
}

// Run runs a scenario once on a bench of p, and collects the digest and the activity. If p is nil, it compiles a program
// of its own.
func (e *Env) Run(s Scenario, p *bench.Program, opts ...bench.Option) (err error) {
	if p == nil {
		if p, err = s.Program(e.Variant); err != nil {
			return err
		}
	}
	failed := bench.Run(func(r bench.Reporter) {
		own := []bench.Option{bench.Seed(e.Seed), bench.Digest()}
		if e.CountActivity {
			own = append(own, bench.CountActivity())
		}
		tb := p.New(r, slices.Concat(own, s.Options, opts)...)
		if err = s.Run(tb, e); err != nil {
			return
		}
		e.Digest = tb.Digest()
		if e.CountActivity {
			e.Activity = tb.Activity()
		}
		tb.Close()
	})
	return errors.Join(failed, err, e.err)
}

// Table writes a table. Columns has a letter for each column: "L" aligns it to the left, "R" to the right. A cell may have
// several lines. An error is Run's.
func (e *Env) Table(header []string, columns string, rows [][]string) {
	if err := table.Write(e.Out, header, columns, rows); e.err == nil {
		e.err = err
	}
}

// Result writes a line with the figures that the scenario shows; posedge run -brief prints only such lines. A scenario has one
// or a few.
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
