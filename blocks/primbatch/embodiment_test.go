package primbatch

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// cutBatch is what both embodiments say of a batch.
type cutBatch struct {
	openBegin, openEnd bool
	elements           []ItemValue
}

// cutBatches are the batches that a twin of an embodiment sends.
func cutBatches(c Config, e Embodiment, items []ItemValue) (list []cutBatch) {
	c.Embodiment = e
	twin := NewTwin(c)
	for _, i := range items {
		twin.Take(i)
	}
	for _, i := range twin.Out {
		switch {
		case i.Kind != MethodItem:
			last := &list[len(list)-1]
			last.elements = append(last.elements, i)
		case i.Address == BeginAddress:
			mode := SplitMode(i.Data >> splitModeShift & 3)
			list = append(list, cutBatch{openBegin: i.Data&openBegin != 0, openEnd: mode == NormalBeginOpenEnd || mode == OpenBeginOpenEnd})
		case i.Address == EndAddress && e == TwoModes:
			list[len(list)-1].openEnd = i.Data&openEnd != 0
		}
	}
	return list
}

// Both embodiments cut the same batches, of the same records and indices, where nothing is dropped.
func TestBothEmbodimentsCutTheSameBatches(t *testing.T) {
	open := 0
	for seed := range uint64(150) {
		random := NewRandom(rand.New(rand.NewPCG(seed, 15)), true)
		var items []ItemValue
		for range 12 {
			for _, i := range random.Draw() {
				if i.Kind != MethodItem || i.Address != BatchCullAddress {
					items = append(items, i)
				}
			}
		}
		c := Config{Lines: 1, Elements: 24, Vertices: 16}
		want := cutBatches(c, FourModes, items)
		require.Equal(t, want, cutBatches(c, TwoModes, items), "seed %d", seed)
		for _, b := range want {
			open += bit(b.openBegin)
		}
	}
	require.Greater(t, open, 500)
}
