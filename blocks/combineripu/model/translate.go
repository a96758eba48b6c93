package model

import "posedge/blocks/combineripu/isa"

// Program is the translation of a program state.
type Program struct {
	// Instructions name registers by their codes. They come step by step.
	Instructions []isa.Instruction
	// Steps has the number of instructions of each active stage, then of the final combiner.
	Steps []int
	// Live are the halves of registers that are live before each step.
	Live []Halves
	// Used has bit c set if the register of code c occurs; bit 0 is R0, which always does.
	Used uint16
	// Load has bit c set if the register of code c is read before it is written.
	Load uint16
	// Illegal is the offset of the first illegal word of an active step, or −1.
	Illegal int
}

// Halves is a set of halves of registers: RGB and alpha, by code.
type Halves struct{ RGB, Alpha uint16 }

// Of is the halves of a register that are in the set, as a mask.
func (h Halves) Of(r isa.Register) uint8 {
	return uint8(h.RGB>>r&1)*isa.RGBHalf | uint8(h.Alpha>>r&1)*isa.AlphaHalf
}

func (h *Halves) add(r isa.Register, halves uint8) {
	h.RGB |= uint16(halves&isa.RGBHalf) << r
	h.Alpha |= uint16(halves/isa.AlphaHalf) << r
}

func (h *Halves) remove(r isa.Register, halves uint8) {
	h.RGB &^= uint16(halves&isa.RGBHalf) << r
	h.Alpha &^= uint16(halves/isa.AlphaHalf) << r
}

// Translate makes the program of a program state, for a unit built with the given number of stages. It follows the
// rules in docs/combineripu.md in another way than the hardware: it pairs a list of results, sends those that wait
// home, and marks the last instruction.
func Translate(w *isa.Words, stages int) Program {
	active := w.Active(stages)
	p := Program{Live: make([]Halves, active+1), Steps: make([]int, active+1), Illegal: illegal(w, stages)}
	steps := make([][]isa.Instruction, active+1)
	var after Halves
	for i := active; i >= 0; i-- {
		before := after
		if i == active {
			steps[i] = TranslateFinal(w)
		} else {
			s := w.Stages[i]
			steps[i] = TranslateStage(s, w.Odd(), after)
			for k := range steps[i] {
				steps[i][k].Constants = w.Constants(i)
			}
		}
		for _, x := range steps[i] {
			if x.Dest.Attribute() {
				before.remove(x.Dest, x.Halves)
			}
		}
		for _, x := range steps[i] {
			for r, halves := range reads(x) {
				if isa.Register(r).Attribute() {
					before.add(isa.Register(r), halves)
				}
			}
		}
		p.Live[i], after = before, before
	}
	for i, list := range steps {
		p.Instructions = append(p.Instructions, list...)
		p.Steps[i] = len(list)
	}
	p.Instructions[len(p.Instructions)-1].Last = true
	p.Used = 1
	for _, x := range p.Instructions {
		p.Used |= 1 << x.Dest
		for r, halves := range reads(x) {
			if halves != 0 {
				p.Used |= 1 << r
			}
		}
	}
	p.Load = after.RGB | after.Alpha
	return p
}

// Table is the number of each register by code, 0 if the program does not use it, and the count that a shader
// allocates. With remapping, the registers in use are numbered from R0 without gaps; without it, a register's number is
// its code, and the count reaches to the highest.
func (p Program) Table(remap bool) (table [isa.NumRegisters]uint8, count int) {
	for c := range table {
		if p.Used>>c&1 == 0 {
			continue
		}
		if !remap {
			count = c
		}
		table[c] = uint8(count)
		count++
	}
	return table, count
}

// Remapped are the instructions with register numbers in place of codes.
func (p Program) Remapped(remap bool) []isa.Instruction {
	table, _ := p.Table(remap)
	list := append([]isa.Instruction(nil), p.Instructions...)
	for i := range list {
		x := &list[i]
		x.Dest = isa.Register(table[x.Dest])
		for k := range x.In {
			if x.In[k].Kind == isa.RegisterOperand {
				x.In[k].Register = isa.Register(table[x.In[k].Register])
			}
		}
	}
	return list
}

// reads are the halves that an instruction reads, by register.
func reads(i isa.Instruction) (list [isa.NumRegisters]uint8) {
	for _, o := range i.In[:i.Op.Sources()] {
		if o.Kind != isa.RegisterOperand {
			continue
		}
		if i.Halves&isa.RGBHalf != 0 || i.Op == isa.Dot3 {
			list[o.Register] |= isa.RGBHalf << o.RGB
		}
		if i.Halves&isa.AlphaHalf != 0 && i.Op != isa.Dot3 {
			list[o.Register] |= isa.RGBHalf << o.Alpha
		}
	}
	return list
}

