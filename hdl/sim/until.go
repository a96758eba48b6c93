package sim

import (
	"fmt"
	"maps"

	"posedge/hdl/sim/internal/engine"
	"posedge/hdl/sim/internal/netlist"
	"posedge/internal/text"
)

// RunUntil runs until a signal of one bit is 1 at a sample point, and stops before
// the edge of that cycle; it runs at most limit cycles. It returns how many it ran,
// and whether the signal is 1 in the current cycle. The signal is any of
// [Program.Signals], such as "done" or "queue.full".
//
// It returns the errors of [Simulation.Tick], and one for an unknown name or a
// signal of several bits. In the cycle in which the signal is 1, collisions and
// checks do not count, as its edge is still to come.
//
// The run is one call of the engine, in code that watches the signal. The code is
// compiled once for each signal of a program, when first needed.
func (s *Simulation) RunUntil(signal string, limit int) (done int, met bool, err error) {
	t, ok := s.p.byPath[signal]
	switch {
	case !ok:
		return 0, false, fmt.Errorf("%s has no signal %q%s", s.p.Name(), signal, text.DidYouMean(signal, maps.Keys(s.p.byPath)))
	case t.mem >= 0:
		return 0, false, fmt.Errorf("%s is a memory; a run ends at a signal of one bit", signal)
	case t.width != 1:
		return 0, false, fmt.Errorf("%s has %d bits; a run ends at a signal of one bit", signal, t.width)
	}
	if err := s.ready(limit); err != nil {
		return 0, false, err
	}
	if s.digest != nil {
		return s.stepUntil(t.net, limit)
	}
	if limit > 0 {
		if err := s.arm(t.net); err != nil {
			return 0, false, err
		}
		defer s.m.Arm(false)
	}
	until := len(s.p.netlist.Stops())
	for done < limit {
		n, stop := s.cycles(limit-done, s.m.Run)
		done += n
		if stop == until {
			return done, true, nil
		}
		if stop >= 0 {
			return done, false, s.stopped(stop)
		}
	}
	return done, s.cone(t.net)[0] == 1, nil
}

// stepUntil is RunUntil, cycle by cycle.
func (s *Simulation) stepUntil(net netlist.Net, limit int) (done int, met bool, err error) {
	for ; s.cone(net)[0] == 0; done++ {
		if done == limit {
			return done, false, nil
		}
		if err := s.Tick(1); err != nil {
			return done, false, err
		}
	}
	return done, true, nil
}

// maxKept is the state, in bytes, up to which machines for other signals are kept.
const maxKept = 1 << 20

// arm makes the machine stop when net is 1. A machine that watches another signal,
// or none, gives its state to one that watches this net. A test waits for a few
// signals in turn, so these machines are kept if their state is small.
func (s *Simulation) arm(net netlist.Net) error {
	if s.until == nil || *s.until != net {
		m := s.kept[net]
		if m == nil {
			v := s.p.variant
			v.until = net
			p, err := s.p.family.program(v)
			if err != nil {
				return err
			}
			m = p.code.New()
			if len(s.kept) < 16 && s.p.stateBytes() <= maxKept {
				if s.kept == nil {
					s.kept = map[netlist.Net]engine.Machine{}
				}
				s.kept[net] = m
			}
		}
		m.TakeState(s.m)
		s.m, s.until, s.settled = m, &net, false
	}
	s.m.Arm(true)
	return nil
}
