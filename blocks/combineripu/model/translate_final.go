package model

import "posedge/blocks/combineripu/isa"

// TranslateFinal is the final combiner: F and E where they are registers, the sum of the products and operands that
// A·B + (1−A)·C + D comes down to, and G.
func TranslateFinal(w *isa.Words) []isa.Instruction {
	var list []isa.Instruction
	emit := func(op isa.Op, dest isa.Register, halves uint8, in ...isa.Operand) {
		i := isa.Instruction{Op: op, Dest: dest, Halves: halves, Final: true, Constants: w.FinalConstants}
		copy(i.In[:], in)
		list = append(list, result{Instruction: i}.tidy())
	}
	settings := w.Final[1]
	parts := [2]isa.Operand{temporary(isa.Spare0), temporary(isa.Secondary)}
	for k, bit := range []int{5, 6} {
		parts[k].Mapping = isa.Mapping(settings >> bit & 1)
	}
	clamped := settings&0x80 != 0
	read := func(b uint32) isa.Operand {
		o := operandOf(b)
		o.Mapping &= 1
		return o
	}
	ef := simplify(read(settings>>24), read(settings>>16))

	var needs [isa.NumRegisters]bool
	// single is one of A to D as an operand. E is a register, and so is F if it is a product; else it is what that comes
	// down to.
	single := func(b uint32) isa.Operand {
		o := read(b)
		r, mapping := isa.Register(b&15), isa.Mapping(b>>5&1)
		switch {
		case r != isa.Sum && r != isa.Product || b>>4&1 != 0:
		case r == isa.Product && len(ef) < 2:
			o = ef.operand()
			o.Mapping ^= mapping
		default:
			o = temporary(r)
			o.Mapping = mapping
		}
		return o
	}
	// factor is B or C: a sum that is not clamped has two parts.
	factor := func(b uint32) []isa.Operand {
		if b&0x3f == uint32(isa.Sum) && !clamped {
			return parts[:]
		}
		return []isa.Operand{single(b)}
	}
	note := func(t term) term {
		for _, o := range t {
			if o.Kind == isa.RegisterOperand && o.Register >= isa.Sum {
				needs[o.Register] = true
			}
		}
		return t
	}
	a := single(w.Final[0] >> 24)
	if a.Register == isa.Sum {
		a = read(w.Final[0] >> 24)
	}
	inverse := a
	inverse.Mapping ^= 1

	var products, singles []term
	sort := func(t term) {
		switch len(note(t)) {
		case 1:
			singles = append(singles, t)
		case 2:
			products = append(products, t)
		}
	}
	if d := w.Final[0] & 255; d&0x3f == uint32(isa.Product) {
		sort(ef)
	} else {
		sort(simplify(single(d), isa.Operand{Mapping: isa.UnsignedInvert}))
	}
	for _, o := range factor(w.Final[0] >> 8) {
		sort(simplify(inverse, o))
	}
	for _, o := range factor(w.Final[0] >> 16) {
		sort(simplify(a, o))
	}

	if needs[isa.Product] {
		emit(isa.Multiply, isa.Product, isa.RGBHalf, ef...)
	}
	if needs[isa.Sum] {
		emit(isa.Add, isa.Sum, isa.RGBHalf, parts[:]...)
	}
	first := len(list)
	result := temporary(isa.Result)
	switch {
	case len(products) > 0 && len(singles) > 0:
		emit(isa.MultAdd, isa.Result, isa.RGBHalf, products[0][0], products[0][1], singles[0][0])
		products, singles = products[1:], singles[1:]
	case len(products) > 0:
		emit(isa.Multiply, isa.Result, isa.RGBHalf, products[0]...)
		products = products[1:]
	case len(singles) > 1:
		emit(isa.Add, isa.Result, isa.RGBHalf, singles[0][0], singles[1][0])
		singles = singles[2:]
	case len(singles) == 1:
		emit(isa.Move, isa.Result, isa.RGBHalf, singles[0][0])
		singles = nil
	default:
		emit(isa.Move, isa.Result, isa.RGBHalf, isa.Operand{})
	}
	for _, t := range products {
		emit(isa.MultAdd, isa.Result, isa.RGBHalf, t[0], t[1], result)
	}
	for _, t := range singles {
		emit(isa.Add, isa.Result, isa.RGBHalf, t[0], result)
	}
	g := read(settings >> 8)
	emit(isa.Move, isa.Result, isa.AlphaHalf, g)
	if rest := list[first:]; len(rest) == 2 && rest[0].Op == isa.Move {
		if pair := paired2(rest[0], rest[1]); len(pair) == 1 {
			list = append(list[:first], pair...)
		}
	}
	return list
}

// paired2 is [paired] of two instructions.
func paired2(rgb, alpha isa.Instruction) (list []isa.Instruction) {
	for _, r := range paired([2]*result{{Instruction: rgb}, {Instruction: alpha}}) {
		list = append(list, r.tidy())
	}
	return list
}

// illegal is the offset of the first word of control, the active stages and the final combiner that says what hardware
// does not have, or −1.
func illegal(w *isa.Words, stages int) int {
	if n := int(w.Control & 15); n < 1 || n > stages {
		return isa.OffsetControl
	}
	badInput := func(word uint32) bool {
		for k := range 4 {
			b := word >> (8 * k)
			switch r := isa.Register(b & 15); {
			case r == isa.T1 || r == isa.T2 || r >= isa.Sum:
				return true
			case r == isa.Fog && b>>4&1 != 0:
				return true
			}
		}
		return false
	}
	badOutput := func(word uint32, alpha bool) bool {
		seen := map[isa.Register]bool{}
		for k := range 3 {
			r := isa.Register(word >> (4 * k) & 15)
			if r != isa.Zero && (!r.Writable() || seen[r]) {
				return true
			}
			seen[r] = true
		}
		return alpha && word>>12&3 != 0 || word>>15&1 != 0 && word>>17&1 != 0
	}
	for i := range w.Active(stages) {
		s := w.Stages[i]
		switch {
		case badInput(s.InRGB):
			return isa.OffsetInRGB + 4*i
		case badInput(s.InAlpha):
			return isa.OffsetInAlpha + 4*i
		case badOutput(s.OutRGB, false):
			return isa.OffsetOutRGB + 4*i
		case badOutput(s.OutAlpha, true):
			return isa.OffsetOutAlpha + 4*i
		}
	}
	for k := range 4 {
		b := w.Final[0] >> (24 - 8*k)
		r := isa.Register(b & 15)
		if r == isa.T1 || r == isa.T2 || r == isa.Sum && k == 0 || r >= isa.Sum && b>>4&1 != 0 || b>>6&3 != 0 {
			return isa.OffsetFinal0
		}
	}
	for k := 1; k < 4; k++ {
		b := w.Final[1] >> (8 * k)
		r := isa.Register(b & 15)
		if r == isa.T1 || r == isa.T2 || r >= isa.Sum || b>>6&3 != 0 {
			return isa.OffsetFinal1
		}
	}
	return -1
}
