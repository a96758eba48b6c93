package stimulus

import (
	"image"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// Zigzag returns a primitive of n vertices along a zigzag, preceded by the batch limits, the provoking convention and changes of state.
func Zigzag(op isa.Op, n, elements, vertices int, lastProvokes bool, change ...model.Item) []model.Item {
	list := append([]model.Item{Limits(elements, vertices), model.Method(isa.ProvokingVertexAddress, uint32(bit(lastProvokes)))}, change...)
	points := make([]image.Point, n)
	for k := range points {
		points[k] = image.Pt(3*k, k%2*5)
	}
	return append(list, Path(op, points...)...)
}
