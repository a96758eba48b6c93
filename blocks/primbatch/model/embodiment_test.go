package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
)

// cutBatch is what both embodiments must agree on.
type cutBatch struct {
	openBegin, openEnd bool
	elements           []model.Item
}

// cutBatches returns the batches that a twin of an embodiment sends.
func cutBatches(e isa.Embodiment, items []model.Item) (list []cutBatch) {
	twin := model.NewTwin(e, isa.Limits{Elements: 24, Vertices: 16})
	twin.Take(items...)
	for _, i := range twin.Out {
		switch {
		case i.Kind != isa.MethodItem:
			last := &list[len(list)-1]
			last.elements = append(last.elements, i)
		case i.Address == isa.BeginAddress:
			mode := isa.SplitMode(i.Data >> isa.SplitModeShift & 3)
			list = append(list, cutBatch{openBegin: i.Data&isa.OpenBegin != 0, openEnd: mode == isa.NormalBeginOpenEnd || mode == isa.OpenBeginOpenEnd})
		case i.Address == isa.EndAddress && e == isa.TwoModes:
			list[len(list)-1].openEnd = i.Data&isa.OpenEnd != 0
		}
	}
	return list
}

// Both embodiments cut the same batches, with the same records and indices, where nothing is dropped.
func TestBothEmbodimentsCutTheSameBatches(t *testing.T) {
	open := 0
	for seed := range uint64(150) {
		random := stimulus.New(rand.New(rand.NewPCG(seed, 15)), true)
		var items []model.Item
		for range 12 {
			for _, i := range random.Draw() {
				if i.Kind != isa.MethodItem || i.Address != isa.BatchCullAddress {
					items = append(items, i)
				}
			}
		}
		want := cutBatches(isa.FourModes, items)
		require.Equal(t, want, cutBatches(isa.TwoModes, items), "seed %d", seed)
		for _, b := range want {
			if b.openBegin {
				open++
			}
		}
	}
	require.Greater(t, open, 500)
}
