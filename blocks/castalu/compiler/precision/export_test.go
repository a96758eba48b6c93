package precision

import (
	"slices"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// FixedTypes returns the fixed-point types that may be chosen.
func FixedTypes() []isa.Type {
	var list []isa.Type
	for _, by := range fixed {
		for _, t := range by {
			list = append(list, t)
		}
	}
	slices.Sort(list)
	return list
}

// MayBeFixed reports whether a node's operation exists in fixed point.
func MayBeFixed(n *flow.Node) bool { return mayBeFixed(n) }

// Modifies reports whether a node is a modifier of its readers.
func Modifies(n *flow.Node) bool { return modifies(n) }

// NewPlan fuses nodes that one instruction can compute.
func NewPlan(g *flow.Graph, types []isa.Type) *Plan { return newPlan(g, types) }

// BoundFrom is the bound of a plan whose inputs are off by abs + rel × |x|, by variable.
func BoundFrom(p *Plan, abs, rel []float64) Bound {
	v := analyse(p.Graph)
	e := &errors{values: v, plan: p, of: make([]distance, len(p.Graph.Nodes))}
	for _, n := range p.Graph.Nodes {
		if n.Op == flow.Input {
			e.of[n.ID] = distance{abs[n.Index], rel[n.Index]}
		} else {
			e.of[n.ID] = e.distance(n)
		}
	}
	return e.output()
}
