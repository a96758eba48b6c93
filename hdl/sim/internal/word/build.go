package word

import "math/bits"

// Constructors. Each returns a node with the meaning of its name; where the
// graph is not Plain, the simplest that the rules know.

// Const returns the constant v, cut to the type.
func (g *Graph) Const(t Type, v uint64) ID {
	v &= t.mask()
	return g.node(Node{Op: Const, T: t, A: None, B: None, C: None, State: NoState, Imm: v, Ones: v})
}

// Load returns the size bytes at the address, which have no bits but ones.
// state is what they belong to.
func (g *Graph) Load(t Type, size int, addr uint32, state int32, ones uint64) ID {
	return g.node(Node{Op: Load, T: t, Size: uint8(size), A: None, B: None, C: None, State: state, Imm: uint64(addr), Ones: ones})
}

// Fetch is Load at an address that is computed.
func (g *Graph) Fetch(t Type, size int, base uint32, addr ID, state int32, ones uint64) ID {
	return g.node(Node{Op: Fetch, T: t, Size: uint8(size), A: addr, B: None, C: None, State: state, Imm: uint64(base), Ones: ones})
}

// Pick returns one of count values of size bytes, each a piece of state, that
// lie side by side from base on: the one at the offset addr.
func (g *Graph) Pick(t Type, size int, base uint32, addr ID, state, count int32, ones uint64) ID {
	return g.node(Node{Op: Fetch, T: t, Size: uint8(size), A: addr, B: None, C: None, State: state, Count: count, Imm: uint64(base), Ones: ones})
}

// PickWord is Pick among the words of count arrays that lie side by side: addr
// says which array and which word. Their pieces of state lie step apart.
func (g *Graph) PickWord(t Type, size int, base uint32, addr ID, state, count, step int32, ones uint64) ID {
	return g.node(Node{Op: Fetch, T: t, Size: uint8(size), A: addr, B: None, C: None, State: state, Count: count, Step: step, Imm: uint64(base), Ones: ones})
}

func (g *Graph) binary(op Op, x, y ID, ones uint64) ID {
	t := g.Nodes[x].T
	return g.node(Node{Op: op, T: t, A: x, B: y, C: None, State: NoState, Ones: ones & t.mask()})
}

func (g *Graph) compare(op Op, x, y ID) ID {
	return g.node(Node{Op: op, T: I32, A: x, B: y, C: None, State: NoState, Ones: 1})
}

// To returns x in the type, its low bits if that is narrower.
func (g *Graph) To(t Type, x ID) ID {
	n := g.Nodes[x]
	switch {
	case n.T == t:
		return x
	case n.Op == Const:
		return g.Const(t, n.Imm)
	case t == I64:
		if n.Op == Wrap && g.Nodes[n.A].Ones <= I32.mask() && !g.Plain {
			return n.A
		}
		return g.node(Node{Op: Extend, T: I64, A: x, B: None, C: None, State: NoState, Ones: n.Ones})
	}
	if !g.Plain {
		switch n.Op {
		case Extend:
			return n.A
		case Load:
			return g.Load(I32, min(4, int(n.Size)), uint32(n.Imm), n.State, n.Ones&I32.mask())
		case And:
			if c, ok := g.Value(n.B); ok {
				return g.And(g.To(I32, n.A), g.Const(I32, c))
			}
		case Shr:
			// The half above 32 of a load.
			if from := g.Nodes[n.A]; from.Op == Load && from.Size == 8 && g.is(n.B, 32) {
				return g.Load(I32, 4, uint32(from.Imm)+4, from.State, from.Ones>>32)
			}
		}
	}
	return g.node(Node{Op: Wrap, T: I32, A: x, B: None, C: None, State: NoState, Ones: n.Ones & I32.mask()})
}

// order puts a constant last.
func (g *Graph) order(x, y ID) (ID, ID) {
	if g.Nodes[x].Op == Const {
		return y, x
	}
	return x, y
}

// And returns x and y.
func (g *Graph) And(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	ones := a.Ones & b.Ones
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm&b.Imm)
		case ones == 0:
			return g.Const(a.T, 0)
		case x == y:
			return x
		case b.Op == Const:
			if a.Ones&^b.Imm == 0 {
				return x
			}
			if r, ok := g.mask(x, b.Imm); ok {
				return r
			}
			if r, ok := g.narrow(x, b.Imm); ok {
				return r
			}
		case g.opposite(x, y):
			return g.Const(a.T, 0)
		case g.masks(y, a.Ones):
			return g.And(x, b.A)
		case g.masks(x, b.Ones):
			return g.And(a.A, y)
		case g.absorbs(Or, x, y):
			return x
		case g.absorbs(Or, y, x):
			return y
		}
	}
	return g.binary(And, x, y, ones)
}

