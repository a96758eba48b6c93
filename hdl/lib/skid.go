package lib

import (
	"posedge/hdl"
)

// SkidBuffer registers a stream in both directions: valid, data and ready all
// come from registers, so no path crosses it. Latency one cycle, a beat every
// cycle. It holds two beats: the one that is offered, and one that came in before
// its ready could signal a stall.
type SkidBuffer[T any] struct {
	In  hdl.Sink[T]   `doc:"the stream to cut"`
	Out hdl.Source[T] `doc:"the same beats, a cycle later"`

	shape T
}

// NewSkidBuffer makes a skid buffer for a stream of the shape.
func NewSkidBuffer[T any](shape T) *SkidBuffer[T] {
	return &SkidBuffer[T]{In: hdl.NewSink(shape), Out: hdl.NewSource(shape), shape: shape}
}

// ModuleName is skid_buffer_<shape>, as [hdl.ShapeName] gives it.
func (s *SkidBuffer[T]) ModuleName() string {
	return "skid_buffer_" + hdl.ShapeName(s.shape)
}

// ModuleDoc describes the buffer in its Verilog.
func (s *SkidBuffer[T]) ModuleDoc() string {
	return "Registers valid, data and ready of a stream."
}

// Describe builds the buffer. While the spare register is empty it follows the input,
// whether there is a beat or not: that needs no extra enable.
func (s *SkidBuffer[T]) Describe(m *hdl.Module) {
	valid, full := m.Reg("valid", 1), m.Reg("full", 1) // full: a beat is in spare
	data := hdl.RegOf(m, "data", s.shape, hdl.NoReset())
	spare := hdl.RegOf(m, "spare", s.shape, hdl.NoReset())

	s.In.Ready.Set(full.Not())
	s.Out.Send(valid, data)

	move := m.Named("move", valid.Not().Or(s.Out.Ready)) // data is free for the next beat
	m.If(full.Not(), func() { hdl.Set(spare, s.In.Data) })
	m.If(move, func() {
		hdl.Set(data, hdl.MuxOf(full, spare, s.In.Data))
		valid.Set(full.Or(s.In.Valid))
		full.Set(0)
	}).ElseIf(s.In.Valid, func() { full.Set(1) })
}
