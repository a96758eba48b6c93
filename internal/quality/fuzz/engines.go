package fuzz

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/frame"
	"posedge/internal/quality/oracle"
	"posedge/verilog/replay"
)

// Difference is the first place where a reader of a design deviates from the meaning
// of the intermediate form.
type Difference struct {
	Reader string // "compiled without fold", "icarus", …
	Cycle  int
	Signal string // or another thing that differs
	Want   string
	Got    string
}

// Error says all of it.
func (d *Difference) Error() string {
	return fmt.Sprintf("%s: cycle %d: %s is %s, expected %s", d.Reader, d.Cycle, d.Signal, d.Got, d.Want)
}

// variant is an engine and the pass that is left out, or none.
type variant struct {
	engine  sim.Engine
	without string
}

func (v variant) String() string {
	if v.without == "" {
		return v.engine.Name()
	}
	return v.engine.Name() + " without " + v.without
}

// variants are the engines with all passes, and the compiled one without each
// of those in without.
func variants(without []string) []variant {
	list := []variant{{sim.Reference(), ""}}
	for _, w := range append([]string{""}, without...) {
		list = append(list, variant{sim.Compiled(), w})
	}
	return list
}

// Engines runs a design over the stimulus in the reference engine and in the
// compiled one, with all passes and without each of those listed, against the
// direct evaluation. Every output in every cycle, every inner signal and memory,
// the state's digest and the cycle in which a property stops the run must agree;
// the compiled engine goes on from a snapshot of the reference one now and then.
// It returns the run's recording, or a [*Difference].
func Engines(top *ir.Module, stimulus [][]uint64, without []string) (replay.Recording, error) {
	rec := replay.Recording{Top: top}
	inner := map[int]map[string]string{}
	expected, stopped := oracle.Run(top, stimulus, func(cycle int, o *oracle.Oracle) {
		if cycle%16 == 11 {
			inner[cycle] = map[string]string{}
			look(inner[cycle], top, o, "")
		}
	})
	rec.Stimulus, rec.Expected = stimulus[:len(expected)], expected
	rec.Edges = slices.Repeat([]ir.Edges{ir.AllEdges(top)}, len(expected))
	var digest uint64
	var states []*sim.Snapshot
	for i, v := range variants(without) {
		if i == 2 {
			inner = nil // the passes no longer affect it
		}
		run, err := newRun(top, v)
		if err != nil {
			return rec, fmt.Errorf("%s: %w", v, err)
		}
		if err := run.over(rec, stopped, inner, &states); err != nil {
			return rec, err
		}
		switch {
		case i == 0:
			digest = run.s.Digest()
		case i == 1:
			again := *run
			again.s, again.restores = run.s.Program().New(), true
			if err := again.over(rec, stopped, inner, &states); err != nil {
				return rec, err
			}
		}
		if got := run.s.Digest(); got != digest {
			return rec, &Difference{v.String(), len(expected) - 1, "the digest of ports and state", fmt.Sprintf("%016x", digest), fmt.Sprintf("%016x", got)}
		}
	}
	return rec, nil
}

// look reads all signals and memories of the hierarchy.
func look(values map[string]string, m *ir.Module, o *oracle.Oracle, path string) {
	m.AllSignals(func(s *ir.Signal) {
		if s.Kind != ir.ClockInput && s.Kind != ir.ResetInput {
			values[path+s.Name] = hex(o.Signal(s))
		}
	})
	for _, x := range m.Memories {
		values[path+x.Name] = hexes(o.Memory(x))
	}
	for _, i := range m.Instances {
		look(values, i.Module, o.Child(i), path+i.Name+".")
	}
}

func hex(v *big.Int) string { return "0x" + v.Text(16) }

func hexes(list []*big.Int) string {
	var words []string
	for _, v := range list {
		words = append(words, v.Text(16))
	}
	return "[" + strings.Join(words, " ") + "]"
}

// run is a simulation whose ports are in the order of a recording.
type run struct {
	v       variant
	s       *sim.Simulation
	inputs  []sim.Port
	outputs []sim.Port
	// restores: now and then it goes on from a snapshot of the first run.
	restores bool
}

func newRun(top *ir.Module, v variant) (*run, error) {
	options := []sim.Option{sim.WithEngine(v.engine)}
	if v.without != "" {
		options = append(options, sim.WithoutPass(v.without))
	}
	p, err := sim.Compile(top, options...)
	if err != nil {
		return nil, err
	}
	r := &run{v: v, s: p.New(sim.WithStateDigest())}
	for _, port := range p.Ports() {
		if port.Input() {
			r.inputs = append(r.inputs, port)
		} else {
			r.outputs = append(r.outputs, port)
		}
	}
	return r, nil
}

func (r *run) String() string {
	if r.restores {
		return r.v.String() + " after a restore"
	}
	return r.v.String()
}

// over runs the recording. The first run leaves snapshots in states.
func (r *run) over(rec replay.Recording, stopped bool, inner map[int]map[string]string, states *[]*sim.Snapshot) error {
	keeps := *states == nil
	for cycle, row := range rec.Stimulus {
		if keeps {
			*states = append(*states, r.s.Snapshot())
		} else if r.restores && cycle%5 == 3 {
			if err := r.s.Restore((*states)[cycle]); err != nil {
				return fmt.Errorf("%s: %w", r, err)
			}
		}
		for _, p := range r.inputs {
			n := frame.Words(p.Width())
			if err := r.s.Set(p, row[:n]...); err != nil {
				return fmt.Errorf("%s: %w", r, err)
			}
			row = row[n:]
		}
		if err := r.compare(cycle, rec.Expected[cycle], inner[cycle]); err != nil {
			return err
		}
		last := stopped && cycle == len(rec.Stimulus)-1
		if err := r.tick(cycle, last); err != nil {
			return err
		}
	}
	return nil
}

// compare compares the outputs, and if inner is given everything else, with the
// expected values.
func (r *run) compare(cycle int, want []uint64, inner map[string]string) error {
	var words []uint64
	for _, p := range r.outputs {
		words = r.s.GetWords(words[:0], p)
		for k, w := range words {
			if want[k] != w {
				return &Difference{r.String(), cycle, p.Name(), wordsText(want[:len(words)]), wordsText(words)}
			}
		}
		want = want[len(words):]
	}
	for path, want := range inner {
		got := ""
		if v, err := r.s.PeekBig(path); err == nil {
			got = hex(v)
		} else if list, err := r.s.DumpMemoryBig(path); err == nil {
			got = hexes(list)
		} else {
			return fmt.Errorf("%s: %w", r, err)
		}
		if got != want {
			return &Difference{r.String(), cycle, path, want, got}
		}
	}
	return nil
}

// wordsText is a value in words, least significant first, as hexadecimal text.
func wordsText(words []uint64) string {
	v := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(words[k]))
	}
	return hex(v)
}

// tick ends a cycle, which must stop the run if stops.
func (r *run) tick(cycle int, stops bool) error {
	err := r.s.Tick(1)
	var collision *sim.CollisionError
	var check *sim.PropertyError
	stopped := errors.As(err, &collision) || errors.As(err, &check)
	if err != nil && !stopped {
		return fmt.Errorf("%s: cycle %d: %w", r, cycle, err)
	}
	if stopped != stops {
		return &Difference{r.String(), cycle, "whether a property or collision stops the run", fmt.Sprint(stops), fmt.Sprint(err)}
	}
	return nil
}
