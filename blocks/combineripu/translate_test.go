package combineripu

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A knownState is a program state whose program and registers are known, with a pixel and its colour.
type knownState struct {
	name                 string
	words                Words
	listing              string
	registers, unmapped  int
	instructions, pixels int
	pixel                PixelValues
	colour               Colour
}

// stateOf is the reset state with other words.
func stateOf(control uint32, final0, final1 uint32, stages ...StageWords) Words {
	w := ResetWords()
	w.Control, w.Final = control, [2]uint32{final0, final1}
	copy(w.Stages[:], stages)
	return w
}

var knownStates = []knownState{
	{
		name: "reset", words: ResetWords(), registers: 6, unmapped: 15, instructions: 5, pixels: 10,
		listing: `MOV SP0=s(PRI)
ADD E.rgb=s(SP0)+s(SEC)
MUL R0.rgb=(1-s(FOG.aaa))·s(FOG)
MAD R0.rgb=s(FOG.aaa)·s(E)+R0
MOV R0.a=s(SP0.a)
`,
		pixel:  PixelValues{Primary: Values{200, 100, 50, 128}, Secondary: Values{30, 60, 90}, Fog: Values{120, 140, 160, 192}},
		colour: Colour{203, 155, 145, 128},
	},
	{
		name: "swap", words: stateOf(0x101, 0x04050000, 0x1580, StageWords{0xc520c420, 0xd530d430, 0x45, 0x45, [2]uint32{}}),
		registers: 4, unmapped: 7, instructions: 5, pixels: 16,
		listing: `MOV T1=PRI
MOV PRI.rgb=SEC
MOV SEC=T1
MUL R0.rgb=s(PRI)·s(SEC)
MOV R0.a=s(SEC.a)
`,
		pixel:  PixelValues{Primary: Values{200, -100, 50, 40}, Secondary: Values{128, 64, 255, 90}},
		colour: Colour{100, 0, 50, 40},
	},
	{
		name: "bump", words: stateOf(0x102, 0x0c20000f, 0x0d0d1980,
			StageWords{InRGB: 0x48444845, InAlpha: resetInAlpha, OutRGB: 0x30cd},
			StageWords{InRGB: 0x0c090d0d, InAlpha: resetInAlpha, OutRGB: 0xcd}),
		registers: 7, unmapped: 14, instructions: 6, pixels: 9,
		listing: `DP3 SP1.rgb=x(TEX0)·x(SEC)
DP3 SP0.rgb=x(TEX0)·x(PRI)
MUL SP1.rgb=s(SP1)·s(SP1)
MUL SP0.rgb=s(SP0)·s(TEX1)
MAD R0.rgb=s(SP1)·s(SP1)+s(SP0)
MOV R0.a=s(TEX1.a)
`,
		pixel: PixelValues{Primary: Values{200, 150, 230}, Secondary: Values{170, 190, 220},
			Texture: [4]Values{{128, 128, 255}, {180, 90, 40, 255}}},
		colour: Colour{215, 143, 102, 255},
	},
	{
		name: "cel", words: stateOf(0x11102, 0xc, 0x1980,
			StageWords{InRGB: 0x48440000, InAlpha: resetInAlpha, OutRGB: 0x820c0},
			StageWords{InRGB: 0x01090209, InAlpha: resetInAlpha, OutRGB: 0x4c00}),
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
	for _, k := range knownStates {
		p := Translate(&k.words, MaxStages)
		assert.Equal(t, k.listing, Listing(p.Instructions), k.name)
		assert.Len(t, p.Instructions, k.instructions, k.name)
		assert.Equal(t, -1, p.Illegal, k.name)
		_, count := p.Table(true)
		assert.Equal(t, k.registers, count, k.name)
		assert.Equal(t, k.pixels, 64/count, k.name)
		_, count = p.Table(false)
		assert.Equal(t, k.unmapped, count, k.name)
		if k.colour != (Colour{}) {
			assert.Equal(t, k.colour, Combine(&k.words, MaxStages, k.pixel), k.name)
			assert.Equal(t, k.colour, Interpret(p.Instructions, k.pixel), k.name)
		}
	}
}

func TestProgramsComputeTheFormulas(t *testing.T) {
	t.Parallel()
	most := struct{ final, registers int }{}
	for seed := range uint64(8000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w := RandomWords(rng, MaxStages, Mix(seed%NumMixes))
		p := Translate(&w, MaxStages)
		_, count := p.Table(true)
		most.final = max(most.final, p.Steps[len(p.Steps)-1])
		most.registers = max(most.registers, count)
		for range 4 {
			pixel := RandomPixel(rng)
			require.Equal(t, Combine(&w, MaxStages, pixel), Interpret(p.Instructions, pixel), "seed %d\n%s", seed, Listing(p.Instructions))
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
		w := ResetWords()
		zero, one := uint32(0), uint32(0x20)
		other := uint32(rng.IntN(2))<<5 | uint32(rng.IntN(2))<<4 | []uint32{4, 5, 8, 12}[rng.IntN(4)]
		f := uint32(Product) | uint32(rng.IntN(2))<<5
		place := 8 * rng.IntN(4)
		w.Final[0] = rng.Uint32()&0x21212121 | 0x0c040508&^(0xff<<place) | f<<place
		inputs := [][2]uint32{{one, other}, {other, one}, {zero, other}, {one, one}, {other, 0x04}}[rng.IntN(5)]
		w.Final[1] = inputs[0]<<24 | inputs[1]<<16 | 0x1c80
		p := Translate(&w, MaxStages)
		uses := false
		for _, i := range p.Instructions {
			if i.Dest == Product {
				require.Equal(t, Multiply, i.Op, "FINAL0 %08x FINAL1 %08x\n%s", w.Final[0], w.Final[1], Listing(p.Instructions))
				uses = true
			}
		}
		if uses {
			computed++
		} else {
			replaced++
		}
		pixel := RandomPixel(rng)
		require.Equal(t, Combine(&w, MaxStages, pixel), Interpret(p.Instructions, pixel), "FINAL0 %08x FINAL1 %08x\n%s", w.Final[0], w.Final[1], Listing(p.Instructions))
	}
	assert.Greater(t, computed, 400)
	assert.Greater(t, replaced, 2000)
}

func TestAStageHasAtMostFifteenInstructions(t *testing.T) {
	t.Parallel()
	most := 0
	for seed := range uint64(30000) {
		g := &words{rand.New(rand.NewPCG(seed, 1)), HazardMix}
		s := StageWords{g.input(false), g.input(true), g.output(false), g.output(true), [2]uint32{}}
		if seed%2 == 0 { // products beside MUX
			s.OutRGB, s.OutAlpha = s.OutRGB|1<<14&^0x3000, s.OutAlpha|1<<14
		}
		most = max(most, len(translateStage(s, false, Halves{0xffff, 0xffff})))
	}
	assert.Equal(t, 15, most)
}

func TestListingsNameWhatLanesRead(t *testing.T) {
	t.Parallel()
	i := Instruction{Op: MultAdd, Dest: Spare0, Halves: 3, Bias: true, Scale: 2, In: [3]Operand{
		{RegisterOperand, Fog, 1, 0, ExpandNegate}, {Constant1Operand, 0, 0, 0, HalfBiasNormal}, {Mapping: SignedNegate}}}
	assert.Equal(t, "MAD SP0=(-x(FOG.aaab))·h(C1.rgbb)+(-ZERO) -128 x4", i.String())
	assert.Equal(t, "MAD R12=", i.Numbered()[:8])
	assert.False(t, strings.Contains(i.String(), "\n"))
}
