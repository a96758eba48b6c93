package primbatch

import "posedge/hdl"

// position is a pixel's place.
type position struct {
	X hdl.Bits `width:"coordinates"` // signed
	Y hdl.Bits `width:"coordinates"` // signed
}

// segment is a line to walk, or a single pixel.
type segment struct {
	From, To position
	Dot      hdl.Bits `width:"1" doc:"1: only the pixel at From"`
}

// lineWalker finds the pixels of lines between pixel centres by the rules of OpenGL 4.6, section 14.5.1: max(|dx|,|dy|) pixels,
// the end left out. At a tie a line that is flatter than a diagonal takes the larger y if dx·dy > 0, else the smaller; a
// steeper one takes the smaller x. It takes a cycle per pixel, and two more per line.
type lineWalker struct {
	In  hdl.Sink[segment]    `doc:"lines, each taken with its last pixel"`
	Out hdl.Source[position] `doc:"their pixels"`

	config Config
}

func newLineWalker(c Config) *lineWalker {
	return &lineWalker{In: hdl.NewSink(c.shapes().Segment), Out: hdl.NewSource(c.shapes().Position), config: c}
}

// ModuleName is line_walker, with the widths if they are not the default.
func (w *lineWalker) ModuleName() string { return "line_walker" + w.config.narrow() }

// ModuleDoc describes the walker in its Verilog.
func (w *lineWalker) ModuleDoc() string {
	return "Line walker: the pixels of lines, by Bresenham's algorithm."
}

// walkState is the state of the walker.
type walkState uint8

const (
	measuring walkState = iota // finds the extents of the line, if there is one
	preparing                  // finds the longer extent
	walking
)

func (s walkState) String() string { return [...]string{"measuring", "preparing", "walking"}[s] }

// Describe builds the walk, Bresenham's: each pixel is a step along the major axis, and adds 2·minor to err, which starts at
// −major. When err reaches 0, the pixel is also a step along the minor axis, and 2·major is subtracted. If a tie makes no step,
// err starts one lower.
func (w *lineWalker) Describe(m *hdl.Module) {
	n := w.config.coordinates()
	state := hdl.FSM(m, "state", measuring, preparing, walking)
	data := func(name string, width int) hdl.Bits { return m.Reg(name, width, hdl.NoReset()) }
	x, y := data("x", n), data("y", n)
	major, minor := data("major", n), data("minor", n) // |dx| and |dy|, then the longer and the shorter
	left := data("left", n)                            // pixels still to walk
	err := data("err", n+2)
	backward, downward, steep := data("backward", 1), data("downward", 1), data("steep", 1) // to smaller x, to smaller y, |dx| < |dy|
	in := w.In.Data

	extent := func(from, to hdl.Bits) (size, negative hdl.Bits) {
		d := to.SignExtend(n + 1).Sub(from.SignExtend(n + 1))
		negative = d.Bit(n)
		return d.Truncate(n).Xor(negative.Repeat(n)).Add(negative.ZeroExtend(n)), negative
	}
	turned := m.Named("turned", major.Lt(minor))
	longer, shorter := hdl.Mux(turned, minor, major), hdl.Mux(turned, major, minor)
	empty := m.Named("empty", major.Or(minor).ReduceOr().Not().And(in.Dot.Not()))
	steps := hdl.Mux(turned, backward, backward.Not()) // a tie makes a step

	next := err.Add(hdl.Cat(hdl.Const(1, 0), minor, hdl.Const(1, 0)))
	minorStep := m.Named("minor_step", next.Bit(n+1).Not())
	toward := func(at, moves, negative hdl.Bits) hdl.Bits {
		return at.Add(hdl.Cat(moves.And(negative).Repeat(n-1), moves))
	}
	ends := m.Named("ends", left.Eq(1).Or(in.Dot))

	state.Switch().
		Case(measuring, func() {
			x.Set(in.From.X)
			y.Set(in.From.Y)
			width, smallerX := extent(in.From.X, in.To.X)
			height, smallerY := extent(in.From.Y, in.To.Y)
			major.Set(width)
			minor.Set(height)
			backward.Set(smallerX)
			downward.Set(smallerY)
			m.If(w.In.Valid, func() { state.Goto(preparing) })
		}).
		Case(preparing, func() {
			major.Set(longer)
			minor.Set(shorter)
			left.Set(longer)
			steep.Set(turned)
			err.Set(longer.ZeroExtend(n + 2).Not().Add(steps.ZeroExtend(n + 2)))
			m.If(empty, func() { state.Goto(measuring) }).Else(func() { state.Goto(walking) })
		}).
		Case(walking, func() {
			m.If(w.Out.Ready, func() {
				x.Set(toward(x, minorStep.Or(steep.Not()), backward))
				y.Set(toward(y, minorStep.Or(steep), downward))
				err.Set(hdl.Mux(minorStep, next.Sub(hdl.Cat(hdl.Const(1, 0), major, hdl.Const(1, 0))), next))
				left.Set(left.Sub(1))
				m.If(ends, func() { state.Goto(measuring) })
			})
		})
	w.Out.Send(state.Is(walking), position{x, y})
	w.In.Ready.Set(hdl.Mux(state.Is(preparing), empty, w.Out.Fire().And(ends)))
}
