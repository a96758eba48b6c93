// Package precision decides in which numeric type each operation of a shader is computed:
// by the patent's propagation rules first, and then, where those would change the
// picture, by an analysis of values and errors.
package precision

import (
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
)

// Plan says how a shader is computed by instructions.
//
// All nodes of a [flow.Bundle] have the same type, and are computed by the instruction of one
// bundle. Inputs and uniforms are in fp32. The result of an instruction has the instruction's
// type; an instruction of another type casts it. A constant is rounded once, to the type of
// the instruction that reads it, and saturates there.
//
// Negate and Absolute are modifiers of the instruction that reads them, applied after the
// cast to the instruction's type. If that type is unsigned, a mov computes them first, in the
// type of their own node, or in fp32 if that is unsigned, too. The output and the coordinates
// of a Sample are read in fp32; a Kill reads its truth in the type that it has.
type Plan struct {
	Graph *flow.Graph
	// Type is the type in which a node is computed, by Node.ID. That of Input, Sample and
	// comparisons is FP32.
	Type []isa.Type
	// Root is the node whose instruction computes a node, by Node.ID: itself, or the node that
	// it is fused into. These are fused, always in the type of the root:
	//   - one Multiply into Add, or into Subtract in a type with a sign: MultiplyAdd
	//   - the products and the sums of 3 or 4 into their last Add: Dot3, Dot4
	//   - SquareRoot into Reciprocal: ReciprocalRoot
	//   - Reciprocal into Multiply: Divide, in floating point
	//   - any of these, and any other operation but Input, Constant, Sample, Negate and Absolute,
	//     into Saturate or SaturateSigned: the clamp of the output stage
	// A fused node is used only in the instruction of its root; several nodes of the root's
	// bundle may use it. Only Saturate and SaturateSigned are fused with nodes that have others
	// fused into them: no instruction computes b · (1 ÷ √a).
	Root []*flow.Node
}

// A reading is how an instruction reads a node. Only a reading knows which casts precede the
// instruction, and that a constant is rounded where it is read, even under a modifier.
type reading struct {
	node   *flow.Node // in the graph: its distance is that of the value before the casts
	source *flow.Node // in a register or a constant: the node without its modifiers
	fused  bool       // it is computed within the instruction, without a cast
	types  []isa.Type // the value's types, one after the other; a constant begins with its first cast
}

// reads is how the instruction of a node reads the operand in a slot.
func (p *Plan) reads(n *flow.Node, slot int) reading {
	r := p.takes(n.In[slot], p.Type[n.ID])
	r.fused = p.Root[r.node.ID] != r.node
	return r
}

// leaves is how the output reads a node.
func (p *Plan) leaves(n *flow.Node) reading { return p.takes(n, isa.FP32) }

// takes is how an instruction of a type reads a node that another instruction computes.
func (p *Plan) takes(n *flow.Node, by isa.Type) reading {
	r := reading{node: n, source: n}
	for modifies(r.source) {
		r.source = r.source.In[0]
	}
	if !r.constant() {
		r.types = append(r.types, p.Type[r.source.ID])
	}
	if r.source != n && !by.Signed() { // a mov changes the sign first
		if via := p.Type[n.ID]; via.Signed() {
			r.types = append(r.types, via)
		} else {
			r.types = append(r.types, isa.FP32)
		}
	}
	r.types = append(r.types, by)
	return r
}

// constant reports whether the value is a literal in a constant.
func (r reading) constant() bool { return r.source.Op == flow.Constant }

// rounding is the most by which the casts can change a value that fits the types.
func (r reading) rounding() float64 {
	sum, types := 0.0, r.types
	switch {
	case r.fused:
		return 0
	case r.constant():
		sum = castConstant(r.source.Value, types[0])
	}
	for k, to := range types[1:] {
		if to != types[k] && !to.Float() {
			sum += half(to)
		}
	}
	return sum
}
