package combineripu

import (
	"posedge/hdl"
)

// emulator is the instruction emulator: it reads a program state step by step and sends the program that computes the
// same. The sequencer decides when each beat goes out, the plan what the instructions are.
type emulator struct {
	Programs hdl.Sink[SetBeat]      `doc:"programs that may be sent; there is room for one per set"`
	Events   hdl.Sink[ProgramEvent] `doc:"from the shader, in the order of the programs"`
	Freed    hdl.Source[SetBeat]    `doc:"sets whose block has returned"`
	Out      hdl.Source[Emission]   `doc:"instructions and tokens"`

	Position hdl.OutOf[Position] `doc:"the step to read"`
	Words    hdl.InOf[StepWords] `doc:"its words, in the same cycle"`
	Live     hdl.InOf[Live]      `doc:"its live results, in the same cycle"`

	Sent        hdl.Out `doc:"instructions sent, modulo 2^32"`
	Resent      hdl.Out `doc:"of these, those already sent in an earlier pass, modulo 2^32"`
	Invalidated hdl.Out `doc:"of these, those discarded by an invalid token, modulo 2^32"`

	config Config
}

func newEmulator(c Config) *emulator {
	shapes := c.shapes()
	return &emulator{
		Programs: hdl.NewSink(shapes.SetBeat), Events: hdl.NewSink(ProgramEventShape(c)),
		Freed: hdl.NewSource(shapes.SetBeat), Out: hdl.NewSource(EmissionShape(c)),
		Position: hdl.OutputOf(shapes.Position), Words: hdl.InputOf(shapes.Words), Live: hdl.InputOf(commonShapes().Live),
		Sent: hdl.Output(counterBits), Resent: hdl.Output(counterBits), Invalidated: hdl.Output(counterBits),
		config: c,
	}
}

// ModuleName is emulator with the configuration.
func (e *emulator) ModuleName() string { return "emulator_" + e.config.name() }

// ModuleDoc describes the part in its Verilog.
func (e *emulator) ModuleDoc() string {
	return "Translates the words of a program state into a shader program and sends it pass by pass."
}

// Describe plans the step that the sequencer is sending.
func (e *emulator) Describe(m *hdl.Module) {
	s := hdl.Instance(m, "sequencer", newSequencer(e.config, numSlots, maxAhead))
	p := hdl.Instance(m, "plan", newPlan(e.config))
	s.Programs.From(e.Programs)
	s.Events.From(e.Events)
	e.Freed.From(s.Freed)
	e.Out.From(s.Out)
	e.Position.Set(s.Position.Data)
	s.Words.Set(e.Words.Data)
	s.Live.Set(e.Live.Data)

	step := s.Step.Data
	p.Words.Set(step.Words)
	p.Live.Set(step.Live)
	p.Final.Set(step.Final)
	s.Valid.Set(p.Valid)
	s.Slots.Set(p.Slots.Data[:])

	e.Sent.Set(s.Sent)
	e.Resent.Set(s.Resent)
	e.Invalidated.Set(s.Invalidated)
}
