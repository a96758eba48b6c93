package model

import "posedge/blocks/combineripu/isa"

// finalTranslation is the state of translating the final combiner.
type finalTranslation struct {
	words             *isa.Words
	parts             [2]isa.Operand // of the sum, E
	clamped           bool           // the sum is clamped
	ef                term           // what E·F reduces to
	needs             [isa.NumRegisters]bool
	products, singles []term // of A·B + (1−A)·C + D
	list              []isa.Instruction
}

// TranslateFinal translates the final combiner: F and E where they are registers, the sum of the products and operands
// that A·B + (1−A)·C + D reduces to, and G.
func TranslateFinal(w *isa.Words) []isa.Instruction {
	settings := w.Final[1]
	f := &finalTranslation{
		words: w, parts: [2]isa.Operand{temporary(isa.Spare0), temporary(isa.Secondary)}, clamped: settings&0x80 != 0,
		ef: simplify(finalOperand(settings>>24), finalOperand(settings>>16)),
	}
	for k, bit := range []int{5, 6} {
		f.parts[k].Mapping = isa.Mapping(settings >> bit & 1)
	}
	f.collect()
	if f.needs[isa.Product] {
		f.emit(isa.Multiply, isa.Product, isa.RGBHalf, f.ef...)
	}
	if f.needs[isa.Sum] {
		f.emit(isa.Add, isa.Sum, isa.RGBHalf, f.parts[:]...)
	}
	first := len(f.list)
	f.addUp()
	f.emit(isa.Move, isa.Result, isa.AlphaHalf, finalOperand(settings>>8))
	if rest := f.list[first:]; len(rest) == 2 && rest[0].Op == isa.Move {
		if pair := paired2(rest[0], rest[1]); len(pair) == 1 {
			return append(f.list[:first], pair...)
		}
	}
	return f.list
}

// finalOperand decodes an operand of the final combiner, whose mapping is one of the two unsigned ones.
func finalOperand(b uint32) isa.Operand {
	o := operandOf(b)
	o.Mapping &= 1
	return o
}

func (f *finalTranslation) emit(op isa.Op, dest isa.Register, halves uint8, in ...isa.Operand) {
	i := isa.Instruction{Op: op, Dest: dest, Halves: halves, Final: true, Constants: f.words.FinalConstants}
	copy(i.In[:], in)
	f.list = append(f.list, result{Instruction: i}.tidy())
}

// single is one of A to D as an operand. E is a register, and so is F if it is a true product; otherwise F is what E·F
// reduces to.
func (f *finalTranslation) single(b uint32) isa.Operand {
	o := finalOperand(b)
	r, mapping := isa.Register(b&15), isa.Mapping(b>>5&1)
	switch {
	case r != isa.Sum && r != isa.Product || b>>4&1 != 0:
	case r == isa.Product && len(f.ef) < 2:
		o = f.ef.operand()
		o.Mapping ^= mapping
	default:
		o = temporary(r)
		o.Mapping = mapping
	}
	return o
}

// factor is B or C; a sum that is not clamped has two parts.
func (f *finalTranslation) factor(b uint32) []isa.Operand {
	if b&0x3f == uint32(isa.Sum) && !f.clamped {
		return f.parts[:]
	}
	return []isa.Operand{f.single(b)}
}

// collect finds the products and single operands of the sum, and which of E and F they need.
func (f *finalTranslation) collect() {
	w := f.words.Final[0]
	a := f.single(w >> 24)
	if a.Register == isa.Sum {
		a = finalOperand(w >> 24)
	}
	inverse := a
	inverse.Mapping ^= 1
	if d := w & 255; d&0x3f == uint32(isa.Product) {
		f.sort(f.ef)
	} else {
		f.sort(simplify(f.single(d), isa.Operand{Mapping: isa.UnsignedInvert}))
	}
	for _, o := range f.factor(w >> 8) {
		f.sort(simplify(inverse, o))
	}
	for _, o := range f.factor(w >> 16) {
		f.sort(simplify(a, o))
	}
}

func (f *finalTranslation) sort(t term) {
	for _, o := range t {
		if o.Kind == isa.RegisterOperand && o.Register >= isa.Sum {
			f.needs[o.Register] = true
		}
	}
	switch len(t) {
	case 1:
		f.singles = append(f.singles, t)
	case 2:
		f.products = append(f.products, t)
	}
}

// addUp computes the sum in as few instructions as possible.
func (f *finalTranslation) addUp() {
	products, singles := f.products, f.singles
	result := temporary(isa.Result)
	switch {
	case len(products) > 0 && len(singles) > 0:
		f.emit(isa.MultAdd, isa.Result, isa.RGBHalf, products[0][0], products[0][1], singles[0][0])
		products, singles = products[1:], singles[1:]
	case len(products) > 0:
		f.emit(isa.Multiply, isa.Result, isa.RGBHalf, products[0]...)
		products = products[1:]
	case len(singles) > 1:
		f.emit(isa.Add, isa.Result, isa.RGBHalf, singles[0][0], singles[1][0])
		singles = singles[2:]
	case len(singles) == 1:
		f.emit(isa.Move, isa.Result, isa.RGBHalf, singles[0][0])
		singles = nil
	default:
		f.emit(isa.Move, isa.Result, isa.RGBHalf, isa.Operand{})
	}
	for _, t := range products {
		f.emit(isa.MultAdd, isa.Result, isa.RGBHalf, t[0], t[1], result)
	}
	for _, t := range singles {
		f.emit(isa.Add, isa.Result, isa.RGBHalf, t[0], result)
	}
}

// paired2 is [paired] for two instructions.
func paired2(rgb, alpha isa.Instruction) (list []isa.Instruction) {
	for _, r := range paired([2]*result{{Instruction: rgb}, {Instruction: alpha}}) {
		list = append(list, r.tidy())
	}
	return list
}

// illegal is the offset of the first illegal word among control, the active stages and the final combiner, or −1.
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
