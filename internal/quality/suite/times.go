package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"posedge/internal/table"
)

// unitShare is how much CPU time the tests of a unit, in all packages below blocks/NAME, may take in make test.
const unitShare = 60 * time.Second

// times runs the tests and prints what they took.
func times(ctx context.Context, out io.Writer, limit time.Duration, longest int, packages []string) error {
	dir, err := os.MkdirTemp("", "posedge-suite-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	log := filepath.Join(dir, "uses")
	if err := makeStandIns(log); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	began := time.Now()
	env := []string{logVariable + "=" + log, "PATH=" + standInFolder(log) + string(os.PathListSeparator) + os.Getenv("PATH")}
	args := []string{"-count=1", "-vet=off", "-exec", self}
	if limit > 0 {
		args = append(args, "-timeout", limit.String())
	}
	c, state, failed := goTest(ctx, out, env, append(args, packages...)...)
	if c == nil {
		return failed
	}
	f, err := os.Open(log)
	if err != nil {
		return errors.Join(failed, err)
	}
	defer f.Close()
	uses, err := readUses(f)
	if err != nil {
		return errors.Join(failed, err)
	}
	r := report{longest: longest, runs: c.list(), uses: uses, wall: time.Since(began), all: state.UserTime() + state.SystemTime()}
	return errors.Join(r.print(out), failed, r.judge())
}

// makeStandIns makes the empty log, and beside it a folder in which this program has the names of the tools that are
// installed.
func makeStandIns(log string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	bin := standInFolder(log)
	if err := os.Mkdir(bin, 0o777); err != nil {
		return err
	}
	for name := range tools {
		if !installed(name) {
			continue
		}
		if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
			return err
		}
	}
	return os.WriteFile(log, nil, 0o666)
}

// report is what a run took.
type report struct {
	longest int // how many of the longest tests are listed
	runs    []*packageRun
	uses    map[string]map[string]time.Duration // by package and column
	wall    time.Duration
	all     time.Duration // CPU time of go test and all that it started
}

// cpu is the CPU time of a package's tests with their children.
func (r report) cpu(name string) (sum time.Duration) {
	for _, d := range r.uses[name] {
		sum += d
	}
	return sum
}

// print prints the packages by their CPU time, the units and the longest tests.
func (r report) print(w io.Writer) error {
	slices.SortStableFunc(r.runs, func(a, b *packageRun) int { return cmp.Compare(r.cpu(b.Name), r.cpu(a.Name)) })
	total := map[string]time.Duration{}
	var rows [][]string
	var tests time.Duration
	for _, p := range r.runs {
		if len(p.Tests) == 0 {
			continue
		}
		rows = append(rows, r.row(p.Name, tenths(p.Elapsed), r.uses[p.Name]))
		for column, d := range r.uses[p.Name] {
			total[column] += d
			tests += d
		}
	}
	rows = append(rows, r.row("all", tenths(r.wall), total))
	header := append([]string{"package", "wall s", "CPU s", testBinary}, columns...)
	if err := table.Write(w, header, "L"+strings.Repeat("R", len(header)-1), rows); err != nil {
		return err
	}
	fmt.Fprintf(w, "CPU: %s in all, %s in tests, %s in go test, which compiles and links them\n\n",
		r.all.Round(time.Second), tests.Round(time.Second), (r.all - tests).Round(time.Second))
	if err := r.printUnits(w); err != nil {
		return err
	}
	return r.printTests(w)
}

func (r report) row(name, wall string, by map[string]time.Duration) []string {
	var sum time.Duration
	for _, d := range by {
		sum += d
	}
	row := []string{name, wall, tenths(sum), tenths(by[testBinary])}
	for _, c := range columns {
		row = append(row, tenths(by[c]))
	}
	return row
}

// tenths is a time in seconds; nothing is left empty.
func tenths(d time.Duration) string {
	if d < 50*time.Millisecond {
		return ""
	}
	return fmt.Sprintf("%.1f", d.Seconds())
}

// units is the CPU time of the tests of each unit.
func (r report) units() map[string]time.Duration {
	units := map[string]time.Duration{}
	for name := range r.uses {
		_, rest, found := strings.Cut(name, "/blocks/")
		unit, _, _ := strings.Cut(rest, "/")
		if found && unit != "unit" {
			units[unit] += r.cpu(name)
		}
	}
	return units
}

func (r report) printUnits(w io.Writer) error {
	units := r.units()
	var rows [][]string
	for _, u := range slices.Sorted(maps.Keys(units)) {
		rows = append(rows, []string{u, tenths(units[u]), tenths(unitShare)})
	}
	if rows == nil {
		return nil
	}
	return table.Write(w, []string{"unit", "CPU s", "its share"}, "LRR", rows)
}

func (r report) printTests(w io.Writer) error {
	type row struct {
		name string
		took time.Duration
	}
	var list []row
	for _, p := range r.runs {
		for _, t := range p.Tests {
			list = append(list, row{p.Name + " " + t.Name, t.Elapsed})
		}
	}
	slices.SortStableFunc(list, func(a, b row) int { return cmp.Compare(b.took, a.took) })
	var rows [][]string
	for _, t := range list[:min(r.longest, len(list))] {
		rows = append(rows, []string{t.name, tenths(t.took)})
	}
	return table.Write(w, []string{"longest tests", "wall s"}, "LR", rows)
}

// judge is an error if a unit takes more than its share.
func (r report) judge() error {
	units := r.units()
	var errs []error
	for _, u := range slices.Sorted(maps.Keys(units)) {
		if units[u] > unitShare {
			errs = append(errs, fmt.Errorf("the tests of %s take %.0f s of CPU; a unit's share is %.0f: move what takes long to make test-long, or draw less",
				u, units[u].Seconds(), unitShare.Seconds()))
		}
	}
	return errors.Join(errs...)
}
