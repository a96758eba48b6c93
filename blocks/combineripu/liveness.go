package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// halvesBits is a set of register halves. The bits of registers that do not keep their value between stages are 0.
type halvesBits struct {
	RGB   hdl.Bits `width:"registers"` // by code
	Alpha hdl.Bits `width:"registers"`
}

// liveResults finds the live results of a stage, given the halves that are live after it. A blue that the alpha
// portion's own result overwrites is not live.
func liveResults(portions [2]portionBits, after halvesBits) Live {
	rgb, alpha := portions[rgbPortion], portions[alphaPortion]
	var list [numResults]LiveResult
	for k := range list {
		to := rgb.dest[k]
		list[k] = LiveResult{RGB: after.RGB.At(to), Blue: hdl.Const(1, 0), AlphaHalf: after.Alpha.At(alpha.dest[k])}
		if k != sumResult {
			overwritten := some(alpha.dest[sumResult].Eq(to), alpha.dest[cdResult].Eq(to), alpha.dest[abResult].Eq(to))
			list[k].Blue = every(rgb.blue[abResult-k], after.Alpha.At(to), overwritten.Not())
		}
	}
	return Live{AB: list[abResult], CD: list[cdResult], Sum: list[sumResult]}
}

// before returns the halves that are live before a stage, given its live results.
func (after halvesBits) before(portions [2]portionBits, live Live) halvesBits {
	for k, l := range live.results() {
		to := [2]hdl.Bits{lib.OneHot(portions[rgbPortion].dest[k], isa.NumRegisters), lib.OneHot(portions[alphaPortion].dest[k], isa.NumRegisters)}
		after.RGB = after.RGB.And(lib.Gate(l.RGB, to[0]).Not())
		after.Alpha = after.Alpha.And(lib.Gate(l.Blue, to[0]).Or(lib.Gate(l.AlphaHalf, to[1])).Not())
	}
	return after.or(stageReads(portions, live))
}

// stageReads are the halves that a stage's live results read. A product that does not vanish reads its factors,
// whatever it is used for.
func stageReads(portions [2]portionBits, live Live) halvesBits {
	var read readList
	for i, p := range portions {
		alive := func(l LiveResult) hdl.Bits {
			if i == alphaPortion {
				return l.AlphaHalf
			}
			return l.RGB.Or(l.Blue)
		}
		for k, l := range []LiveResult{live.AB, live.CD} {
			x := p.products[k]
			needed := alive(l).Or(alive(live.Sum)).And(x.vanishes.Not())
			read.add(needed, x.a, x.b)
		}
		read.add(alive(live.Sum).And(p.mux), registerSource(isa.Spare0, 1, signedIdentity()))
	}
	return read.halves()
}

// finalReads are the halves that the final combiner reads.
func finalReads(w StepWords) halvesBits {
	t := finalTermsOf(w)
	hasB, hasC := t.products[productB].vanishes.Not(), t.products[productC].vanishes.Not()
	ef := t.products[productEF]
	var read readList
	read.add(hasB.Or(hasC), t.a)
	read.add(hasB, t.b)
	read.add(hasC, t.c)
	read.add(hdl.Const(1, 1), t.d, t.g)
	read.add(t.needF.Or(t.isTerm[productEF].And(ef.multiply)), ef.a, ef.b)
	read.add(t.readSum, t.sum[0], t.sum[1])
	return read.halves()
}

// readList are operands that are read under a condition.
type readList []struct {
	needed hdl.Bits
	source sourceBits
}

func (l *readList) add(needed hdl.Bits, sources ...sourceBits) {
	for _, s := range sources {
		*l = append(*l, struct {
			needed hdl.Bits
			source sourceBits
		}{needed, s})
	}
}

// halves are those that the operands read of registers that keep their value between stages.
func (l readList) halves() (h halvesBits) {
	for k, x := range l {
		register := lib.Gate(x.needed.And(x.source.Kind.Eq(int(isa.RegisterOperand))), lib.OneHot(x.source.Register, isa.NumRegisters))
		y := halvesBits{lib.Gate(x.source.Usage.Not(), register), lib.Gate(x.source.Usage, register)}
		if k == 0 {
			h = y
			continue
		}
		h = h.or(y)
	}
	attributes := 0
	for r := isa.Register(0); r < isa.NumRegisters; r++ {
		if r.Attribute() {
			attributes |= 1 << r
		}
	}
	return halvesBits{h.RGB.And(attributes), h.Alpha.And(attributes)}
}

func (h halvesBits) or(o halvesBits) halvesBits {
	return halvesBits{h.RGB.Or(o.RGB), h.Alpha.Or(o.Alpha)}
}

func (h halvesBits) registers() hdl.Bits { return h.RGB.Or(h.Alpha) }
