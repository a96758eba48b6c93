package sim

import (
	"slices"
	"strings"

	"posedge/hdl/ir"
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
	// Same is the index in [Program.Signals] of the first signal that is this
	// very value, as a port in a child is its parent's net; often its own.
	Same int
}

// String returns "queue.wr".
func (s Signal) String() string { return joined(s.Path, s.Name) }

func joined(path []string, name string) string {
	if len(path) == 0 {
		return name
	}
	return strings.Join(path, ".") + "." + name
}

// Signals returns every named signal: in the top the reset if there is one,
// the ports, inner signals and nets of instances; then so for each instance,
// in the order of declaration.
func (p *Program) Signals() []Signal { return slices.Clone(p.design.signals) }

// MemoryInfo is a memory of a design.
type MemoryInfo struct {
	Path         []string // names of the instances from the top down
	Name         string
	Width, Depth int
	At           ir.Pos
}

// String returns "queue.mem".
func (m MemoryInfo) String() string { return joined(m.Path, m.Name) }

// Memories returns the memories of the design, in the order of declaration:
// those of the top, then those of each instance.
func (p *Program) Memories() []MemoryInfo { return slices.Clone(p.design.memories) }

// target is what a path names: a net of the netlist as lowered, or a memory.
type target struct {
	net   Net
	width int
	mem   int // -1 for a net
	enum  *ir.Enum
}
