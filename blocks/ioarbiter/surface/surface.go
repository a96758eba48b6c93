package surface

import (
	"fmt"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// MaxSide is the greatest width and height of a surface.
const MaxSide = 256

// Surface writes quads of RGBA8 into a memory of its own, under a mask and the protect bits of its state, and reads it
// out. It answers each request once, in order, when the pixels are in memory. It takes state between two requests, and
// ahead of a request that is offered in the same cycle. State and pixels power up as 0.
type Surface struct {
	State   hdl.Sink[fixed.StateWrite] `doc:"registers of the state; ready between two requests"`
	In      hdl.Sink[Request]          `doc:"pixels to write; taken with the fourth row of the quad"`
	Out     hdl.Source[Response]       `doc:"the pixels are written"`
	Scan    hdl.Sink[Scan]             `doc:"which pixels to read; those of a request in progress may be new or old"`
	Scanned hdl.Source[Row]            `doc:"the pixels, in the order of scan"`

	width, height int
}

// New makes a unit with a surface of width by height pixels, multiples of 4 from 4 to 256; other sizes are an error.
func New(width, height int) (*Surface, error) {
	for _, n := range []int{width, height} {
		if n < Side || n > MaxSide || n%Side != 0 {
			return nil, fmt.Errorf("surface: %dx%d pixels cannot be built; choose multiples of %d up to %d", width, height, Side, MaxSide)
		}
	}
	return &Surface{
		State:   hdl.NewSink(fixed.StateShape()),
		In:      hdl.NewSink(RequestShape()),
		Out:     hdl.NewSource(ResponseShape()),
		Scan:    hdl.NewSink(ScanShape()),
		Scanned: hdl.NewSource(RowShape()),
		width:   width, height: height,
	}, nil
}

// ModuleName is ioarbiter_surface with the size.
func (s *Surface) ModuleName() string {
	return fmt.Sprintf("ioarbiter_surface_w%d_h%d", s.width, s.height)
}

// ModuleDoc describes the unit in its Verilog.
func (s *Surface) ModuleDoc() string {
	return fmt.Sprintf("Surface unit of %dx%d pixels of RGBA8: a quad of 4x4 in four cycles, under a mask and protect bits.", s.width, s.height)
}

// Describe builds a memory whose words are the rows of quads, so that block RAMs with byte enables suffice. A quad
// stays at In while its rows are written.
func (s *Surface) Describe(m *hdl.Module) {
	in := s.In.Data
	protect := m.Reg("protect", pixelBits)
	row := m.Reg("row", hdl.IndexWidth(Side))
	offered, fault := m.Reg("offered", 1), m.Reg("fault", 1, hdl.NoReset())

	// The first row waits for state that is offered, the last for the previous response to be taken.
	first, last := row.Eq(0), row.Eq(Side-1)
	held := m.Named("held", hdl.Mux(first, s.State.Valid, last.And(offered)))
	work := m.Named("work", s.In.Valid.And(held.Not()))
	m.If(work, func() { row.Set(row.Add(1)) })
	m.Assert("request_stays_offered", first.Or(s.In.Valid))
	s.State.Ready.Set(first)
	m.If(s.State.Fire().And(s.State.Data.Index.Eq(units.SurfaceProtectWord)), func() { protect.Set(s.State.Data.Data) })

	inside := m.Named("quad_inside", s.inside(in.X, in.Y))
	s.In.Ready.Set(last.And(offered.Not()))
	m.If(s.Out.Ready, func() { offered.Set(0) })
	m.If(s.In.Fire(), func() {
		offered.Set(1)
		fault.Set(inside.Not())
	})
	s.Out.Send(offered, Response{fault})

	pixels := hdl.NewMem(m, "pixels", RowShape(), s.width*s.height/Side)
	writes := m.Named("writes", work.And(inside))
	at := m.Named("write_at", s.address(in.X, in.Y, row))
	m.If(writes, func() {
		mask, colours := s.row(row)
		var lanes []hdl.Operand
		for x := range Side {
			lanes = append(lanes, lib.Gate(mask.Bit(x), protect.Slice(channels-1, 0).Not()))
		}
		pixels.WriteMasked(at, colours, hdl.Pack(lanes...))
	})
	s.scan(m, pixels, writes, at)
}

// inside is 1 if the quad is inside the surface.
func (s *Surface) inside(x, y hdl.Bits) hdl.Bits {
	return x.Lt(s.width / Side).And(y.Lt(s.height / Side))
}

// address is that of a row of a quad; the rows of a quad are consecutive.
func (s *Surface) address(x, y, row hdl.Bits) hdl.Bits {
	quad := y.Mul(hdl.Const(placeBits, s.width/Side)).Add(x.ZeroExtend(2 * placeBits))
	return hdl.Cat(quad, row).Truncate(hdl.IndexWidth(s.width * s.height / Side))
}

// row is a row of the request's quad.
func (s *Surface) row(row hdl.Bits) (mask hdl.Bits, colours Row) {
	in := s.In.Data
	var masks []hdl.Bits
	var rows []Row
	for y := range Side {
		masks = append(masks, in.Mask.Slice(Side*y+Side-1, Side*y))
		rows = append(rows, Row{[Side]hdl.Bits(in.Colours[Side*y : Side*y+Side])})
	}
	colours = hdl.Select(row, rows)
	for x := range colours.Pixels {
		colours.Pixels[x] = hdl.Mux(in.Fill, in.Colours[0], colours.Pixels[x])
	}
	return hdl.Select(row, masks), colours
}

// scan reads a row a cycle. A row that is being written waits, because the output of a block RAM is then undefined.
func (s *Surface) scan(m *hdl.Module, pixels *hdl.Mem[Row], writes, written hdl.Bits) {
	scan := s.Scan.Data
	y := scan.Y.Slice(placeBits-1, 2).ZeroExtend(placeBits)
	at := m.Named("scan_at", s.address(scan.X, y, scan.Y.Slice(1, 0)))
	found, there := m.Reg("scanned_any", 1), m.Reg("scanned_inside", 1, hdl.NoReset())
	free := m.Named("scan_room", found.Not().Or(s.Scanned.Ready))
	s.Scan.Ready.Set(free.And(writes.And(at.Eq(written)).Not()))
	m.If(free, func() { found.Set(s.Scan.Fire()) })
	m.If(s.Scan.Fire(), func() { there.Set(s.inside(scan.X, y)) })
	row := pixels.ReadReg("scanned_row", at, s.Scan.Fire(), hdl.Forbidden)
	for x := range row.Pixels {
		row.Pixels[x] = lib.Gate(there, row.Pixels[x])
	}
	s.Scanned.Send(found, row)
}
