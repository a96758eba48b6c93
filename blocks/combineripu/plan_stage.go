package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
)

// The portions of a general stage.
const (
	rgbPortion = iota
	alphaPortion
)

// The results of a portion, in the order of their instructions.
const (
	sumResult = iota
	cdResult
	abResult

	numResults = 3
)

// portionBits is one portion of a general stage, decoded.
type portionBits struct {
	products [2]productBits       // A·B and C·D
	dest     [numResults]hdl.Bits // 0 where the result is discarded
	dot      [2]hdl.Bits          // AB and CD are dot products
	blue     [2]hdl.Bits          // AB and CD write blue to alpha
	mux      hdl.Bits
	odd      hdl.Bits
	bias     hdl.Bits
	scale    hdl.Bits // 2
}

// portionsOf decodes the words of a general stage.
func portionsOf(m *hdl.Module, w StepWords) (list [2]portionBits) {
	for k, name := range []string{"rgb", "alpha"} {
		m, in, out := m.Scope(name), w.Words[k], w.Words[2+k]
		var factors [4]sourceBits
		for i := range factors {
			b := in.Slice(31-8*i, 24-8*i)
			factors[i] = wordSource(b, b.Slice(7, 5), finalOnly(codeOf(b)))
		}
		p := &list[k]
		p.products = [2]productBits{productOf(factors[0], factors[1]), productOf(factors[2], factors[3])}
		p.dest = destinations(out)
		for r, name := range []string{"sum_dest", "cd_dest", "ab_dest"} {
			p.dest[r] = m.Named(name, p.dest[r])
		}
		zero := hdl.Const(1, 0)
		p.dot, p.blue = [2]hdl.Bits{zero, zero}, [2]hdl.Bits{zero, zero}
		if k == rgbPortion {
			p.dot = [2]hdl.Bits{out.Bit(13), out.Bit(12)}
			p.blue = [2]hdl.Bits{out.Bit(19), out.Bit(18)}
		}
		p.mux, p.odd, p.bias, p.scale = out.Bit(14), w.Odd, out.Bit(15), out.Slice(17, 16)
	}
	return list
}

// destination is a result's code in an output word.
func destination(out hdl.Bits, result int) hdl.Bits {
	low := [numResults]int{sumResult: 8, cdResult: 0, abResult: 4}[result]
	return out.Slice(low+3, low)
}

// destinations are the destinations in an output word. One that cannot be written is discarded, and so are all but the
// first of equal ones, in the order of the results.
func destinations(out hdl.Bits) (list [numResults]hdl.Bits) {
	for k := range list {
		code := destination(out, k)
		written := writable(code)
		for _, d := range list[:k] {
			written = written.And(d.Ne(code))
		}
		list[k] = hdl.Mux(written, code, int(isa.Zero))
	}
	return list
}

// writable is [isa.Register.Writable] of a code.
func writable(code hdl.Bits) hdl.Bits {
	y := hdl.Const(1, 0)
	for r := isa.Register(0); r < isa.NumRegisters; r++ {
		if r.Writable() {
			y = y.Or(code.Eq(int(r)))
		}
	}
	return y
}

// results returns the operations of a portion's results, and whether T2 and R0 must hold true products before SUM.
func (p portionBits) results(index int) (list [numResults]workBits, t2, r0 hdl.Bits) {
	ab, cd := p.products[0], p.products[1]
	for k, x := range p.products {
		dot := hdl.MuxOf(x.vanishes, workOf(isa.Move, zeroSource()), workOf(isa.Dot3, x.a, x.b))
		list[abResult-k] = hdl.MuxOf(p.dot[k], dot, x.result())
	}
	both := ab.multiply.And(cd.multiply)
	t2, r0 = p.mux.And(ab.multiply), hdl.Mux(p.mux, cd.multiply, both)
	fromT2, fromR0 := registerSource(isa.T2, index, signedIdentity()), registerSource(isa.Result, index, signedIdentity())

	choose := workOf(isa.Select, hdl.MuxOf(ab.multiply, fromT2, ab.value), hdl.MuxOf(cd.multiply, fromR0, cd.value),
		registerSource(isa.Spare0, 1, signedIdentity()))

	// A true product takes the other term as its addend, unless that vanishes. Without a true product, at most two
	// operands are added.
	a, b := hdl.MuxOf(ab.multiply, ab.a, cd.a), hdl.MuxOf(ab.multiply, ab.b, cd.b)
	term := hdl.MuxOf(both, fromR0, hdl.MuxOf(ab.multiply, cd.value, ab.value))
	alone := hdl.Mux(ab.multiply, cd.vanishes, ab.vanishes)
	product := hdl.MuxOf(alone, workOf(isa.Multiply, a, b), workOf(isa.MultAdd, a, b, term))
	operands := hdl.MuxOf(ab.single.And(cd.single), workOf(isa.Add, ab.value, cd.value),
		workOf(isa.Move, hdl.MuxOf(ab.vanishes, cd.value, ab.value)))
	sum := hdl.MuxOf(ab.multiply.Or(cd.multiply), product, operands)
	list[sumResult] = hdl.MuxOf(p.mux, choose, sum)
	return list, t2, r0
}

