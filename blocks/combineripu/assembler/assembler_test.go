package assembler_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	castaluisa "posedge/blocks/castalu/isa"
	castalumodel "posedge/blocks/castalu/model"
	castalustimulus "posedge/blocks/castalu/stimulus"
	"posedge/blocks/combineripu/assembler"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// assembled is a sequence of programs for castalu's processor.
type assembled struct {
	castaluisa.Program
	starts, bases []int
}

func (a *assembled) add(t *testing.T, code []isa.Instruction) {
	words, constants, err := assembler.Program(code)
	require.NoError(t, err)
	a.starts, a.bases = append(a.starts, len(a.Words)), append(a.bases, len(a.Constants))
	a.Words, a.Constants = append(a.Words, words...), append(a.Constants, constants...)
}

// colourOf is an item's result as a colour.
func colourOf(t *testing.T, e castalumodel.Ended) (c model.Colour) {
	require.Len(t, e.Vectors, 1)
	for k, x := range e.Vectors[0] {
		c[k] = uint8(x)
	}
	return c
}

// castalu's machine runs every listing, with remapping and without, and gives the interpreter's colour.
func TestListingsRunOnCastalusMachine(t *testing.T) {
	t.Parallel()
	config := castalu.NewConfig(4, castalu.Shared)
	known := stimulus.KnownStates()
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w := stimulus.Words(rng, isa.MaxStages, stimulus.Mix(seed%stimulus.NumMixes))
		if seed < uint64(len(known)) {
			w = known[seed].Words
		}
		for _, remap := range []bool{false, true} {
			p, pixel := model.Translate(&w, isa.MaxStages), stimulus.Pixel(rng)
			code := p.Remapped(remap)
			table, _ := p.Table(remap)
			var a assembled
			a.add(t, code)
			m := castalumodel.Machine{Registers: config.Registers, Words: config.Words, Program: a.Words, Constants: a.Constants, Fault: func(at int, w castaluisa.Word) { t.Errorf("%d: %v", at, w) }}
			e, ok := m.Run(0, 0, assembler.Vectors(pixel, p.Load, table), len(a.Words))
			require.True(t, ok)
			require.Equal(t, model.Interpret(p.Instructions, pixel), colourOf(t, e), "seed %d\n%s", seed, isa.Listing(code))
		}
	}
}

// castalu's processor does the same.
func TestListingsRunOnCastalusProcessor(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	var states []isa.Words
	for _, k := range stimulus.KnownStates() {
		states = append(states, k.Words)
	}
	for k := range 4 {
		states = append(states, stimulus.Words(rng, 3, stimulus.Mix(k)))
	}
	var a assembled
	for _, w := range states {
		a.add(t, model.Translate(&w, isa.MaxStages).Remapped(true))
	}
	c := castalu.NewConfig(1, castalu.Shared)
	c.Constants, c.Registers = 256, isa.NumRegisters
	h := castalustimulus.NewProcessor(t, c, &a.Program, castalumodel.Model{}, 0, 0)
	for k, w := range states {
		for range 4 {
			p, pixel := model.Translate(&w, isa.MaxStages), stimulus.Pixel(rng)
			table, _ := p.Table(true)
			want := model.Interpret(p.Instructions, pixel)
			h.SendFor(castalustimulus.Work{Start: a.starts[k], Base: a.bases[k], Vectors: assembler.Vectors(pixel, p.Load, table)}, func(e castalumodel.Ended) {
				assert.Equal(t, want, colourOf(t, e), "program %d\n%s", k, isa.Listing(p.Instructions))
			})
		}
	}
	h.Finish(100_000)
	assert.Equal(t, 4*len(states), h.Done)
}

func TestConstantsStandInTheOrderOfTheirFirstUse(t *testing.T) {
	constant := func(kind isa.Kind) [3]isa.Operand {
		return [3]isa.Operand{{Kind: kind, Alpha: 1, Mapping: isa.SignedIdentity}}
	}
	move := isa.Instruction{Op: isa.Move, Halves: isa.RGBHalf | isa.AlphaHalf, In: constant(isa.Constant1Operand), Constants: [2]uint32{0x01020304, 0xff00807f}}
	zero := isa.Instruction{Op: isa.Move, Dest: 3, Halves: isa.RGBHalf, In: constant(isa.ZeroOperand)}
	other := isa.Instruction{Op: isa.Move, Dest: 2, Halves: isa.AlphaHalf, In: constant(isa.Constant0Operand), Constants: [2]uint32{5, 6}}
	words, constants, err := assembler.Program([]isa.Instruction{move, zero, move, other})
	require.NoError(t, err)
	assert.Equal(t, [][4]uint32{{2, 3, 4, 1}, {0, 128, 127, 255}, {}, {0, 0, 5, 0}, {0, 0, 6, 0}}, constants)
	var text []string
	for _, w := range words {
		i, err := castaluisa.Decode(w)
		require.NoError(t, err)
		text = append(text, i.String())
	}
	assert.Equal(t, []string{"mov_ssat.s9 r0, signed(c1)", "mov_ssat.s9 r3.xyz, signed(c2)", "mov_ssat.s9 r0, signed(c1)", "mov_ssat.s9 r2.w, signed(c3)", "end r0, 1"}, text)
}

func TestErrorsNameWhatCannotBeAssembled(t *testing.T) {
	_, _, err := assembler.Program([]isa.Instruction{{Op: isa.Move, Dest: 1}})
	assert.EqualError(t, err, "combineripu: instruction 0, MOV R1=s(ZERO): the result is written to no component; name those that it is for")
	_, _, err = assembler.Program([]isa.Instruction{{Op: isa.Move, Halves: isa.RGBHalf}, {Op: isa.NumOps}})
	assert.EqualError(t, err, "combineripu: instruction 1 has no operation 6; the last is 5")
	var many []isa.Instruction
	for k := range uint32(129) {
		many = append(many, isa.Instruction{Op: isa.Move, Halves: isa.RGBHalf, In: [3]isa.Operand{{Kind: isa.Constant0Operand}}, Constants: [2]uint32{k, 0}})
	}
	_, _, err = assembler.Program(many)
	assert.ErrorContains(t, err, "there is no constant 256; the last is 255")
}
