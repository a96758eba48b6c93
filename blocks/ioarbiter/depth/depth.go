package depth

import (
	"fmt"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	// Cycles is how many cycles a request takes: the unit takes one every so many cycles.
	Cycles = 8
	// Latency is how many cycles after a request was taken its response is offered, if none waits.
	Latency = 12
)

// Depth tests the pixels of tiles against a buffer of depths in a memory of its own. It answers each request once, in
// order: a row of 8 pixels a cycle, a tile in 8 cycles, with 2 requests inside. All of it waits while a response is not
// taken. A request sees all that those before it wrote. While no request is inside, a response that is offered apart, it
// takes state, which holds for the requests after it, also for one that is taken together with it. State and buffer power
// up as 0; reset leaves the buffer as it is.
//
// The registers of the state: bits 2:0 of register 0 are the [units.DepthFunction], and its bit 3 lets pixels that pass be
// written. Bits 15:0 of register 1 are what a request to clear writes, whatever register 0 is.
//
// The buffer is read over Scan, eight pixels a cycle, while no request is inside or offered. Requests wait while a row that
// was read is not taken. The memory has as many tiles in a row as a power of two, at least 2.
type Depth struct {
	State   hdl.Sink[fixed.StateWrite] `doc:"registers of the state; ready while no request is inside"`
	In      hdl.Sink[Request]          `doc:"what to test or to clear"`
	Out     hdl.Source[Response]       `doc:"which pixels are visible"`
	Scan    hdl.Sink[Place]            `doc:"what to read of the buffer; ready while no request is inside or offered"`
	Scanned hdl.Source[Row]            `doc:"what was read, in the order of Scan; nothing outside of the buffer but zeros"`

	width, height int
}

// New makes a unit with a buffer of so many pixels in a row and so many rows: multiples of 8 up to 256. Other sizes are an
// error.
func New(width, height int) (*Depth, error) {
	for _, n := range []int{width, height} {
		if n < Side || n > units.MaxBufferSide || n%Side != 0 {
			return nil, fmt.Errorf("depth: a buffer of %d×%d pixels cannot be built; choose multiples of %d up to %d", width, height, Side, units.MaxBufferSide)
		}
	}
	return &Depth{
		State: hdl.NewSink(fixed.StateShape()), In: hdl.NewSink(RequestShape()), Out: hdl.NewSource(ResponseShape()),
		Scan: hdl.NewSink(PlaceShape(width, height)), Scanned: hdl.NewSource(RowShape()),
		width: width, height: height,
	}, nil
}

// columns and rows are the tiles of the buffer.
func (d *Depth) columns() int { return d.width / Side }
func (d *Depth) rows() int    { return d.height / Side }

// ModuleName is ioarbiter_depth with the size of the buffer.
func (d *Depth) ModuleName() string { return fmt.Sprintf("ioarbiter_depth_w%d_h%d", d.width, d.height) }

// ModuleDoc describes the unit in its Verilog.
func (d *Depth) ModuleDoc() string {
	return fmt.Sprintf("Depth unit with a buffer of %dx%d pixels of 16 bits: tests, writes and clears 8x8 tiles, 8 pixels a cycle.", d.width, d.height)
}

// A request begins in the move that loads it into the unit's registers. So many moves later:
const (
	summed = 1          // its plane at the tile's first pixel is being summed up
	walked = summed + 1 // its first row is read from the buffer; the others follow, one a move
	tested = walked + 1 // its first row is tested and written
)

// pipeline is the steps of the unit.
type pipeline struct {
	fixed.Pipeline
	m *hdl.Module
}

// row says whether a row of a request is at a step that the first row reaches after so many moves.
func (p pipeline) row(moves int) hdl.Bits { return p.Started.Slice(moves+Side-1, moves).ReduceOr() }

// Describe builds the pipeline: the plane at a tile's first pixel, then a row a move, which is read from the buffer, and
// in the move after tested and written.
func (d *Depth) Describe(m *hdl.Module) {
	p := pipeline{fixed.NewPipeline(m, Cycles, Latency, d.In.Fire(), d.Out.Ready.Bits), m}
	scanned := m.Reg("row_scanned", 1)
	d.In.Ready.Set(p.Free.And(scanned.Not()))
	d.State.Ready.Set(p.Idle)

	s := d.state(m)
	at := p.walk(p.take(d.In.Fire(), d.In.Data, d.columns(), d.rows()))
	test := fixed.After(p.Pipeline, "test", at.test(m, s))

	// A row is written one move after it was read, and the next request reads it seven moves later at the earliest: it
	// reads what those before it wrote.
	reads, writes := m.Named("reads", p.row(walked)), m.Named("writes", p.row(tested))
	m.Assert("row_behind", reads.And(writes).And(test.Row.Truncate(3).Add(1).Ne(at.row.Truncate(3))).Not())
	buffer := hdl.NewMem(m, "buffer", RowShape(), d.height<<hdl.IndexWidth(d.columns()))
	place := func(row, column hdl.Bits) hdl.Bits {
		return hdl.Cat(row.Truncate(hdl.IndexWidth(d.height)), column.Truncate(hdl.IndexWidth(d.columns())))
	}
	d.Scan.Ready.Set(p.Idle.And(d.In.Valid.Not()).And(scanned.Not().Or(d.Scanned.Ready)))
	scan := m.Named("scan", d.Scan.Fire())
	m.If(scan.Or(d.Scanned.Ready), func() { scanned.Set(scan) })
	from := m.Named("from", hdl.Mux(scan, place(d.Scan.Data.Row, d.Scan.Data.Column), place(at.row, at.column)))
	old := buffer.ReadReg("old", from, scan.Or(p.Move.And(reads)), hdl.Forbidden)
	d.Scanned.Send(scanned, old)
	m.Assert("row_stays", scanned.And(p.Idle.Not()).Not())

	passed := m.Named("passed", test.passed(s, old))
	m.If(p.Move.And(writes), func() {
		buffer.WriteMasked(place(test.Row, test.Column), Row{test.Values}, passed.And(s.Write.Or(test.Clear).Repeat(Side)))
	})
	mask := m.Reg("mask", maskBits, hdl.NoReset())
	m.If(p.Move, func() { mask.Set(hdl.Cat(passed, mask.Slice(maskBits-1, Side))) })
	d.Out.Send(p.Offered, Response{mask, fixed.After(p.Pipeline, "fault", test.Fault)})
}

// settings are the unit's state.
type settings struct {
	Function hdl.Bits `width:"3"`
	Write    hdl.Bits `width:"1"`
	Clear    hdl.Bits `width:"depth"`
}

// state keeps the state.
func (d *Depth) state(m *hdl.Module) settings {
	in := d.State.Data
	s := hdl.RegOf(m, "state", hdl.Shape[settings](hdl.Widths{"depth": valueBits}))
	m.If(d.State.Fire().And(in.Index.Eq(units.DepthTestWord)), func() {
		s.Function.Set(in.Data.Truncate(3))
		s.Write.Set(in.Data.Bit(units.DepthWriteBit))
	})
	m.If(d.State.Fire().And(in.Index.Eq(units.DepthClearWord)), func() { s.Clear.Set(in.Data.Truncate(valueBits)) })
	return s
}
