package fixed

import "posedge/hdl"

// Pipeline is the steps of a unit that works on a request for as many moves as lie between two requests: all steps move,
// or all hold, because a response is not taken or because no request is inside.
type Pipeline struct {
	Move    hdl.Bits // 1: the steps move
	Started hdl.Bits // bit i: a request began i moves ago; it begins in the move after it was taken
	Free    hdl.Bits // 1: a request may be taken
	Idle    hdl.Bits // 1: no request is inside, a response that is offered apart
	Offered hdl.Bits // 1: a response is offered

	m *hdl.Module
}

// NewPipeline makes the control of a pipeline. It is free once every so many moves, which are cycles, and offers a
// response so many moves after a request was taken: more than cycles. Taken says that a request is taken, and ready that a
// response is taken if it is offered.
func NewPipeline(m *hdl.Module, cycles, latency int, taken, ready hdl.Bits) Pipeline {
	hdl.Helper()
	done := latency - 1
	started := m.Reg("started", latency)
	offered := started.Bit(done)
	may := m.Named("may_move", offered.And(ready.Not()).Not())
	p := Pipeline{
		Move:    m.Named("move", may.And(taken.Or(started.ReduceOr()))), // an empty pipeline would switch bits for nothing
		Started: started,
		Idle:    m.Named("idle", started.Truncate(done).ReduceOr().Not()),
		Offered: offered,
		m:       m,
	}
	p.Free = may.And(started.Truncate(cycles - 1).ReduceOr().Not())
	m.If(p.Move, func() { started.Set(hdl.Cat(started.Truncate(done), taken)) })
	overlap := hdl.Const(1, 0)
	for i := range done {
		near := started.Slice(min(i+cycles-1, done), i+1)
		overlap = overlap.Or(started.Bit(i).And(near.ReduceOr()))
	}
	m.Assert("requests_apart", overlap.Not())
	return p
}

// After is a value one move later.
func After[T any](p Pipeline, name string, x T) T {
	hdl.Helper()
	y := hdl.RegOf(p.m, name, x, hdl.NoReset())
	p.m.If(p.Move, func() { hdl.Set(y, x) })
	return y
}