// results are the live results in the order of their instructions.
func (l Live) results() [numResults]LiveResult { return [numResults]LiveResult{l.Sum, l.CD, l.AB} }

// resultEntries are the results of both portions with their final destinations.
func resultEntries(portions [2]portionBits, results [2][numResults]workBits, live Live) (list [numResults][2]entry) {
	for k, l := range live.results() {
		for i, p := range portions {
			e := entryOf(i, l.AlphaHalf, results[i][k], isa.Zero)
			e.dest, e.bias, e.scale = p.dest[k], p.bias, p.scale
			if k == sumResult {
				e.odd = p.mux.And(p.odd)
			}
			if i == rgbPortion {
				e.present, e.rgb, e.alpha = l.RGB.Or(l.Blue), l.RGB, l.Blue
			}
			list[k][i] = e
		}
	}
	return list
}

// planStage is the plan of a general stage.
func planStage(m *hdl.Module, w StepWords, live Live) (list [numSlots]filledSlot) {
	portions := portionsOf(m, w)
	var results [2][numResults]workBits
	var first [2][2]entry // T2 and R0 of both portions
	for i, p := range portions {
		var t2, r0 hdl.Bits
		results[i], t2, r0 = p.results(i)
		needed := []hdl.Bits{live.Sum.RGB, live.Sum.AlphaHalf}[i]
		ab, cd := p.products[0], p.products[1]
		first[0][i] = entryOf(i, needed.And(t2), workOf(isa.Multiply, ab.a, ab.b), isa.T2)
		first[1][i] = entryOf(i, needed.And(r0), workOf(isa.Multiply, cd.a, cd.b), isa.Result)
	}
	for k, e := range first {
		list[2*k], list[2*k+1] = pairedSlots(e[0], e[1], pair(e[0], e[1]))
	}

	entries := resultEntries(portions, results, live)
	temporaries := [numResults]isa.Register{sumResult: isa.Result, cdResult: isa.T1, abResult: isa.T2}
	for k, e := range entries {
		rgb, alpha := e[0], e[1]
		paired := m.Named([]string{"sum_pair", "cd_pair", "ab_pair"}[k], pair(rgb, alpha))
		later := func(dest hdl.Bits, isAlpha bool) hdl.Bits {
			read := hdl.Const(1, 0)
			for _, l := range entries[k+1:] {
				for _, x := range l {
					read = read.Or(x.present.And(x.operation.reads(dest, isAlpha)))
				}
			}
			return read
		}
		// The alpha portion's instruction follows the RGB portion's, unless the two are paired.
		beside := func(isAlpha bool) hdl.Bits {
			return every(alpha.present, paired.Not(), alpha.operation.reads(rgb.dest, isAlpha))
		}
		rgbWaits := some(rgb.rgb.And(later(rgb.dest, false).Or(beside(false))),
			rgb.alpha.And(later(rgb.dest, true).Or(beside(true))), paired.And(later(rgb.dest, true)))
		alphaWaits := hdl.Mux(paired, rgbWaits, later(alpha.dest, true))
		waits := [2]hdl.Bits{rgb.present.And(rgbWaits), alpha.present.And(alphaWaits)}

		var home [2]entry
		for i := range e {
			home[i] = e[i]
			home[i].present = waits[i]
			home[i].operation = workOf(isa.Move, registerSource(temporaries[k], i, signedIdentity()))
			home[i].bias, home[i].scale, home[i].odd = hdl.Const(1, 0), hdl.Const(2, 0), hdl.Const(1, 0)
			e[i].dest = hdl.Mux(waits[i], int(temporaries[k]), e[i].dest)
		}
		// A result that waits does so as RGB; its blue goes to alpha on the way home.
		e[0].rgb, e[0].alpha = rgb.rgb.Or(waits[0]), rgb.alpha.And(waits[0].Not())
		list[4+2*k], list[5+2*k] = pairedSlots(e[0], e[1], paired)
		list[10+2*k], list[11+2*k] = pairedSlots(home[0], home[1], pair(home[0], home[1]))
	}
	return list
}
