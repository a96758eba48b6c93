// Package precision decides in which numeric type each operation of a shader is computed:
// by the patent's propagation rules first, and then, where those would change the
// picture, by an analysis of values and errors.
package precision

import (
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// Plan is what the instructions of a shader are made by.
//
// The nodes of one [flow.Bundle] have one type, and are computed in the instruction of
// one bundle. Inputs and uniforms stand in fp32. The result of an instruction has the
// instruction's type; an instruction of another type casts it. A constant is rounded
// once, to the type of the instruction that takes it; what lies outside it saturates.
//
// Negate and Absolute are modifiers of the instruction that takes them: of the operand, cast
// to the instruction's type. Where that type has no sign, a mov computes them before, in
// the type of their own node, or in fp32 if that has no sign either. The output and the
// coordinates of a Sample take every node in fp32, a Kill takes its truth as it stands.
type Plan struct {
	Graph *flow.Graph
	// Type is the type in which a node is computed, by Node.ID. That of Input, Sample and
	// comparisons is FP32.
	Type []isa.Type
	// Root is the node whose instruction computes a node, by Node.ID: itself, or what it is
	// fused into. Fused are, always with the type of the root:
	//   - one Multiply into Add, or into Subtract in a type with a sign: MultiplyAdd
	//   - the products and the sums of 3 or 4 into their last Add: Dot3, Dot4
	//   - SquareRoot into Reciprocal: ReciprocalRoot
	//   - Reciprocal into Multiply: Divide, in floating point
	//   - any of these, and any other operation but Input, Constant, Sample, Negate and Absolute,
	//     into Saturate or SaturateSigned: the clamp of the output stage
	// A node that is fused has no other use than in the instruction of its root; several nodes
	// of the root's bundle may take it. Only Saturate and SaturateSigned are fused with what has
	// something fused into it: no instruction computes b · (1 ÷ √a).
	Root []*flow.Node
}

// A reading is what an instruction takes of a node. Nothing else knows that a constant is
// rounded where it is taken, also behind a modifier, and which casts lie in front of an
// instruction.
type reading struct {
	node    *flow.Node // as the graph has it: its distance is that of the value before the casts
	source  *flow.Node // what stands in a register or a constant: the node without its modifiers
	inner   bool       // it is computed within the instruction, and nothing is cast
	through []isa.Type // in which the value stands, one after the other; a constant in no type before
}

// reads is what the instruction of a node takes in a slot.
func (p *Plan) reads(n *flow.Node, slot int) reading {
	r := p.takes(n.In[slot], p.Type[n.ID])
	r.inner = p.Root[r.node.ID] != r.node
	return r
}

// leaves is what the output takes of a node.
func (p *Plan) leaves(n *flow.Node) reading { return p.takes(n, isa.FP32) }

// takes is what an instruction of a type takes of a node that another instruction computes.
func (p *Plan) takes(n *flow.Node, by isa.Type) reading {
	r := reading{node: n, source: n}
	for modifies(r.source) {
		r.source = r.source.In[0]
	}
	if !r.constant() {
		r.through = append(r.through, p.Type[r.source.ID])
	}
	if r.source != n && !by.Signed() { // a mov changes the sign before
		if via := p.Type[n.ID]; via.Signed() {
			r.through = append(r.through, via)
		} else {
			r.through = append(r.through, isa.FP32)
		}
	}
	r.through = append(r.through, by)
	return r
}

// constant reports whether the value stands in a constant, literally.
func (r reading) constant() bool { return r.source.Op == flow.Constant }

// rounding is the most by which the casts change a value that fits the types.
func (r reading) rounding() float64 {
	sum, through := 0.0, r.through
	switch {
	case r.inner:
		return 0
	case r.constant():
		sum = castConstant(r.source.Value, through[0])
	}
	for k, to := range through[1:] {
		if to != through[k] && !to.Float() {
			sum += half(to)
		}
	}
	return sum
}
