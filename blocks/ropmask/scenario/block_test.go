package scenario

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
)

// firsts and seconds are the columns of a table.
func firsts(rows []Row) (list []string) {
	for _, r := range rows {
		list = append(list, r.First)
	}
	return list
}

func seconds(rows []Row) (list []string) {
	for _, r := range rows {
		list = append(list, r.Second)
	}
	return list
}

func eachVariant(t *testing.T, f func(t *testing.T, c ropmask.Config)) {
	for _, e := range []ropmask.Embodiment{ropmask.PerTarget, ropmask.PackedOnce} {
		for _, lanes := range []int{1, 4, 8} {
			c := ropmask.NewConfig(lanes, e)
			t.Run(c.Name(), func(t *testing.T) { f(t, c) })
		}
	}
}

// The hardware's registers and writes, read off the simulation, make the
// tables of the patent.
func TestTheWorkedTablesComeOutOfTheHardware(t *testing.T) {
	eachVariant(t, func(t *testing.T, c ropmask.Config) {
		_, rows := MRTCase(false).Run(t, c)
		assert.Equal(t, []string{"r0 r1 r2 –", "r3 r4 d d", "nothing", "d – d r5", "nothing", "– – – d", "nothing", "r9 – – –"}, firsts(rows))

		_, rows = MRTCase(true).Run(t, c)
		assert.Equal(t, []string{"r0 r1 r2 –", "r3 r4 d d", "nothing", "d – d r5", "nothing", "– – – d", "nothing", "r9 – – –"}, firsts(rows))
		assert.Equal(t, 6, rows[0].Target)
		assert.Equal(t, 0, rows[6].Target)

		_, rows = NonMRTCase().Run(t, c)
		assert.Equal(t, []string{"r0 – r2 d", "nothing", "nothing", "– – – d", "r0 – – –", "r0 r1 r2 –"}, firsts(rows))

		_, rows = DualSourceCase().Run(t, c)
		assert.Equal(t, []string{"r0 – r2 d", "nothing", "– – – d", "r0 r1 r2 d", "r0 – – –", "r0 r1 r2 –"}, firsts(rows))
		assert.Equal(t, []string{"r3 – r5 r6", "nothing", "– – – r6", "r3 r4 r5 r6", "r3 – – –", "r3 r4 r5 –"}, seconds(rows))
	})
}

// The masks are those that the selection logic of the hardware makes.
func TestComponentUpdateMasksComeOutOfTheHardware(t *testing.T) {
	want := []string{"1000 1010 0000", "1001 1011 0000", "1001 1010 0000"}
	for i, x := range BlendCases() {
		var got ropmask.Masks
		for slot, s := range Selection(t, x.State).Slots {
			got[slot] = s.Update
		}
		assert.Equal(t, want[i], got.First(3), x.Title)
	}
}

func TestTheSelectionLogicAgreesWithTheModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	logic := ropmask.NewSelection()
	tb := bench.New(t, logic)
	for range 2000 {
		s := ropmask.RandomState(rng)
		want, err := ropmask.NewModel(ropmask.PackedOnce).Pixel(s, allVectors())
		require.NoError(t, err)
		tb.Set(logic.State, s)
		var got ropmask.RouteValue
		tb.Read(logic.Route, &got)
		var update ropmask.Masks
		writes := 0
		for i, slot := range got.Slots {
			update[i] = slot.Update
			if slot.Mask != 0 {
				w, ok := want.SlotWrite(i)
				require.True(t, ok, "%+v", s)
				require.Equal(t, w.Mask, slot.Mask)
				require.Equal(t, w.Target, slot.Target)
				writes++
			}
		}
		require.Equal(t, want.UpdateMask, update, "%+v", s)
		require.Equal(t, want.SecondMask, got.Second, "%+v", s)
		require.Len(t, want.Writes, writes)
		require.Equal(t, want.Mode == ropmask.MRT, got.Mrt)
	}
}

func allVectors() []ropmask.Vector { return Case{}.Pixel() }

func TestTheGBufferIsTheScene(t *testing.T) {
	const size = 16
	h, g := GBufferThroughHardware(t, ropmask.NewConfig(4, ropmask.PackedOnce), size, func(int, int) {})
	scene := RenderScene(size)
	for i, p := range scene.Pixels {
		require.Equal(t, p.Albedo[:], g.Albedo.Pixels[i][:3])
		require.Equal(t, p.Normal[:2], g.Normal.Pixels[i][:2])
		require.Equal(t, p.Depth, g.Depth.Pixels[i][0])
		require.Equal(t, p.Mask, g.Mask.Pixels[i][3])
	}
	sent, conventional := h.Totals()
	assert.Equal(t, size*size*7, sent, "RGB, RG, R and A")
	assert.Equal(t, size*size*16, conventional)
}

func TestScenariosRunInEveryVariant(t *testing.T) {
	b := Block()
	for _, v := range b.Variants {
		for _, s := range b.Scenarios[:5] {
			var out bytes.Buffer
			e := &bench.Env{Out: &out, Variant: v, Seed: 1, Cycles: 300}
			require.NoError(t, s.Run(e), "%s %s", v.Name, s.Name)
			assert.NotEmpty(t, out.String())
			assert.NotZero(t, e.Digest)
		}
	}
}
