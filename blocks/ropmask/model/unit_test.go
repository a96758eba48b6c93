package model

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask/isa"
)

func masks(t *testing.T, text string) isa.Masks {
	t.Helper()
	m, err := isa.ParseMasks(text)
	require.NoError(t, err)
	return m
}

// allBound is a state with eight targets of four components, all of them
// written, and the identity select.
func allBound(t *testing.T, outputMap string) State {
	s := State{Draw: Draw{
		OutputMap:   isa.OutputMapWord(masks(t, outputMap)),
		MrtEnable:   true,
		CtMrtEnable: true,
		CtSelect:    isa.CtSelectWord(8, isa.IdentitySelect()),
	}}
	for i := range isa.Targets {
		s.FormatMask[i] = isa.AllComponents
		s.CtWrite[i] = isa.CtWriteWord(isa.AllComponents)
	}
	return s
}

func (s *State) writeEnables(m isa.Masks) {
	for t := range m {
		s.CtWrite[t] = isa.CtWriteWord(m[t])
	}
}

// component is a value that shows which vector and component it is.
func component(v, k int) uint32 { return 0xC0000000 + uint32(16*v+k) }

func everyVector() []Vector {
	vectors := make([]Vector, isa.Vectors)
	for v := range vectors {
		vectors[v].Index = v
		for k := range isa.Components {
			vectors[v].Color[k] = component(v, k)
		}
	}
	return vectors
}

func pixel(t *testing.T, e isa.Embodiment, s State) Result {
	t.Helper()
	r, err := New(e).Pixel(s, everyVector())
	require.NoError(t, err)
	return r
}

func bothEmbodiments(t *testing.T, test func(t *testing.T, e isa.Embodiment)) {
	for _, e := range []isa.Embodiment{isa.PerTarget, isa.PackedOnce} {
		t.Run(e.String(), func(t *testing.T) { test(t, e) })
	}
}

// colorOf reads "r0 – r2 d" as the values that it stands for.
func colorOf(t *testing.T, r Result, text string) isa.Color {
	t.Helper()
	var c isa.Color
	fields := strings.Fields(text)
	require.Len(t, fields, isa.Components)
	for k, field := range fields {
		switch {
		case field == "d":
			c[k] = isa.DefaultColor()[k]
		case field != "–":
			number := int(field[1] - '0')
			require.Less(t, number, len(r.Registers))
			c[k] = r.Registers[number]
		}
	}
	return c
}

// slot is what a row of a worked table says about a vector or target.
type slot struct{ first, second string }

// requireSlots checks the printed registers, and compares the values that were
// written with the contents of the registers.
func requireSlots(t *testing.T, r Result, rows []slot) {
	t.Helper()
	written := 0
	for i, row := range rows {
		if row.second == "" {
			row.second = Nothing
		}
		require.Equal(t, row.first, r.TargetRegisters(i), "row %d", i)
		require.Equal(t, row.second, r.SecondRegisters(i), "second source of row %d", i)
		w, ok := r.SlotWrite(i)
		require.Equal(t, row.first != Nothing, ok)
		if !ok {
			continue
		}
		require.Equal(t, w, r.Writes[written], "writes are in the order of the table")
		require.Equal(t, colorOf(t, r, row.first), w.Color, "row %d", i)
		if row.second == Nothing {
			require.Zero(t, w.Second, "row %d", i)
		} else {
			require.Equal(t, colorOf(t, r, row.second), w.Second, "row %d", i)
		}
		written++
	}
	require.Len(t, r.Writes, written)
}

