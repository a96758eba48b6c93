package compiler_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/scenario"
)

var model = sync.OnceValues(scenario.NewModel)

// texel is what the texture unit of these tests answers: numbers made of what it gets.
func texel(sampler int, words []uint32) (out [4]uint32) {
	sum := uint32(sampler + 1)
	for _, w := range words {
		sum = sum*0x9e3779b1 + w
	}
	for k := range out {
		sum = sum*0x01000193 + 7
		out[k] = math.Float32bits(float32(sum>>24) / 255)
	}
	return out
}

// processor is a machine that runs a program.
func processor(t *testing.T, c *compiler.Code) *castalu.Machine {
	m, err := model()
	require.NoError(t, err)
	return &castalu.Machine{
		Model: m, Config: c.Config, Program: c.Program.Words, Constants: c.Program.Constants,
		Call: func(unit int, words []uint32) (uint32, []uint32) {
			out := texel(unit, words)
			return 0xdeadbeef, out[:]
		},
		Fault: func(at int, w castalu.Word) { t.Errorf("the word at %d has no meaning: %v", at, w) },
	}
}

func TestProgramsComputeWhatTheirPlansSay(t *testing.T) {
	m, err := model()
	require.NoError(t, err)
	instructions, killed, used := 0, 0, map[castalu.Op]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 12))
		g := randomGraph(rng, 2+rng.IntN(24))
		p := randomPlan(rng, g)
		c, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
		require.NoError(t, err, "seed %d", seed)
		instructions += len(c.Program.Code)
		for _, i := range c.Program.Code {
			used[i.Op]++
		}
		machine := processor(t, c)
		for range 4 {
			e := evaluation{Plan: p, model: m, texel: texel, inputs: make([][4]uint32, len(g.Variables))}
			for k, v := range g.Variables {
				for n := range v.Width {
					e.inputs[k][n] = randomFloat(rng)
					if v.Uniform {
						e.inputs[k][n] = math.Float32bits(float32(v.Value[n]))
					}
				}
			}
			vectors := make([][4]uint32, c.Config.Registers)
			for k := range vectors { // what is not an input is rubbish
				for n := range 4 {
					vectors[k][n] = rng.Uint32()
				}
			}
			for k, v := range c.Inputs {
				vectors[k] = e.inputs[v]
			}
			want := e.run()
			if want.Killed {
				killed++
			}
			got, ok := machine.Run(0, 0, vectors, len(c.Program.Words))
			require.True(t, ok, "seed %d: the program does not end", seed)
			require.Equal(t, want, got, "seed %d:\n%s", seed, c.Listing(""))
		}
		again, err := castalu.Assemble("listing.s", c.Listing(""))
		require.NoError(t, err)
		require.Equal(t, c.Program.Words, again.Words, "seed %d: the words of the listing", seed)
		require.Equal(t, c.Program.Constants, again.Constants, "seed %d: the constants of the listing\n%s", seed, c.Listing(""))
	}
	t.Logf("%d instructions: %v; %d killed", instructions, used, killed)
}
