package ropmask_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/internal/long"
)

// pixelKind is a pixel that is sent repeatedly.
type pixelKind struct {
	name    string
	state   model.State
	vectors []model.Vector
}

// kind makes a pixel of a state in which the targets take what the masks say; its vectors come in ascending order.
func kind(t *testing.T, name, outputMap, enables string, change ...func(*pixelKind)) pixelKind {
	t.Helper()
	parse := func(text string) isa.Masks {
		m, err := isa.ParseMasks(text)
		require.NoError(t, err)
		return m
	}
	s := model.State{Draw: model.Draw{
		OutputMap: isa.OutputMapWord(parse(outputMap)),
		MrtEnable: true, CtMrtEnable: true,
		CtSelect: isa.CtSelectWord(8, isa.IdentitySelect()),
	}}
	for i, m := range parse(enables) {
		s.CtWrite[i], s.FormatMask[i] = isa.CtWriteWord(m), isa.AllComponents
	}
	k := pixelKind{name: name, state: s}
	for v := range isa.Vectors {
		if s.Generates(v) != 0 {
			k.vectors = append(k.vectors, model.Vector{Index: v, Color: isa.Color{1, 2, 3, 4}})
		}
	}
	if len(k.vectors) == 0 {
		k.vectors = []model.Vector{{}}
	}
	for _, f := range change {
		f(&k)
	}
	return k
}

func toAll(k *pixelKind)     { k.state.MrtEnable = false }
func backwards(k *pixelKind) { slices.Reverse(k.vectors) }
func reversed(k *pixelKind) {
	k.state.CtSelect = isa.CtSelectWord(8, [8]int{7, 6, 5, 4, 3, 2, 1, 0})
}
func blended(k *pixelKind) {
	k.state.Blend, k.state.Blendable, k.state.AlphaAffectsColor = 255, 255, 255
}
func dual(t uint8) func(k *pixelKind) { return func(k *pixelKind) { k.state.DualSource = t } }

// everyKind has pixels of every mode: large and small, with much to store and
// little to send, much to send and few writes, many writes and little to send,
// and ones whose components are sent or used up unevenly.
func everyKind(t *testing.T) []pixelKind {
	const all = "1111 1111 1111 1111 1111 1111 1111 1111"
	const few = "1000 1000 1000 1000 1000 1000 1000 1000"
	const lateMuch = "1000 1000 1000 1000 1000 1111 1111 1111"
	const earlyMuch = "1111 1111 1111 1000 1000 1000 1000 1000"
	return []pixelKind{
		kind(t, "eight vectors", all, all),
		kind(t, "eight vectors backwards", all, all, backwards, reversed),
		kind(t, "eight vectors, one component each", few, all),
		kind(t, "eight vectors, one component written", all, few, backwards),
		kind(t, "eight vectors, much is written late", all, lateMuch),
		kind(t, "eight vectors, much is written early", all, earlyMuch),
		kind(t, "eight vectors, much is generated late", lateMuch, all, backwards),
		kind(t, "eight vectors, nothing is written", all, "", backwards),
		kind(t, "eight vectors, the last is written", all, "0000 0000 0000 0000 0000 0000 0000 1111"),
		kind(t, "eight vectors, only A is kept", all, few, blended),
		kind(t, "three vectors", "1110 1100 1111", all),
		kind(t, "one vector", "1111", all),
		kind(t, "one component", "1000", all),
		kind(t, "nothing is generated", "", all),
		kind(t, "nothing is written", "1111", ""),
		kind(t, "one vector to all", "1111", all, toAll),
		kind(t, "one of eight vectors to all", all, all, toAll, backwards),
		kind(t, "one component to all", "1111", few, toAll),
		kind(t, "defaults to all", "1000", "0111 0111 0111 0111 0111 0111 0111 0111", toAll),
		kind(t, "defaults to all but the first", "1111", "1111", toAll, func(k *pixelKind) {
			k.state.OutputMap = 1
			for i := 1; i < 8; i++ {
				k.state.CtWrite[i] = isa.CtWriteWord(8)
			}
		}),
		kind(t, "two sources to all", "1111 1111", all, dual(255)),
		kind(t, "two sources of eight vectors to all", all, all, dual(255), backwards),
		kind(t, "two sources to one", "1111 1111", "1111", dual(1)),
		kind(t, "two sources, one component each", "1000 1000", all, dual(255)),
		kind(t, "two sources for the last targets", "1111 1111", lateMuch, dual(0b11100000)),
		kind(t, "two sources for the first targets", "1111 1111", earlyMuch, dual(0b00000111)),
		kind(t, "two sources, the first target gets all", "1111 1111", "1111 0001 0001 0001 0001 0001 0001 0001", dual(1), func(k *pixelKind) {
			k.state.OutputMap = isa.OutputMapWord(isa.Masks{7, 15})
		}),
	}
}