// The patent's example of the component update mask with and without blending.
func TestComponentUpdateMask(t *testing.T) {
	for _, c := range []struct {
		name                           string
		blend, blendable, affectsColor uint8
		want                           string
	}{
		{"no blending", 0, 0xff, 0xff, "1000 1010 0000"},
		{"two targets blend", 0b011, 0b011, 0b011, "1001 1011 0000"},
		{"all targets blend", 0xff, 0xff, 0xff, "1001 1011 0000"},
		{"first target is blendable", 0b011, 0b001, 0b011, "1001 1010 0000"},
		{"alpha affects no colour", 0b011, 0b011, 0b000, "1000 1010 0000"},
		{"alpha affects the second", 0b011, 0b011, 0b010, "1000 1011 0000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := allBound(t, "1001 1011 0000")
			s.writeEnables(masks(t, "1111 1110 1111"))
			s.FormatMask = masks(t, "1110 1111 1111")
			s.CtSelect = isa.CtSelectWord(3, isa.IdentitySelect())
			s.Blend, s.Blendable, s.AlphaAffectsColor = c.blend, c.blendable, c.affectsColor
			r := pixel(t, isa.PerTarget, s)
			assert.Equal(t, c.want, r.UpdateMaskText())

			sent := 0
			for v := range isa.Vectors {
				sent += r.UpdateMask[v].Count()
			}
			assert.Len(t, r.Sent, sent)
			require.Len(t, r.Writes, 2)
			assert.Equal(t, "1110", r.Writes[0].Mask.String(), "the kept A is not in the mask")
			assert.Equal(t, "1110", r.Writes[1].Mask.String(), "the kept A is not in the mask")
		})
	}
}

func TestKeptAlphaIsBesideTheMask(t *testing.T) {
	s := allBound(t, "1011 1011")
	s.CtSelect = isa.CtSelectWord(2, isa.IdentitySelect())
	s.writeEnables(masks(t, "1110 1110"))
	s.Blend, s.Blendable, s.AlphaAffectsColor = 0b01, 0b11, 0b11
	r := pixel(t, isa.PerTarget, s)
	assert.Equal(t, Write{
		Target: 0, Mask: 0b0111,
		Color: isa.Color{component(0, isa.R), 0, component(0, isa.B), 0},
		Alpha: component(0, isa.A),
	}, r.Writes[0])
	assert.Equal(t, isa.DefaultColor()[isa.A], r.Writes[1].Alpha, "A was not sent for the target that does not blend")
}

func TestNothingIsKeptForBlendingWhereNothingIsWritten(t *testing.T) {
	s := allBound(t, "1111 1111")
	s.FormatMask = masks(t, "0000 1111")
	s.writeEnables(masks(t, "1111 0000"))
	s.Blend, s.Blendable, s.AlphaAffectsColor = 0xff, 0xff, 0xff
	r := pixel(t, isa.PerTarget, s)
	assert.Empty(t, r.Sent)
	assert.Empty(t, r.Writes)
	assert.Equal(t, 1, r.Cycles(4), "an empty pixel still takes a cycle")
}

// The patent's MRT table, with the identity and with vector 0 sent to target 6.
func TestMRTTable(t *testing.T) {
	rows := []slot{
		{first: "r0 r1 r2 –"},
		{first: "r3 r4 d d"},
		{first: Nothing},
		{first: "d – d r5"},
		{first: Nothing},
		{first: "– – – d"},
		{first: Nothing},
		{first: "r9 – – –"},
	}
	enables := masks(t, "1110 1111 1101 1011 0110 0001 1111 1000")
	for name, targets := range map[string][isa.Vectors]int{
		"identity":              isa.IdentitySelect(),
		"vector 0 to target 6":  {6, 1, 2, 3, 4, 5, 0, 7},
		"vector 0 to 6 shuffle": {6, 3, 0, 7, 5, 1, 4, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := allBound(t, "1110 1100 0000 0001 0000 0100 0101 1101")
			s.CtSelect = isa.CtSelectWord(8, targets)
			for v, target := range targets {
				s.CtWrite[target] = isa.CtWriteWord(enables[v])
			}
			s.FormatMask[targets[6]] = 0 // no buffer is bound
			r := pixel(t, isa.PerTarget, s)

			assert.Equal(t, MRT, r.Mode)
			requireSlots(t, r, rows)
			for i, v := range []int{0, 1, 3, 5, 7} {
				assert.Equal(t, targets[v], r.Writes[i].Target)
			}
			assert.Equal(t, "1110 1100 0000 0001 0000 0000 0000 1000", r.UpdateMaskText())
			assert.Equal(t, []uint32{
				component(0, isa.R), component(0, isa.G), component(0, isa.B),
				component(1, isa.R), component(1, isa.G), component(3, isa.A), component(7, isa.R),
			}, r.Sent)
			assert.Equal(t, 24, r.Conventional)
			assert.Equal(t, []int{7, 5, 5}, []int{r.Cycles(1), r.Cycles(4), r.Cycles(8)})
		})
	}
}

