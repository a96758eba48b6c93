package sim

import (
	"slices"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/netlist"
)

// Signal is a named value of a design. On an instance's port there are two:
// the port in the child, and the parent's net (queue_push_valid).
type Signal struct {
	Path  []string // names of the instances from the top down; empty in the top
	Name  string
	Width int
	Kind  ir.Kind
	Enum  *ir.Enum // names of the values, or nil
	At    ir.Pos
	// Same is the index in [Program.Signals] of the first signal that is the very same
	// value, as a child's port and its parent's net are; often this signal's own index.
	Same int
}

// String returns "queue.wr".
func (s Signal) String() string { return netlist.Join(s.Path, s.Name) }

// Signals returns every named signal: for the top the reset if there is one,
// the ports, inner signals and nets of instances; then the same for each
// instance, in the order of declaration.
func (p *Program) Signals() []Signal { return slices.Clone(p.signals) }

// Memory is a memory of a design.
type Memory struct {
	Path         []string // names of the instances from the top down
	Name         string
	Width, Depth int
	Fields       []ir.Field // the named parts of a word, the least significant first
	At           ir.Pos
}

// String returns "queue.mem".
func (m Memory) String() string { return netlist.Join(m.Path, m.Name) }

// Memories returns the memories of the design, in the order of declaration: the
// top's, then each instance's.
func (p *Program) Memories() []Memory { return slices.Clone(p.memories) }

// declareSignals makes the program's lists of signals and memories.
func (l *lowered) declareSignals() {
	l.byPath = map[string]target{}
	first := map[netlist.Net]int{}
	for i, x := range l.design.Signals {
		net := l.design.Netlist.Signals[i].Net
		if _, known := first[net]; !known {
			first[net] = i
		}
		s := Signal{Path: x.Path, Name: x.Name, Width: x.Width, Kind: x.Kind, Enum: x.Enum, At: x.At, Same: first[net]}
		l.signals = append(l.signals, s)
		l.byPath[s.String()] = target{net: net, width: s.Width, mem: -1, enum: s.Enum}
	}
	for i, x := range l.design.Memories {
		m := Memory{Path: x.Path, Name: x.Name, Width: x.Width, Depth: x.Depth, Fields: x.Fields, At: x.At}
		l.memories = append(l.memories, m)
		l.byPath[m.String()] = target{width: m.Width, mem: i}
		lo := 0
		for _, f := range x.Fields {
			l.byPath[m.String()+"_"+f.Name] = target{width: f.Width, mem: i, lo: lo}
			lo += f.Width
		}
	}
}

// target is what a path names: a net of the netlist as lowered, or a memory, or
// a field of its words.
type target struct {
	net   netlist.Net
	width int
	mem   int // -1 for a net
	lo    int // where a field begins in a word
	enum  *ir.Enum
}
