package fuzz

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/parallel"
	"posedge/verilog/replay"
)

// cyclesARun is how long a design runs.
const cyclesARun = 20

// Failure is a design that a reader gets wrong.
type Failure struct {
	Seed   uint64
	Design *Design // shrunk
	// Err is what is wrong with it: a [*Difference], a tool's error, or a mistake
	// that the language wrongly reports.
	Err   error
	Tools bool // it has been run in the outside tools
}

// Error names the design and says what is wrong.
func (f *Failure) Error() string { return fmt.Sprintf("design %s: %v", f.Design.Name, f.Err) }

// Unwrap returns what is wrong.
func (f *Failure) Unwrap() error { return f.Err }

// record elaborates a design and runs it in the engines.
func (d *Design) record(seed uint64, without []string) (rec replay.Recording, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	e, err := hdl.Elaborate(d.Component())
	if err != nil {
		return rec, err
	}
	return Engines(e.Top, Stimulus(e.Top, seed, cyclesARun), without)
}

// passesOf are the passes that are left out in turn for a design: all of them, or
// one that the seed chooses.
func passesOf(seed uint64, every bool) []string {
	all := sim.PassNames()
	if every {
		return all
	}
	return all[seed%uint64(len(all)):][:1]
}

// maxTries bounds how often a failing design is run to shrink it.
const maxTries = 4000

// Options say how far [InEngines] goes.
type Options struct {
	// EveryPass leaves out each pass in turn, not only one that the seed chooses.
	EveryPass bool
	// Shrink is how many of the failures are shrunk, the first ones. With 0 no
	// design is begun after one has failed.
	Shrink int
}

// InEngines draws count designs from the seeds from first on and runs them in
// the engines. It calls done after each design, not at the same time. The
// failures are in the order of their seeds; recordings has nil where a design
// failed.
func InEngines(first uint64, count int, o Options, done func()) (recordings []*replay.Recording, failures []*Failure) {
	recordings = make([]*replay.Recording, count)
	failed := make([]error, count)
	var said sync.Mutex
	var enough atomic.Bool
	parallel.Each(count, func(i int) {
		if enough.Load() {
			return
		}
		seed := first + uint64(i)
		rec, err := Generate(seed).record(seed, passesOf(seed, o.EveryPass))
		if failed[i] = err; err == nil {
			recordings[i] = &rec
		} else if o.Shrink == 0 {
			enough.Store(true)
		}
		if done != nil {
			said.Lock()
			defer said.Unlock()
			done()
		}
	})
	for i, err := range failed {
		if err == nil {
			continue
		}
		seed, tries := first+uint64(i), maxTries
		if len(failures) >= o.Shrink {
			tries = 0
		}
		failures = append(failures, shrunk(Generate(seed), seed, err, tries, func(c *Design) error {
			_, err := c.record(seed, passesOf(seed, o.EveryPass))
			return err
		}))
	}
	return recordings, failures
}

// shrunk shrinks a failing design as long as the failure is of the same kind.
func shrunk(d *Design, seed uint64, err error, tries int, run func(*Design) error) *Failure {
	f := &Failure{Seed: seed, Design: d, Err: err}
	if isMistake(err) {
		return f // any part that is dropped makes another mistake
	}
	kind := failureKind(err)
	f.Design = Shrink(d, tries, func(c *Design) bool {
		err := run(c)
		if err == nil || isMistake(err) || failureKind(err) != kind {
			return false
		}
		f.Err = err
		return true
	})
	return f
}

// failureKind is what a failure has in common with that of a smaller design: the reader that differs, or a tool with what it
// complains of, without names and numbers. A design with nothing left in it may fail too, for a reason of its own.
func failureKind(err error) string {
	var different *Difference
	if errors.As(err, &different) {
		return "difference in " + different.Reader
	}
	text := err.Error()
	var tool *eda.Error
	if errors.As(err, &tool) {
		text = tool.Tool + ": " + tool.Output
	}
	line, _, _ := strings.Cut(text, "\n")
	return ofOneDesign.ReplaceAllString(line, "#")
}

// ofOneDesign are words with a digit, a dot or an underscore: names, numbers, files and lines.
var ofOneDesign = regexp.MustCompile(`\S*[0-9._]\S*`)

// isMistake reports whether the language refused the design.
func isMistake(err error) bool {
	var said *hdl.Error
	return errors.As(err, &said)
}
