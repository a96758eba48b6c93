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
	"posedge/internal/glob"
	"posedge/internal/simwave"
	"posedge/internal/text"
	"posedge/waves"
)

const (
	// failureWindow is how many cycles of a failed test are written as waves.
	failureWindow = 256
	// failureColumns is how many of them are printed under the failure.
	failureColumns = 12
	// failureRows bounds the signals that are printed if none are named.
	failureRows = 24
	// failureFiles bounds the wave files of one test, which may have many benches.
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

// onFailure makes a failing test show the bench's last cycles, unless the bench was
// fine (see suspects): it runs them again from a journal, with tracing, writes a
// VCD and a GTKWave save file into the test's artifact folder (go test -artifacts
// keeps it), and prints the signals.
func (tb *TB) onFailure(t failing, show []string) {
	if !keepsArtifacts() {
		// The folder is temporary. Created now, it outlives the Cleanups of all benches
		// of the test; created in one of them, it would be gone before the next.
		t.ArtifactDir()
	}
	tb.suspects = suspectsOf(t)
	tb.suspects.add(t, tb)
	t.Cleanup(func() {
		if !t.Failed() || !tb.suspects.suspect(tb) {
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

// whereWaves says where the waves at path are, if they are kept.
func whereWaves(path string) string {
	if keepsArtifacts() {
		return "waves in " + path
	}
	return "go test -artifacts keeps the waves of more of them"
}

// keepsArtifacts reports whether the test's artifact folder is kept.
func keepsArtifacts() bool {
	f := flag.Lookup("test.artifacts")
	return f != nil && f.Value.String() == "true"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// lastCycles writes the last window as waves to path and returns the last cycles as text.
func (tb *TB) lastCycles(path string, show []string) (picture string, err error) {
	p, err := tb.sim.Program().Traced()
	if err != nil {
		return "", err
	}
	list, err := shown(p, show)
	if err != nil {
		return "", err
	}
	rows := make([]waves.Row, len(list))
	enums := map[*ir.Enum]*waves.Enum{}
	for k, i := range list {
		x := p.Signals()[i]
		rows[k] = waves.Row{Name: x.String(), Width: x.Width, Enum: simwave.EnumOf(enums, p, x)}
	}
	w, err := simwave.New(path, p, 0)
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
			rows[i].Values = append(rows[i].Values, w.Last(list[i], rows[i].Width))
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

// shown returns which of the signals of a program are printed under a failure, in the order of show.
func shown(p *sim.Program, show []string) ([]int, error) {
	var list []int
	signals := p.Signals()
	if len(show) == 0 {
		for i, s := range signals {
			port := len(s.Path) == 0 && (s.Kind.IsInput() || s.Kind == ir.Output)
			if len(list) < failureRows && (port || s.Enum != nil) {
				list = append(list, i)
			}
		}
		return list, nil
	}
	for _, pattern := range show {
		found := false
		for i, s := range signals {
			if glob.Match(pattern, s.String()) {
				found = true
				if !slices.Contains(list, i) {
					list = append(list, i)
				}
			}
		}
		if !found {
			names := func(yield func(string) bool) {
				for _, s := range signals {
					if !yield(s.String()) {
						return
					}
				}
			}
			return nil, fmt.Errorf("bench.Show: %s has no signal %q%s", p.Name(), pattern, text.DidYouMean(pattern, names))
		}
	}
	return list, nil
}
