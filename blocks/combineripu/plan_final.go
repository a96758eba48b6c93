package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// The products of the final combiner, in the order of their instructions. C and B have a second one for the colour sum
// that is not clamped, which becomes two products.
const (
	productEF = iota
	productC
	productC2
	productB
	productB2

	numProducts = 5
)

// finalTerms is the final combiner, decoded.
type finalTerms struct {
	a, b, c, d, g sourceBits
	sum           [2]sourceBits            // SPARE0 and SECONDARY, as added in E
	products      [numProducts]productBits // including E·F
	isTerm        [numProducts]hdl.Bits    // the product is a term of the sum
	dIsTerm       hdl.Bits                 // D is a term of its own: neither 0 nor the product E·F
	needE         hdl.Bits                 // the clamped sum must be computed
	needF         hdl.Bits                 // E·F must be computed: a true product that is a factor, or inverted
	readSum       hdl.Bits                 // SPARE0 and SECONDARY are read, for E or in its place
}

// finalTermsOf decodes the words of the final combiner.
func finalTermsOf(w StepWords) (t finalTerms) {
	word0, word1 := w.Words[0], w.Words[1]
	for k, s := range []*sourceBits{&t.a, &t.b, &t.c, &t.d} {
		*s = finalSource(word0.Slice(31-8*k, 24-8*k), k > 0, true)
	}
	var e, f sourceBits
	for k, s := range []*sourceBits{&e, &f, &t.g} {
		*s = finalSource(word1.Slice(31-8*k, 24-8*k), false, false)
	}
	clamp, invertSecondary, invertSpare0 := word1.Bit(7), word1.Bit(6), word1.Bit(5)
	spare0, secondary := registerSource(isa.Spare0, 0, invertSpare0.ZeroExtend(3)), registerSource(isa.Secondary, 0, invertSecondary.ZeroExtend(3))
	t.sum = [2]sourceBits{spare0, secondary}

	// Unless E·F is a true product, the operand that it reduces to is read in its place.
	ef := productOf(e, f)
	for _, s := range []*sourceBits{&t.a, &t.b, &t.c, &t.d} {
		operand := ef.value
		operand.Mapping = operand.Mapping.Xor(s.Mapping)
		*s = hdl.MuxOf(s.is(isa.Product).And(ef.multiply.Not()), operand, *s)
	}
	a, b, c, d := t.a, t.b, t.c, t.d
	inverse := a
	inverse.Mapping = a.Mapping.Xor(1)
	split := func(s sourceBits) hdl.Bits { return every(s.is(isa.Sum), s.Mapping.Eq(0), clamp.Not()) }
	term := func(k int, factor, s sourceBits) {
		t.products[k] = productOf(factor, hdl.MuxOf(split(s), spare0, s))
		t.products[k+1] = productOf(factor, secondary)
		t.isTerm[k], t.isTerm[k+1] = hdl.Const(1, 1), split(s)
	}
	term(productC, inverse, c)
	term(productB, a, b)
	t.products[productEF], t.isTerm[productEF] = ef, d.is(isa.Product).And(d.Mapping.Eq(0))
	t.dIsTerm = d.isZero().Or(t.isTerm[productEF]).Not()

	hasB, hasC := t.products[productB].vanishes.Not(), t.products[productC].vanishes.Not()
	t.needE = some(every(b.is(isa.Sum), split(b).Not(), hasB), every(c.is(isa.Sum), split(c).Not(), hasC), d.is(isa.Sum))
	t.needF = some(every(a.is(isa.Product), hasB.Or(hasC)), every(b.is(isa.Product), hasB), every(c.is(isa.Product), hasC),
		every(d.is(isa.Product), t.dIsTerm))
	t.readSum = some(every(b.is(isa.Sum), hasB), every(c.is(isa.Sum), hasC), d.is(isa.Sum))
	return t
}

