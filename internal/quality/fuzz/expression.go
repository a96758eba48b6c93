package fuzz

import (
	"math/big"
	"slices"
)

// favoured are the widths at which words and their signs end, and the widest.
var favoured = []int{1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200}

// maxProduct bounds the partial products of most multiplications.
const maxProduct = 1200

func (g *generator) width() int {
	switch g.IntN(4) {
	case 0:
		return favoured[g.IntN(len(favoured))]
	case 1:
		return 1 + g.IntN(200)
	}
	return 1 + g.IntN(12)
}

// number is a value of w bits; zeros, ones and small numbers are frequent.
func (g *generator) number(w int) *big.Int { return randomNumber(g.Rand, w) }

func ref(name string, t valueType) *expression { return &expression{Op: "ref", Name: name, Type: t} }

func constant(v *big.Int, w int) *expression {
	return &expression{Op: "const", Value: v, Type: bitsType(w)}
}

func integer(v int) *expression { return &expression{Op: "int", Value: big.NewInt(int64(v))} }

// op is an operation with operands.
func op(name string, t valueType, args ...*expression) *expression {
	return &expression{Op: name, Type: t, Args: args}
}

// with gives an operation its integers.
func (x *expression) with(ints ...int) *expression {
	x.Ints = ints
	return x
}

// readable are the signals of the type that may be read now.
func (g *generator) readable(match func(valueType) bool) []signal {
	var list []signal
	for _, s := range g.signals {
		if s.level <= g.limit && match(s.t) {
			list = append(list, s)
		}
	}
	return list
}

// fit gives x another width.
func (g *generator) fit(x *expression, w int) *expression {
	have := x.Type.Width
	switch {
	case have > w && g.IntN(3) == 0:
		return op("truncate", bitsType(w), x).with(w)
	case have > w && w == 1 && g.IntN(2) == 0:
		return op("bit", bitsType(1), x).with(g.IntN(have))
	case have > w:
		lo := g.IntN(have - w + 1)
		return op("slice", bitsType(w), x).with(lo+w-1, lo)
	case have < w && g.IntN(2) == 0:
		return op("zero_extend", bitsType(w), x).with(w)
	case have < w:
		return op("sign_extend", bitsType(w), x).with(w)
	}
	return x
}

// leaf is a signal, of the width where there is one, or a constant.
func (g *generator) leaf(w int) *expression {
	all := g.readable(func(t valueType) bool { return t.Kind == bitsKind })
	same := g.readable(func(t valueType) bool { return t == bitsType(w) })
	if len(same) > 0 && g.IntN(2) == 0 {
		all = same
	}
	if len(all) == 0 || g.IntN(6) == 0 {
		return constant(g.number(w), w)
	}
	s := all[g.IntN(len(all))]
	return g.fit(ref(s.name, s.t), w)
}

// other is the second operand of an operation: of the same width, or a Go
// integer that fits.
func (g *generator) other(w, depth int) *expression {
	if g.IntN(5) == 0 {
		return &expression{Op: "int", Value: g.number(w)}
	}
	return g.bits(w, depth)
}

// amount is a shift's amount or an index.
func (g *generator) amount(w, depth int) *expression {
	if g.IntN(3) == 0 {
		return integer(g.IntN(w + 2))
	}
	if words := g.words(); len(words) > 0 && g.chance(6) { // of any width
		x := words[g.IntN(len(words))]
		e := op("read", x.Type, integer(g.IntN(x.Depth)))
		e.Name = x.Name
		return e
	}
	switch g.IntN(12) {
	case 0:
		return g.bits(g.width(), depth)
	case 1: // only bits above the first word make it too large
		return op("cat", bitsType(66), g.leaf(2), constant(big.NewInt(int64(g.IntN(w+2))), 64))
	}
	return g.bits(1+g.IntN(9), depth)
}

// bits is a random expression of w bits.
func (g *generator) bits(w, depth int) *expression {
	if depth <= 0 || g.IntN(10) == 0 {
		return g.leaf(w)
	}
	if g.chance(10) {
		if x := g.again(w); x != nil {
			return x
		}
	}
	depth--
	t := bitsType(w)
	choices := []func() *expression{
		func() *expression { return g.same(w, depth) },
		func() *expression { return g.same(w, depth) },
		func() *expression { return op("not", t, g.bits(w, depth)) },
		func() *expression { return op(g.one("shl", "shr"), t, g.bits(w, depth), g.amount(w, depth)) },
		func() *expression { return g.mux(w, depth) },
		func() *expression { return g.choose("select", g.bits, w, t, depth) },
		func() *expression { return op("s_bits", t, g.signed(w, depth)) },
		func() *expression { return op("s_bits", t, g.signed(w, depth)) },
		func() *expression {
			return op("s_bits", t, op("s_shr", valueType{signedKind, w}, g.signed(w, depth), g.amount(w, depth)))
		},
		func() *expression { return g.fit(g.bit(depth), w) },
		func() *expression { return g.fit(g.counted(depth), w) },
		func() *expression { return g.fit(g.product(depth), w) },
		func() *expression { return g.fit(g.bits(g.width(), depth), w) },
		func() *expression { return g.parts(w, depth) },
	}
	if w > 1 {
		choices = append(choices,
			func() *expression { return g.join(w, depth) },
			func() *expression { return g.sum(w, depth) })
	}
	if len(g.m.Mems) > 0 {
		choices = append(choices, func() *expression { return g.read(w, depth) })
	}
	if g.bundles() {
		choices = append(choices, func() *expression {
			return g.fit(op("flatten", bitsType(sum(g.design.Shape)), g.bundle(depth)), w)
		})
	}
	if len(g.m.States) > 0 && g.IntN(3) == 0 {
		choices = append(choices, func() *expression { return g.fit(op("state", bitsType(stateWidth(g.m.States))), w) })
	}
	return g.keep(choices[g.IntN(len(choices))]())
}

