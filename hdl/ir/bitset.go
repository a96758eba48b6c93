package ir

import (
	"math/big"
	"slices"
)

// bitset says which bits of a value depend on the source of a [bitflow], and
// which are constant. It is not modified; the same value has the same pointer.
type bitset struct {
	width int
	from  *big.Int // bits that may depend on the source
	zero  *big.Int // bits that are always 0, none of from
	one   *big.Int // bits that are always 1, none of from
}

var none = new(big.Int)

// ones has the lowest n bits.
func ones(n int) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return x.Sub(x, big.NewInt(1))
}

func and(x, y *big.Int) *big.Int    { return new(big.Int).And(x, y) }
func or(x, y *big.Int) *big.Int     { return new(big.Int).Or(x, y) }
func andNot(x, y *big.Int) *big.Int { return new(big.Int).AndNot(x, y) }

// dependent is a value whose bits from may depend on the source, and about which
// nothing else is known.
func dependent(width int, from *big.Int) *bitset { return &bitset{width, from, none, none} }

func unknown(width int) *bitset { return dependent(width, none) }

func fixed(width int, v *big.Int) *bitset { return &bitset{width, none, andNot(ones(width), v), v} }

// constant reports whether every bit is; the value is then one.
func (b *bitset) constant() bool { return or(b.zero, b.one).Cmp(ones(b.width)) == 0 }

// touched reports whether any bit depends on the source.
func (b *bitset) touched() bool { return b.from.Sign() != 0 }

// all is every bit of the width if b is touched.
func (b *bitset) all(width int) *big.Int {
	if b.touched() {
		return ones(width)
	}
	return none
}

// carried is every bit from the lowest of mask on.
func carried(width int, mask *big.Int) *big.Int {
	if mask.Sign() == 0 {
		return none
	}
	return andNot(ones(width), ones(int(mask.TrailingZeroBits())))
}

// bitsetOf is the value of e, given the values of its operands.
func bitsetOf(e Expr, of func(Expr) *bitset) *bitset {
	w := e.Width()
	switch e := e.(type) {
	case *Const:
		return fixed(w, e.Value)
	case *Unary:
		return unary(e.Op, of(e.X), w)
	case *Binary:
		return binary(e.Op, of(e.X), of(e.Y), w)
	case *Mux:
		var cases []*bitset
		for _, c := range e.Cases {
			cases = append(cases, of(c))
		}
		index := of(e.Index)
		if index.constant() {
			if index.one.Cmp(big.NewInt(int64(len(cases)))) >= 0 {
				return fixed(w, none)
			}
			return cases[index.one.Int64()]
		}
		if iw := e.Index.Width(); iw > 31 || len(cases) < 1<<iw {
			cases = append(cases, fixed(w, none))
		}
		return oneOf(index, cases)
	case *Slice:
		x := of(e.X)
		part := func(m *big.Int) *big.Int { return and(new(big.Int).Rsh(m, uint(e.Lo)), ones(w)) }
		return &bitset{w, part(x.from), part(x.zero), part(x.one)}
	case *Concat:
		v := &bitset{w, new(big.Int), new(big.Int), new(big.Int)}
		low := uint(0)
		for _, p := range slices.Backward(e.Parts) {
			x := of(p)
			v.from.Or(v.from, new(big.Int).Lsh(x.from, low))
			v.zero.Or(v.zero, new(big.Int).Lsh(x.zero, low))
			v.one.Or(v.one, new(big.Int).Lsh(x.one, low))
			low += uint(x.width)
		}
		return v
	case *MemRead:
		return dependent(w, of(e.Addr).all(w))
	}
	panic("ir: an expression of no known kind")
}

// unaryBits and binaryBits find the bits of a result of w bits. Operands that
// are all constant are handled earlier.
var unaryBits = [NumUnaryOps]func(x *bitset, w int) *bitset{
	OpNot: func(x *bitset, w int) *bitset { return &bitset{w, x.from, x.one, x.zero} },
	OpReduceAnd: func(x *bitset, w int) *bitset {
		if x.zero.Sign() != 0 {
			return fixed(w, none)
		}
		return dependent(w, x.all(w))
	},
	OpReduceOr: func(x *bitset, w int) *bitset {
		if x.one.Sign() != 0 {
			return fixed(w, ones(1))
		}
		return dependent(w, x.all(w))
	},
	OpReduceXor: func(x *bitset, w int) *bitset { return dependent(w, x.all(w)) },
	OpPopCount:  func(x *bitset, w int) *bitset { return dependent(w, x.all(w)) },
}

