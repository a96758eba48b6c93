package stimulus

import (
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// Zigzag returns a primitive of n vertices along a zigzag, preceded by the batch limits, the provoking convention and changes of state.
func Zigzag(op isa.Op, n, elements, vertices int, lastProvokes bool, change ...model.Item) []model.Item {
	list := []model.Item{model.Method(isa.BatchLimitAddress, uint32(vertices<<16|elements)), model.Method(isa.ProvokingVertexAddress, uint32(bit(lastProvokes)))}
	list = append(list, change...)
	list = append(list, model.Method(isa.BeginAddress, uint32(op)))
	for k := range n {
		list = append(list, model.VertexAt(3*k, k%2*5, uint32(k), true))
	}
	return append(list, model.Method(isa.EndAddress, 0))
}