func TestRegistersAreAllocatedToEnabledComponentsOnly(t *testing.T) {
	r := pixel(t, isa.PerTarget, allBound(t, "1110 1100 0000 0001 0000 0100 0101 1101"))
	for v, want := range []string{
		"r0 r1 r2 –", "r3 r4 – –", "– – – –", "– – – r5",
		"– – – –", "– r6 – –", "– r7 – r8", "r9 r10 – r11",
	} {
		assert.Equal(t, want, r.VectorRegisters(v))
		for k, field := range strings.Fields(want) {
			number, ok := r.RegisterOf(v, k)
			require.Equal(t, field != "–", ok)
			if ok {
				assert.Equal(t, component(v, k), r.Registers[number])
			}
		}
	}
	assert.Len(t, r.Registers, 12)
	for _, outside := range [][2]int{{-1, 0}, {8, 0}, {0, -1}, {0, 4}} {
		_, ok := r.RegisterOf(outside[0], outside[1])
		assert.False(t, ok, "%v", outside)
	}
}

// The patent's non-MRT table: vector 0 goes to all targets.
func TestNonMRTTable(t *testing.T) {
	s := allBound(t, "1110 1111 1111")
	s.FormatMask = masks(t, "1111 0000 1110 0000 0001 0000 1110 1111")
	s.writeEnables(masks(t, "1011 1111 0001 1010 1111 0000 1000 1110"))
	rows := []slot{
		{first: "r0 – r2 d"}, {first: Nothing}, {first: Nothing}, {first: Nothing},
		{first: "– – – d"}, {first: Nothing}, {first: "r0 – – –"}, {first: "r0 r1 r2 –"},
	}
	sent := map[isa.Embodiment][]int{isa.PerTarget: {isa.R, isa.B, isa.R, isa.R, isa.G, isa.B}, isa.PackedOnce: {isa.R, isa.G, isa.B}}
	cycles := map[isa.Embodiment][]int{isa.PerTarget: {6, 4, 4}, isa.PackedOnce: {4, 4, 4}}

	for name, off := range map[string]func(s *State){
		"by the header": func(s *State) { s.MrtEnable = false },
		"by the method": func(s *State) { s.CtMrtEnable = false },
		"with a select": func(s *State) { s.MrtEnable, s.CtSelect = false, isa.CtSelectWord(8, [8]int{6, 6, 6, 6, 6, 6, 6, 6}) },
	} {
		t.Run(name, func(t *testing.T) {
			s := s
			off(&s)
			bothEmbodiments(t, func(t *testing.T, e isa.Embodiment) {
				r := pixel(t, e, s)
				assert.Equal(t, NonMRT, r.Mode)
				requireSlots(t, r, rows)
				assert.Equal(t, "1010 0000 0000 0000 0000 0000 1000 1110", r.UpdateMaskText())
				assert.Equal(t, vector0(sent[e]), r.Sent)
				assert.Equal(t, cycles[e], []int{r.Cycles(1), r.Cycles(4), r.Cycles(8)})
				assert.Equal(t, 12, r.Conventional)
			})
		})
	}
}

func vector0(components []int) []uint32 {
	var sent []uint32
	for _, k := range components {
		sent = append(sent, component(0, k))
	}
	return sent
}

