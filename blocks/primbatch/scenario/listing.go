package scenario

import (
	"fmt"
	"strings"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// sentBatch is a batch that a driver sent.
type sentBatch struct {
	mode     isa.SplitMode
	word     uint32
	vertices []uint32 // identifiers of its elements
	slots    []int
	records  int
}

// sentBatches returns the batches in a driver's items.
func sentBatches(e isa.Embodiment, items []model.Item) (list []sentBatch) {
	for _, i := range items {
		switch {
		case i.Kind == isa.MethodItem && i.Address == isa.BeginAddress:
			list = append(list, sentBatch{word: i.Data, mode: isa.SplitMode(i.Data >> 29 & 3)})
		case len(list) == 0:
		case i.Kind == isa.MethodItem && i.Address == isa.EndAddress && e == isa.TwoModes:
			b := &list[len(list)-1]
			b.mode = map[[2]bool]isa.SplitMode{
				{false, false}: isa.NormalBeginNormalEnd, {false, true}: isa.NormalBeginOpenEnd,
				{true, true}: isa.OpenBeginOpenEnd, {true, false}: isa.OpenBeginNormalEnd,
			}[[2]bool{b.word>>30&1 == 1, i.Data&1 == 1}]
		case i.Kind == isa.VertexItem:
			b := &list[len(list)-1]
			b.vertices, b.slots = append(b.vertices, i.Data), append(b.slots, b.records)
			b.records++
		case i.Kind == isa.IndexItem:
			b := &list[len(list)-1]
			for k, s := range b.slots { // the first element of a record has its identifier
				if s == int(i.Data) {
					b.vertices, b.slots = append(b.vertices, b.vertices[k]), append(b.slots, s)
					break
				}
			}
		}
	}
	return list
}

// text lists a batch's elements, with a run as "0–5".
func (b sentBatch) text() string {
	if b.records < len(b.slots) {
		return "slots " + runs(b.slots)
	}
	return runs(b.vertices)
}

// runs formats a list of numbers; three or more consecutive ones appear as the first and the last.
func runs[N int | uint32](list []N) string {
	var parts []string
	for k := 0; k < len(list); {
		n := k + 1
		for n < len(list) && list[n] == list[n-1]+1 {
			n++
		}
		if n-k > 2 {
			parts = append(parts, fmt.Sprintf("%d–%d", list[k], list[n-1]))
			k = n
			continue
		}
		parts = append(parts, fmt.Sprint(list[k]))
		k++
	}
	return strings.Join(parts, " ")
}
