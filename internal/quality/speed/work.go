package speed

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"posedge/blocks/unit"
	"posedge/hdl/sim"
	"posedge/internal/simwave"
)

// JobVariable is the environment variable with which a program that runs a
// comparison starts itself again for a single run: where it is set, the program
// calls [Work] with its value and standard output, and ends.
const JobVariable = "POSEDGE_SPEED_JOB"

// job is one run of an engine of posedge/hdl/sim.
type job struct {
	Design string
	Engine string
	Limits limits
	VCD    string // path of the waves, or empty
}

// Work does the run that is described by text, of the suite with these units, and writes its log to w.
func Work(units []unit.Block, text string, w io.Writer) error {
	var j job
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		return fmt.Errorf("speed: %s is not a job: %w", JobVariable, err)
	}
	d, err := Find(units, j.Design)
	if err != nil {
		return fmt.Errorf("speed: %w", err)
	}
	return j.run(d, w)
}

// run builds the design and runs it. The log has a line "build SECONDS", and for
// each stop one of its cycle, the checksum and the seconds since the run began;
// with waves at last "vcd SECONDS BYTES".
func (j job) run(d Design, w io.Writer) error {
	engine, err := findEngine(j.Engine)
	if err != nil {
		return err
	}
	design, err := d.elaborate()
	if err != nil {
		return err
	}
	began := time.Now()
	p, err := sim.Compile(design.Top, sim.WithEngine(engine))
	if err == nil && j.VCD != "" {
		p, err = p.Traced()
	}
	if err != nil {
		return fmt.Errorf("%s in %s: %w", d.Name, j.Engine, err)
	}
	s := p.New()
	fmt.Fprintf(w, "build %.9f\n", time.Since(began).Seconds())

	checksum, err := p.Port("checksum")
	if err != nil {
		return err
	}
	advance := s.Tick
	var wave *simwave.Wave
	if j.VCD != "" {
		if wave, err = simwave.New(j.VCD, p, 0); err != nil {
			return err
		}
		defer wave.Discard()
		advance = func(n int) error { return wave.Tick(s, n) }
	}

	began = time.Now()
	if err := reset(s, 1); err != nil {
		return err
	}
	if err := advance(1); err != nil {
		return err
	}
	if err := reset(s, 0); err != nil {
		return err
	}
	seconds := 0.0
	for at, stop := uint64(1), nextStop(0); ; stop = nextStop(stop) {
		if err := advance(int(stop - at)); err != nil {
			return err
		}
		at = stop
		sum := s.Get(checksum)
		seconds = time.Since(began).Seconds()
		fmt.Fprintf(w, "%d %016x %.9f\n", at, sum, seconds)
		if j.Limits.over(at, seconds) {
			break
		}
	}
	if wave == nil {
		return nil
	}
	if err := wave.Close(); err != nil {
		return err
	}
	seconds = time.Since(began).Seconds()
	info, err := os.Stat(j.VCD)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "vcd %.9f %d\n", seconds, info.Size())
	return nil
}

// reset sets the resets.
func reset(s *sim.Simulation, v uint64) error {
	for _, p := range s.Program().Ports() {
		if !p.Reset() {
			continue
		}
		if err := s.Set(p, v); err != nil {
			return err
		}
	}
	return nil
}