var binaryBits = [NumBinaryOps]func(op BinaryOp, x, y *bitset, w int) *bitset{
	OpAdd:  upwards,
	OpSub:  upwards,
	OpMul:  upwards,
	OpMulS: upwards,
	OpAnd: func(_ BinaryOp, x, y *bitset, w int) *bitset {
		zero := or(x.zero, y.zero)
		return &bitset{w, andNot(or(x.from, y.from), zero), zero, and(x.one, y.one)}
	},
	OpOr: func(_ BinaryOp, x, y *bitset, w int) *bitset {
		one := or(x.one, y.one)
		return &bitset{w, andNot(or(x.from, y.from), one), and(x.zero, y.zero), one}
	},
	OpXor: func(_ BinaryOp, x, y *bitset, w int) *bitset {
		return &bitset{w, or(x.from, y.from), or(and(x.zero, y.zero), and(x.one, y.one)), or(and(x.zero, y.one), and(x.one, y.zero))}
	},
	OpEq:   equality,
	OpNe:   equality,
	OpLt:   anywhere,
	OpLe:   anywhere,
	OpGt:   anywhere,
	OpGe:   anywhere,
	OpLtS:  anywhere,
	OpLeS:  anywhere,
	OpGtS:  anywhere,
	OpGeS:  anywhere,
	OpShl:  shifted,
	OpShr:  shifted,
	OpShrS: shifted,
}

func unary(op UnaryOp, x *bitset, w int) *bitset {
	if x.constant() {
		return fixed(w, EvalUnary(op, x.one, x.width))
	}
	return unaryBits[op](x, w)
}

func binary(op BinaryOp, x, y *bitset, w int) *bitset {
	if x.constant() && y.constant() {
		return fixed(w, EvalBinary(op, x.one, y.one, x.width, y.width))
	}
	return binaryBits[op](op, x, y, w)
}

// anywhere is a result whose bits each depend on every bit of the operands.
func anywhere(_ BinaryOp, x, y *bitset, w int) *bitset {
	if x.touched() || y.touched() {
		return dependent(w, ones(w))
	}
	return unknown(w)
}

// upwards is a result whose bits each depend on the operands' bits up to its own.
func upwards(_ BinaryOp, x, y *bitset, w int) *bitset {
	return dependent(w, carried(w, or(x.from, y.from)))
}

// equality is known if a bit differs or both sides are the same value.
func equality(op BinaryOp, x, y *bitset, w int) *bitset {
	equal := EvalBinary(op, none, none, 1, 1)
	switch differ := or(and(x.zero, y.one), and(x.one, y.zero)); {
	case differ.Sign() != 0:
		return fixed(w, new(big.Int).Xor(equal, ones(1)))
	case x == y:
		return fixed(w, equal)
	}
	return anywhere(op, x, y, w)
}

// shifted is x shifted by y.
func shifted(op BinaryOp, x, y *bitset, w int) *bitset {
	top := x.from.BitLen()
	sign := op == OpShrS && top == w // copies of it are shifted in
	switch {
	case y.touched():
		return dependent(w, ones(w))
	case !x.touched():
		return unknown(w)
	case !y.constant() && op == OpShl:
		return dependent(w, carried(w, x.from))
	case !y.constant() && sign:
		return dependent(w, ones(w))
	case !y.constant():
		return dependent(w, ones(top))
	}
	n := w
	if y.one.IsInt64() {
		n = int(min(y.one.Int64(), int64(w)))
	}
	if op == OpShl {
		return dependent(w, and(new(big.Int).Lsh(x.from, uint(n)), ones(w)))
	}
	from := new(big.Int).Rsh(x.from, uint(n))
	if sign {
		from.Or(from, andNot(ones(w), ones(w-n)))
	}
	return dependent(w, from)
}

// oneOf is one of the values, chosen by the condition: its bits depend on the
// condition where the values may differ.
func oneOf(cond *bitset, values []*bitset) *bitset {
	first := values[0]
	v := &bitset{first.width, first.from, first.zero, first.one}
	same := true
	for _, x := range values[1:] {
		same = same && x == first
		v.from, v.zero, v.one = or(v.from, x.from), and(v.zero, x.zero), and(v.one, x.one)
	}
	switch {
	case same:
		return first
	case cond.touched():
		v.from = andNot(ones(v.width), or(v.zero, v.one))
	}
	return v
}

// reaching returns which bits of an operand of n, or of a node that a signal
// depends on, may go into the bits want of n.
func reaching(n Expr, d dependency, want *big.Int) *big.Int {
	anything := new(big.Int).Not(none)
	x := d.to.expr
	switch n := n.(type) {
	case nil:
		if d.cond {
			return anything
		}
	case *Slice:
		return new(big.Int).Lsh(want, uint(n.Lo))
	case *Concat:
		part, low := new(big.Int), uint(0)
		for _, p := range slices.Backward(n.Parts) {
			if p == x {
				part.Or(part, new(big.Int).Rsh(want, low))
			}
			low += uint(p.Width())
		}
		return part
	case *Mux:
		if x == n.Index {
			return anything
		}
	case *Unary:
		if n.Op != OpNot {
			return anything
		}
	case *Binary:
		if n.Op != OpAnd && n.Op != OpOr && n.Op != OpXor {
			return anything
		}
	case *MemRead:
		return anything
	}
	return new(big.Int).Set(want)
}
