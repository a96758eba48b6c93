package precision

import "posedge/blocks/castalu/compiler/flow"

// Units of energy of a multiplication and an addition, by resolution: 9 and 8 in fp32, 4
// and 1 for multiplications in 24 and 12 bits are the patent's, or follow from what it
// says is saved (50 by ten, 176 by 22). For additions in fixed point its text has no
// figure: 2 and 1 are a reading with which it saves 347 in all.
var units = map[int]map[flow.Op]int{
	flow.Full: {flow.Multiply: 9, flow.Add: 8},
	24:        {flow.Multiply: 4, flow.Add: 2},
	12:        {flow.Multiply: 1, flow.Add: 1},
}

// Kinds of operations as the patent counts them: an operation a component, before
// instructions are chosen; a subtraction is an addition.
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
// point; 0 of what is neither a multiplication nor an addition.
func Units(op flow.Op, bits int) int { return units[bits][op] }