// masks reports whether x is some value under a constant mask that has all of
// the bits ones.
func (g *Graph) masks(x ID, ones uint64) bool {
	n := &g.Nodes[x]
	if n.Op != And {
		return false
	}
	c, ok := g.Value(n.B)
	return ok && ones&^c == 0
}

// sameMask reports whether both are values under the same constant mask.
func (g *Graph) sameMask(x, y ID) bool {
	a, b := &g.Nodes[x], &g.Nodes[y]
	return a.Op == And && b.Op == And && a.B == b.B && g.Nodes[a.B].Op == Const
}

// mask pushes a constant mask into x, where that leaves fewer operations.
func (g *Graph) mask(x ID, m uint64) (ID, bool) {
	n := g.Nodes[x]
	c := func(v uint64) ID { return g.Const(n.T, v) }
	switch n.Op {
	case And:
		if v, ok := g.Value(n.B); ok {
			return g.And(n.A, c(v&m)), true
		}
	case Or, Xor:
		// An operand that has none of the bits goes.
		switch {
		case g.Nodes[n.A].Ones&m == 0:
			return g.And(n.B, c(m)), true
		case g.Nodes[n.B].Ones&m == 0:
			return g.And(n.A, c(m)), true
		}
	case Add, Sub, Mul:
		// Low bits depend on low bits only.
		if m&(m+1) == 0 {
			a, b := g.low(n.A, m), g.low(n.B, m)
			if a != n.A || b != n.B {
				return g.And(g.arith(n.Op, a, b), c(m)), true
			}
		}
	}
	return 0, false
}

// narrow loads 8 or 16 bits alone, instead of masking what lies around them.
func (g *Graph) narrow(x ID, m uint64) (ID, bool) {
	size := map[uint64]int{0xff: 1, 0xffff: 2}[m]
	n, shift := g.Nodes[x], 0
	if n.Op == Shr {
		v, ok := g.Value(n.B)
		if !ok {
			return 0, false
		}
		n, shift = g.Nodes[n.A], int(v)
	}
	if size == 0 || n.Op != Load || shift%8 != 0 || shift/8+size > int(n.Size) {
		return 0, false
	}
	return g.Load(n.T, size, uint32(n.Imm)+uint32(shift/8), n.State, n.Ones>>shift&m), true
}

// low returns x or something simpler with the same bits in the low mask m.
func (g *Graph) low(x ID, m uint64) ID {
	n := g.Nodes[x]
	if n.Op == And {
		if v, ok := g.Value(n.B); ok && v&m == m {
			return n.A
		}
	}
	return x
}

func (g *Graph) arith(op Op, x, y ID) ID {
	switch op {
	case Add:
		return g.Add(x, y)
	case Sub:
		return g.Sub(x, y)
	}
	return g.Mul(x, y)
}

// Or returns x or y.
func (g *Graph) Or(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm|b.Imm)
		case b.Ones == 0 || x == y:
			return x
		case a.Ones == 0:
			return y
		case b.Op == Const && a.Ones&^b.Imm == 0:
			return y
		case a.Ones|b.Ones == 1 && g.opposite(x, y):
			return g.Const(a.T, 1)
		case g.absorbs(And, x, y):
			return x
		case g.absorbs(And, y, x):
			return y
		}
		if r, ok := g.join(x, y); ok {
			return r
		}
		if g.sameMask(x, y) {
			return g.And(g.Or(a.A, b.A), a.B)
		}
	}
	return g.binary(Or, x, y, a.Ones|b.Ones)
}

// absorbs reports whether y is (x inner z), which x and the dual operation
// leave x.
func (g *Graph) absorbs(inner Op, x, y ID) bool {
	n := &g.Nodes[y]
	return n.Op == inner && (n.A == x || n.B == x)
}

// opposite reports whether two single bits are each other's complement.
func (g *Graph) opposite(x, y ID) bool {
	return g.isNot(x) == y || g.isNot(y) == x
}

// isNot returns z where x is z^1, and z is a single bit; else None.
func (g *Graph) isNot(x ID) ID {
	n := &g.Nodes[x]
	if n.Op == Xor && g.is(n.B, 1) && g.Nodes[n.A].Ones <= 1 {
		return n.A
	}
	return None
}