// rate compares the cycles of a unit with the formula, pixel by pixel.
type rate struct {
	*stimulus.Harness
	lanes  int
	due    []uint64 // of each write, the latest cycle in which it may come, without the latency
	writes int
	worst  int // the most cycles that a write was late
}

// latency is added to the formula, however many pixels there are: the first
// one's way through the unit, and the last one's writes.
const latency = 24

func newRate(t *testing.T, c ropmask.Config) *rate {
	r := &rate{Harness: stimulus.NewHarness(t, c, 0, 0), lanes: c.Lanes}
	r.OnWrite = func(int, model.TargetWrite) {
		r.worst = max(r.worst, int(r.Cycle())-int(r.due[r.writes]))
		r.writes++
	}
	return r
}

// run sends pixels and returns by how many cycles the most delayed of their
// writes is later than the formula says.
func (r *rate) run(pixels []pixelKind) int {
	end := r.Cycle()
	r.worst = 0
	for _, k := range pixels {
		result := r.Send(k.state, k.vectors)
		end += uint64(max(len(k.vectors), result.Cycles(r.lanes)))
		for range result.Writes {
			r.due = append(r.due, end)
		}
	}
	r.Until(int(end-r.Cycle())*4+1000, "the last write", r.Done)
	r.Ticks(4)
	return r.worst
}

// alternation is some pixels of one kind, then some of another, repeatedly.
type alternation struct {
	some int
	a    string
	more int
	b    string
}

// alternations are cases in which some resource of the unit is only just enough:
// with fewer registers, complete pixels, groups, routes or components waiting, or
// with registers that become free later, one of them has bubbles between pixels.
var alternations = []alternation{
	{1, "eight vectors", 1, "one vector"},
	{1, "eight vectors", 4, "one vector"},
	{1, "eight vectors", 9, "one vector"},
	{1, "eight vectors", 9, "nothing is generated"},
	{1, "eight vectors backwards", 1, "one vector"},
	{1, "one of eight vectors to all", 1, "one vector"},
	{1, "two sources of eight vectors to all", 1, "one component"},
	{1, "two sources of eight vectors to all", 2, "one vector"},
	{1, "eight vectors, one component each", 8, "one component"},
	{1, "eight vectors, one component each", 9, "one vector"},
	{1, "eight vectors, one component each", 2, "two sources to all"},
	{1, "one vector to all", 1, "nothing is written"},
	{2, "one vector to all", 6, "nothing is generated"},
	{1, "one vector to all", 9, "nothing is written"},
	{1, "two sources to all", 1, "nothing is written"},
	{1, "defaults to all but the first", 9, "one component"},
	{1, "two sources, the first target gets all", 8, "one component"},
	{1, "two sources for the first targets", 1, "two sources for the last targets"},
	{2, "two sources for the first targets", 12, "two sources for the last targets"},
	{1, "eight vectors, much is written late", 1, "eight vectors, much is written early"},
	{1, "eight vectors, much is generated late", 1, "eight vectors, much is written early"},
	{1, "eight vectors, one component written", 9, "one component"},
	{1, "eight vectors, nothing is written", 1, "two sources to all"},
	{1, "eight vectors, the last is written", 3, "three vectors"},
	{1, "eight vectors, only A is kept", 2, "two sources, one component each"},
	{1, "two sources to one", 4, "one component to all"},
}

// A pixel takes max(1, ceil(n/lanes), writes) cycles and the next follows
// without a bubble, whatever the mixture; one vector comes in per cycle. Every
// write of every pixel is checked against this.
func TestAlternatingPixelsFollowWithoutABubble(t *testing.T) {
	long.NotShort(t)
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		r := newRate(t, c)
		kinds := map[string]pixelKind{}
		for _, k := range everyKind(t) {
			kinds[k.name] = k
		}
		for _, x := range alternations {
			var list []pixelKind
			for len(list) < 24*(x.some+x.more) {
				list = append(list, slices.Repeat([]pixelKind{kinds[x.a]}, x.some)...)
				list = append(list, slices.Repeat([]pixelKind{kinds[x.b]}, x.more)...)
			}
			late := r.run(list)
			assert.LessOrEqual(t, late, latency, "%d × %s, %d × %s: a write comes that many cycles after the formula", x.some, x.a, x.more, x.b)
		}
	})
}

// Mixtures of all kinds, in any order.
func TestMixedPixelsFollowWithoutABubble(t *testing.T) {
	long.NotShort(t)
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		r := newRate(t, c)
		kinds := everyKind(t)
		rng := rand.New(rand.NewPCG(uint64(c.Lanes), uint64(c.Embodiment)))
		for range 12 {
			var some, list []pixelKind
			for range 1 + rng.IntN(4) {
				some = append(some, slices.Repeat([]pixelKind{kinds[rng.IntN(len(kinds))]}, 1+rng.IntN(9))...)
			}
			for range 8 {
				list = append(list, some...)
			}
			assert.LessOrEqual(t, r.run(list), latency, "a mixture of %d pixels", len(some))
		}
	})
}
