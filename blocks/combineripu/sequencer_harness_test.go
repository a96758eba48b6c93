package combineripu

import (
	"math/bits"
	"slices"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// programPorts are the ports that a sequencer and an emulator have in common.
type programPorts struct {
	Programs hdl.Sink[SetBeat]
	Events   hdl.Sink[ProgramEvent]
	Freed    hdl.Source[SetBeat]
	Out      hdl.Source[Emission]

	Sent, Resent, Invalidated hdl.Out
}

func newProgramPorts(c Config) programPorts {
	set := c.shapes().SetBeat
	return programPorts{
		Programs: hdl.NewSink(set), Events: hdl.NewSink(ProgramEventShape(c)), Freed: hdl.NewSource(set), Out: hdl.NewSource(EmissionShape(c)),
		Sent: hdl.Output(counterBits), Resent: hdl.Output(counterBits), Invalidated: hdl.Output(counterBits),
	}
}

// scripted is a sequencer with any plan: a mask selects the slots that hold a step's instructions. An instruction's
// destination is the number of its slot, and its constants are its set and stage.
type scripted struct {
	programPorts
	Scripts hdl.InOf[[]scriptBits] `doc:"by set"`

	config Config
}

// scriptBits are the steps of a program.
type scriptBits struct {
	Active hdl.Bits   `width:"stage"`
	Masks  []hdl.Bits `width:"slots" len:"steps" doc:"of the general stages, then of the final combiner"`
	Live   hdl.Bits   `width:"stages" doc:"bit n: stage n has a live result"`
}

func newScripted(c Config) *scripted {
	script := hdl.Shape[scriptBits](hdl.Widths{"stage": c.stageWidth(), "slots": numSlots, "steps": c.Stages + 1, "stages": c.Stages})
	return &scripted{programPorts: newProgramPorts(c), Scripts: hdl.InputOf(slices.Repeat([]scriptBits{script}, c.Sets)), config: c}
}

func (h *scripted) ModuleName() string { return "scripted_" + h.config.name() }

func (h *scripted) Describe(m *hdl.Module) {
	s := hdl.Instance(m, "dut", newSequencer(h.config, numSlots, maxAhead))
	s.Programs.From(h.Programs)
	s.Events.From(h.Events)
	h.Freed.From(s.Freed)
	h.Out.From(s.Out)
	h.Sent.Set(s.Sent)
	h.Resent.Set(s.Resent)
	h.Invalidated.Set(s.Invalidated)

	at := s.Position.Data
	script := hdl.Select(at.Set, h.Scripts.Data)
	w := zeros(h.config.shapes().Words)
	w.Active = script.Active
	w.Words[0] = hdl.Select(at.Stage, script.Masks).ZeroExtend(32)
	w.Constants = [2]hdl.Bits{at.Set.ZeroExtend(32), at.Stage.ZeroExtend(32)}
	s.Words.Set(w)
	common := commonShapes()
	live := zeros(common.Live)
	live.CD.Blue = script.Live.At(at.Stage)
	s.Live.Set(live)

	step := s.Step.Data
	mask := step.Words.Words[0].Truncate(numSlots)
	slots := common.Slots
	for k := range slots {
		slots[k] = zeros(slots[k])
		slots[k].Dest = hdl.Const(4, k)
		slots[k].Final = step.Final
		slots[k].Last = step.Final.And(mask.Shr(k + 1).ReduceOr().Not())
	}
	s.Valid.Set(mask)
	s.Slots.Set(slots[:])
	hdl.Unused(step.Live, step.Words)
}

// script is a program for the harness.
type script struct {
	Active uint64
	Masks  []uint64
	Live   uint64
}

// listing is what the program sends in a pass.
func (s script) listing(set uint64) (list []isa.Instruction) {
	stages := len(s.Masks) - 1
	for stage, mask := range s.Masks {
		if stage >= int(s.Active) && stage < stages {
			continue
		}
		for ; mask != 0; mask &= mask - 1 {
			list = append(list, isa.Instruction{
				Dest: isa.Register(bits.TrailingZeros64(mask)), Final: stage == stages, Constants: [2]uint32{uint32(set), uint32(stage)},
			})
		}
	}
	list[len(list)-1].Last = true
	return list
}
