package bench

import (
	"posedge/hdl/sim"
)

// recorder keeps the ports at every sample point.
type recorder struct {
	ports []sim.Port
	rows  [][]uint64
}

func newRecorder(p *sim.Program) *recorder { return &recorder{ports: p.Ports()} }

func (r *recorder) sample(s *sim.Simulation) {
	var row []uint64
	for _, p := range r.ports {
		row = s.GetWords(row, p)
	}
	r.rows = append(r.rows, row)
}
