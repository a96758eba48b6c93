package ropmask

import (
	"fmt"

	"posedge/blocks/ropmask/isa"
	"posedge/hdl"
	"posedge/hdl/lib/float"
)

// number is the format of package float, or nil for a component that it does not convert.
func number(c isa.Codec) float.Any {
	switch c {
	case isa.Half:
		return float.Binary16
	case isa.Unorm8, isa.Unorm10, isa.Unorm2:
		return float.Norm{Width: c.Width()}
	}
	return nil
}

// encodeStages is the number of cycles from a component to its stored form.
const encodeStages = 2

// encode turns x into a stored component, encodeStages cycles later.
func encode(m *hdl.Module, name string, c isa.Codec, x hdl.Bits) hdl.Bits {
	switch c {
	case isa.Half, isa.Unorm8, isa.Unorm10, isa.Unorm2:
		u := hdl.Instance(m, name, float.NewCast(float.Binary32, number(c), encodeStages))
		return flow(u, float.One{A: x, Mode: float.Nearest()})
	case isa.Uint8s:
		x = hdl.Mux(x.Slice(31, 8).ReduceOr(), 0xff, x.Slice(7, 0))
	}
	return delay(m, name, x, encodeStages)
}

// decode is the fp32 value of a stored component, in the same cycle.
func decode(m *hdl.Module, c isa.Codec, x hdl.Bits) hdl.Bits {
	switch c {
	case isa.Unorm2: // the same value in 10 bits: x ÷ 3 = 341 x ÷ 1023
		return decode(m, isa.Unorm10, x.Repeat(5))
	case isa.Half, isa.Unorm8, isa.Unorm10:
		return float.Cast(m, number(c), float.Binary32, x, float.Nearest())
	}
	return x
}

// flow sends operands through a unit that never stalls, and returns the result.
func flow[In any](u *float.Unit[In], in In) hdl.Bits {
	u.In.Send(1, in)
	u.Out.Ready.Set(1)
	hdl.Unused(u.In.Ready, u.Out.Valid)
	return u.Out.Data
}

// delay returns x the given number of cycles later.
func delay[T any](m *hdl.Module, name string, x T, cycles int) T {
	for i := range cycles {
		r := hdl.RegOf(m, fmt.Sprintf("%s_%d", name, i+1), x, hdl.NoReset())
		hdl.Set(r, x)
		x = r
	}
	return x
}

// formatLogic is the hardware that a set of formats needs.
type formatLogic struct{ isa.Formats }

// logic is the hardware for the formats that can be stored.
func (c StoreConfig) logic() formatLogic { return formatLogic{c.Formats} }

// maskOf is the mask of the format with a number; 0000 for a format that is not
// in the set.
func (s formatLogic) maskOf(format hdl.Bits) hdl.Bits {
	return s.table(format, isa.Components, func(f isa.Format) int { return int(f.Mask()) })
}

// blendable reports whether the format with a number can be blended.
func (s formatLogic) blendable(format hdl.Bits) hdl.Bits {
	return s.table(format, 1, func(f isa.Format) int { return flag(f.Blendable()) })
}

// normalised reports whether the format with a number is UNORM.
func (s formatLogic) normalised(format hdl.Bits) hdl.Bits {
	return s.table(format, 1, func(f isa.Format) int { return flag(f.Normalised()) })
}

// isInteger reports whether the components of the format with a number are integers.
func (s formatLogic) isInteger(format hdl.Bits) hdl.Bits {
	return s.table(format, 1, func(f isa.Format) int { return flag(f.Integer()) })
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// table looks up a format's number.
func (s formatLogic) table(format hdl.Bits, width int, value func(isa.Format) int) hdl.Bits {
	return s.choose(format, width, func(f isa.Format) hdl.Bits { return hdl.Const(width, value(f)) })
}

// choose selects by the number of a format of the set; other numbers give 0.
func (s formatLogic) choose(format hdl.Bits, width int, value func(isa.Format) hdl.Bits) hdl.Bits {
	var list []hdl.Bits
	for f := range isa.Format(isa.FormatCount) {
		x := hdl.Const(width, 0)
		if s.Has(f) {
			x = value(f)
		}
		list = append(list, x)
	}
	return hdl.Select(format, list)
}

// words is the size of the largest texel in words.
func (s formatLogic) words() int {
	n := 1
	for _, f := range s.List() {
		n = max(n, (f.Bits()+31)/32)
	}
	return n
}

// pack arranges the parts of components, with the widths that a format stores,
// in word w of a texel; unused (1 bit) fills the rest of it.
func pack(f isa.Format, w int, unused hdl.Bits, part func(k, width int) hdl.Bits) hdl.Bits {
	var parts []hdl.Operand
	used := 0
	for k := range isa.Components {
		if low, width := f.Place(k); width > 0 && low/32 == w {
			parts = append(parts, part(k, width))
			used += width
		}
	}
	if used < 32 {
		parts = append(parts, unused.Repeat(32-used))
	}
	return hdl.Pack(parts...)
}

// decodeTexel makes the fp32 value of component k of a texel in a blendable format; a missing component is 0, or 1 for
// A.
func (s formatLogic) decodeTexel(m *hdl.Module, format hdl.Bits, texel []hdl.Bits, k int) hdl.Bits {
	type part struct {
		low int
		how isa.Codec
	}
	missing := hdl.Const(componentBits, isa.DefaultColor()[k])
	decoded := map[part]hdl.Bits{} // formats share the parts that they store alike
	return s.choose(format, componentBits, func(f isa.Format) hdl.Bits {
		low, width := f.Place(k)
		if width == 0 {
			return missing
		}
		p := part{low, f.Stored()[k]}
		if _, done := decoded[p]; !done {
			decoded[p] = m.Named(fmt.Sprintf("read_%d_%d_%d", k, low, width), decode(m, p.how, texel[low/32].Slice(low%32+width-1, low%32)))
		}
		return decoded[p]
	})
}

// encodeTexel makes a texel from components, encodeStages cycles later; format is that of the later cycle.
func (s formatLogic) encodeTexel(m *hdl.Module, format hdl.Bits, c [isa.Components]hdl.Bits) []hdl.Bits {
	names := map[isa.Codec]string{isa.Raw32: "raw", isa.Half: "half", isa.Unorm8: "unorm8", isa.Unorm10: "unorm10", isa.Unorm2: "unorm2", isa.Uint8s: "uint8"}
	var stored [isa.Components]map[isa.Codec]hdl.Bits
	for k := range stored {
		stored[k] = map[isa.Codec]hdl.Bits{}
		for _, f := range s.List() {
			how := f.Stored()[k]
			if _, done := stored[k][how]; !done && how != isa.NotStored {
				stored[k][how] = encode(m, indexed(names[how], k), how, c[k])
			}
		}
	}
	var words []hdl.Bits
	for w := range s.words() {
		words = append(words, s.choose(format, 32, func(f isa.Format) hdl.Bits {
			return pack(f, w, hdl.Const(1, 0), func(k, _ int) hdl.Bits { return stored[k][f.Stored()[k]] })
		}))
	}
	return words
}

// bitMasks has a 1 for each bit of a texel that is written: those of the mask's components, and those of no component,
// which are written as 0.
func (s formatLogic) bitMasks(format, mask hdl.Bits) []hdl.Bits {
	var words []hdl.Bits
	for w := range s.words() {
		words = append(words, s.choose(format, 32, func(f isa.Format) hdl.Bits {
			return pack(f, w, hdl.Const(1, 1), func(k, width int) hdl.Bits { return mask.Bit(k).Repeat(width) })
		}))
	}
	return words
}
