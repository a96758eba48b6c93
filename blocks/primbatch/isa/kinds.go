package isa

// ItemKind is the kind of an item in the stream.
type ItemKind uint8

// The kinds of items.
const (
	MethodItem ItemKind = iota
	VertexItem
	IndexItem

	ItemKindBits = 2 // the width of an ItemKind
)

// PrimitiveKind is the kind of an assembled primitive.
type PrimitiveKind uint8

// The kinds of primitives, with the number of vertices that each lists.
const (
	Point             PrimitiveKind = iota // 1
	Line                                   // 2
	Triangle                               // 3; also a polygon's first vertex and two neighbours
	Quad                                   // 4, in order around it
	LineAdjacency                          // 4: the line runs from the second to the third
	TriangleAdjacency                      // 6: the triangle is the first, third and fifth

	PrimitiveKindBits = 3 // the width of a PrimitiveKind
	MaxCorners        = 6 // the most vertices that a kind lists
)

// Corners is the number of vertices that the kind lists.
func (k PrimitiveKind) Corners() int { return [...]int{1, 2, 3, 4, 4, 6}[k] }
