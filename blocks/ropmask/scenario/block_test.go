package scenario

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/blocks/unit"
	"posedge/internal/long"
)

// firsts and seconds are columns of a table.
func firsts(rows []row) (list []string) {
	for _, r := range rows {
		list = append(list, r.First)
	}
	return list
}

func seconds(rows []row) (list []string) {
	for _, r := range rows {
		list = append(list, r.Second)
	}
	return list
}

func eachVariant(t *testing.T, f func(t *testing.T, c ropmask.Config)) {
	for _, e := range []isa.Embodiment{isa.PerTarget, isa.PackedOnce} {
		for _, lanes := range []int{1, 4, 8} {
			c := ropmask.NewConfig(lanes, e)
			t.Run(c.Name(), func(t *testing.T) { f(t, c) })
		}
	}
}

// The registers and writes, read off the simulation, reproduce the patent's tables.
func TestTheWorkedTablesComeOutOfTheHardware(t *testing.T) {
	long.NotShort(t)
	eachVariant(t, func(t *testing.T, c ropmask.Config) {
		run := func(x workedCase) []row { return x.run(stimulus.NewHarness(t, c, 0, 0)) }
		rows := run(mrtCase(false))
		assert.Equal(t, []string{"r0 r1 r2 –", "r3 r4 d d", "nothing", "d – d r5", "nothing", "– – – d", "nothing", "r9 – – –"}, firsts(rows))

		rows = run(mrtCase(true))
		assert.Equal(t, []string{"r0 r1 r2 –", "r3 r4 d d", "nothing", "d – d r5", "nothing", "– – – d", "nothing", "r9 – – –"}, firsts(rows))
		assert.Equal(t, 6, rows[0].Target)
		assert.Equal(t, 0, rows[6].Target)

		rows = run(nonMRTCase())
		assert.Equal(t, []string{"r0 – r2 d", "nothing", "nothing", "– – – d", "r0 – – –", "r0 r1 r2 –"}, firsts(rows))

		rows = run(dualSourceCase())
		assert.Equal(t, []string{"r0 – r2 d", "nothing", "– – – d", "r0 r1 r2 d", "r0 – – –", "r0 r1 r2 –"}, firsts(rows))
		assert.Equal(t, []string{"r3 – r5 r6", "nothing", "– – – r6", "r3 r4 r5 r6", "r3 – – –", "r3 r4 r5 –"}, seconds(rows))
	})
}

func TestComponentUpdateMasksComeOutOfTheHardware(t *testing.T) {
	want := []string{"1000 1010 0000", "1001 1011 0000", "1001 1010 0000"}
	for i, x := range blendCases() {
		var got isa.Masks
		for slot, s := range selection(t, x.State).Slots {
			got[slot] = s.Update
		}
		assert.Equal(t, want[i], got.First(3), x.Title)
	}
}

func TestTheSelectionLogicAgreesWithTheModel(t *testing.T) {
	long.NotShort(t)
	rng := rand.New(rand.NewPCG(1, 1))
	logic := ropmask.NewSelection()
	tb := bench.New(t, logic)
	for range 2000 {
		s := stimulus.State(rng)
		want, err := model.New(isa.PackedOnce).Pixel(s, allVectors())
		require.NoError(t, err)
		tb.Set(logic.State, s)
		var got routeValue
		tb.Read(logic.Route, &got)
		var update isa.Masks
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
		require.Equal(t, want.Mode == model.MRT, got.Mrt)
	}
}

// The formats round; where there is glass, the colour is blended.
func TestTheGBufferIsTheScene(t *testing.T) {
	const size = 16
	h := stimulus.NewFramebufferHarness(t, gbufferConfig(ropmask.NewConfig(4, isa.PackedOnce), size), 0, 0)
	g, _ := drawGBuffer(h, size, func(int, int) {})
	scene := renderScene(size)
	const half = 1.0 / 2048 // the largest relative error of fp16
	glass := 0
	for i, p := range scene.Pixels {
		color, covered := glassAt(i%size, i/size, size)
		alpha := float(color[isa.A])
		for k := range 3 {
			want := float(p.Albedo[k])
			if covered {
				want = float(color[k])*alpha + want*(1-alpha)
			}
			require.InEpsilon(t, want, float(g[0][i][k]), 2.01*half, "pixel %d", i)
		}
		for k := range 2 {
			require.InDelta(t, float(p.Normal[k]), float(g[1][i][k]), half, "pixel %d", i)
		}
		require.Equal(t, p.Depth, g[2][i][0])
		require.InDelta(t, float(p.Mask), float(g[3][i][3]), 0.5001/255)
		if covered {
			glass++
		}
	}
	sent, conventional := stimulus.Totals(h.Results)
	assert.Equal(t, size*size*7+glass*4, sent, "RGB, RG, R and A; and RGBA of the glass, whose A is needed only for blending")
	assert.Equal(t, size*size*16+glass*4, conventional)
	h.Check()
}

// Three tiles, computed by hand.
func TestTheBlendSheetShowsTheEquations(t *testing.T) {
	all := sheetEquations()
	assert.Len(t, all, 3*factors*factors+2)
	few := []isa.Equation{
		{Function: isa.Add, Source: isa.One, Destination: isa.Zero},
		{Function: isa.Add, Source: isa.Zero, Destination: isa.SecondColor},
		{Function: isa.Max},
	}
	h := stimulus.NewFramebufferHarness(t, sheetConfig(ropmask.NewConfig(4, isa.PackedOnce), few), 0, 0)
	texels := drawBlendModes(h, few, func(int, int) {})
	for pixel := range tilePixels {
		source, second, destination := sheetInput(pixel)
		for k := range isa.Components {
			byteOf := func(tile int) float64 { return float64(texels[tile*tilePixels+pixel][0] >> (8 * k) & 255) }
			assert.InDelta(t, 255*float(source[k]), byteOf(0), 0.51)
			assert.InDelta(t, 255*float(destination[k])*float(second[k]), byteOf(1), 1.01, "the destination is rounded before")
			assert.InDelta(t, 255*max(float(source[k]), float(destination[k])), byteOf(2), 0.51)
		}
	}
	assert.Equal(t, 3*tilePixels*2, len(h.Results))
	assert.Equal(t, 1475, blendSheet(make([]model.Texel, len(all)*tilePixels)).Bounds().Dx())
}

func TestScenariosRunInEveryVariant(t *testing.T) {
	long.NotShort(t)
	b := Block()
	for _, v := range b.Variants {
		for _, s := range b.Scenarios[:6] {
			var out bytes.Buffer
			e := &unit.Env{Out: &out, Variant: v, Seed: 1, Cycles: 300}
			if strings.HasPrefix(v.Summary, "framebuffer") && s.Name != "random" {
				_, err := s.New(v)
				require.ErrorContains(t, err, "choose a variant without one, such as l4_packed_once", "%s %s", v.Name, s.Name)
				continue
			}
			require.NoError(t, e.Run(s, nil), "%s %s", v.Name, s.Name)
			assert.NotEmpty(t, out.String())
			assert.NotZero(t, e.Digest)
		}
	}
}
