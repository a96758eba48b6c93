package compiler_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/precision/plantest"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
)

var newModel = sync.OnceValues(stimulus.NewModel)

// texel is the response of these tests' texture unit: numbers that depend on its words.
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
func processor(t *testing.T, c *compiler.Code) *model.Machine {
	m, err := newModel()
	require.NoError(t, err)
	return &model.Machine{
		Model: m, Registers: c.Config.Registers, Words: c.Config.Words, Program: c.Program.Words, Constants: c.Program.Constants,
		Call: func(unit int, words []uint32) (uint32, []uint32) {
			out := texel(unit, words)
			return 0xdeadbeef, out[:]
		},
		Fault: func(at int, w isa.Word) { t.Errorf("the word at %d is illegal: %v", at, w) },
	}
}

// compare runs the program of a plan on random inputs and compares it with the plan's nodes,
// evaluated one by one.
func compare(t *testing.T, rng *rand.Rand, p *precision.Plan, c *compiler.Code, items int) (killed int) {
	m, err := newModel()
	require.NoError(t, err)
	machine := processor(t, c)
	for range items {
		e := plantest.Evaluation{Plan: p, Model: m, Texel: texel, Inputs: make([][4]uint32, len(p.Graph.Variables))}
		for k, v := range p.Graph.Variables {
			for n := range v.Width {
				e.Inputs[k][n] = randomFloat(rng)
				if v.Uniform {
					e.Inputs[k][n] = math.Float32bits(float32(v.Value[n]))
				}
			}
		}
		vectors := make([][4]uint32, c.Config.Registers)
		for k := range vectors { // registers without an input hold garbage
			for n := range 4 {
				vectors[k][n] = rng.Uint32()
			}
		}
		for k, v := range c.Inputs {
			copy(vectors[k][:p.Graph.Variables[v].Width], e.Inputs[v][:])
		}
		want := e.Run()
		if want.Killed {
			killed++
		}
		got, ok := machine.Run(0, 0, vectors, len(c.Program.Words))
		require.True(t, ok, "the program does not end")
		require.Equal(t, want, got, "%s", c.Listing(""))
	}
	return killed
}

func TestProgramsComputeWhatTheirPlansSay(t *testing.T) {
	killed, narrow, scaled, complements, used := 0, 0, 0, 0, map[isa.Op]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 12))
		operations := 2 + rng.IntN(24)
		if seed%16 == 0 {
			operations *= 4
		}
		p := randomPlan(rng, randomGraph(rng, operations))
		config := castalu.NewConfig(4, castalu.Separate)
		config.Registers = 8
		c, err := compiler.Generate(p, config)
		if err != nil {
			narrow++
			require.ErrorContains(t, err, "but a thread has 8")
			config.Registers = 32
			if c, err = compiler.Generate(p, config); err != nil {
				require.ErrorContains(t, err, "but a thread has 32")
				continue
			}
		}
		require.LessOrEqual(t, c.Registers, config.Registers)
		for _, i := range c.Program.Code {
			used[i.Op]++
			if i.Scale != isa.By1 {
				scaled++
			}
			for _, in := range i.In {
				if in.Modifier == isa.OneMinus {
					complements++
				}
			}
		}
		killed += compare(t, rng, p, c, 4)
		again, err := isa.Assemble("listing.s", c.Listing(""))
		require.NoError(t, err)
		require.Equal(t, c.Program.Words, again.Words, "seed %d: the words of the listing", seed)
		require.Equal(t, c.Program.Constants, again.Constants, "seed %d: the constants of the listing\n%s", seed, c.Listing(""))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%v; %d killed; %d did not fit in 8 registers", used, killed, narrow)
	for op := isa.Move; op <= isa.Request; op++ {
		assert.Greater(t, used[op], 10, "%v", op)
	}
	assert.Greater(t, killed, 50)
	assert.Greater(t, narrow, 5)
	assert.Greater(t, scaled, 50)
	assert.Greater(t, complements, 10)
}
