package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"posedge/internal/quality/speed"
)

// speedFlags are the flags of a comparison.
type speedFlags struct {
	quick            bool
	design, csv, svg string
}

var speedCommand = command{
	name:      "speed",
	arguments: "[-quick] [-design NAME] [-csv FILE] [-svg FILE]",
	summary:   "compares the speed of the simulators, ours and others",
	text: `
Runs the designs of the speed suite in every engine of this project, in
Verilator with and without --flatten, in CXXRTL and in Icarus, one after the other
in rounds, and shows medians: the time to build, cycles per second, the ratio to
the best Verilator, the total time of runs from 1e3 to 1e8 cycles, and the rate
with waves. All run the same Verilog, and all checksums must be equal. Tools that
are not installed are left out. The whole suite takes most of an hour, -quick
less than a minute; on a busy machine the spread is large.

example:
  posedge speed -quick
  posedge speed -design rv32i
  posedge speed -csv speed.csv -svg speed.svg`,
	setup: func(f *flag.FlagSet) func(*call) error {
		var s speedFlags
		f.BoolVar(&s.quick, "quick", false, "few designs in short runs")
		f.StringVar(&s.design, "design", "", "`name` of the only design to compare")
		f.StringVar(&s.csv, "csv", "", "`file` for the figures, NAME.csv; its folder is made if missing")
		f.StringVar(&s.svg, "svg", "", "`file` for a plot of the total time, NAME.svg; its folder is made if missing")
		return s.run
	},
}

func (s *speedFlags) run(c *call) error {
	if job := os.Getenv(speed.JobVariable); job != "" {
		return speed.Work(c.blocks, job, c.out)
	}
	if len(c.args) > 0 {
		return wrongf("speed: unexpected argument %q; -design names a design", c.args[0])
	}
	options := speed.Options{Quick: s.quick, Arguments: []string{"speed"}}
	for _, d := range speed.Suite(c.blocks) {
		if d.Quick || !s.quick {
			options.Designs = append(options.Designs, d)
		}
	}
	if s.design != "" {
		d, err := speed.Find(c.blocks, s.design)
		if err != nil {
			return wrongf("speed: %v", err)
		}
		options.Designs = []speed.Design{d}
	}
	csv, err := output("csv", s.csv)
	if err != nil {
		return err
	}
	defer csv.discard()
	svg, err := output("svg", s.svg)
	if err != nil {
		return err
	}
	defer svg.discard()
	if options.Program, err = os.Executable(); err != nil {
		return fmt.Errorf("speed: cannot start itself: %w", err)
	}

	p := startProgress(c.err, "speed")
	defer p.stop()
	options.Progress = p.step
	options.Begin = func(design string, number, total int) { p.note("%s (%d of %d)", design, number, total) }
	results, err := speed.Compare(c.ctx, options)
	p.stop()
	if err != nil {
		if results != nil && len(results.Rows) > 0 { // an hour's work is not lost
			err = errors.Join(results.WriteTable(c.out), err)
		}
		return err
	}
	if err := results.WriteTable(c.out); err != nil {
		return err
	}
	if err := csv.commit(c.out, results.WriteCSV); err != nil {
		return err
	}
	return svg.commit(c.out, results.WriteSVG)
}

// result is a file that will be there complete, or not at all.
type result struct {
	path  string
	stage *stage // nil without a file
}

// output prepares the file of a flag, so that a wrong path is known before the
// work begins.
func output(name, path string) (*result, error) {
	if path == "" {
		return &result{}, nil
	}
	st, err := stageFile("speed", name, path)
	if err != nil {
		return nil, err
	}
	return &result{path, st}, nil
}

// commit writes the file and says so.
func (r *result) commit(out io.Writer, write func(io.Writer) error) error {
	if r.stage == nil {
		return nil
	}
	err := r.write(write)
	if err == nil {
		err = r.stage.commit()
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", r.path, cause(err))
	}
	_, err = fmt.Fprintf(out, "wrote %s\n", r.path)
	return err
}

func (r *result) write(write func(io.Writer) error) error {
	f, err := os.Create(filepath.Join(r.stage.dir, filepath.Base(r.path)))
	if err != nil {
		return err
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// discard removes a file that was not committed.
func (r *result) discard() {
	if r.stage != nil {
		r.stage.discard()
	}
}