// finalSource decodes an operand of the final combiner. E and F read ZERO if their usage is alpha, or where they are
// not allowed.
func finalSource(b hdl.Bits, sum, product bool) sourceBits {
	refused := hdl.Const(1, 0)
	for _, x := range []struct {
		r       isa.Register
		allowed bool
	}{{isa.Sum, sum}, {isa.Product, product}} {
		is := codeOf(b).Eq(int(x.r))
		if x.allowed {
			is = is.And(b.Bit(4))
		}
		refused = refused.Or(is)
	}
	return wordSource(b, b.Bit(5).ZeroExtend(3), refused)
}

// planFinal is the plan of the final combiner: F and E where needed, then the sum of true products and single operands,
// or 0 if there are none, then the alpha. The first product adds the first single operand; later ones add R0.
func planFinal(m *hdl.Module, w StepWords) (list []filledSlot) {
	t := finalTermsOf(w)
	add := func(valid hdl.Bits, dest isa.Register, o workBits) {
		s := entryOf(rgbPortion, valid, o, dest).slot()
		s.Final = hdl.Const(1, 1)
		list = append(list, filledSlot{valid, s})
	}
	add(t.needF, isa.Product, workOf(isa.Multiply, t.products[productEF].a, t.products[productEF].b))
	add(t.needE, isa.Sum, workOf(isa.Add, t.sum[0], t.sum[1]))

	var isProduct, isSingle []any
	var singles []sourceBits
	for k, p := range t.products {
		isProduct = append(isProduct, p.multiply.And(t.isTerm[k]))
		single, value := p.single.And(t.isTerm[k]), p.value
		if k == productEF { // E·F can only be a true product; the single operand here is D
			single, value = t.dIsTerm, t.d
		}
		isSingle, singles = append(isSingle, single), append(singles, value)
	}
	products, operands := m.Named("products", hdl.Pack(isProduct...)), m.Named("operands", hdl.Pack(isSingle...))
	someProduct, someOperand := products.ReduceOr(), operands.ReduceOr()
	firstProduct, firstOperand := lib.LowestOneHot(products), lib.LowestOneHot(operands)
	rest := operands.And(firstOperand.Not())
	secondOperand := lib.LowestOneHot(rest)
	first, second := lib.OneHotMux(firstOperand, singles), lib.OneHotMux(secondOperand, singles)
	toSum := registerSource(isa.Result, 0, signedIdentity())

	for k, p := range t.products {
		term := hdl.MuxOf(firstProduct.Bit(k), first, toSum)
		alone := every(firstProduct.Bit(k), someOperand.Not())
		add(products.Bit(k), isa.Result, hdl.MuxOf(alone, workOf(isa.Multiply, p.a, p.b), workOf(isa.MultAdd, p.a, p.b, term)))
	}
	// One operand has no instruction of its own: the first, which the first product adds, or, without products, the
	// second, which the first one's ADD includes.
	merged := m.Named("merged", hdl.Mux(someProduct, firstOperand, secondOperand))
	loneMove := m.Named("lone_mov", some(someProduct, rest.ReduceOr()).Not())
	for k, s := range singles {
		sum := workOf(isa.Add, s, hdl.MuxOf(firstOperand.Bit(k), second, toSum))
		add(operands.Bit(k).And(merged.Bit(k).Not()), isa.Result, hdl.MuxOf(loneMove, workOf(isa.Move, s), sum))
	}
	add(some(someProduct, someOperand).Not(), isa.Result, workOf(isa.Move, zeroSource()))

	// The alpha is paired with a MOV that makes up the whole sum.
	value := hdl.MuxOf(someOperand, first, zeroSource())
	paired := m.Named("pair", loneMove.And(t.g.same(value)))
	for k := range list[2+numProducts:] {
		s := &list[2+numProducts+k].slot
		s.Halves = hdl.Pack(hdl.Const(1, 1), paired)
		s.In[0].Alpha = paired.And(t.g.Usage)
		s.Last = paired
	}
	alpha := entryOf(alphaPortion, paired.Not(), workOf(isa.Move, t.g), isa.Result).slot()
	alpha.Final, alpha.Last = hdl.Const(1, 1), hdl.Const(1, 1)
	return append(list, filledSlot{paired.Not(), alpha})
}