// The patent's dual-source table.
func TestDualSourceTable(t *testing.T) {
	s := allBound(t, "1110 1111")
	s.DualSource = 0xff
	s.FormatMask = masks(t, "1111 0000 1111 1111 0000 0000 1111 1111")
	s.writeEnables(masks(t, "1011 1111 0001 1111 1010 0101 1000 1110"))
	rows := []slot{
		{"r0 – r2 d", "r3 – r5 r6"},
		{first: Nothing},
		{"– – – d", "– – – r6"},
		{"r0 r1 r2 d", "r3 r4 r5 r6"},
		{first: Nothing},
		{first: Nothing},
		{"r0 – – –", "r3 – – –"},
		{"r0 r1 r2 –", "r3 r4 r5 –"},
	}
	second := []uint32{component(1, isa.R), component(1, isa.G), component(1, isa.B), component(1, isa.A)}
	var perTarget []uint32
	for _, first := range [][]int{{isa.R, isa.B}, {}, {isa.R, isa.G, isa.B}, {isa.R}, {isa.R, isa.G, isa.B}} {
		perTarget = append(append(perTarget, vector0(first)...), second...)
	}
	sent := map[isa.Embodiment][]uint32{
		isa.PerTarget:  perTarget,
		isa.PackedOnce: append(vector0([]int{isa.R, isa.G, isa.B}), second...),
	}
	cycles := map[isa.Embodiment][]int{isa.PerTarget: {29, 29, 8, 5}, isa.PackedOnce: {7, 7, 5, 5}}
	bothEmbodiments(t, func(t *testing.T, e isa.Embodiment) {
		r := pixel(t, e, s) // MRT is enabled; dual source takes precedence
		assert.Equal(t, DualSourceMode, r.Mode)
		requireSlots(t, r, rows)
		assert.Equal(t, "1010 0000 0000 1110 0000 0000 1000 1110", r.UpdateMaskText())
		assert.Equal(t, "1111", r.SecondMask.String(), "vector 1 is chosen by the output map alone")
		assert.Equal(t, sent[e], r.Sent)
		assert.Equal(t, cycles[e], []int{r.Cycles(0), r.Cycles(1), r.Cycles(4), r.Cycles(8)})
		assert.Equal(t, 8, r.Conventional)
	})
}

func TestTargetWithoutDualSourceGetsTheFirstVectorOnly(t *testing.T) {
	s := allBound(t, "1110 1111")
	s.CtSelect = isa.CtSelectWord(3, isa.IdentitySelect())
	s.DualSource = 0b010
	second := []uint32{component(1, isa.R), component(1, isa.G), component(1, isa.B), component(1, isa.A)}
	sent := map[isa.Embodiment][]uint32{
		isa.PerTarget:  append(append(vector0([]int{isa.R, isa.G, isa.B, isa.R, isa.G, isa.B}), second...), vector0([]int{isa.R, isa.G, isa.B})...),
		isa.PackedOnce: append(vector0([]int{isa.R, isa.G, isa.B}), second...),
	}
	bothEmbodiments(t, func(t *testing.T, e isa.Embodiment) {
		r := pixel(t, e, s)
		requireSlots(t, r, []slot{
			{first: "r0 r1 r2 d"}, {"r0 r1 r2 d", "r3 r4 r5 r6"}, {first: "r0 r1 r2 d"},
		})
		assert.Equal(t, sent[e], r.Sent)
	})
}

func TestSecondSourceIsSentOnlyWithAWrite(t *testing.T) {
	bothEmbodiments(t, func(t *testing.T, e isa.Embodiment) {
		s := allBound(t, "1111 1111")
		s.CtSelect = isa.CtSelectWord(2, isa.IdentitySelect())
		s.DualSource = 0b10
		s.FormatMask[1] = 0
		r := pixel(t, e, s)
		assert.Equal(t, DualSourceMode, r.Mode)
		assert.Equal(t, vector0([]int{isa.R, isa.G, isa.B, isa.A}), r.Sent)
		assert.Zero(t, r.SecondMask)

		s = allBound(t, "0000 1111")
		s.DualSource = 0xff
		r = pixel(t, e, s)
		assert.Empty(t, r.Sent, "a second source alone writes nothing")
		assert.Empty(t, r.Writes)
	})
}

