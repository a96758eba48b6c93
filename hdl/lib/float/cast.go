package float

import "posedge/hdl"

// Any is a format that values are cast from and to: [Format], [Fixed] or [Norm].
type Any interface {
	Name() string
	Check() error
	bitsOf() int
	// number makes a number of x, exactly or with p bits of which the last is sticky.
	number(x hdl.Bits, mode Mode, p int) number
	// value rounds.
	value(x number, mode Mode) hdl.Bits
	// need is the bits of a significand that value rounds correctly.
	need() int
}

func (f Format) bitsOf() int { return f.Width() }
func (x Fixed) bitsOf() int  { return x.Width }
func (x Norm) bitsOf() int   { return x.Width }

func (f Format) number(x hdl.Bits, mode Mode, _ int) number { return f.unpack(x, mode.Flush) }
func (x Fixed) number(v hdl.Bits, _ Mode, _ int) number     { return x.unpack(v) }
func (x Norm) number(v hdl.Bits, _ Mode, p int) number      { return x.unpack(v, p) }

func (f Format) value(x number, mode Mode) hdl.Bits { return f.round(x, mode) }
func (x Fixed) value(v number, mode Mode) hdl.Bits  { return x.round(v, mode) }
func (x Norm) value(v number, mode Mode) hdl.Bits   { return x.round(v, mode) }

func (f Format) need() int { return f.precision() + 2 }
func (x Fixed) need() int  { return x.Width + 2 }
func (x Norm) need() int   { return 2*x.Width + 4 }

// castSteps is the number of steps of a cast.
const castSteps = 2

// Cast is x, a value of the first format, in the second: rounded once. To
// fixed-point and normalised formats it saturates, and NaN becomes 0. Flush
// counts where one of them is a [Format].
func Cast(m *hdl.Module, from, to Any, x hdl.Bits, mode Mode) hdl.Bits {
	return cast(wires(m), from, to, x, mode)
}

func cast(p *path, from, to Any, x hdl.Bits, mode Mode) hdl.Bits {
	type exact struct {
		X    number
		Mode Mode
	}
	r := step(p, exact{from.number(x, mode, to.need()), mode})
	hdl.Unused(r.Mode) // only formats with subnormals flush
	return step(p, to.value(r.X, r.Mode))
}

// NewCast makes a cast with 0 to 2 stages.
func NewCast(from, to Any, stages int) *Unit[One] {
	u := &Unit[One]{op: "to_" + to.Name(), doc: "cast to " + to.Name(), format: from, stages: stages, steps: castSteps,
		build: func(p *path, in One) hdl.Bits { return cast(p, from, to, in.A, in.Mode) }}
	u.In, u.Out = hdl.NewSink(One{hdl.Width(from.bitsOf()), modeShape()}), hdl.NewSource(hdl.Width(to.bitsOf()))
	u.checks = []Any{from, to}
	return u
}
