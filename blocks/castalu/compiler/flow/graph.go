// Package flow is the data flow graph of a fragment shader, which castalu's compiler
// analyses and turns into instructions.
//
// A node is one operation on one component. The nodes that an operation of the shader makes
// for the components of a vector form a [Bundle], which becomes one instruction.
package flow

import (
	"fmt"
	"strconv"
)

// Op is the operation of a node.
type Op uint8

// The operations. Truth is 1 or 0.
const (
	Input          Op = iota // a component of an input or a uniform: Graph.Variables[Index], Component
	Constant                 // Value
	Sample                   // component Component of sampler Index at the texel coordinates a, b
	Add                      // a + b
	Subtract                 // a − b
	Multiply                 // a × b
	Min                      // the lesser of a and b
	Max                      // the greater of a and b
	Absolute                 // |a|
	Negate                   // −a
	Saturate                 // a limited to [0, 1]
	SaturateSigned           // a limited to [−1, 1]
	Less                     // a < b
	LessEqual                // a ≤ b
	Equal                    // a = b
	Select                   // b where the truth c is 1, else a
	Reciprocal               // 1 ÷ a
	SquareRoot               // √a
	ReciprocalRoot           // 1 ÷ √a
	Log2                     // log2 a
	Exp2                     // 2^a
	Power                    // a^b
	NumOps         = int(Power) + 1
)

var opNames = [NumOps]string{"input", "constant", "sample", "add", "sub", "mul", "min", "max", "abs", "neg", "sat", "ssat",
	"less", "less or equal", "equal", "select", "rcp", "sqrt", "rsq", "log2", "exp2", "pow"}

// String is the operation in tables and messages: "mul".
func (o Op) String() string { return opNames[o] }

// Position is a place in the shader's text, from 1 on; the zero Position is none.
type Position struct{ Line, Column int }

// String is "line 3".
func (p Position) String() string {
	if p.Line == 0 {
		return "no line"
	}
	return fmt.Sprintf("line %d", p.Line)
}

// Node is an operation on one component.
type Node struct {
	ID        int // its index in Graph.Nodes: operands have lower ones
	Op        Op
	In        []*Node // operands
	Index     int     // of Input and Sample: in Graph.Variables or Graph.Samplers
	Component int     // of Input and Sample: 0 to 3
	Value     float64 // of Constant: its approximation in float64
	Off       float64 // of Constant: a bound on the distance of Value from the exact value
	Bundle    *Bundle
	Element   int // its index in the bundle
	Law       *Law
}

// String is the node's name in messages: "diffuse.x (mul, line 3)", or "mul.x (line 3)" if
// it was not assigned to a variable, or "constant 0.5 (line 3)".
func (n *Node) String() string {
	component := ""
	if len(n.Bundle.Nodes) > 1 {
		component = "." + "xyzw"[n.Element:n.Element+1]
	}
	if n.Op == Constant {
		return fmt.Sprintf("constant %s (%v)", strconv.FormatFloat(n.Value, 'g', 6, 64), n.Bundle.Position)
	}
	if n.Bundle.Name == "" {
		return fmt.Sprintf("%v%s (%v)", n.Op, component, n.Bundle.Position)
	}
	return fmt.Sprintf("%s%s (%v, %v)", n.Bundle.Name, component, n.Op, n.Bundle.Position)
}

// Bundle is the nodes that one operation on a vector makes, element by element: 1 to 4
// nodes of one Op.
type Bundle struct {
	Nodes    []*Node
	Name     string // of the variable that it was first assigned to; "" if there is none
	Position Position
	// Unit: the nodes are a vector of length 1, to within [UnitError].
	Unit bool
}

// UnitError bounds how far the length of a unit vector may be from 1 when it is an input, in
// fp32.
const UnitError = 1.0 / (1 << 21)

// A Law is what is known about a node's value in real arithmetic beyond its operation.
type Law struct {
	Kind LawKind
	A, B []*Node // the vectors or arms that it refers to
	T    *Node
}

// LawKind is the kind of a law.
type LawKind uint8

// The laws.
const (
	Direction LawKind = iota // an element of a vector of length 1: within [−1, 1]
	DotOf                    // the dot product of A and B: at most the product of their lengths
	LengthOf                 // the length of A
	MixOf                    // between A[0] and B[0] if T is within [0, 1]
	ReflectOf                // an element of a vector as long as A, if B has length 1
	HermiteOf                // t²(3 − 2t), within [0, 1] for t within [0, 1]
	NumLaws   = int(HermiteOf) + 1
)

// Variable is an input or a uniform.
type Variable struct {
	Name     string
	Width    int // components, 1 to 4
	Uniform  bool
	Declared bool // whether Attributes were declared
	Attributes
	Source   Source
	Value    [4]float64 // of a uniform
	Position Position
}

// SourceKind says where the value of an input comes from when a picture is rendered.
type SourceKind uint8

// The sources of inputs.
const (
	NoSource       SourceKind = iota
	UV                        // 2: from 0 to 1 over the picture, at the pixels' centres, from the top left
	SphereNormal              // 3: the normal of a sphere that fills the picture; length 1
	SpherePosition            // 3: the same point of the sphere, with its centre at 0 and radius 1
	Random                    // each component between Low and High
	Fixed                     // Value
)

// Source is where the value of an input comes from when a picture is rendered.
type Source struct {
	Kind      SourceKind
	Low, High float64    // of Random
	Value     [4]float64 // of Fixed
}

// Image is what a sampler reads.
type Image interface {
	// Size is the number of texels in a row and in a column.
	Size() (width, height int)
	// At is the bilinear sample at texel coordinates, in real arithmetic; each component is
	// from 0 to 1.
	At(u, v float64) [4]float64
	// Range is the least and the greatest value of each component.
	Range() (low, high [4]float64)
	// Slope is the most that each component changes from a texel to the next one of its row
	// and of its column.
	Slope() (u, v [4]float64)
}

// Sampler is an image that the shader reads.
type Sampler struct {
	Name     string
	Declared bool
	Attributes
	Image    Image
	Pass     string // the file of the pass that makes the image; "" if none does
	Position Position
}

// The rounding of a sample: coordinates are rounded to 24.8, components to 8 bits.
const (
	CoordinateError = 1.0 / (1 << 9)
	TexelError      = 0.5 / 255
)

// Output is the shader's result.
type Output struct {
	Name     string
	Declared bool
	Attributes
	// Nodes are its 4 components, which are within its declared range.
	Nodes    [4]*Node
	Position Position
}

// Graph is the data flow of a shader.
type Graph struct {
	Nodes     []*Node // operands precede their users; the output or a Kill depends on each
	Variables []Variable
	Samplers  []Sampler
	Output    Output
	// Kills are truths that end the work item without a result, in the order of the text.
	Kills []*Node
}