func (g *generator) one(names ...string) string { return names[g.IntN(len(names))] }

// same is an operation whose operands have the width of the result.
func (g *generator) same(w, depth int) *expression {
	x, y := g.pair(w, depth)
	return op(g.one("add", "sub", "and", "or", "xor"), bitsType(w), x, y)
}

func (g *generator) mux(w, depth int) *expression {
	yes, no := g.bits(w, depth), g.bits(w, depth)
	switch g.IntN(8) {
	case 0:
		yes = &expression{Op: "int", Value: g.number(w)}
	case 1:
		no = &expression{Op: "int", Value: g.number(w)}
	case 2:
		no = g.related(yes)
	}
	return op("mux", bitsType(w), g.bits(1, depth), yes, no)
}

// choose is a choice from a list by an index.
func (g *generator) choose(name string, value func(w, depth int) *expression, w int, t valueType, depth int) *expression {
	k := 1 + g.IntN(3)
	args := []*expression{g.bits(k, depth)}
	for range 1 + g.IntN(1<<k) {
		if len(args) > 1 && g.chance(5) {
			args = append(args, args[1+g.IntN(len(args)-1)])
			continue
		}
		args = append(args, value(w, depth-1))
	}
	return op(name, t, args...)
}

// bit is an operation of one bit.
func (g *generator) bit(depth int) *expression {
	w, t := g.width(), bitsType(1)
	switch g.IntN(7) {
	case 0, 1:
		x, y := g.pair(w, depth)
		return op(g.one("eq", "ne", "lt", "le", "gt", "ge"), t, x, y)
	case 2:
		x, y := g.signedPair(w, depth)
		return op(g.one("s_eq", "s_ne", "s_lt", "s_le", "s_gt", "s_ge"), t, x, y)
	case 3:
		return op(g.one("reduce_and", "reduce_or", "reduce_xor"), t, g.bits(w, depth))
	case 4:
		return op("at", t, g.bits(w, depth), g.amount(w, depth))
	case 5:
		return op("s_negative", t, g.signed(w, depth))
	}
	if len(g.m.States) > 0 && g.IntN(2) == 0 {
		return op("is", t).with(g.m.States[g.IntN(len(g.m.States))])
	}
	streams := g.readable(func(t valueType) bool { return t.Kind == streamKind })
	if len(streams) > 0 {
		x := op("fire", t)
		x.Name = streams[g.IntN(len(streams))].name
		return x
	}
	return g.leaf(1)
}

func (g *generator) counted(depth int) *expression {
	w := g.width()
	return op("pop_count", bitsType(big.NewInt(int64(w)).BitLen()), g.bits(w, depth))
}

// product has operands of any widths; one in three is signed.
func (g *generator) product(depth int) *expression {
	k, l := g.width(), g.width()
	if k*l > maxProduct && !g.chance(6) { // much to synthesise
		k, l = 1+k%20, 1+l%20
	}
	if g.IntN(3) == 0 {
		return op("s_bits", bitsType(k+l), op("s_mul", valueType{signedKind, k + l}, g.signed(k, depth), g.signed(l, depth)))
	}
	if g.IntN(4) == 0 {
		return op("mul", bitsType(2*k), g.bits(k, depth), &expression{Op: "int", Value: g.number(k)})
	}
	x := g.bits(k, depth)
	if g.chance(8) {
		return op("mul", bitsType(2*k), x, g.related(x))
	}
	return op("mul", bitsType(k+l), x, g.bits(l, depth))
}

// sum is a sum with its carry.
func (g *generator) sum(w, depth int) *expression {
	x, y := g.pair(w-1, depth)
	if g.IntN(2) == 0 {
		return op("add_carry", bitsType(w), x, y)
	}
	return op("add_carry_in", bitsType(w), x, y, g.bits(1, depth))
}

