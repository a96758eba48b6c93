package isa

// ItemKind is what an item of the stream is.
type ItemKind uint8

// The kinds of items.
const (
	MethodItem ItemKind = iota
	VertexItem
	IndexItem

	ItemKindBits = 2 // the width of an ItemKind
)

// PrimitiveKind is what an assembled primitive is.
type PrimitiveKind uint8

// The kinds of primitives, with the vertices that are listed.
const (
	Point             PrimitiveKind = iota // 1
	Line                                   // 2
	Triangle                               // 3; of a polygon too: its first vertex and two neighbours
	Quad                                   // 4, around it
	LineAdjacency                          // 4: the line is from the second to the third
	TriangleAdjacency                      // 6: the triangle's are the first, third and fifth

	PrimitiveKindBits = 3 // the width of a PrimitiveKind
	MaxCorners        = 6 // the most vertices that are listed
)

// Corners is how many vertices are listed.
func (k PrimitiveKind) Corners() int { return [...]int{1, 2, 3, 4, 4, 6}[k] }