// Xor returns x xor y.
func (g *Graph) Xor(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := g.Nodes[x], g.Nodes[y]
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm^b.Imm)
		case x == y:
			return g.Const(a.T, 0)
		case b.Ones == 0:
			return x
		case a.Ones == 0:
			return y
		case b.Op == Const && a.Op == Xor && g.Nodes[a.B].Op == Const:
			return g.Xor(a.A, g.Const(a.T, b.Imm^g.Nodes[a.B].Imm))
		case g.sameMask(x, y):
			return g.And(g.Xor(a.A, b.A), a.B)
		case g.is(y, 1) && a.Ones <= 1:
			switch a.Op {
			case Eq:
				return g.Ne(a.A, a.B)
			case Ne:
				return g.Eq(a.A, a.B)
			case LtU, LtS:
				return g.compare(a.Op+LeU-LtU, a.B, a.A)
			case LeU, LeS:
				return g.compare(a.Op-(LeU-LtU), a.B, a.A)
			}
		}
	}
	return g.binary(Xor, x, y, a.Ones|b.Ones)
}

// Not returns the complement of a single bit.
func (g *Graph) Not(x ID) ID { return g.Xor(x, g.Const(g.Nodes[x].T, 1)) }

// Add returns x plus y, modulo the type.
func (g *Graph) Add(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	sum, carry := bits.Add64(fill(a.Ones), fill(b.Ones), 0)
	ones := fill(sum)
	if carry != 0 {
		ones = ^uint64(0)
	}
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm+b.Imm)
		case b.Ones == 0:
			return x
		case a.Ones == 0:
			return y
		}
		if c, ok := g.count(x, y); ok {
			return c
		}
		if c, ok := g.some(x, y); ok {
			return c
		}
		if c, ok := g.some(y, x); ok {
			return c
		}
	}
	return g.binary(Add, x, y, ones)
}

// Sub returns x minus y, modulo the type.
func (g *Graph) Sub(x, y ID) ID {
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		switch {
		case a.Op == Const && b.Op == Const:
			return g.Const(a.T, a.Imm-b.Imm)
		case b.Ones == 0:
			return x
		case x == y:
			return g.Const(a.T, 0)
		}
	}
	return g.binary(Sub, x, y, ^uint64(0))
}

// Mul returns x times y, modulo the type.
func (g *Graph) Mul(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	ones := ^uint64(0)
	if n := bits.Len64(a.Ones) + bits.Len64(b.Ones); n < 64 {
		ones = Mask(max(n, 1))
	}
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm*b.Imm)
		case a.Ones == 0 || b.Ones == 0:
			return g.Const(a.T, 0)
		case g.is(y, 1):
			return x
		case b.Op == Const && b.Imm&(b.Imm-1) == 0:
			return g.Shl(x, bits.TrailingZeros64(b.Imm))
		}
	}
	return g.binary(Mul, x, y, ones)
}

// Shl returns x shifted left by n, less than the size of the type.
func (g *Graph) Shl(x ID, n int) ID {
	a := g.Nodes[x]
	if !g.Plain {
		switch v, ok := g.Value(x); {
		case n == 0:
			return x
		case ok:
			return g.Const(a.T, v<<n)
		case a.Op == And && g.Nodes[a.B].Op == Const:
			// The mask comes last, where masks meet.
			m := g.Nodes[a.B].Imm << n
			return g.And(g.Shl(a.A, n), g.Const(a.T, m))
		case a.Op == Shl && g.Nodes[a.B].Op == Const:
			if k := int(g.Nodes[a.B].Imm) + n; k < a.T.Bits() {
				return g.Shl(a.A, k)
			}
		case a.Op == Shr && g.Nodes[a.B].Op == Const:
			// There and back: one shift and a mask.
			k := int(g.Nodes[a.B].Imm)
			m := g.Const(a.T, a.T.mask()>>k<<n)
			if k >= n {
				return g.And(g.Shr(a.A, k-n), m)
			}
			return g.And(g.Shl(a.A, n-k), m)
		}
	}
	return g.binary(Shl, x, g.Const(a.T, uint64(n)), a.Ones<<n)
}

