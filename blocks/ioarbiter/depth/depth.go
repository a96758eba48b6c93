package depth

import (
	"fmt"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	// Cycles is the number of cycles from one request to the next.
	Cycles = 8
	// Latency is the number of cycles from a request to its response, if no response waits.
	Latency = 12
)

// Depth tests the pixels of tiles against a depth buffer in a memory of its own. It answers each request once, in
// order: a row of 8 pixels a cycle, a tile in 8 cycles, with up to 2 requests in flight. The whole unit stalls while a
// response is not taken. A request sees everything that earlier requests wrote. The unit takes state while no request
// is inside, except one whose response is offered. The state holds for all later requests, including one that is taken
// in the same cycle. State and buffer power up as 0; reset leaves the buffer as it is.
//
// The registers of the state: bits 2:0 of register 0 are the [units.DepthFunction], and bit 3 enables writing the
// pixels that pass. Bits 15:0 of register 1 are the value that a request to clear writes, whatever register 0 is.
//
// The buffer is read through Scan, eight pixels a cycle, while no request is inside or offered. Requests wait while a
// row that was read is not taken. The number of tiles in a row of the memory is rounded up to a power of two, at least
// 2.
type Depth struct {
	State   hdl.Sink[fixed.StateWrite] `doc:"registers of the state; ready while no request is inside"`
	In      hdl.Sink[Request]          `doc:"what to test or to clear"`
	Out     hdl.Source[Response]       `doc:"which pixels are visible"`
	Scan    hdl.Sink[Place]            `doc:"which pixels of the buffer to read; ready while no request is inside or offered"`
	Scanned hdl.Source[Row]            `doc:"the pixels, in the order of scan; zeros outside the buffer"`

	width, height int
}

// New makes a unit with a buffer of width by height pixels, multiples of 8 up to 256; other sizes are an error.
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

// columns and rows are the size of the buffer in tiles.
func (d *Depth) columns() int { return d.width / Side }
func (d *Depth) rows() int    { return d.height / Side }

// ModuleName is ioarbiter_depth with the size of the buffer.
func (d *Depth) ModuleName() string { return fmt.Sprintf("ioarbiter_depth_w%d_h%d", d.width, d.height) }

// ModuleDoc describes the unit in its Verilog.
func (d *Depth) ModuleDoc() string {
	return fmt.Sprintf("Depth unit with a buffer of %dx%d pixels of 16 bits: tests, writes and clears 8x8 tiles, 8 pixels a cycle.", d.width, d.height)
}

// A request begins in the move that loads it into the unit's registers. The number of moves after which:
const (
	summed = 1          // its plane at the tile's first pixel is being summed up
	walked = summed + 1 // its first row is read from the buffer; the others follow, one a move
	tested = walked + 1 // its first row is tested and written
)

// pipeline is the unit's pipeline.
type pipeline struct {
	fixed.Pipeline
	m *hdl.Module
}

// row is 1 while any row of a request is at the step that its first row reaches after the given number of moves.
func (p pipeline) row(moves int) hdl.Bits { return p.Started.Slice(moves+Side-1, moves).ReduceOr() }

// Describe builds the pipeline: the plane at a tile's first pixel, then a row a move, which is read from the buffer
// and, one move later, tested and written.
func (d *Depth) Describe(m *hdl.Module) {
	p := pipeline{fixed.NewPipeline(m, Cycles, Latency, d.In.Fire(), d.Out.Ready.Bits), m}
	scanned := m.Reg("row_scanned", 1)
	d.In.Ready.Set(p.Free.And(scanned.Not()))
	d.State.Ready.Set(p.Idle)

	s := d.state(m)
	at := p.walk(p.take(d.In.Fire(), d.In.Data, d.columns(), d.rows()))
	test := fixed.After(p.Pipeline, "test", at.test(m, s))

	// A row is written one move after it was read, and the next request reads it seven moves later at the earliest, so
	// that it reads what earlier requests wrote.
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

// state builds the registers of the state.
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