// operandOf decodes a byte of an input word, as a general stage reads it.
func operandOf(b uint32) isa.Operand {
	o := isa.Operand{Mapping: isa.Mapping(b >> 5 & 7)}
	switch r := isa.Register(b & 15); r {
	case isa.Zero, isa.T1, isa.T2, isa.Sum, isa.Product:
		return o
	case isa.Constant0, isa.Constant1:
		o.Kind = isa.Constant0Operand + isa.Kind(r-isa.Constant0)
	default:
		o.Kind, o.Register = isa.RegisterOperand, r
	}
	usage := uint8(b >> 4 & 1)
	o.RGB, o.Alpha = usage, usage
	return o
}

// temporary is an operand that reads a register unmapped, in both portions.
func temporary(r isa.Register) isa.Operand {
	return isa.Operand{Kind: isa.RegisterOperand, Register: r, Alpha: 1, Mapping: isa.SignedIdentity}
}

// is reports whether the operand is ZERO and its mapping makes it the given code.
func is(o isa.Operand, code int) bool { return o.Kind == isa.ZeroOperand && Map(o.Mapping, 0) == code }

// term is a product in a sum: no, one or two operands.
type term []isa.Operand

// simplify is the product of two operands: nothing if one is 0, the other if one is 1.
func simplify(a, b isa.Operand) term {
	switch {
	case is(a, 0) || is(b, 0):
		return nil
	case is(b, One):
		return term{a}
	case is(a, One):
		return term{b}
	}
	return term{a, b}
}

// operand is the value of a term that is not a product of two.
func (t term) operand() isa.Operand {
	if len(t) == 0 {
		return isa.Operand{}
	}
	return t[0]
}

// instruction computes the term alone.
func (t term) instruction() isa.Instruction {
	if len(t) == 2 {
		return isa.Instruction{Op: isa.Multiply, In: [3]isa.Operand{t[0], t[1]}}
	}
	return isa.Instruction{In: [3]isa.Operand{t.operand()}}
}

// result is an instruction that computes one of a portion's results.
type result struct {
	isa.Instruction
	temporary isa.Register // where it waits
	blue      bool         // its blue goes to alpha
}

// portion is what one portion of a stage computes.
type portion struct {
	products []isa.Instruction // to T2 and to R0
	results  [3]*result        // SUM, CD and AB; nil if it is not live
}

// translatePortion translates one portion of a stage; number is 0 for RGB, 1 for alpha.
func translatePortion(number int, in, out uint32, odd bool, after Halves, otherTargets []isa.Register) (p portion) {
	halves := uint8(isa.RGBHalf << number)
	var o [4]isa.Operand
	for k := range o {
		o[k] = operandOf(in >> (24 - 8*k))
	}
	ab, cd := simplify(o[0], o[1]), simplify(o[2], o[3])
	toAB, toCD, toSum := Targets(out)
	live := func(to isa.Register, bit int) (uint8, bool) {
		if to == isa.Zero {
			return 0, false
		}
		written := after.Of(to) & halves
		blue := false
		if number == 0 && bit > 0 && out>>bit&1 != 0 && after.Of(to)&isa.AlphaHalf != 0 {
			blue = true
			for _, other := range otherTargets {
				blue = blue && other != to
			}
		}
		if blue {
			written |= isa.AlphaHalf
		}
		return written, blue
	}
	add := func(k int, i isa.Instruction, to, wait isa.Register, bit int) {
		written, blue := live(to, bit)
		if written == 0 {
			return
		}
		i.Dest, i.Halves, i.Bias, i.Scale = to, written, out>>15&1 != 0, uint8(out>>16&3)
		p.results[k] = &result{i, wait, blue}
	}
	single := func(t term, bit int) isa.Instruction {
		if number == 0 && out>>bit&1 != 0 {
			a, b := o[0], o[1]
			if bit == 12 {
				a, b = o[2], o[3]
			}
			if is(a, 0) || is(b, 0) {
				return isa.Instruction{}
			}
			return isa.Instruction{Op: isa.Dot3, In: [3]isa.Operand{a, b}}
		}
		return t.instruction()
	}
	var sum isa.Instruction
	product := func(t term, to isa.Register) isa.Operand {
		i := t.instruction()
		i.Dest, i.Halves = to, halves
		p.products = append(p.products, i)
		return temporary(to)
	}
	if written, _ := live(toSum, 0); written != 0 {
		switch mux := out>>14&1 != 0; {
		case mux:
			x, y := ab.operand(), cd.operand()
			if len(ab) == 2 {
				x = product(ab, isa.T2)
			}
			if len(cd) == 2 {
				y = product(cd, isa.Result)
			}
			sum = isa.Instruction{Op: isa.Select, Odd: odd, In: [3]isa.Operand{x, y, {Kind: isa.RegisterOperand, Register: isa.Spare0, RGB: 1, Alpha: 1, Mapping: isa.SignedIdentity}}}
		case len(ab) == 0:
			sum = cd.instruction()
		case len(cd) == 0:
			sum = ab.instruction()
		case len(ab) == 1 && len(cd) == 1:
			sum = isa.Instruction{Op: isa.Add, In: [3]isa.Operand{ab[0], cd[0]}}
		case len(cd) == 1:
			sum = isa.Instruction{Op: isa.MultAdd, In: [3]isa.Operand{ab[0], ab[1], cd[0]}}
		case len(ab) == 1:
			sum = isa.Instruction{Op: isa.MultAdd, In: [3]isa.Operand{cd[0], cd[1], ab[0]}}
		default:
			sum = isa.Instruction{Op: isa.MultAdd, In: [3]isa.Operand{ab[0], ab[1], product(cd, isa.Result)}}
		}
	}
	add(0, sum, toSum, isa.Result, 0)
	add(1, single(cd, 12), toCD, isa.T1, 18)
	add(2, single(ab, 13), toAB, isa.T2, 19)
	return p
}