func TestSecondSourceThatIsNotGeneratedIsTheDefault(t *testing.T) {
	bothEmbodiments(t, func(t *testing.T, e isa.Embodiment) {
		s := allBound(t, "1000 0000")
		s.CtSelect = isa.CtSelectWord(1, isa.IdentitySelect())
		s.DualSource = 1
		requireSlots(t, pixel(t, e, s), []slot{{"r0 d d d", "d d d d"}})
	})
}

func TestDualSourceFromTheCountOnIsIgnored(t *testing.T) {
	s := allBound(t, "1111 1111")
	s.CtSelect = isa.CtSelectWord(2, isa.IdentitySelect())
	s.DualSource = 0b11111100
	assert.Equal(t, MRT, s.Mode())
	s.CtMrtEnable = false
	assert.Equal(t, NonMRT, s.Mode())
	s.DualSource |= 0b10
	assert.Equal(t, DualSourceMode, s.Mode())
}

func TestVectorsFromTheCountOnTransmitNothing(t *testing.T) {
	s := allBound(t, "1000 1000 1000")
	s.CtSelect = isa.CtSelectWord(2, [8]int{7, 6, 5, 4, 3, 2, 1, 0})
	r := pixel(t, isa.PerTarget, s)
	assert.Equal(t, []uint32{component(0, isa.R), component(1, isa.R)}, r.Sent)
	require.Len(t, r.Writes, 2, "a vector may go to a target from the count on")
	assert.Equal(t, 7, r.Writes[0].Target)
	assert.Equal(t, 6, r.Writes[1].Target)
	assert.Len(t, r.Registers, 3, "the shader stores what the output map enables")
	assert.Equal(t, 12, r.Conventional)

	s.CtSelect = isa.CtSelectWord(0, isa.IdentitySelect())
	bothEmbodiments(t, func(t *testing.T, e isa.Embodiment) {
		for _, mrt := range []bool{false, true} {
			s.CtMrtEnable = mrt
			r := pixel(t, e, s)
			assert.Empty(t, r.Sent)
			assert.Empty(t, r.Writes)
		}
	})
}

func TestCountAboveEightReachesAllVectorsAndTargets(t *testing.T) {
	s := allBound(t, "1000 1000 1000 1000 1000 1000 1000 1000")
	for _, count := range []int{8, 9, 15} {
		s.CtSelect = isa.CtSelectWord(count, isa.IdentitySelect())
		s.CtMrtEnable = true
		assert.Len(t, pixel(t, isa.PerTarget, s).Writes, 8)
		s.CtMrtEnable = false
		assert.Len(t, pixel(t, isa.PerTarget, s).Writes, 8)
	}
}

func TestHigherVectorIsWrittenLast(t *testing.T) {
	s := allBound(t, "1100 0011 1000")
	s.CtSelect = isa.CtSelectWord(3, [8]int{4, 1, 4})
	r := pixel(t, isa.PerTarget, s)
	requireSlots(t, r, []slot{{first: "r0 r1 d d"}, {first: "d d r2 r3"}, {first: "r4 d d d"}})
	assert.Equal(t, []int{4, 1, 4}, []int{r.Writes[0].Target, r.Writes[1].Target, r.Writes[2].Target})
}

func TestSingleMaskControlReachesTheUpdateMask(t *testing.T) {
	s := allBound(t, "1111 1111")
	s.writeEnables(masks(t, "1010"))
	assert.Equal(t, "1010 0000", pixel(t, isa.PerTarget, s).UpdateMask.First(2))
	s.SingleCtWrite = true
	assert.Equal(t, "1010 1010", pixel(t, isa.PerTarget, s).UpdateMask.First(2))
}