// Shr returns x shifted right by n, less than the size of the type, with zeros
// from above.
func (g *Graph) Shr(x ID, n int) ID {
	a := g.Nodes[x]
	if !g.Plain {
		switch v, ok := g.Value(x); {
		case n == 0:
			return x
		case ok:
			return g.Const(a.T, v>>n)
		case a.Ones>>n == 0:
			return g.Const(a.T, 0)
		case a.Op == And && g.Nodes[a.B].Op == Const:
			return g.And(g.Shr(a.A, n), g.Const(a.T, g.Nodes[a.B].Imm>>n))
		case a.Op == Shr && g.Nodes[a.B].Op == Const:
			return g.Shr(a.A, int(g.Nodes[a.B].Imm)+n)
		case a.Op == Or && (g.Nodes[a.A].Ones>>n == 0 || g.Nodes[a.B].Ones>>n == 0):
			// One part of a concatenation.
			if g.Nodes[a.A].Ones>>n == 0 {
				return g.Shr(a.B, n)
			}
			return g.Shr(a.A, n)
		case a.Op == Load && (n == 8*int(a.Size)-8 || n == 8*int(a.Size)-16 || n == 8*int(a.Size)-32):
			// The highest bytes of a load.
			return g.Load(a.T, int(a.Size)-n/8, uint32(a.Imm)+uint32(n/8), a.State, a.Ones>>n)
		case a.Op == Shl && g.Nodes[a.B].Op == Const:
			k := int(g.Nodes[a.B].Imm)
			low := a.T.mask() << k & a.T.mask() >> n
			if k >= n {
				return g.And(g.Shl(a.A, k-n), g.Const(a.T, low))
			}
			return g.And(g.Shr(a.A, n-k), g.Const(a.T, low))
		}
	}
	return g.binary(Shr, x, g.Const(a.T, uint64(n)), a.Ones>>n)
}

// Shift returns x shifted by y, less than the size of the type: op is Shl, Shr
// or ShrS.
func (g *Graph) Shift(op Op, x, y ID) ID {
	a := &g.Nodes[x]
	if n, ok := g.Value(y); ok {
		switch {
		case op == Shl:
			return g.Shl(x, int(n))
		case op == Shr:
			return g.Shr(x, int(n))
		case a.Op == Const && !g.Plain:
			return g.Const(a.T, uint64(int64(a.Imm<<(64-a.T.Bits()))>>(64-a.T.Bits()+int(n))))
		}
	}
	ones := ^uint64(0)
	if op == Shr {
		ones = fill(a.Ones)
	}
	return g.binary(op, x, g.To(a.T, y), ones)
}

// Eq returns whether x and y are equal.
func (g *Graph) Eq(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		switch {
		case x == y:
			return g.Const(I32, 1)
		case a.Op == Const:
			return g.bit(a.Imm == b.Imm)
		case b.Op == Const && b.Imm&^a.Ones != 0:
			return g.Const(I32, 0)
		case b.Op == Const && a.Ones == 1:
			bit := g.To(I32, x)
			if b.Imm == 0 {
				return g.Not(bit)
			}
			return bit
		case b.Op == Const && a.Op == Extend:
			return g.Eq(a.A, g.Const(I32, b.Imm))
		}
	}
	return g.compare(Eq, x, y)
}

func (g *Graph) bit(b bool) ID {
	if b {
		return g.Const(I32, 1)
	}
	return g.Const(I32, 0)
}

// Ne returns whether x and y differ.
func (g *Graph) Ne(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := g.Nodes[x], g.Nodes[y]
	if !g.Plain {
		switch {
		case x == y:
			return g.Const(I32, 0)
		case a.Op == Const:
			return g.bit(a.Imm != b.Imm)
		case b.Op == Const && b.Imm&^a.Ones != 0:
			return g.Const(I32, 1)
		case b.Op == Const && a.Ones == 1:
			bit := g.To(I32, x)
			if b.Imm == 0 {
				return bit
			}
			return g.Not(bit)
		case g.is(y, 0):
			if r, ok := g.nonzero(x); ok {
				return r
			}
		case b.Op == Const && a.Op == Extend:
			return g.Ne(a.A, g.Const(I32, b.Imm))
		}
	}
	return g.compare(Ne, x, y)
}

