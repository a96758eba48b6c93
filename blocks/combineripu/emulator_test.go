package combineripu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// emulated is an emulator whose program states and live results are set by a test.
type emulated struct {
	programPorts
	Steps hdl.InOf[[][]heldBits] `doc:"by set, the general stages and then the final combiner"`

	config Config
}

// heldBits are the words and live results of a step.
type heldBits struct {
	Words StepWords
	Live  Live
}

func newEmulated(c Config) *emulated {
	step := hdl.Shape[heldBits](hdl.Widths{"stage": c.stageWidth()})
	steps := slices.Repeat([]heldBits{step}, c.Stages+1)
	return &emulated{programPorts: newProgramPorts(c), Steps: hdl.InputOf(slices.Repeat([][]heldBits{steps}, c.Sets)), config: c}
}

func (h *emulated) Describe(m *hdl.Module) {
	e := hdl.Instance(m, "dut", newEmulator(h.config))
	e.Programs.From(h.Programs)
	e.Events.From(h.Events)
	h.Freed.From(e.Freed)
	h.Out.From(e.Out)
	h.Sent.Set(e.Sent)
	h.Resent.Set(e.Resent)
	h.Invalidated.Set(e.Invalidated)
	var steps []heldBits
	for _, set := range h.Steps.Data {
		steps = append(steps, hdl.Select(e.Position.Data.Stage, set))
	}
	held := hdl.Select(e.Position.Data.Set, steps)
	e.Words.Set(held.Words)
	e.Live.Set(held.Live)
}

// heldValue is a [heldBits].
type heldValue struct {
	Words stepValue
	Live  liveValue
}

// heldSteps are the steps of a program state. The live results of stages that are not active are random, and must not
// matter.
func heldSteps(rng *rand.Rand, c Config, w *isa.Words, p model.Program) (list []heldValue) {
	for stage := range c.Stages + 1 {
		v := heldValue{Words: stepOf(c, *w, stage)}
		if stage < w.Active(c.Stages) {
			v.Live = liveOf(w.Stages[stage], p.Live[stage+1])
		} else if stage < c.Stages {
			v.Live.Sum.RGB = rng.IntN(2)
		}
		list = append(list, v)
	}
	return list
}

// runStates runs program states through an emulator.
func runStates(t testing.TB, c Config, seed uint64, states []isa.Words, pace, stall float64, options ...bench.Option) *play {
	rng := rand.New(rand.NewPCG(seed, 11))
	h := newEmulated(c)
	now := make([][]heldValue, c.Sets)
	for k := range now {
		now[k] = make([]heldValue, c.Stages+1)
	}
	var jobs []*job
	for k, w := range states {
		p := model.Translate(&w, c.Stages)
		jobs = append(jobs, jobOf(c, k, 1+rng.IntN(3), p.Instructions, func(tb *bench.TB) {
			now[k%c.Sets] = heldSteps(rng, c, &w, p)
			tb.Set(h.Steps, now)
		}))
	}
	p := newPlay(t, h, &h.programPorts, c, seed, jobs, pace, stall, options...)
	p.finish(len(states) * 3000)
	return p
}

func randomStates(c Config, seed uint64, n int) (list []isa.Words) {
	rng := rand.New(rand.NewPCG(seed, 12))
	for k := range n {
		list = append(list, stimulus.Words(rng, c.Stages, stimulus.Mix(k%stimulus.NumMixes)))
	}
	return list
}

// The emulator sends the translation, instruction by instruction, of the known states and of random words.
func TestTheEmulatorSendsTheTranslation(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	c := NewConfig(2)
	var known []isa.Words
	for _, k := range stimulus.KnownStates() {
		known = append(known, k.Words)
	}
	runStates(t, c, 1, known, 1, 0)
	for n, e := range sim.Engines() {
		c.Stored = n == 1
		runStates(t, c, uint64(n+2), randomStates(c, uint64(n), 30), 1, 0.2*float64(n), bench.Engine(e))
	}
}

func TestLongTheEmulatorSendsTheTranslation(t *testing.T) {
	long.Only(t)
	for _, c := range sequencerConfigs() {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(4) {
				runStates(t, c, seed, randomStates(c, seed, 1000), 1, 0.1*float64(seed))
			}
		})
	}
}

// An offered program begins two cycles later, three if no general stage is active, and goes on with an instruction per
// cycle; each general stage without instructions costs at most one.
func TestInstructionsByCycle(t *testing.T) {
	t.Parallel()
	c := NewConfig(1)
	for seed := range uint64(stimulus.NumMixes) {
		w := randomStates(c, 1, stimulus.NumMixes)[seed]
		program := model.Translate(&w, c.Stages)
		empty, leading := 0, 0
		for _, n := range program.Steps {
			if n > 0 {
				break
			}
			leading++
		}
		for _, n := range program.Steps {
			if n == 0 {
				empty++
			}
		}
		none := bit(w.Active(c.Stages) == 0)
		p := runStates(t, c, seed, []isa.Words{w}, 1, 0)
		cycles, n := p.out.Cycles(), len(program.Instructions)
		const offered = 2 // the cycle
		assert.Equal(t, uint64(offered+2+leading+none), cycles[0], "seed %d", seed)
		if n > maxAhead {
			n++ // valid
		}
		assert.LessOrEqual(t, cycles[n-1]-cycles[0], uint64(n-1+empty-leading), fmt.Sprintf("seed %d: %v", seed, program.Steps))
	}
}

// The sequencer does the same in Icarus and Verilator, and its Verilog is clean.
func TestLongTheSequencerAgreesOutside(t *testing.T) {
	long.Only(t)
	t.Parallel()
	bench.Outside(t, bench.Simulators, runRandomPrograms(t, Config{Sets: 2, Stages: 3}, 1, 12, 0.5, 0.2, bench.Record()).tb)
}

// So do its other embodiment, the remap, and the emulator with its plan.
func TestLongTheEmulatorAgreesOutside(t *testing.T) {
	long.Only(t)
	t.Parallel()
	stored := Config{Sets: 1, Stages: 2, Stored: true}
	runs := []*bench.TB{
		runRemap(t, 2, 200, 0.2, bench.Record()), runRandomPrograms(t, stored, 1, 12, 0.5, 0.2, bench.Record()).tb,
	}
	for _, c := range []Config{{Sets: 2, Stages: 3}, stored} {
		runs = append(runs, runStates(t, c, 1, randomStates(c, 1, 40), 1, 0.2, bench.Record()).tb)
	}
	bench.Outside(t, bench.AllTools, runs...)
}

// Nothing in the emulator is left unread.
func TestTheEmulatorLeavesNothingUnread(t *testing.T) {
	t.Parallel()
	for _, c := range sequencerConfigs()[2:4] {
		d, err := hdl.Elaborate(newEmulator(c))
		require.NoError(t, err)
		assert.Empty(t, d.Notes, c.name())
	}
}
