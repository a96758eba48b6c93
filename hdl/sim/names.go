package sim

import (
	"iter"
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

// DidYouMean proposes up to three names that are near, for the end of a message:
// ": did you mean count?"; or nothing.
func DidYouMean(name string, names iter.Seq[string]) string {
	type candidate struct {
		name string
		far  int
	}
	var near []candidate
	for n := range names {
		if d := distance(strings.ToLower(name), strings.ToLower(n)); d <= 1+max(len(name), len(n))/3 {
			near = append(near, candidate{n, d})
		} else if strings.HasSuffix(n, "."+name) {
			near = append(near, candidate{n, d})
		}
	}
	slices.SortFunc(near, func(x, y candidate) int {
		if x.far != y.far {
			return x.far - y.far
		}
		return strings.Compare(x.name, y.name)
	})
	if len(near) == 0 {
		return ""
	}
	var list []string
	for _, c := range near[:min(3, len(near))] {
		list = append(list, c.name)
	}
	return ": did you mean " + strings.Join(list, ", ") + "?"
}

// distance is the number of edits (insert, delete, replace a byte) between x and y.
func distance(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(x) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(y) {
			cost := diagonal
			if x[i] != y[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(y)]
}