// join is a concatenation of two or three parts, or copies.
func (g *generator) join(w, depth int) *expression {
	if g.IntN(3) == 0 {
		var whole []int
		for n := 2; n <= min(w, 8); n++ {
			if w%n == 0 {
				whole = append(whole, n)
			}
		}
		if len(whole) > 0 {
			n := whole[g.IntN(len(whole))]
			return op("repeat", bitsType(w), g.bits(w/n, depth)).with(n)
		}
	}
	cut := 1 + g.IntN(w-1)
	args := []*expression{g.bits(cut, depth)}
	if left := w - cut; left > 1 && g.IntN(2) == 0 {
		k := 1 + g.IntN(left-1)
		args = append(args, g.bits(k, depth), g.bits(left-k, depth))
	} else {
		args = append(args, g.bits(left, depth))
	}
	return op(g.one("cat", "pack"), bitsType(w), args...)
}

// words are the memories of words of Bits.
func (g *generator) words() (list []*memDecl) {
	for _, x := range g.m.Mems {
		if x.Type.Kind == bitsKind {
			list = append(list, x)
		}
	}
	return list
}

// read is a word of a memory, or a leaf of it.
func (g *generator) read(w, depth int) *expression {
	x := g.m.Mems[g.IntN(len(g.m.Mems))]
	e := op("read", x.Type, g.address(x, depth))
	e.Name = x.Name
	if x.Type.Kind == bundleKind {
		e = op("flatten", bitsType(sum(g.design.Shape)), e)
	}
	return g.fit(e, w)
}

// address is an address of x, now and then a Go integer.
func (g *generator) address(x *memDecl, depth int) *expression {
	if g.IntN(6) == 0 {
		return integer(g.IntN(x.Depth))
	}
	if len(g.ends) > 0 && g.chance(8) {
		return g.end(addrWidth(x.Depth))
	}
	// A constant may be past the end, which the language refuses.
	if e := g.bits(addrWidth(x.Depth), depth); !g.isConstant(e) {
		return e
	}
	return integer(g.IntN(x.Depth))
}

// isConstant reports whether the language sees only a constant.
func (g *generator) isConstant(e *expression) bool {
	switch e.Op {
	case "const", "s_const":
		return true
	case "s_bits", "s_negative", "signed", "truncate", "slice", "bit", "zero_extend", "sign_extend", "s_truncate", "s_extend", "repeat":
		return g.isConstant(e.Args[0])
	case "ref":
		return g.constants[e.Name]
	}
	return false
}

// signed is a random signed expression of w bits.
func (g *generator) signed(w, depth int) *expression {
	t := valueType{signedKind, w}
	if depth <= 0 || g.IntN(4) == 0 {
		if g.IntN(6) == 0 && w < 60 {
			return op("s_const", t).with(w, g.IntN(1<<w)-1<<(w-1))
		}
		return op("signed", t, g.leaf(w))
	}
	depth--
	choices := []func() *expression{
		func() *expression { return op("signed", t, g.bits(w, depth)) },
		func() *expression {
			x, y := g.signedPair(w, depth)
			return op(g.one("s_add", "s_sub"), t, x, y)
		},
		func() *expression { return op("s_neg", t, g.signed(w, depth)) },
		func() *expression {
			return op(g.one("s_shl", "s_shr", "s_shr", "s_shr"), t, g.signed(w, depth), g.amount(w, depth))
		},
		func() *expression {
			return op("s_truncate", t, g.signed(w+g.IntN(40), depth)).with(w)
		},
	}
	if w > 1 {
		k := 1 + g.IntN(w-1)
		choices = append(choices,
			func() *expression { return op("s_extend", t, g.signed(k, depth)).with(w) },
			func() *expression { return op("s_add_carry", t, g.signed(w-1, depth), g.signed(w-1, depth)) })
	}
	if k := w / 2; k > 0 && k*(w-k) <= maxProduct {
		choices = append(choices, func() *expression { return op("s_mul", t, g.signed(k, depth), g.signed(w-k, depth)) })
	}
	return choices[g.IntN(len(choices))]()
}

// bundles reports whether the module uses bundles.
func (g *generator) bundles() bool {
	return slices.ContainsFunc(g.signals, func(s signal) bool { return s.t.Kind == bundleKind })
}

// bundle is a random bundle.
func (g *generator) bundle(depth int) *expression {
	list := g.readable(func(t valueType) bool { return t.Kind == bundleKind })
	if len(list) > 0 && (depth <= 0 || g.IntN(3) == 0) {
		return ref(list[g.IntN(len(list))].name, bundleType)
	}
	depth--
	switch g.IntN(5) {
	case 0:
		return op("mux_of", bundleType, g.bits(1, depth), g.bundle(depth), g.bundle(depth))
	case 1:
		if depth > 0 {
			value := func(_, depth int) *expression { return g.bundle(depth) }
			return g.choose("select_of", value, 0, bundleType, depth-1)
		}
	case 2:
		for _, x := range g.m.Mems {
			if x.Type.Kind == bundleKind {
				e := op("read", bundleType, g.address(x, depth))
				e.Name = x.Name
				return e
			}
		}
	case 3:
		var leaves []*expression
		for _, w := range g.design.Shape {
			leaves = append(leaves, g.leaf(w))
		}
		return op("bundle", bundleType, leaves...)
	}
	return op("unflatten", bundleType, g.bits(sum(g.design.Shape), depth))
}
