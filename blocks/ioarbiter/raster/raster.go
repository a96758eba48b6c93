package raster

import (
	"posedge/blocks/ioarbiter/fixed"
	"posedge/hdl"
)

const (
	// Cycles is the number of cycles from one request to the next.
	Cycles = 4
	// Latency is the number of cycles from a request to its response, if no response waits.
	Latency = 10
)

// Raster finds the pixels of a tile that a triangle or a rectangle covers. It answers each request once, in order: 16
// pixels a cycle, a tile in 4 cycles, with up to 3 requests in flight. The whole unit stalls while a response is not
// taken. It takes state while no request is inside, except one whose response is offered. The state holds for all later
// requests, including one that is taken in the same cycle. State powers up as 0: there is no scissor.
//
// The registers of the state: bit 0 of register 0 turns the scissor on. With it, only pixels with x0 ≤ x < x1 and
// y0 ≤ y < y1 are covered; register 1 is x0 + 2^16·y0, and register 2 is x1 + 2^16·y1.
type Raster struct {
	State hdl.Sink[fixed.StateWrite] `doc:"registers of the state; ready while no request is inside"`
	In    hdl.Sink[Request]          `doc:"a triangle or a rectangle, and a tile"`
	Out   hdl.Source[Response]       `doc:"which pixels of the tile are covered"`
}

// New makes a raster unit.
func New() *Raster {
	return &Raster{State: hdl.NewSink(fixed.StateShape()), In: hdl.NewSink(RequestShape()), Out: hdl.NewSource(ResponseShape())}
}

// ModuleName is ioarbiter_raster.
func (r *Raster) ModuleName() string { return "ioarbiter_raster" }

// ModuleDoc describes the unit in its Verilog.
func (r *Raster) ModuleDoc() string {
	return "Raster unit: the pixels of an 8x8 tile that a triangle or a rectangle covers, 16 a cycle."
}

// A request begins in the move that loads it into the unit's registers. The number of moves after which:
const (
	measured = 1            // its first edge is measured; the others follow, one a move
	weighed  = measured + 1 // the function of its first edge is being summed up
	joining  = weighed + 2  // the walk along its last edge begins after this move
)

// pipeline is the unit's pipeline.
type pipeline struct {
	fixed.Pipeline
	m *hdl.Module
}

// Describe builds the pipeline. In each move one edge is measured and one is weighed. The walks along the three edges
// of a request begin one move after the other, and each takes as many moves as the request.
func (r *Raster) Describe(m *hdl.Module) {
	p := pipeline{fixed.NewPipeline(m, Cycles, Latency, r.In.Fire(), r.Out.Ready.Bits), m}
	r.In.Ready.Set(p.Free)
	r.State.Ready.Set(p.Idle)

	c := p.take(r.In.Fire(), r.In.Data)
	e := p.measure(c)
	w := p.window(c, e, r.scissor(m))
	covered := p.cover(p.weigh(e))
	mask := m.Reg("mask", maskBits, hdl.NoReset())
	inWindow := func(row int) hdl.Bits { return w.Columns.And(w.Rows.Bit(row).Repeat(Side)) }
	pair := m.Named("pair", hdl.Pack(inWindow(0), inWindow(1)).And(covered.Or(w.Rectangle.Repeat(2*Side))))
	m.If(p.Move, func() { mask.Set(hdl.Cat(pair, mask.Slice(maskBits-1, 2*Side))) })
	r.Out.Send(p.Offered, Response{mask, fixed.After(p.Pipeline, "fault", w.Fault)})
}
