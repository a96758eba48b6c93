package speed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"posedge/hdl/sim"
)

// subject is a design that is ready for all engines.
type subject struct {
	Design
	top   string
	nodes int
	dir   string   // a folder of its own, with the Verilog
	files []string // the Verilog in it
	slow  bool     // a large design, of which a build by Verilator took too long; another would, too
}

// build is a design as an engine has built it.
type build struct {
	seconds float64 // 0 if each run builds anew and says how long
	flags   string  // what is special about it
	run     func(ctx context.Context, l limits) (*runLog, error)
}

// engine is a simulator in the comparison.
type engine struct {
	name string
	ours bool // of posedge/hdl/sim
	// available returns an error that wraps eda.ErrMissingTool if something is not
	// installed.
	available func() error
	// skips says why the engine does not take a design, or is empty.
	skips func(d Design) string
	// builds are the ways to build a design; the fastest counts.
	builds []func(ctx context.Context, s *subject, vcd bool) (*build, error)
	waves  bool // it can write a VCD
}

// engines returns all engines, ours first.
func (o Options) engines() []engine {
	var list []engine
	for _, e := range simulators() {
		list = append(list, o.simEngine(e))
	}
	return append(list, o.verilator(false), o.verilator(true), cxxrtl(), icarus())
}

// simulators are the engines of posedge/hdl/sim.
func simulators() []sim.Engine { return sim.Engines() }

func findEngine(name string) (sim.Engine, error) {
	for _, e := range simulators() {
		if e.Name() == name {
			return e, nil
		}
	}
	return sim.Engine{}, fmt.Errorf("speed: no engine %q", name)
}

// simEngine is an engine of posedge/hdl/sim, each run in a process of its own if
// the options say how to start one.
func (o Options) simEngine(e sim.Engine) engine {
	prepare := func(_ context.Context, s *subject, vcd bool) (*build, error) {
		return &build{run: func(ctx context.Context, l limits) (*runLog, error) {
			j := job{Design: s.Name, Engine: e.Name(), Limits: l}
			if vcd {
				j.VCD = s.dir + "/" + e.Name() + ".vcd"
				defer os.Remove(j.VCD)
			}
			if o.Program == "" {
				var log bytes.Buffer
				if err := j.run(s.Design, &log); err != nil {
					return nil, err
				}
				return readLog(&log, l, func() {})
			}
			text, err := json.Marshal(j)
			if err != nil {
				return nil, err
			}
			cmd := command(ctx, "", o.Program, o.Arguments...)
			cmd.Env = append(os.Environ(), JobVariable+"="+string(text))
			return converse(ctx, cmd, l)
		}}, nil
	}
	return engine{
		name: e.Name(), ours: true, waves: true,
		available: func() error { return nil },
		skips:     func(Design) string { return "" },
		builds:    []func(context.Context, *subject, bool) (*build, error){prepare},
	}
}