func TestDefaultIsAParameter(t *testing.T) {
	s := allBound(t, "0100")
	s.CtSelect = isa.CtSelectWord(1, isa.IdentitySelect())
	m := Unit{Default: isa.Color{11, 12, 13, 14}}
	r, err := m.Pixel(s, everyVector())
	require.NoError(t, err)
	assert.Equal(t, Write{Mask: isa.AllComponents, Color: isa.Color{11, component(0, isa.G), 13, 14}, Alpha: 14}, r.Writes[0])
	assert.Equal(t, isa.Color{0, 0, 0, math.Float32bits(1)}, New(isa.PerTarget).Default)
}

func TestVectorsMayComeInAnyOrder(t *testing.T) {
	s := allBound(t, "1000 0000 0110")
	want := pixel(t, isa.PerTarget, s)
	got, err := New(isa.PerTarget).Pixel(s, []Vector{
		{Index: 2, Color: isa.Color{7, component(2, isa.G), component(2, isa.B), 7}},
		{Index: 1, Color: isa.Color{1, 2, 3, 4}},
		{Index: 1, Color: isa.Color{5, 6, 7, 8}},
		{Index: 0, Color: isa.Color{component(0, isa.R), 7, 7, 7}},
	})
	require.NoError(t, err)
	assert.Equal(t, want, got, "and what the output map does not enable is never read")
}

// A vector that does not arrive is not generated, whatever the registers hold.
func TestAVectorThatDoesNotComeCountsAsNotGenerated(t *testing.T) {
	s := allBound(t, "1110 0001 1111")
	s.CtSelect = isa.CtSelectWord(3, isa.IdentitySelect())
	r, err := New(isa.PerTarget).Pixel(s, []Vector{everyVector()[0], everyVector()[2]})
	require.NoError(t, err)
	requireSlots(t, r, []slot{{first: "r0 r1 r2 d"}, {first: Nothing}, {first: "r4 r5 r6 r7"}})
	assert.Len(t, r.Registers, 8, "the output map allocates its registers all the same")

	s = allBound(t, "1110 1111")
	s.DualSource = 1
	r, err = New(isa.PerTarget).Pixel(s, everyVector()[:1])
	require.NoError(t, err)
	assert.Equal(t, isa.DefaultColor(), r.Writes[0].Second)
	assert.Equal(t, isa.DefaultColor()[isa.A], r.Writes[0].SecondAlpha)
}

// A blender after the streams gets the A of the second source where none is written.
func TestTheSecondAlphaIsBesideTheMask(t *testing.T) {
	s := allBound(t, "1111 1111")
	s.DualSource = 1
	s.writeEnables(masks(t, "1000 1000"))
	r := pixel(t, isa.PackedOnce, s)
	assert.Equal(t, component(1, isa.A), r.Writes[0].SecondAlpha)
	assert.Zero(t, r.Writes[1].SecondAlpha)
}

func TestVectorsThatDoNotFitAreRefused(t *testing.T) {
	s := allBound(t, "1110 0001")
	for _, c := range []struct {
		name    string
		vectors []Vector
		message string
	}{
		{"twice", []Vector{{Index: 0}, {Index: 1}, {Index: 0}}, "vectors[2] is vector 0 a second time"},
		{"index too high", []Vector{{Index: 0}, {Index: 8}}, "vectors[1] has index 8"},
		{"index negative", []Vector{{Index: -1}}, "vectors[0] has index -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(isa.PerTarget).Pixel(s, c.vectors)
			assert.ErrorContains(t, err, c.message)
		})
	}
}

func TestImpossibleStatesAndEmbodimentsAreRefused(t *testing.T) {
	s := allBound(t, "1000")
	s.FormatMask[3] = 0x10
	_, err := New(isa.PerTarget).Pixel(s, everyVector())
	assert.ErrorContains(t, err, "format mask of target 3 is 0x10")
	_, err = New(isa.Embodiment(2)).Pixel(State{}, nil)
	assert.ErrorContains(t, err, "there is no embodiment 2")
}
