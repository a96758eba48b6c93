package bench

import "posedge/hdl/sim"

// agent takes part in the cycles of a bench.
type agent interface {
	observe() error // at the sample point
	drive() error   // after the edge
}

// duty is an agent and the cycles in which the bench asks it. An agent that waits costs a bench that runs millions of
// cycles next to nothing: it is asked when what it waits for is there.
type duty struct {
	agent    agent
	observes when
	watched  sim.Port // an output of one bit, for whenWatched
	drives   bool
}

// when says in which cycles an agent observes.
type when uint8

const (
	never       when = iota
	whenWatched      // in those in which the watched port is 1
	always
)

// employ makes an agent take part from now on.
func (tb *TB) employ(d *duty) { tb.agents = append(tb.agents, d) }

func (tb *TB) observeAll() error {
	for _, d := range tb.agents {
		if d.observes == always || d.observes == whenWatched && tb.sim.Get(d.watched) == 1 {
			if err := d.agent.observe(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (tb *TB) driveAll() error {
	for _, d := range tb.agents {
		if d.drives {
			if err := d.agent.drive(); err != nil {
				return err
			}
		}
	}
	return nil
}
