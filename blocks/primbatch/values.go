package primbatch

// ItemValue is a beat of [Item] as a Go value.
type ItemValue struct {
	Kind    ItemKind
	Address uint16
	Data    uint32
	X, Y    uint16 // two's complement
	Edge    bool
}

// Method is a method item.
func Method(address uint16, data uint32) ItemValue { return ItemValue{Address: address, Data: data} }

// VertexAt is a vertex item at a position from −32768 to 32767 in each axis, with its auxiliary attribute.
func VertexAt(x, y int, data uint32, edge bool) ItemValue {
	return ItemValue{Kind: VertexItem, Data: data, X: uint16(x), Y: uint16(y), Edge: edge}
}

// VertexValue is a beat of [Vertex] as a Go value.
type VertexValue struct {
	VertexID, InstanceID uint32
	X, Y                 uint16 // two's complement
}

// ShadedValue is a beat of [Shaded] as a Go value.
type ShadedValue struct{ X, Y uint16 }

// CornerValue is a [Corner] as a Go value.
type CornerValue struct {
	VertexID uint32
	X, Y     uint16 // two's complement
}

// PrimitiveValue is a beat of [Primitive] as a Go value.
type PrimitiveValue struct {
	Kind                    PrimitiveKind
	Vertices                [maxCorners]CornerValue
	Edges                   uint8
	PrimitiveID, InstanceID uint32
	Provoking               uint8
	Restart                 bool
}

// FragmentValue is a beat of [Fragment] as a Go value.
type FragmentValue struct {
	X, Y        uint16 // two's complement
	PrimitiveID uint32
}
