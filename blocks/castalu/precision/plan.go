// Package precision decides in which numeric type each operation of a shader is computed:
// by the patent's propagation rules first, and then, where those would change the
// picture, by an analysis of values and errors.
package precision

import (
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/flow"
)

// Plan is what the instructions of a shader are made by.
//
// The nodes of one [flow.Bundle] have one type, and are computed in the instruction of
// one bundle. Inputs and uniforms stand in fp32. The result of an instruction has the
// instruction's type; an instruction of another type casts it. A constant is rounded
// once, to the type of the instruction that takes it. Negate and Absolute are modifiers of
// the instruction that takes them, which is in a type with a sign.
type Plan struct {
	Graph *flow.Graph
	// Type is the type in which a node is computed, by Node.ID. That of Input, Sample and
	// comparisons is FP32.
	Type []castalu.Type
	// Root is the node whose instruction computes a node, by Node.ID: itself, or what it is
	// fused into. Fused are, always with the type of the root:
	//   - Multiply into Add or Subtract: MultiplyAdd
	//   - the products and the sums of 3 or 4 into their last Add: Dot3, Dot4
	//   - SquareRoot into Reciprocal: ReciprocalRoot
	//   - Reciprocal into Multiply: Divide, in floating point
	//   - any of these, and any other operation but Input, Constant and Sample, into Saturate or
	//     SaturateSigned: the clamp of the output stage
	// A node that is fused has no other use than in the instruction of its root.
	Root []*flow.Node
}
