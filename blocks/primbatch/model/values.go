package model

import (
	"fmt"
	"strings"

	"posedge/blocks/primbatch/isa"
)

// Item is a method, a vertex or an index that an application or a driver sends.
type Item struct {
	Kind    isa.ItemKind
	Address uint16
	Data    uint32
	X, Y    uint16 // two's complement
	Edge    bool
}

// Method is a method item.
func Method(address uint16, data uint32) Item { return Item{Address: address, Data: data} }

// VertexAt is a vertex item at a position from −32768 to 32767 in each axis, with its auxiliary attribute.
func VertexAt(x, y int, data uint32, edge bool) Item {
	return Item{Kind: isa.VertexItem, Data: data, X: uint16(x), Y: uint16(y), Edge: edge}
}

// Vertex is a vertex sent to vertex processing.
type Vertex struct {
	VertexID, InstanceID uint32
	X, Y                 uint16 // two's complement
}

// Shaded is the position of a processed vertex, in two's complement.
type Shaded struct{ X, Y uint16 }

// Corner is a vertex of a primitive.
type Corner struct {
	VertexID uint32
	X, Y     uint16 // two's complement
}

// Primitive is an assembled primitive. Vertices that its kind does not use are 0.
type Primitive struct {
	Kind                    isa.PrimitiveKind
	Vertices                [isa.MaxCorners]Corner
	Edges                   uint8
	PrimitiveID, InstanceID uint32
	Provoking               uint8
	Restart                 bool
}

// Text is its PrimitiveID and its VertexIDs: "#2(4,2,6,9,8,7)".
func (p Primitive) Text() string {
	var ids []string
	for _, v := range p.Vertices[:p.Kind.Corners()] {
		ids = append(ids, fmt.Sprint(v.VertexID))
	}
	return fmt.Sprintf("#%d(%s)", p.PrimitiveID, strings.Join(ids, ","))
}

// Listing joins the texts of primitives with blanks.
func Listing(list []Primitive) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p.Text())
	}
	return strings.Join(texts, " ")
}

// Fragment is a pixel of a point or line.
type Fragment struct {
	X, Y        uint16 // two's complement
	PrimitiveID uint32
}

// Counts are the counters of a driver.
type Counts struct {
	VerticesIn, Elements, Records, Resent, Reused, Methods, Batches, Dropped uint32
}
