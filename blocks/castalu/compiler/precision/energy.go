package precision

import "posedge/blocks/castalu/compiler/flow"

// Units of energy of multiplications and additions, by resolution. The patent gives 9 and 8
// for fp32; 4 and 1 for multiplications in 24 and 12 bits follow from the savings that it
// states (50 for ten, 176 for 22). It has no figures for additions in fixed point; with our
// reading, 2 and 1, 347 units are saved in all.
var units = map[int]map[flow.Op]int{
	flow.Full: {flow.Multiply: 9, flow.Add: 8},
	24:        {flow.Multiply: 4, flow.Add: 2},
	12:        {flow.Multiply: 1, flow.Add: 1},
}

// kind is the operation of a node as the patent counts it, per component and before
// instructions are chosen: a subtraction is an addition.
func kind(n *flow.Node) flow.Op {
	if n.Op == flow.Subtract {
		return flow.Add
	}
	return n.Op
}

// Energy is the number of operations of a shader by resolution, 32 for floating point,
// and the units that its multiplications and additions take.
type Energy struct {
	Count map[flow.Op]map[int]int
	Units int
}

// Of is the number of operations of a kind in a resolution.
func (e Energy) Of(op flow.Op, bits int) int { return e.Count[op][bits] }

// EnergyOf is the energy of a plan.
func EnergyOf(p *Plan) Energy {
	e := Energy{Count: map[flow.Op]map[int]int{}}
	for _, n := range p.Graph.Nodes {
		op, bits := kind(n), resolution(p.Type[n.ID])
		if e.Count[op] == nil {
			e.Count[op] = map[int]int{}
		}
		e.Count[op][bits]++
		e.Units += units[bits][op]
	}
	return e
}

// Units are the units of energy of an operation in a resolution, [flow.Full] for floating
// point; 0 if it is neither a multiplication nor an addition.
func Units(op flow.Op, bits int) int { return units[bits][op] }
