// Package simwave writes the signals of a simulation as a VCD: what package waves has no notion of is the simulation,
// and what package sim has none of is the file.
package simwave

import (
	"fmt"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/frame"
	"posedge/verilog/replay"
	"posedge/waves"
)

// Wave writes the signals of instances of a traced program as a VCD.
type Wave struct {
	path     string
	top      *waves.Scope
	w        *waves.Writer
	frame    []byte // as the simulation samples
	offsets  []int  // of each signal in frame
	buf      []byte // as the writer wants it; nil if that is the same
	moves    []move
	memories []memoryWave
}

// move takes bytes of a frame of the simulation to their place in that of the wave.
type move struct{ from, to, bytes int }

// memoryWave is a memory whose words are in the wave, side by side.
type memoryWave struct{ index, at, bytes int }

// tree returns the scopes of a program as the exported test bench has them: the
// bench and in it the design; and the variable of each of [sim.Program.Signals], in
// that order.
func tree(p *sim.Program) (*waves.Scope, []*waves.Var) {
	var list []*waves.Var
	dut := &waves.Scope{Name: replay.Instance}
	top := &waves.Scope{Name: replay.BenchName(p.Name()), Scopes: []*waves.Scope{dut}}
	enums := map[*ir.Enum]*waves.Enum{}
	for i, s := range p.Signals() {
		kind := waves.Wire
		if s.Kind == ir.Reg || s.Kind == ir.ReadData {
			kind = waves.Reg
		}
		at := inside(dut, s.Path)
		v := &waves.Var{Name: s.Name, Width: s.Width, Kind: kind, Enum: EnumOf(enums, p, s)}
		if s.Same != i {
			v.Alias = list[s.Same]
		}
		at.Vars = append(at.Vars, v)
		list = append(list, v)
	}
	var clocks []*waves.Var
	for _, d := range p.Domains() {
		name := d.Clock.Name
		if !slices.ContainsFunc(clocks, func(v *waves.Var) bool { return v.Name == name }) {
			clocks = append(clocks, &waves.Var{Name: name, Width: 1, Kind: waves.Clock})
		}
	}
	dut.Vars = append(clocks, dut.Vars...)
	return top, list
}

// inside returns the scope of an instance.
func inside(s *waves.Scope, path []string) *waves.Scope {
	for _, name := range path {
		s = child(s, name)
	}
	return s
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

// EnumOf is the enum of a signal, named after design, instance and signal: side
// files of several waves in one folder must not be taken for each other's.
func EnumOf(seen map[*ir.Enum]*waves.Enum, p *sim.Program, s sim.Signal) *waves.Enum {
	if s.Enum == nil || s.Width > 64 {
		return nil
	}
	if e := seen[s.Enum]; e != nil {
		return e
	}
	name := strings.Join(append(append([]string{p.Name()}, s.Path...), s.Enum.Name), "_")
	e := &waves.Enum{Name: name, Width: s.Width}
	for _, v := range s.Enum.Values {
		e.States = append(e.States, waves.State{Name: v.Name, Value: v.Value.Uint64()})
	}
	seen[s.Enum] = e
	return e
}

// parts are the fields of a memory by their own names, or the memory itself.
func parts(m sim.Memory) []ir.Field {
	var list []ir.Field
	for _, f := range m.Fields {
		list = append(list, ir.Field{Name: m.Name + "_" + f.Name, Width: f.Width})
	}
	if list == nil {
		list = []ir.Field{{Name: m.Name, Width: m.Width}}
	}
	return list
}

// New begins a VCD with all signals, and with the memories of at most
// maxDepth words, of a program that is traced ([sim.Program.Traced]). It must be
// ended by Close or Discard.
func New(path string, p *sim.Program, maxDepth int) (*Wave, error) {
	top, signals := tree(p)
	words := make([]*waves.Var, len(p.Memories())) // word 0 of each memory
	for i, m := range p.Memories() {
		if m.Depth > maxDepth {
			continue
		}
		at := inside(top.Scopes[0], m.Path)
		first := len(at.Vars)
		for _, f := range parts(m) {
			for addr := range m.Depth {
				at.Vars = append(at.Vars, &waves.Var{Name: fmt.Sprintf("%s[%d]", f.Name, addr), Width: f.Width, Kind: waves.Reg})
			}
		}
		words[i] = at.Vars[first]
	}
	out, err := waves.Create(path, top, waves.Options{})
	if err != nil {
		return nil, err
	}
	offsets := p.FrameOffsets()
	w := &Wave{path: path, top: top, w: out, frame: make([]byte, p.FrameSize()), offsets: offsets}
	for i, v := range signals {
		from, n := offsets[i], frame.Bytes(v.Width)
		to, _ := out.FrameOffset(v) // every signal is in the tree
		switch k := len(w.moves) - 1; {
		case v.Alias != nil: // is elsewhere already
		case k >= 0 && w.moves[k].to-w.moves[k].from == to-from:
			w.moves[k].bytes = from + n - w.moves[k].from // with what fills the gap
		default:
			w.moves = append(w.moves, move{from, to, n})
		}
	}
	for i, m := range p.Memories() {
		if words[i] != nil {
			at, _ := out.FrameOffset(words[i])
			bytes := 0
			for _, f := range parts(m) {
				bytes += m.Depth * frame.Bytes(f.Width)
			}
			w.memories = append(w.memories, memoryWave{i, at, bytes})
		}
	}
	if len(w.memories) > 0 || len(w.moves) != 1 || w.moves[0].to != 0 || out.FrameSize() != p.FrameSize() {
		w.buf = make([]byte, out.FrameSize())
	}
	return w, nil
}

// Tick writes the samples of n cycles, each a period after the last one, and
// does them: see [sim.Simulation.Tick].
func (w *Wave) Tick(s *sim.Simulation, n int) error {
	if w.buf == nil {
		return s.Trace(n, w.w.Frames)
	}
	for range n {
		if err := w.Sample(s); err != nil {
			return err
		}
		if err := s.Tick(1); err != nil {
			return err
		}
	}
	return nil
}

// Sample writes the settled values of the present cycle, one period after the
// last sample.
func (w *Wave) Sample(s *sim.Simulation) error {
	frame, err := w.gather(s)
	if err != nil {
		return err
	}
	return w.w.Frames(frame)
}

// SampleAt is Sample at the cycle's own time.
func (w *Wave) SampleAt(s *sim.Simulation) error {
	frame, err := w.gather(s)
	if err != nil {
		return err
	}
	return w.w.FrameAt(2*s.Cycle(), frame)
}

// gather takes the values to where the writer wants them.
func (w *Wave) gather(s *sim.Simulation) ([]byte, error) {
	if err := s.Sample(w.frame); err != nil || w.buf == nil {
		return w.frame, err
	}
	for _, m := range w.moves {
		copy(w.buf[m.to:m.to+m.bytes], w.frame[m.from:])
	}
	for _, m := range w.memories {
		if err := s.SampleMemory(m.index, w.buf[m.at:m.at+m.bytes]); err != nil {
			return nil, err
		}
	}
	return w.buf, nil
}

// Last returns the value of the i-th of [sim.Program.Signals] in the last sample, of the given width.
func (w *Wave) Last(i, width int) waves.Value {
	return waves.NewValue(width, frame.Get(w.frame[w.offsets[i]:], width)...)
}

// Discard gives the file up; after Close it does nothing.
func (w *Wave) Discard() { w.w.Discard() }

// Close completes the VCD, with its GTKWave save file and state names.
func (w *Wave) Close() error {
	if err := w.w.Close(); err != nil {
		return err
	}
	return waves.WriteSave(w.path, w.top)
}
