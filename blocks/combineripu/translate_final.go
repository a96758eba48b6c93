package combineripu

// translateFinal is the final combiner: F and E where they are registers, the sum of the products and operands that
// A·B + (1−A)·C + D comes down to, and G.
func translateFinal(w *Words) []Instruction {
	var list []Instruction
	emit := func(op Op, dest Register, halves uint8, in ...Operand) {
		i := Instruction{Op: op, Dest: dest, Halves: halves, Final: true, Constants: w.FinalConstants}
		copy(i.In[:], in)
		list = append(list, result{Instruction: i}.tidy())
	}
	settings := w.Final[1]
	parts := [2]Operand{temporary(Spare0), temporary(Secondary)}
	for k, bit := range []int{5, 6} {
		parts[k].Mapping = Mapping(settings >> bit & 1)
	}
	clamped := settings&0x80 != 0
	read := func(b uint32) Operand {
		o := operandOf(b)
		o.Mapping &= 1
		return o
	}
	ef := simplify(read(settings>>24), read(settings>>16))

	var needs [NumRegisters]bool
	// single is one of A to D as an operand. E is a register, and so is F if it is a product; else it is what that comes
	// down to.
	single := func(b uint32) Operand {
		o := read(b)
		r, mapping := Register(b&15), Mapping(b>>5&1)
		switch {
		case r != Sum && r != Product || b>>4&1 != 0:
		case r == Product && len(ef) < 2:
			o = ef.operand()
			o.Mapping ^= mapping
		default:
			o = temporary(r)
			o.Mapping = mapping
		}
		return o
	}
	// factor is B or C: a sum that is not clamped has two parts.
	factor := func(b uint32) []Operand {
		if b&0x3f == uint32(Sum) && !clamped {
			return parts[:]
		}
		return []Operand{single(b)}
	}
	note := func(t term) term {
		for _, o := range t {
			if o.Kind == RegisterOperand && o.Register >= Sum {
				needs[o.Register] = true
			}
		}
		return t
	}
	a := single(w.Final[0] >> 24)
	if a.Register == Sum {
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
	if d := w.Final[0] & 255; d&0x3f == uint32(Product) {
		sort(ef)
	} else {
		sort(simplify(single(d), Operand{Mapping: UnsignedInvert}))
	}
	for _, o := range factor(w.Final[0] >> 8) {
		sort(simplify(inverse, o))
	}
	for _, o := range factor(w.Final[0] >> 16) {
		sort(simplify(a, o))
	}

	if needs[Product] {
		emit(Multiply, Product, RGBHalf, ef...)
	}
	if needs[Sum] {
		emit(Add, Sum, RGBHalf, parts[:]...)
	}
	first := len(list)
	result := temporary(Result)
	switch {
	case len(products) > 0 && len(singles) > 0:
		emit(MultAdd, Result, RGBHalf, products[0][0], products[0][1], singles[0][0])
		products, singles = products[1:], singles[1:]
	case len(products) > 0:
		emit(Multiply, Result, RGBHalf, products[0]...)
		products = products[1:]
	case len(singles) > 1:
		emit(Add, Result, RGBHalf, singles[0][0], singles[1][0])
		singles = singles[2:]
	case len(singles) == 1:
		emit(Move, Result, RGBHalf, singles[0][0])
		singles = nil
	default:
		emit(Move, Result, RGBHalf, Operand{})
	}
	for _, t := range products {
		emit(MultAdd, Result, RGBHalf, t[0], t[1], result)
	}
	for _, t := range singles {
		emit(Add, Result, RGBHalf, t[0], result)
	}
	g := read(settings >> 8)
	emit(Move, Result, AlphaHalf, g)
	if rest := list[first:]; len(rest) == 2 && rest[0].Op == Move {
		if pair := paired2(rest[0], rest[1]); len(pair) == 1 {
			list = append(list[:first], pair...)
		}
	}
	return list
}

// paired2 is [paired] of two instructions.
func paired2(rgb, alpha Instruction) (list []Instruction) {
	for _, r := range paired([2]*result{{Instruction: rgb}, {Instruction: alpha}}) {
		list = append(list, r.tidy())
	}
	return list
}

// illegal is the offset of the first word of control, the active stages and the final combiner that says what hardware
// does not have, or −1.
func illegal(w *Words, stages int) int {
	if n := int(w.Control & 15); n < 1 || n > stages {
		return OffsetControl
	}
	badInput := func(word uint32) bool {
		for k := range 4 {
			b := word >> (8 * k)
			switch r := Register(b & 15); {
			case r == T1 || r == T2 || r >= Sum:
				return true
			case r == Fog && b>>4&1 != 0:
				return true
			}
		}
		return false
	}
	badOutput := func(word uint32, alpha bool) bool {
		seen := map[Register]bool{}
		for k := range 3 {
			r := Register(word >> (4 * k) & 15)
			if r != Zero && (!r.Writable() || seen[r]) {
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
			return OffsetInRGB + 4*i
		case badInput(s.InAlpha):
			return OffsetInAlpha + 4*i
		case badOutput(s.OutRGB, false):
			return OffsetOutRGB + 4*i
		case badOutput(s.OutAlpha, true):
			return OffsetOutAlpha + 4*i
		}
	}
	for k := range 4 {
		b := w.Final[0] >> (24 - 8*k)
		r := Register(b & 15)
		if r == T1 || r == T2 || r == Sum && k == 0 || r >= Sum && b>>4&1 != 0 || b>>6&3 != 0 {
			return OffsetFinal0
		}
	}
	for k := 1; k < 4; k++ {
		b := w.Final[1] >> (8 * k)
		r := Register(b & 15)
		if r == T1 || r == T2 || r >= Sum || b>>6&3 != 0 {
			return OffsetFinal1
		}
	}
	return -1
}
