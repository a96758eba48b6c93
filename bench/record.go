package bench

import (
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/verilog/replay"
)

// recorder keeps the ports at every sample point.
type recorder struct {
	inputs, outputs []sim.Port // in declaration order
	rec             replay.Recording
}

func newRecorder(top *ir.Module, p *sim.Program) *recorder {
	r := &recorder{rec: replay.Recording{Top: top}}
	for _, port := range p.Ports() {
		if port.Input() {
			r.inputs = append(r.inputs, port)
		} else {
			r.outputs = append(r.outputs, port)
		}
	}
	return r
}

func (r *recorder) sample(s *sim.Simulation) {
	row := func(ports []sim.Port) []uint64 {
		var words []uint64
		for _, p := range ports {
			words = s.GetWords(words, p)
		}
		return words
	}
	r.rec.Edges = append(r.rec.Edges, s.Edges())
	r.rec.Stimulus = append(r.rec.Stimulus, row(r.inputs))
	r.rec.Expected = append(r.rec.Expected, row(r.outputs))
}

// Recording returns the run so far, for a replay in other simulators. It is
// fatal if the bench was made without [Record], or if the run depends on more
// than its inputs: a random power-on, a loaded memory or a restored snapshot.
func (tb *TB) Recording() replay.Recording {
	tb.r.Helper()
	if tb.recording == nil {
		tb.r.Fatalf("the bench has no recording; make it with the option Record")
	}
	if err := tb.sim.Unrepeatable(); err != nil {
		tb.r.Fatalf("the recording cannot be replayed: %v", err)
	}
	return tb.recording.rec
}
