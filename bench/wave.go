package bench

import (
	"slices"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/waves"
)

// waveWriter turns samples of a traced program into a VCD.
type waveWriter struct {
	path string
	top  *waves.Scope
	w    *waves.Writer
	buf  []uint64
}

// Tree returns the scopes of a program as the exported test bench has them: the
// bench, named after the design with _tb, and in it the design as dut. The
// variables are those of [sim.Program.Signals], in that order.
func Tree(p *sim.Program) *waves.Scope {
	dut := &waves.Scope{Name: "dut"}
	top := &waves.Scope{Name: p.Name() + "_tb", Scopes: []*waves.Scope{dut}}
	enums := map[*ir.Enum]*waves.Enum{}
	clocked := false
	for _, s := range p.Signals() {
		kind := waves.Wire
		if s.Kind == ir.Reg || s.Kind == ir.ReadData {
			kind, clocked = waves.Reg, true
		}
		at := dut
		for _, name := range s.Path {
			at = child(at, name)
		}
		at.Vars = append(at.Vars, &waves.Var{Name: s.Name, Width: s.Width, Kind: kind, Enum: enumOf(enums, s)})
	}
	if clocked {
		dut.Vars = slices.Insert(dut.Vars, 0, &waves.Var{Name: ir.DefaultDomain.Clock, Width: 1, Kind: waves.Clock})
	}
	return top
}

func child(s *waves.Scope, name string) *waves.Scope {
	for _, c := range s.Scopes {
		if c.Name == name {
			return c
		}
	}
	c := &waves.Scope{Name: name}
	s.Scopes = append(s.Scopes, c)
	return c
}

func enumOf(seen map[*ir.Enum]*waves.Enum, s sim.Signal) *waves.Enum {
	if s.Enum == nil || s.Width > 64 {
		return nil
	}
	if e := seen[s.Enum]; e != nil {
		return e
	}
	name := s.Enum.Name
	for _, p := range slices.Backward(s.Path) {
		name = p + "_" + name
	}
	e := &waves.Enum{Name: name, Width: s.Width}
	for _, v := range s.Enum.Values {
		e.States = append(e.States, waves.State{Name: v.Name, Value: v.Value.Uint64()})
	}
	seen[s.Enum] = e
	return e
}

func newWaveWriter(path string, p *sim.Program) (*waveWriter, error) {
	top := Tree(p)
	w, err := waves.Create(path, top, waves.Options{})
	if err != nil {
		return nil, err
	}
	return &waveWriter{path: path, top: top, w: w, buf: make([]uint64, p.SampleWords())}, nil
}

func (w *waveWriter) sample(s *sim.Simulation) error {
	if err := s.Sample(w.buf); err != nil {
		return err
	}
	return w.w.Sample(w.buf)
}

func (w *waveWriter) close() error {
	if err := w.w.Close(); err != nil {
		return err
	}
	return waves.WriteSave(w.path, w.top)
}

func (w *waveWriter) discard() { w.w.Discard() }