// nonzero simplifies x != 0.
func (g *Graph) nonzero(x ID) (ID, bool) {
	a := g.Nodes[x]
	zero := func(y ID) ID { return g.Const(g.Nodes[y].T, 0) }
	switch a.Op {
	case Extend:
		return g.Ne(a.A, zero(a.A)), true
	case Xor:
		return g.Ne(a.A, a.B), true
	case Shl:
		// {a, 0} != 0 where no bit is lost.
		if v, ok := g.Value(a.B); ok && g.Nodes[a.A].Ones<<v>>v == g.Nodes[a.A].Ones && g.Nodes[a.A].Ones<<v&^a.T.mask() == 0 {
			return g.Ne(a.A, zero(a.A)), true
		}
	case Or:
		// {a, b} != 0 is a or b, if both are cheap to ask.
		p, ok1 := g.nonzero(a.A)
		q, ok2 := g.nonzero(a.B)
		if !ok1 && g.Nodes[a.A].Ones == 1 {
			p, ok1 = g.To(I32, a.A), true
		}
		if !ok2 && g.Nodes[a.B].Ones == 1 {
			q, ok2 = g.To(I32, a.B), true
		}
		if ok1 && ok2 && g.Nodes[p].Ones <= 1 && g.Nodes[q].Ones <= 1 {
			return g.Or(p, q), true
		}
	}
	return 0, false
}

// Less returns a compare: op is LtU, LeU, LtS or LeS.
func (g *Graph) Less(op Op, x, y ID) ID {
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		top := uint64(1) << (a.T.Bits() - 1)
		switch {
		case a.Op == Const && b.Op == Const && op == LtU:
			return g.bit(a.Imm < b.Imm)
		case a.Op == Const && b.Op == Const && op == LeU:
			return g.bit(a.Imm <= b.Imm)
		case (op == LtS || op == LeS) && (a.Ones|b.Ones)&top == 0:
			return g.Less(op-(LtS-LtU), x, y)
		case op == LtU && b.Op == Const && b.Imm > a.Ones:
			return g.Const(I32, 1)
		case op == LtU && g.is(y, 0):
			return g.Const(I32, 0)
		case op == LtU && g.is(y, 1):
			return g.Eq(x, g.Const(a.T, 0))
		case op == LtU && g.is(x, 0):
			return g.Ne(y, g.Const(a.T, 0))
		case op == LeU && (g.is(x, 0) || b.Op == Const && b.Imm >= a.Ones):
			return g.Const(I32, 1)
		}
	}
	return g.compare(op, x, y)
}

// Popcnt returns the number of ones in x.
func (g *Graph) Popcnt(x ID) ID {
	a := &g.Nodes[x]
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, uint64(bits.OnesCount64(a.Imm)))
		case a.Ones <= 1:
			return x
		}
	}
	return g.node(Node{Op: Popcnt, T: a.T, A: x, B: None, C: None, State: NoState, Ones: fill(uint64(bits.OnesCount64(a.Ones)))})
}

// Select returns yes where cond, of 32 bits, is not 0, else no.
func (g *Graph) Select(cond, yes, no ID) ID {
	t := g.Nodes[yes].T
	if !g.Plain {
		if r, ok := g.choose(cond, yes, no); ok {
			return r
		}
	}
	return g.node(Node{Op: Select, T: t, A: cond, B: yes, C: no, State: NoState, Ones: g.Nodes[yes].Ones | g.Nodes[no].Ones})
}

func (g *Graph) choose(cond, yes, no ID) (ID, bool) {
	if yes == no {
		return yes, true
	}
	c, y, n := g.Nodes[cond], g.Nodes[yes], g.Nodes[no]
	switch {
	case c.Op == Const && c.Imm != 0:
		return yes, true
	case c.Op == Const:
		return no, true
	case g.isNot(cond) != None:
		return g.Select(g.isNot(cond), no, yes), true
	case c.Op == Ne && g.is(c.B, 0) && g.Nodes[c.A].T == I32:
		return g.Select(c.A, yes, no), true
	case c.Op == Eq && g.Nodes[c.A].T == I32:
		// A nonzero value chooses, not a compare: it costs less.
		return g.Select(g.Xor(c.A, c.B), no, yes), true
	case c.Op == Ne && g.Nodes[c.A].T == I32:
		return g.Select(g.Xor(c.A, c.B), yes, no), true
	case n.Op == Select && n.A == cond:
		return g.Select(cond, yes, n.C), true
	case y.Op == Select && y.A == cond:
		return g.Select(cond, y.B, no), true
	}
	if y.Ones|n.Ones == 1 && y.T == I32 && c.Ones == 1 {
		// Boolean rules: one bit is not worth a choice.
		switch {
		case g.is(yes, 1):
			return g.Or(cond, no), true
		case g.is(no, 0):
			return g.And(cond, yes), true
		case g.is(yes, 0):
			return g.And(g.Not(cond), no), true
		case g.is(no, 1):
			return g.Or(g.Not(cond), yes), true
		}
	}
	return 0, false
}