// TranslateStage translates a general stage: the products that results need, then the results, then the moves of those
// that had to wait until what they overwrite was read.
func TranslateStage(s isa.StageWords, odd bool, after Halves) []isa.Instruction {
	ab, cd, sum := Targets(s.OutAlpha)
	portions := [2]portion{
		translatePortion(0, s.InRGB, s.OutRGB, odd, after, []isa.Register{ab, cd, sum}),
		translatePortion(1, s.InAlpha, s.OutAlpha, odd, after, nil),
	}
	var list []isa.Instruction
	for _, to := range []isa.Register{isa.T2, isa.Result} {
		var both [2]*result
		for k, p := range portions {
			for _, i := range p.products {
				if i.Dest == to {
					both[k] = &result{Instruction: i}
				}
			}
		}
		for _, r := range paired(both) {
			list = append(list, r.tidy())
		}
	}
	var results []result
	for k := range 3 {
		results = append(results, paired([2]*result{portions[0].results[k], portions[1].results[k]})...)
	}
	homes := map[isa.Register]*[2]*result{isa.Result: {}, isa.T1: {}, isa.T2: {}}
	for k, r := range results {
		waits := false
		for _, later := range results[k+1:] {
			waits = waits || reads(later.tidy())[r.Dest]&r.Halves != 0
		}
		if !waits {
			list = append(list, r.tidy())
			continue
		}
		home := result{Instruction: isa.Instruction{Dest: r.Dest, Halves: r.Halves, In: [3]isa.Operand{temporary(r.temporary)}}, blue: r.blue}
		i := r.Instruction
		i.Dest = r.temporary
		number := 0
		switch {
		case r.blue:
			home.In[0].Alpha = 0
			i.Halves = isa.RGBHalf
		case r.Halves == isa.AlphaHalf:
			number = 1
		}
		homes[r.temporary][number] = &home
		list = append(list, result{Instruction: i}.tidy())
	}
	for _, t := range []isa.Register{isa.Result, isa.T1, isa.T2} {
		for _, r := range paired(*homes[t]) {
			list = append(list, r.tidy())
		}
	}
	return list
}

// paired merges the instructions of the RGB and the alpha portion into one, if they do the same with the same
// registers.
func paired(both [2]*result) (list []result) {
	rgb, alpha := both[0], both[1]
	if rgb != nil && alpha != nil && !rgb.blue && rgb.Halves == isa.RGBHalf && rgb.Op != isa.Dot3 {
		a, b := rgb.Instruction, alpha.Instruction
		a.Halves, b.Halves = 0, 0
		for k := range a.In {
			a.In[k].RGB, a.In[k].Alpha, b.In[k].RGB, b.In[k].Alpha = 0, 0, 0, 0
		}
		if a == b {
			r := *rgb
			r.Halves = isa.RGBHalf | isa.AlphaHalf
			for k := range r.In {
				r.In[k].Alpha = alpha.In[k].Alpha
			}
			return []result{r}
		}
	}
	for _, r := range both {
		if r != nil {
			list = append(list, *r)
		}
	}
	return list
}

// tidy is the instruction with 0 in the fields that it does not use.
func (r result) tidy() isa.Instruction {
	i := r.Instruction
	for k := range i.In {
		o := &i.In[k]
		switch {
		case k >= i.Op.Sources():
			*o = isa.Operand{}
		case o.Kind == isa.ZeroOperand:
			o.RGB, o.Alpha = 0, 0
		}
		if i.Halves&isa.RGBHalf == 0 && i.Op != isa.Dot3 {
			o.RGB = 0
		}
		if i.Halves&isa.AlphaHalf == 0 || i.Op == isa.Dot3 {
			o.Alpha = 0
		}
	}
	return i
}
