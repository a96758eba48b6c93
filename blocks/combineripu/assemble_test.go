package combineripu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/scenario"
)

// assembled puts programs for castalu's processor one behind the other.
type assembled struct {
	castalu.Program
	starts, bases []int
}

func (a *assembled) add(t *testing.T, p testProgram) {
	words, constants, err := Assemble(p.code)
	require.NoError(t, err)
	a.starts, a.bases = append(a.starts, len(a.Words)), append(a.bases, len(a.Constants))
	a.Words, a.Constants = append(a.Words, words...), append(a.Constants, constants...)
}

// colourOf is an item's result as a pixel.
func colourOf(t *testing.T, e castalu.Ended) (c Colour) {
	require.Len(t, e.Vectors, 1)
	for k, x := range e.Vectors[0] {
		c[k] = uint8(x)
	}
	return c
}

// The machine of castalu runs every listing, with remapping and without, and gives the colour of the interpreter.
func TestListingsRunOnCastalusMachine(t *testing.T) {
	t.Parallel()
	config := castalu.NewConfig(4, castalu.Shared)
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w := RandomWords(rng, MaxStages, Mix(seed%NumMixes))
		if seed < uint64(len(knownStates)) {
			w = knownStates[seed].words
		}
		for _, remap := range []bool{false, true} {
			p, pixel := programOf(w, remap), RandomPixel(rng)
			var a assembled
			a.add(t, p)
			m := castalu.Machine{Config: config, Program: a.Words, Constants: a.Constants, Fault: func(at int, w castalu.Word) { t.Errorf("%d: %v", at, w) }}
			e, ok := m.Run(0, 0, Vectors(pixel, p.allocation.Load, p.allocation.Table), len(a.Words))
			require.True(t, ok)
			require.Equal(t, Interpret(Translate(&w, MaxStages).Instructions, pixel), colourOf(t, e), "seed %d\n%s", seed, Listing(p.code))
		}
	}
}

// So does the processor.
func TestListingsRunOnCastalusProcessor(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	var states []Words
	for _, k := range knownStates {
		states = append(states, k.words)
	}
	for k := range 4 {
		states = append(states, RandomWords(rng, 3, Mix(k)))
	}
	var a assembled
	for _, w := range states {
		a.add(t, programOf(w, true))
	}
	c := castalu.NewConfig(1, castalu.Shared)
	c.Constants, c.Registers = 256, NumRegisters
	h := scenario.NewProcessor(t, c, &a.Program, castalu.Model{}, 0, 0)
	for k, w := range states {
		for range 4 {
			p, pixel := programOf(w, true), RandomPixel(rng)
			want := Interpret(Translate(&w, MaxStages).Instructions, pixel)
			h.SendFor(scenario.Work{Start: a.starts[k], Base: a.bases[k], Vectors: Vectors(pixel, p.allocation.Load, p.allocation.Table)}, func(e castalu.Ended) {
				assert.Equal(t, want, colourOf(t, e), "program %d\n%s", k, Listing(p.code))
			})
		}
	}
	h.Finish(100_000)
	assert.Equal(t, 4*len(states), h.Done)
}

func TestConstantsStandInTheOrderOfTheirFirstUse(t *testing.T) {
	constant := func(kind Kind) [3]Operand { return [3]Operand{{Kind: kind, Alpha: 1, Mapping: SignedIdentity}} }
	move := Instruction{Op: Move, Halves: RGBHalf | AlphaHalf, In: constant(Constant1Operand), Constants: [2]uint32{0x01020304, 0xff00807f}}
	zero := Instruction{Op: Move, Dest: 3, Halves: RGBHalf, In: constant(ZeroOperand)}
	other := Instruction{Op: Move, Dest: 2, Halves: AlphaHalf, In: constant(Constant0Operand), Constants: [2]uint32{5, 6}}
	words, constants, err := Assemble([]Instruction{move, zero, move, other})
	require.NoError(t, err)
	assert.Equal(t, [][4]uint32{{2, 3, 4, 1}, {0, 128, 127, 255}, {}, {0, 0, 5, 0}, {0, 0, 6, 0}}, constants)
	var text []string
	for _, w := range words {
		i, err := castalu.Decode(w)
		require.NoError(t, err)
		text = append(text, i.String())
	}
	assert.Equal(t, []string{"mov_ssat.s9 r0, signed(c1)", "mov_ssat.s9 r3.xyz, signed(c2)", "mov_ssat.s9 r0, signed(c1)", "mov_ssat.s9 r2.w, signed(c3)", "end r0, 1"}, text)
}

func TestWhatCannotBeAssembledIsNamed(t *testing.T) {
	_, _, err := Assemble([]Instruction{{Op: Move, Dest: 1}})
	assert.EqualError(t, err, "combineripu: instruction 0, MOV R1=s(ZERO): the result is written to no component; name those that it is for")
	_, _, err = Assemble([]Instruction{{Op: Move, Halves: RGBHalf}, {Op: NumOps}})
	assert.EqualError(t, err, "combineripu: instruction 1 has no operation 6; the last is 5")
	var many []Instruction
	for k := range uint32(129) {
		many = append(many, Instruction{Op: Move, Halves: RGBHalf, In: [3]Operand{{Kind: Constant0Operand}}, Constants: [2]uint32{k, 0}})
	}
	_, _, err = Assemble(many)
	assert.ErrorContains(t, err, "there is no constant 256; the last is 255")
}
