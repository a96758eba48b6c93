package fixed

import "posedge/hdl"

// Pipeline is the control of a unit whose steps each work on a request for several moves, until the next request. All
// steps move, or all hold, because a response is not taken or because no request is inside.
type Pipeline struct {
	Move    hdl.Bits // 1: the steps move
	Started hdl.Bits // bit i: a request began i moves ago; it begins in the move after it was taken
	Free    hdl.Bits // 1: a request may be taken
	Idle    hdl.Bits // 1: no request is inside, except one whose response is offered
	Offered hdl.Bits // 1: a response is offered

	m *hdl.Module
}

// NewPipeline makes the control of a pipeline that takes a request at most once in the given number of cycles, and
// offers its response latency cycles later, which is more than cycles, if nothing stalls it. taken is 1 when a request
// is taken, and ready when a response would be.
func NewPipeline(m *hdl.Module, cycles, latency int, taken, ready hdl.Bits) Pipeline {
	hdl.Helper()
	done := latency - 1
	started := m.Reg("started", latency)
	offered := started.Bit(done)
	may := m.Named("may_move", offered.And(ready.Not()).Not())
	p := Pipeline{
		Move:    m.Named("move", may.And(taken.Or(started.ReduceOr()))), // an empty pipeline holds, so that no bits switch
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

// After delays a value by one move.
func After[T any](p Pipeline, name string, x T) T {
	hdl.Helper()
	y := hdl.RegOf(p.m, name, x, hdl.NoReset())
	p.m.If(p.Move, func() { hdl.Set(y, x) })
	return y
}
