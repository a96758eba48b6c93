package bench

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/frame"
	"posedge/waves"
)

const (
	// failureWindow is how many cycles of a failed test are shown as waves.
	failureWindow = 256
	// failureColumns is how many of them are printed under the failure.
	failureColumns = 12
	// failureRows bounds the signals that are printed where none are named.
	failureRows = 24
	// failureFiles bounds the waves of one test: a test may have many benches.
	failureFiles = 3
)

// failing is a test that can show the waves of a failure: *testing.T.
type failing interface {
	Reporter
	Cleanup(func())
	Failed() bool
	ArtifactDir() string
	Logf(format string, args ...any)
}

// Show names the signals that are printed when the test fails, by their paths
// ("valid", "queue.wr"); without it they are the top's ports and the state
// machines, as far as they fit.
func Show(paths ...string) Option { return func(o *options) { o.show = paths } }

// WithoutFailureWaves keeps no journal: a failed test shows no waves.
func WithoutFailureWaves() Option { return func(o *options) { o.noJournal = true } }

// onFailure has a test that fails show its last cycles: it runs them again from
// a journal, with tracing, writes a VCD and a GTKWave save file into the test's
// artifact folder (go test -artifacts keeps it), and prints the signals.
func (tb *TB) onFailure(t failing, show []string) {
	if !keepsArtifacts() {
		// The folder is temporary. Made now, it outlives the Cleanups of all benches
		// of the test; made in one of them it would go before the next.
		t.ArtifactDir()
	}
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		dir := t.ArtifactDir()
		if old, _ := filepath.Glob(filepath.Join(dir, "*.vcd")); len(old) >= failureFiles {
			return
		}
		path := filepath.Join(dir, tb.design.Top.Name+".vcd")
		for n := 2; exists(path); n++ {
			path = filepath.Join(dir, fmt.Sprintf("%s_%d.vcd", tb.design.Top.Name, n))
		}
		text, err := tb.lastCycles(path, show)
		if err != nil {
			t.Logf("no waves of the failure: %v", err)
			return
		}
		t.Logf("%s, the last cycles (%s):\n%s", tb.design.Top.Name, whereWaves(path), text)
	})
}

// whereWaves says where the waves at path are, if they stay.
func whereWaves(path string) string {
	if keepsArtifacts() {
		return "waves in " + path
	}
	return "go test -artifacts keeps the waves of more of them"
}

// keepsArtifacts reports whether the test's artifact folder stays.
func keepsArtifacts() bool {
	f := flag.Lookup("test.artifacts")
	return f != nil && f.Value.String() == "true"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// lastCycles writes the last window as waves to path and returns the last cycles as text.
func (tb *TB) lastCycles(path string, show []string) (text string, err error) {
	p, err := tb.sim.Program().Traced()
	if err != nil {
		return "", err
	}
	rows, at, err := chosen(p, show)
	if err != nil {
		return "", err
	}
	w, err := NewWave(path, p, 0)
	if err != nil {
		return "", err
	}
	defer w.Discard() // does nothing after Close
	first := uint64(0)
	err = tb.sim.Replay(failureWindow, func(s *sim.Simulation) error {
		if err := w.SampleAt(s); err != nil {
			return err
		}
		for i := range rows {
			if len(rows[i].Values) == failureColumns {
				rows[i].Values = rows[i].Values[1:]
			}
			rows[i].Values = append(rows[i].Values, waves.NewValue(rows[i].Width, frame.Get(w.frame[at[i]:], rows[i].Width)...))
		}
		first = s.Cycle()
		return nil
	})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if len(rows) > 0 {
		first -= uint64(len(rows[0].Values) - 1)
	}
	err = waves.NewDiagram(first, rows...).Text(&b)
	return b.String(), err
}

// chosen returns a row for each signal to print, and where it lies in a frame.
func chosen(p *sim.Program, show []string) (rows []waves.Row, at []int, err error) {
	enums := map[*ir.Enum]*waves.Enum{}
	offsets := p.FrameOffsets()
	found := map[string]bool{}
	for i, s := range p.Signals() {
		want := slices.Contains(show, s.String())
		if len(show) == 0 {
			port := len(s.Path) == 0 && (s.Kind == ir.Input || s.Kind == ir.Output)
			want = len(rows) < failureRows && (port || s.Enum != nil)
		}
		if want {
			found[s.String()] = true
			rows = append(rows, waves.Row{Name: s.String(), Width: s.Width, Enum: enumOf(enums, p, s)})
			at = append(at, offsets[i])
		}
	}
	for _, name := range show {
		if !found[name] {
			return nil, nil, fmt.Errorf("bench.Show: %s has no signal %q", p.Name(), name)
		}
	}
	return rows, at, nil
}
