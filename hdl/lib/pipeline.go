package lib

import (
	"fmt"

	"posedge/hdl"
)

// PipelineRegister registers valid and data of a stream. Latency one cycle, a
// beat every cycle. Ready remains combinational: the register takes a beat if
// it is empty or passes its own on, so ready at In depends on ready at Out.
// [SkidBuffer] cuts that path too.
type PipelineRegister[T any] struct {
	In  hdl.Sink[T]   `doc:"the stream to delay"`
	Out hdl.Source[T] `doc:"the same beats, a cycle later"`

	shape T
}

// NewPipelineRegister makes a register for a stream of the shape.
func NewPipelineRegister[T any](shape T) *PipelineRegister[T] {
	return &PipelineRegister[T]{In: hdl.NewSink(shape), Out: hdl.NewSource(shape), shape: shape}
}

// ModuleName is pipeline_register_<shape>, as [hdl.ShapeName] gives it.
func (p *PipelineRegister[T]) ModuleName() string {
	return "pipeline_register_" + hdl.ShapeName(p.shape)
}

// ModuleDoc describes the register in its Verilog.
func (p *PipelineRegister[T]) ModuleDoc() string { return "Registers valid and data of a stream." }

// Describe builds the register.
func (p *PipelineRegister[T]) Describe(m *hdl.Module) {
	valid := m.Reg("valid", 1)
	data := hdl.RegOf(m, "data", p.shape, hdl.NoReset())

	p.In.Ready.Set(valid.Not().Or(p.Out.Ready))
	p.Out.Send(valid, data)
	m.If(p.In.Ready, func() {
		valid.Set(p.In.Valid)
		hdl.Set(data, p.In.Data)
	})
}

// Pipeline is a chain of [PipelineRegister]s. The latency is as many cycles; a
// beat every cycle. A gap in the stream closes when the stages in front of it
// wait. Ready's path crosses all registers.
type Pipeline[T any] struct {
	In  hdl.Sink[T]   `doc:"the stream to delay"`
	Out hdl.Source[T] `doc:"the same beats, later"`

	shape  T
	stages int
}

// NewPipeline makes a chain of registers, at least 1.
func NewPipeline[T any](shape T, stages int) *Pipeline[T] {
	return &Pipeline[T]{In: hdl.NewSink(shape), Out: hdl.NewSource(shape), shape: shape, stages: stages}
}

// ModuleName is pipeline_<shape>_n<stages>, with the shape as [hdl.ShapeName] gives it.
func (p *Pipeline[T]) ModuleName() string {
	return fmt.Sprintf("pipeline_%s_n%d", hdl.ShapeName(p.shape), p.stages)
}

// ModuleDoc describes the chain in its Verilog.
func (p *Pipeline[T]) ModuleDoc() string {
	return fmt.Sprintf("A stream through %d registers.", p.stages)
}

// Describe builds the chain.
func (p *Pipeline[T]) Describe(m *hdl.Module) {
	if p.stages < 1 {
		m.Errorf("a pipeline has at least 1 stage, not %d", p.stages)
		return
	}
	var from hdl.Stream[T] = p.In
	for i := range p.stages {
		stage := hdl.Instance(m, fmt.Sprintf("stage%d", i), NewPipelineRegister(p.shape))
		stage.In.From(from)
		from = stage.Out
	}
	p.Out.From(from)
}
