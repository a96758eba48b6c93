package float

import "posedge/hdl"

// Any is a format that values are cast from and to: [Format], [Fixed] or [Norm].
type Any interface {
	Name() string
	Check() error
	bitsOf() int
	// number turns x into a number, exact or so precise that a target that needs
	// at most need bits rounds it as it would round the exact value.
	number(p *path, x hdl.Bits, mode Mode, need int) number
	// value rounds a number to the format.
	value(p *path, x number, mode Mode) hdl.Bits
	// flushes reports whether the mode's Flush has an effect.
	flushes() bool
	// need is the number of bits of a significand that value rounds correctly.
	need() int
}

func (f Format) bitsOf() int { return f.Width() }
func (x Fixed) bitsOf() int  { return x.Width }
func (x Norm) bitsOf() int   { return x.Width }

func (f Format) number(p *path, x hdl.Bits, mode Mode, _ int) number {
	return f.unpack(p, "a", x, mode.Flush)
}
func (x Fixed) number(p *path, v hdl.Bits, _ Mode, _ int) number   { return x.unpack(p, v) }
func (x Norm) number(p *path, v hdl.Bits, _ Mode, need int) number { return x.unpack(p, v, need) }

func (f Format) value(p *path, x number, mode Mode) hdl.Bits { return f.round(p, x, mode) }
func (x Fixed) value(p *path, v number, mode Mode) hdl.Bits  { return x.round(p, v, mode) }
func (x Norm) value(p *path, v number, mode Mode) hdl.Bits   { return x.round(p, v, mode) }

func (Format) flushes() bool { return true }
func (Fixed) flushes() bool  { return false }
func (Norm) flushes() bool   { return false }

func (f Format) need() int { return f.precision() + 2 }
func (x Fixed) need() int  { return x.Width + 2 }
func (x Norm) need() int   { return 2*x.Width + 4 }

// castSteps is the number of steps of a cast.
const castSteps = 2

// Cast converts x from the first format to the second, rounding once. To
// fixed-point and normalised formats it saturates, and NaN becomes 0. Flush has
// an effect if one of them is a [Format].
func Cast(m *hdl.Module, from, to Any, x hdl.Bits, mode Mode) hdl.Bits {
	if !given(from, &mode, &x) {
		return x
	}
	if err := check(to); err != nil {
		return x.Refuse(1, "%v", err)
	}
	return cast(wires(m), from, to, x, mode)
}

func cast(p *path, from, to Any, x hdl.Bits, mode Mode) hdl.Bits {
	n := from.number(p, x, mode, to.need())
	if to.flushes() {
		type exact struct {
			X    number
			Mode Mode
		}
		r := step(p, exact{n, mode})
		return step(p, to.value(p, r.X, r.Mode))
	}
	type exact struct {
		X          number
		TowardZero hdl.Bits
	}
	hdl.Unused(mode.Flush) // only of from, if at all
	r := step(p, exact{n, mode.TowardZero})
	return step(p, to.value(p, r.X, Mode{TowardZero: r.TowardZero}))
}

// NewCast makes a cast with 0 to 2 stages.
func NewCast(from, to Any, stages int) *Unit[One] {
	u := &Unit[One]{op: "to_" + nameOf(to), doc: "cast from " + nameOf(from) + " to " + nameOf(to), format: from, stages: stages, steps: castSteps,
		build: func(p *path, in One) hdl.Bits { return cast(p, from, to, in.A, in.Mode) }}
	u.In, u.Out = hdl.NewSink(OneShape(from)), hdl.NewSource(hdl.Width(widthOf(to)))
	u.checks = []Any{from, to}
	u.ports = map[string]string{}
	if check(from) == nil && check(to) == nil && !from.flushes() && !to.flushes() {
		u.ports["in_data_mode_flush"] = noEffect
	}
	return u
}
