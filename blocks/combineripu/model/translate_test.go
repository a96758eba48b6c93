package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// knownPrograms are the programs of the known states, by name.
var knownPrograms = map[string]struct {
	listing              string
	registers, unmapped  int
	instructions, pixels int
}{
	"reset": {
		registers: 6, unmapped: 15, instructions: 5, pixels: 10,
		listing: `MOV SP0=s(PRI)
ADD E.rgb=s(SP0)+s(SEC)
MUL R0.rgb=(1-s(FOG.aaa))·s(FOG)
MAD R0.rgb=s(FOG.aaa)·s(E)+R0
MOV R0.a=s(SP0.a)
`,
	},
	"swap": {
		registers: 4, unmapped: 7, instructions: 5, pixels: 16,
		listing: `MOV T1=PRI
MOV PRI.rgb=SEC
MOV SEC=T1
MUL R0.rgb=s(PRI)·s(SEC)
MOV R0.a=s(SEC.a)
`,
	},
	"bump": {
		registers: 7, unmapped: 14, instructions: 6, pixels: 9,
		listing: `DP3 SP1.rgb=x(TEX0)·x(SEC)
DP3 SP0.rgb=x(TEX0)·x(PRI)
MUL SP1.rgb=s(SP1)·s(SP1)
MUL SP0.rgb=s(SP0)·s(TEX1)
MAD R0.rgb=s(SP1)·s(SP1)+s(SP0)
MOV R0.a=s(TEX1.a)
`,
	},
	"cel": {
		registers: 6, unmapped: 13, instructions: 6, pixels: 10,
		listing: `DP3 SP0.a=x(TEX0)·x(PRI)
MUL T2.rgb=s(C0)·s(TEX1)
MUL R0.rgb=s(C1)·s(TEX1)
SEL SP0.rgb=SP0.aaa>=128 ? R0 : T2
MOV R0.rgb=s(SP0)
MOV R0.a=s(TEX1.a)
`,
	},
}

func TestKnownStatesBecomeTheirPrograms(t *testing.T) {
	t.Parallel()
	states := stimulus.KnownStates()
	require.Len(t, states, len(knownPrograms))
	for _, s := range states {
		k, p := knownPrograms[s.Name], model.Translate(&s.Words, isa.MaxStages)
		assert.Equal(t, k.listing, isa.Listing(p.Instructions), s.Name)
		assert.Len(t, p.Instructions, k.instructions, s.Name)
		assert.Equal(t, -1, p.Illegal, s.Name)
		_, count := p.Table(true)
		assert.Equal(t, k.registers, count, s.Name)
		assert.Equal(t, k.pixels, 64/count, s.Name)
		_, count = p.Table(false)
		assert.Equal(t, k.unmapped, count, s.Name)
		if s.Colour != (model.Colour{}) {
			assert.Equal(t, s.Colour, model.Combine(&s.Words, isa.MaxStages, s.Pixel), s.Name)
			assert.Equal(t, s.Colour, model.Interpret(p.Instructions, s.Pixel), s.Name)
		}
	}
}

func TestProgramsComputeTheFormulas(t *testing.T) {
	t.Parallel()
	most := struct{ final, registers int }{}
	for seed := range uint64(8000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w := stimulus.Words(rng, isa.MaxStages, stimulus.Mix(seed%stimulus.NumMixes))
		p := model.Translate(&w, isa.MaxStages)
		_, count := p.Table(true)
		most.final = max(most.final, p.Steps[len(p.Steps)-1])
		most.registers = max(most.registers, count)
		for range 4 {
			pixel := stimulus.Pixel(rng)
			require.Equal(t, model.Combine(&w, isa.MaxStages, pixel), model.Interpret(p.Instructions, pixel), "seed %d\n%s", seed, isa.Listing(p.Instructions))
		}
		require.LessOrEqual(t, len(p.Instructions), 127)
	}
	assert.Equal(t, 7, most.final, "of the final combiner")
	assert.Equal(t, 14, most.registers, "registers")
}

// F is computed only where it is a true product: where it is 0, 1 or one operand, that is read in its place.
func TestFIsATrueProduct(t *testing.T) {
	t.Parallel()
	computed, replaced := 0, 0
	for seed := range uint64(4000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		w := isa.ResetWords()
		zero, one := uint32(0), uint32(0x20)
		other := uint32(rng.IntN(2))<<5 | uint32(rng.IntN(2))<<4 | []uint32{4, 5, 8, 12}[rng.IntN(4)]
		f := uint32(isa.Product) | uint32(rng.IntN(2))<<5
		place := 8 * rng.IntN(4)
		w.Final[0] = rng.Uint32()&0x21212121 | 0x0c040508&^(0xff<<place) | f<<place
		inputs := [][2]uint32{{one, other}, {other, one}, {zero, other}, {one, one}, {other, 0x04}}[rng.IntN(5)]
		w.Final[1] = inputs[0]<<24 | inputs[1]<<16 | 0x1c80
		p := model.Translate(&w, isa.MaxStages)
		uses := false
		for _, i := range p.Instructions {
			if i.Dest == isa.Product {
				require.Equal(t, isa.Multiply, i.Op, "FINAL0 %08x FINAL1 %08x\n%s", w.Final[0], w.Final[1], isa.Listing(p.Instructions))
				uses = true
			}
		}
		if uses {
			computed++
		} else {
			replaced++
		}
		pixel := stimulus.Pixel(rng)
		require.Equal(t, model.Combine(&w, isa.MaxStages, pixel), model.Interpret(p.Instructions, pixel), "FINAL0 %08x FINAL1 %08x\n%s", w.Final[0], w.Final[1], isa.Listing(p.Instructions))
	}
	assert.Greater(t, computed, 400)
	assert.Greater(t, replaced, 2000)
}

func TestAStageHasAtMostFifteenInstructions(t *testing.T) {
	t.Parallel()
	most := 0
	for seed := range uint64(30000) {
		s := stimulus.Stage(rand.New(rand.NewPCG(seed, 1)), stimulus.HazardMix)
		if seed%2 == 0 { // products beside MUX
			s.OutRGB, s.OutAlpha = s.OutRGB|1<<14&^0x3000, s.OutAlpha|1<<14
		}
		most = max(most, len(model.TranslateStage(s, false, model.Halves{0xffff, 0xffff})))
	}
	assert.Equal(t, 15, most)
}
