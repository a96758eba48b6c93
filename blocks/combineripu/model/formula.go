package model

import "posedge/blocks/combineripu/isa"

// Combine is the colour that the register combiners make of a pixel, in integers, straight from the formulas of
// GL_NV_register_combiners: all inputs of a stage are read before an output is written, and there are no instructions.
// The unit is built with the given number of stages. Combine is the oracle for the unit's pictures. docs/combineripu.md
// defines what illegal words do.
func Combine(w *isa.Words, stages int, p Pixel) Colour {
	var registers [isa.NumRegisters]Values
	for r := range registers {
		registers[r] = p.Initial(isa.Register(r))
	}
	for i := range w.Active(stages) {
		generalStage(&registers, w.Stages[i], w.Constants(i), w.Odd())
	}
	return finalCombiner(&registers, w)
}

// input is a byte of an input word, with the register's value before the stage.
type input struct {
	register isa.Register
	alpha    bool // usage: alpha, else red, green and blue, or blue in the alpha portion
	mapping  isa.Mapping
	value    Values
}

// inputs are the four bytes of a general stage's input word.
func inputs(word uint32, registers *[isa.NumRegisters]Values, constants [2]uint32) (in [4]input) {
	for k := range in {
		b := word >> (24 - 8*k)
		i := input{register: isa.Register(b & 15), alpha: b>>4&1 != 0, mapping: isa.Mapping(b >> 5 & 7)}
		switch r := i.register; r {
		case isa.Zero, isa.T1, isa.T2, isa.Sum, isa.Product: // the last four cannot be read here
		case isa.Constant0, isa.Constant1:
			i.value = Constant(constants[r-isa.Constant0])
		default:
			i.value = registers[r]
		}
		in[k] = i
	}
	return in
}

// component is the mapped component k: 0 to 2 in the RGB portion, 3 in the alpha portion.
func (i input) component(k int) int {
	switch {
	case i.alpha:
		k = 3
	case k == 3:
		k = 2
	}
	return Map(i.mapping, i.value[k])
}

// Targets are the destinations of AB, CD and SUM: 0 where the result is discarded. Of equal destinations only the last
// in this order stays.
func Targets(word uint32) (ab, cd, sum isa.Register) {
	t := [3]isa.Register{isa.Register(word >> 4 & 15), isa.Register(word & 15), isa.Register(word >> 8 & 15)}
	for k := range t {
		if !t[k].Writable() {
			t[k] = isa.Zero
		}
	}
	for k := range t {
		for _, later := range t[k+1:] {
			if t[k] == later {
				t[k] = isa.Zero
			}
		}
	}
	return t[0], t[1], t[2]
}

func generalStage(registers *[isa.NumRegisters]Values, s isa.StageWords, constants [2]uint32, odd bool) {
	second := registers[isa.Spare0][3] >= half
	if odd {
		second = registers[isa.Spare0][3]&1 != 0
	}
	next := *registers
	for portion, word := range [2]uint32{s.InRGB, s.InAlpha} {
		in := inputs(word, registers, constants)
		out := s.OutRGB
		components := []int{0, 1, 2}
		if portion == 1 {
			out, components = s.OutAlpha, []int{3}
		}
		var ab, cd, sum Values
		for _, k := range components {
			ab[k] = product(in[0].component(k), in[1].component(k))
			cd[k] = product(in[2].component(k), in[3].component(k))
			switch {
			case out>>14&1 == 0:
				sum[k] = ab[k] + cd[k]
			case second:
				sum[k] = cd[k]
			default:
				sum[k] = ab[k]
			}
		}
		if portion == 0 {
			for bit, v := range map[int]*Values{13: &ab, 12: &cd} {
				if out>>bit&1 != 0 {
					dot := v[0] + v[1] + v[2]
					*v = Values{dot, dot, dot}
				}
			}
		}
		toAB, toCD, toSum := Targets(out)
		for _, r := range []struct {
			to    isa.Register
			value Values
			blue  bool
		}{{toAB, ab, out>>19&1 != 0}, {toCD, cd, out>>18&1 != 0}, {toSum, sum, false}} {
			if r.to == isa.Zero {
				continue
			}
			for _, k := range components {
				next[r.to][k] = output(r.value[k], out>>15&1 != 0, uint8(out>>16&3), false)
			}
			if portion == 0 && r.blue {
				next[r.to][3] = next[r.to][2]
			}
		}
	}
	*registers = next
}

func finalCombiner(registers *[isa.NumRegisters]Values, w *isa.Words) Colour {
	var e, f [3]int // E and F of the word, mapped
	settings := w.Final[1]
	complement := func(bit int) isa.Mapping { return isa.Mapping(settings >> bit & 1) }
	var sum [2]int // SPARE0 and SECONDARY of the current component
	var in [4]input
	read := func(b uint32) input {
		i := inputs(b<<24, registers, w.FinalConstants)[0]
		i.mapping &= 1
		return i
	}
	for k := range e {
		e[k], f[k] = read(w.Final[1]>>24).component(k), read(w.Final[1]>>16).component(k)
	}
	for k := range in {
		in[k] = read(w.Final[0] >> (24 - 8*k))
	}
	g := read(w.Final[1] >> 8).component(3)
	var c Colour
	for k := range 3 {
		sum = [2]int{Map(complement(5), registers[isa.Spare0][k]), Map(complement(6), registers[isa.Secondary][k])}
		clamped := settings&0x80 != 0
		// times is factor·i; for a sum that is not clamped, it is the sum of two products.
		times := func(factor int, i input) int {
			if i.register == isa.Sum && !i.alpha && i.mapping == isa.UnsignedIdentity && !clamped {
				return product(factor, sum[0]) + product(factor, sum[1])
			}
			return product(factor, finalComponent(i, k, sum, product(e[k], f[k])))
		}
		a := in[0]
		if a.register == isa.Sum {
			a = input{mapping: a.mapping}
		}
		factor := finalComponent(a, k, sum, product(e[k], f[k]))
		rgb := times(factor, in[1]) + times(One-factor, in[2]) + times(One, in[3])
		c[k] = uint8(clamp(rgb, 0, One))
	}
	c[3] = uint8(g)
	return c
}

// finalComponent is component k of one of A to D, with the sum clamped.
func finalComponent(i input, k int, sum [2]int, product int) int {
	switch {
	case i.register == isa.Sum && !i.alpha:
		return Map(i.mapping, min(sum[0]+sum[1], One))
	case i.register == isa.Product && !i.alpha:
		return Map(i.mapping, product)
	}
	return i.component(k)
}
