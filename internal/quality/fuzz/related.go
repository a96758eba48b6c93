package fuzz

import "math/big"

// Optimisers and exporters have rules for operands that are equal, constant or parts
// of one value. Operands drawn one by one hardly ever are.

// drawn is an expression that has been drawn, and the level up to which it reads.
type drawn struct {
	x     *expression
	level int
}

// maxDrawn is how many expressions are kept for another use.
const maxDrawn = 16

// keep keeps x for another use in the module.
func (g *generator) keep(x *expression) *expression {
	if x.Op == "ref" || x.Op == "const" {
		return x
	}
	g.before = append(g.before, drawn{x, g.limit})
	if len(g.before) > maxDrawn {
		g.before = g.before[1:]
	}
	return x
}

// again is an expression that has been drawn before, of w bits, or nil.
func (g *generator) again(w int) *expression {
	var all, same []*expression
	for _, d := range g.before {
		if d.level <= g.limit {
			all = append(all, d.x)
			if d.x.Type.Width == w {
				same = append(same, d.x)
			}
		}
	}
	switch {
	case len(all) == 0:
		return nil
	case len(same) > 0 && !g.chance(4):
		return same[g.IntN(len(same))]
	}
	return g.fit(all[g.IntN(len(all))], w)
}

// pair are two operands of w bits. The second is of the same width or a Go integer
// that fits, and often has to do with the first.
func (g *generator) pair(w, depth int) (x, y *expression) {
	x = g.bits(w, depth)
	if g.chance(3) {
		return x, g.related(x)
	}
	return x, g.other(w, depth)
}

// related is an operand beside x, of its width: x itself, its complement, a constant at
// an end of the range, or parts of x.
func (g *generator) related(x *expression) *expression {
	w := x.Type.Width
	if len(g.ends) > 0 && g.chance(5) {
		return g.end(w)
	}
	switch g.IntN(6) {
	case 0, 1:
		return x
	case 2:
		return &expression{Op: "int", Value: g.special(w)}
	case 3:
		return constant(g.special(w), w)
	case 4:
		return op("not", bitsType(w), x)
	}
	return g.fit(g.joined(x), w)
}

// drawEnds names constants at an end of the range, which tools find again behind the
// names.
func (g *generator) drawEnds() (body []*Stmt) {
	for range g.IntN(3) {
		w := g.width()
		s := &Stmt{Kind: namedStmt, Name: g.name("k"), X: constant(g.special(w), w)}
		g.ends = append(g.ends, ref(s.Name, bitsType(w)))
		g.add(s.Name, bitsType(w), 0)
		body = append(body, s)
	}
	return body
}

// end is w bits of one of the named constants.
func (g *generator) end(w int) *expression { return g.fit(g.ends[g.IntN(len(g.ends))], w) }

// special is 0 or all ones, or now and then 1 or only the sign.
func (g *generator) special(w int) *big.Int {
	v := new(big.Int)
	switch g.IntN(6) {
	case 0, 1:
		return allOnes(w)
	case 2:
		v.SetInt64(1)
	case 3:
		v.SetBit(v, w-1, 1)
	}
	return v
}

// allOnes is the greatest value of w bits.
func allOnes(w int) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return v.Sub(v, big.NewInt(1))
}

// signedPair is pair for signed operands.
func (g *generator) signedPair(w, depth int) (x, y *expression) {
	x = g.signed(w, depth)
	t := valueType{signedKind, w}
	switch g.IntN(9) {
	case 0:
		return x, x
	case 1:
		return x, op("signed", t, constant(g.special(w), w))
	case 2:
		return x, op("signed", t, g.fit(g.joined(op("s_bits", bitsType(w), x)), w))
	}
	return x, g.signed(w, depth)
}

// joined is x beside itself, cut and joined again, or extended.
func (g *generator) joined(x *expression) *expression {
	k := x.Type.Width
	if k > 1 && g.chance(3) {
		cut := 1 + g.IntN(k-1)
		high := op("slice", bitsType(k-cut), x).with(k-1, cut)
		low := op("slice", bitsType(cut), x).with(cut-1, 0)
		if g.chance(2) {
			high, low = low, high
		}
		return op(g.one("cat", "pack"), bitsType(k), high, low)
	}
	switch g.IntN(4) {
	case 0:
		n := 2 + g.IntN(2)
		return op("repeat", bitsType(n*k), x).with(n)
	case 1:
		return op("cat", bitsType(2*k), x, x)
	}
	w := k + 1 + g.IntN(k)
	return op(g.one("zero_extend", "sign_extend"), bitsType(w), x).with(w)
}

// parts is w bits of a value that is beside itself, cut and joined again, or extended.
func (g *generator) parts(w, depth int) *expression {
	k := w
	if g.chance(2) {
		k = 1 + g.IntN(w)
	}
	return g.fit(g.joined(g.bits(k, depth)), w)
}

// relations are w bits of several operations whose operands have to do with each other,
// side by side, so that each is seen.
func (g *generator) relations(w int) *expression {
	var parts []*expression
	for w > 0 {
		x := g.relation(min(1+g.IntN(6), w))
		parts = append(parts, x)
		w -= x.Type.Width
	}
	if len(parts) == 1 {
		return parts[0]
	}
	total := 0
	for _, x := range parts {
		total += x.Type.Width
	}
	return op("cat", bitsType(total), parts...)
}

// relation is one bit or k bits of an operation whose operands have to do with each
// other.
func (g *generator) relation(k int) *expression {
	w, depth := k, g.IntN(2)
	if g.chance(3) {
		w = g.width()
	}
	x := g.bits(w, depth)
	y := g.related(x)
	bit, t := bitsType(1), bitsType(w)
	switch g.IntN(10) {
	case 0, 1, 9:
		return op(g.one("eq", "ne", "lt", "le", "gt", "ge"), bit, x, y)
	case 2, 3:
		signed := func(x *expression) *expression { return op("signed", valueType{signedKind, w}, x) }
		if y.Op == "int" { // a signed operand has a width
			y = constant(y.Value, w)
		}
		return op(g.one("s_eq", "s_ne", "s_lt", "s_le", "s_gt", "s_ge"), bit, signed(x), signed(y))
	case 4:
		return g.fit(g.parts(w, depth), k)
	case 5:
		return g.fit(op("mux", t, g.bits(1, depth), x, y), k)
	case 6:
		return g.fit(op(g.one("shl", "shr"), t, x, g.amount(w, depth)), k)
	}
	return g.fit(op(g.one("add", "sub", "and", "or", "xor"), t, x, y), k)
}
