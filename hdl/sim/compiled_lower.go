package sim

import (
	"fmt"
	"math/bits"

	"posedge/hdl/sim/internal/code"
	"posedge/hdl/sim/internal/word"
)

// maxProducts is the greatest number of products of 64-bit words that one
// multiplication may need: that of two numbers of 8192 bits.
const maxProducts = 1 << 14

// wordLowering makes a netlist a graph over machine words. A value of the
// netlist is words of 64 bits, the least significant first; the last has the
// type of the bits that are left. Every word has zeros above its bits.
type wordLowering struct {
	*word.Graph
	n     *Netlist
	place *placement
	fixed map[int]uint64 // inputs, of at most 64 bits, that are constants
	nets  [][]word.ID
}

func lowerWords(g *word.Graph, n *Netlist, p *placement, fixed map[int]uint64) *wordLowering {
	return &wordLowering{g, n, p, fixed, make([][]word.ID, len(n.Nodes))}
}

// want makes the words of the nets and all that they need.
func (l *wordLowering) want(nets ...Net) {
	need := make([]bool, len(l.n.Nodes))
	for _, net := range nets {
		need[net] = true
	}
	for i := len(need) - 1; i >= 0; i-- {
		if need[i] {
			for _, a := range l.n.Nodes[i].Args {
				need[a] = true
			}
		}
	}
	for i, x := range l.n.Nodes {
		if need[i] && l.nets[i] == nil {
			l.nets[i] = l.lower(x)
		}
	}
}

// bit returns a net of one bit.
func (l *wordLowering) bit(net Net) word.ID { return l.nets[net][0] }

func (l *wordLowering) widthOf(net Net) int { return l.n.Nodes[net].Width }

// typeOf is the type of word k of a value.
func typeOf(width, k int) word.Type { return word.TypeOf(min(64, width-64*k)) }

func maskOf(width, k int) uint64 { return word.Mask(min(64, width-64*k)) }

// each makes the words of a value one by one.
func (l *wordLowering) each(width int, f func(k int) word.ID) []word.ID {
	v := make([]word.ID, wordsOf(width))
	for k := range v {
		v[k] = f(k)
	}
	return v
}

// cut gives the words of v their types and takes away what is above the width.
func (l *wordLowering) cut(width int, v []word.ID) []word.ID {
	for k := range v {
		t := typeOf(width, k)
		v[k] = l.And(l.To(t, v[k]), l.Const(t, maskOf(width, k)))
	}
	return v
}

// long returns the words of a value with 64 bits each.
func (l *wordLowering) long(v []word.ID, words int) []word.ID {
	w := make([]word.ID, words)
	for k := range w {
		if k < len(v) {
			w[k] = l.To(word.I64, v[k])
		} else {
			w[k] = l.Const(word.I64, 0)
		}
	}
	return w
}

func (l *wordLowering) lower(x Node) []word.ID {
	arg := func(i int) []word.ID { return l.nets[x.Args[i]] }
	width := func(i int) int { return l.widthOf(x.Args[i]) }
	one := func(v word.ID) []word.ID { return []word.ID{v} }
	bitwise := func(f func(a, b word.ID) word.ID) []word.ID {
		return l.each(x.Width, func(k int) word.ID { return f(arg(0)[k], arg(1)[k]) })
	}
	switch x.Op {
	case OpConst:
		return l.each(x.Width, func(k int) word.ID { return l.Const(typeOf(x.Width, k), l.n.Consts[x.Aux][k]) })
	case OpInput:
		if v, ok := l.fixed[x.Aux]; ok {
			return one(l.Const(typeOf(x.Width, 0), v))
		}
		return l.load(l.place.inputs[x.Aux], word.NoState)
	case OpReg:
		return l.load(l.place.registers[x.Aux], l.place.regState[x.Aux])
	case OpNot:
		return l.each(x.Width, func(k int) word.ID {
			return l.Xor(arg(0)[k], l.Const(typeOf(x.Width, k), maskOf(x.Width, k)))
		})
	case OpReduceAnd:
		return one(l.equal(arg(0), l.each(width(0), func(k int) word.ID {
			return l.Const(typeOf(width(0), k), maskOf(width(0), k))
		})))
	case OpReduceOr:
		return one(l.Not(l.equal(arg(0), nil)))
	case OpReduceXor:
		v := arg(0)[0]
		for _, w := range arg(0)[1:] {
			v = l.Xor(v, l.To(word.I64, w))
		}
		return l.cut(1, one(l.Popcnt(v)))
	case OpPopCount:
		v := l.To(word.I32, l.Popcnt(arg(0)[0]))
		for _, w := range arg(0)[1:] {
			v = l.Add(v, l.To(word.I32, l.Popcnt(w)))
		}
		return one(v)
	case OpAdd:
		return l.add(x.Width, arg(0), arg(1))
	case OpSub:
		return l.sub(x.Width, arg(0), arg(1))
	case OpMul:
		return l.mul(x.Width, arg(0), arg(1))
	case OpMulS:
		return l.mul(x.Width, l.signed(arg(0), width(0), x.Width), l.signed(arg(1), width(1), x.Width))
	case OpAnd:
		return bitwise(l.And)
	case OpOr:
		return bitwise(l.Or)
	case OpXor:
		return bitwise(l.Xor)
	case OpEq:
		return one(l.equal(arg(0), arg(1)))
	case OpNe:
		return one(l.Not(l.equal(arg(0), arg(1))))
	case OpLt:
		return one(l.less(word.LtU, arg(0), arg(1)))
	case OpLe:
		return one(l.less(word.LeU, arg(0), arg(1)))
	case OpLtS, OpLeS:
		return one(l.lessSigned(x.Op, width(0), arg(0), arg(1)))
	case OpShl, OpShr, OpShrS:
		return l.shift(x.Op, x.Width, arg(0), arg(1))
	case OpMux:
		return l.each(x.Width, func(k int) word.ID { return l.Select(arg(0)[0], arg(2)[k], arg(1)[k]) })
	case OpSelect:
		return l.choose(x)
	case OpSlice:
		return l.each(x.Width, func(k int) word.ID {
			return l.part(arg(0), width(0), x.Aux+64*k, min(64, x.Width-64*k))
		})
	case OpConcat:
		return l.concat(x)
	case OpRead:
		return l.read(x, arg(0), width(0))
	}
	panic(fmt.Sprintf("sim: unknown operation %v", x.Op))
}

func (l *wordLowering) load(s slot, state int32) []word.ID {
	return l.each(s.width, func(k int) word.ID {
		t, piece := typeOf(s.width, k), state
		if state != word.NoState {
			piece += int32(k)
		}
		return l.Load(t, t.Bits()/8, s.addr+8*uint32(k), piece, maskOf(s.width, k))
	})
}

// part returns bits of v, at most 64, from bit low up.
func (l *wordLowering) part(v []word.ID, width, low, n int) word.ID {
	k, s := low/64, low%64
	if have := min(64, width-64*k); s+n <= have {
		return l.Slice(v[k], s, n)
	}
	high := l.Shl(l.To(word.I64, v[k+1]), 64-s)
	x := l.Or(l.Shr(v[k], s), high)
	t := word.TypeOf(n)
	return l.And(l.To(t, x), l.Const(t, word.Mask(n)))
}

func (l *wordLowering) concat(x Node) []word.ID {
	out := l.each(x.Width, func(k int) word.ID { return l.Const(typeOf(x.Width, k), 0) })
	put := func(v word.ID, at int) {
		k, s := at/64, at%64
		t := typeOf(x.Width, k)
		out[k] = l.Or(out[k], l.Shl(l.To(t, v), s))
		if s > 0 && k+1 < len(out) {
			if over := l.Shr(l.To(word.I64, v), 64-s); !l.is0(over) {
				out[k+1] = l.Or(out[k+1], l.To(typeOf(x.Width, k+1), over))
			}
		}
	}
	at := 0
	for i := len(x.Args) - 1; i >= 0; {
		part, width := x.Args[i], l.widthOf(x.Args[i])
		run := l.run(x.Args[:i+1])
		if next := l.run(x.Args[:i]); run == 1 && l.isTop(x.Args, i) && width+next <= 64 {
			// Copies of the top bit above a value: its sign extension.
			t := word.TypeOf(width + next)
			put(l.And(l.SignExtend(t, l.nets[part][0], width), l.Const(t, word.Mask(width+next))), at)
			at += width + next
			i -= 1 + next
			continue
		}
		if run > 2 {
			// Copies of one bit.
			for n := run; n > 0; n -= 64 {
				t := word.TypeOf(min(64, n))
				ones := l.Sub(l.Const(t, 0), l.To(t, l.bit(part)))
				put(l.And(ones, l.Const(t, word.Mask(min(64, n)))), at+run-n)
			}
			at += run
			i -= run
			continue
		}
		for k, v := range l.nets[part] {
			put(v, at+64*k)
		}
		at += width
		i--
	}
	return out
}

func (l *wordLowering) is0(x word.ID) bool {
	v, ok := l.Value(x)
	return ok && v == 0
}

// run is the number of times that the last of args, if it is one bit, stands
// at the end.
func (l *wordLowering) run(args []Net) int {
	n := 0
	for i := len(args) - 1; i >= 0 && args[i] == args[len(args)-1] && l.widthOf(args[i]) == 1; i-- {
		n++
	}
	return max(n, 1)
}

// isTop reports whether the part above args[i] is its top bit.
func (l *wordLowering) isTop(args []Net, i int) bool {
	if i == 0 {
		return false
	}
	top := l.n.Nodes[args[i-1]]
	return top.Op == OpSlice && top.Width == 1 && top.Args[0] == args[i] && top.Aux == l.widthOf(args[i])-1
}

func (l *wordLowering) add(width int, a, b []word.ID) []word.ID {
	if len(a) == 1 {
		return l.cut(width, []word.ID{l.Add(a[0], b[0])})
	}
	a, b = l.long(a, len(a)), l.long(b, len(b))
	carry := l.Const(word.I64, 0)
	for k := range a {
		sum := l.Add(a[k], b[k])
		out := l.Add(sum, carry)
		carry = l.To(word.I64, l.Or(l.Less(word.LtU, sum, a[k]), l.Less(word.LtU, out, sum)))
		a[k] = out
	}
	return l.cut(width, a)
}

func (l *wordLowering) sub(width int, a, b []word.ID) []word.ID {
	if len(a) == 1 {
		return l.cut(width, []word.ID{l.Sub(a[0], b[0])})
	}
	a, b = l.long(a, len(a)), l.long(b, len(b))
	borrow := l.Const(word.I64, 0)
	for k := range a {
		diff := l.Sub(a[k], b[k])
		out := l.Sub(diff, borrow)
		borrow = l.To(word.I64, l.Or(l.Less(word.LtU, a[k], b[k]), l.Less(word.LtU, diff, borrow)))
		a[k] = out
	}
	return l.cut(width, a)
}

// mul is modulo 2^width.
func (l *wordLowering) mul(width int, a, b []word.ID) []word.ID {
	if t := typeOf(width, 0); width <= 64 {
		return l.cut(width, []word.ID{l.Mul(l.To(t, a[0]), l.To(t, b[0]))})
	}
	a, b = l.long(a, len(a)), l.long(b, len(b))
	out := l.long(nil, wordsOf(width))
	for i, x := range a {
		carry := l.Const(word.I64, 0)
		for j := 0; i+j < len(out); j++ {
			if j >= len(b) {
				if i+j < len(out) {
					out[i+j] = l.Add(out[i+j], carry)
				}
				break
			}
			hi, lo := l.product(x, b[j])
			sum := l.Add(lo, carry)
			hi = l.Add(hi, l.To(word.I64, l.Less(word.LtU, sum, lo)))
			total := l.Add(out[i+j], sum)
			carry = l.Add(hi, l.To(word.I64, l.Less(word.LtU, total, sum)))
			out[i+j] = total
		}
	}
	return l.cut(width, out)
}

// product returns the 128 bits of a product, from four of 64.
func (l *wordLowering) product(x, y word.ID) (hi, lo word.ID) {
	half := l.Const(word.I64, word.Mask(32))
	x0, x1 := l.And(x, half), l.Shr(x, 32)
	y0, y1 := l.And(y, half), l.Shr(y, 32)
	low := l.Mul(x0, y0)
	mid := l.Add(l.Mul(x1, y0), l.Shr(low, 32))
	other := l.Add(l.Mul(x0, y1), l.And(mid, half))
	hi = l.Add(l.Add(l.Mul(x1, y1), l.Shr(mid, 32)), l.Shr(other, 32))
	return hi, l.Mul(x, y)
}

// signed widens v by copies of its top bit; all words but the last are whole.
func (l *wordLowering) signed(v []word.ID, from, to int) []word.ID {
	out := make([]word.ID, wordsOf(to))
	if to <= 64 {
		out[0] = l.SignExtend(typeOf(to, 0), v[0], from)
		return out
	}
	top := len(v) - 1
	copy(out, l.long(v, len(v)))
	out[top] = l.SignExtend(word.I64, v[top], from-64*top)
	for k := top + 1; k < len(out); k++ {
		out[k] = l.Shift(word.ShrS, out[top], l.Const(word.I64, 63))
	}
	return out
}

// equal compares with b, or with 0 where b is nil.
func (l *wordLowering) equal(a, b []word.ID) word.ID {
	differ := func(k int) word.ID {
		if b == nil {
			return a[k]
		}
		return l.Xor(a[k], b[k])
	}
	if len(a) == 1 && b != nil {
		return l.Eq(a[0], b[0])
	}
	v := differ(0)
	for k := 1; k < len(a); k++ {
		v = l.Or(v, l.To(word.I64, differ(k)))
	}
	return l.Not(l.Ne(v, l.Const(l.Nodes[v].T, 0)))
}

func (l *wordLowering) less(op word.Op, a, b []word.ID) word.ID {
	v := l.Less(op, a[0], b[0])
	for k := 1; k < len(a); k++ {
		v = l.Or(l.Less(word.LtU, a[k], b[k]), l.And(l.Eq(a[k], b[k]), v))
	}
	return v
}

func (l *wordLowering) lessSigned(op Op, width int, a, b []word.ID) word.ID {
	if t := typeOf(width, 0); width <= 64 {
		signed := word.LtS
		if op == OpLeS {
			signed = word.LeS
		}
		return l.Less(signed, l.SignExtend(t, a[0], width), l.SignExtend(t, b[0], width))
	}
	unsigned := word.LtU
	if op == OpLeS {
		unsigned = word.LeU
	}
	// With the top bits turned over, the order is that of unsigned numbers.
	top := len(a) - 1
	turn := func(v []word.ID) []word.ID {
		v = append([]word.ID(nil), v...)
		v[top] = l.Xor(v[top], l.Const(typeOf(width, top), 1<<(width-64*top-1)))
		return v
	}
	return l.less(unsigned, turn(a), turn(b))
}

// amount returns the least of a value and a limit, in 32 bits.
func (l *wordLowering) amount(v []word.ID, limit int) word.ID {
	least := l.Const(word.I32, uint64(limit))
	y := l.To(word.I32, v[0])
	if l.Nodes[v[0]].Ones > uint64(limit) || l.Plain {
		y = l.Select(l.Less(word.LtU, v[0], l.Const(l.Nodes[v[0]].T, uint64(limit))), y, least)
	}
	for _, high := range v[1:] {
		y = l.Select(l.Ne(high, l.Const(l.Nodes[high].T, 0)), least, y)
	}
	return y
}

func (l *wordLowering) shift(op Op, width int, a, by []word.ID) []word.ID {
	if len(a) > 1 {
		return l.shiftLong(op, width, a, l.amount(by, width))
	}
	t := typeOf(width, 0)
	if op == OpShrS {
		n := l.amount(by, t.Bits()-1)
		return l.cut(width, []word.ID{l.Shift(word.ShrS, l.SignExtend(t, a[0], width), l.To(t, n))})
	}
	n := l.amount(by, t.Bits())
	shift := word.Shl
	if op == OpShr {
		shift = word.Shr
	}
	v, within := word.ID(0), l.Less(word.LtU, n, l.Const(word.I32, uint64(t.Bits())))
	if c, ok := l.Value(n); ok && c >= uint64(t.Bits()) {
		v = l.Const(t, 0)
	} else {
		v = l.Select(within, l.Shift(shift, a[0], l.To(t, n)), l.Const(t, 0))
	}
	return l.cut(width, []word.ID{v})
}

// shiftLong moves whole words, by a power of two of them at a time, and then
// the bits that are left. n is at most the width.
func (l *wordLowering) shiftLong(op Op, width int, a []word.ID, n word.ID) []word.ID {
	fill := l.Const(word.I64, 0)
	v := l.long(a, len(a))
	if op == OpShrS {
		v = l.signed(a, width, 64*len(a))
		fill = l.Shift(word.ShrS, v[len(v)-1], l.Const(word.I64, 63))
	}
	at := func(v []word.ID, k int) word.ID {
		switch {
		case k < 0:
			return l.Const(word.I64, 0)
		case k >= len(v):
			return fill
		}
		return v[k]
	}
	sign := 1
	if op == OpShl {
		sign = -1
	}
	for k := 6; k < bits.Len(uint(width)); k++ {
		moved := make([]word.ID, len(v))
		by := l.And(n, l.Const(word.I32, 1<<k))
		for i := range v {
			moved[i] = l.Select(by, at(v, i+sign<<(k-6)), v[i])
		}
		v = moved
	}
	s := l.To(word.I64, l.And(n, l.Const(word.I32, 63)))
	rest := l.Xor(s, l.Const(word.I64, 63)) // 63-s
	out := make([]word.ID, len(v))
	for i := range v {
		next := at(v, i+sign)
		if op == OpShl {
			out[i] = l.Or(l.Shift(word.Shl, v[i], s), l.Shift(word.Shr, l.Shr(next, 1), rest))
		} else {
			out[i] = l.Or(l.Shift(word.Shr, v[i], s), l.Shift(word.Shl, l.Shl(next, 1), rest))
		}
	}
	return l.cut(width, out)
}

// choose makes a tree of choices by the bits of the index.
func (l *wordLowering) choose(x Node) []word.ID {
	index, cases := l.nets[x.Args[0]], x.Args[1:]
	levels := bits.Len(uint(len(cases) - 1))
	past := l.Const(word.I32, 0) // whether a bit above the levels is set
	for k, w := range index {
		t := typeOf(l.widthOf(x.Args[0]), k)
		if k == 0 {
			w = l.And(w, l.Const(t, ^(uint64(1)<<levels-1)))
		}
		past = l.Or(past, l.Ne(w, l.Const(t, 0)))
	}
	index0 := l.To(word.I32, index[0])
	if v, ok := l.pick(x, index0, past); ok {
		return v
	}
	return l.each(x.Width, func(k int) word.ID {
		zero := l.Const(typeOf(x.Width, k), 0)
		row := make([]word.ID, len(cases))
		for i, c := range cases {
			row[i] = l.nets[c][k]
		}
		for b := range levels {
			by := l.And(index0, l.Const(word.I32, 1<<b))
			for i := 0; i < len(row); i += 2 {
				odd := zero
				if i+1 < len(row) {
					odd = row[i+1]
				}
				row[i/2] = l.Select(by, odd, row[i])
			}
			row = row[:(len(row)+1)/2]
		}
		return l.Select(past, zero, row[0])
	})
}

// minPick is the least number of registers side by side of which one is loaded
// by its address instead of chosen.
const minPick = 4

// pick loads one of several registers that lie side by side.
func (l *wordLowering) pick(x Node, index, past word.ID) ([]word.ID, bool) {
	cases := x.Args[1:]
	first := l.n.Nodes[cases[0]]
	if first.Op != OpReg || x.Width > 64 || len(cases) < minPick || l.Plain {
		return nil, false
	}
	t := typeOf(x.Width, 0)
	size := t.Bits() / 8
	base := l.place.registers[first.Aux].addr
	for i, c := range cases {
		if r := l.n.Nodes[c]; r.Op != OpReg || r.Aux != first.Aux+i || l.place.registers[r.Aux].addr != base+uint32(i*size) {
			return nil, false
		}
	}
	zero := l.Const(t, 0)
	if bits.OnesCount(uint(len(cases))) != 1 {
		// The tree of choices has zeros up to a power of two.
		past = l.Or(past, l.Not(l.Less(word.LtU, index, l.Const(word.I32, uint64(len(cases))))))
	}
	at := l.Mul(l.Select(past, l.Const(word.I32, 0), index), l.Const(word.I32, uint64(size)))
	v := l.Pick(t, size, base, at, l.place.regState[first.Aux], int32(len(cases)), word.Mask(x.Width))
	return []word.ID{l.Select(past, zero, v)}, true
}

// address returns the byte address of a word in a memory, and of the word
// other where addr is past the end.
func (l *wordLowering) address(mem int, addr []word.ID, width, other int) word.ID {
	depth := l.n.Memories[mem].Depth
	index := l.To(word.I32, addr[0])
	if width > 31 || 1<<width > depth {
		within := l.Less(word.LtU, addr[0], l.Const(typeOf(width, 0), uint64(depth)))
		for k, high := range addr[1:] {
			within = l.And(within, l.Eq(high, l.Const(typeOf(width, k+1), 0)))
		}
		index = l.Select(within, index, l.Const(word.I32, uint64(other)))
	}
	return l.Mul(index, l.Const(word.I32, uint64(l.place.memories[mem].size)))
}

func (l *wordLowering) read(x Node, addr []word.ID, width int) []word.ID {
	m := l.place.memories[x.Aux]
	at := l.address(x.Aux, addr, width, l.n.Memories[x.Aux].Depth) // always 0
	return l.each(x.Width, func(k int) word.ID {
		t := typeOf(x.Width, k)
		return l.Fetch(t, min(m.size, t.Bits()/8), m.addr+8*uint32(k), at, m.state, maskOf(x.Width, k))
	})
}

// stores returns what puts a value into a slot.
func (l *wordLowering) stores(s slot, state int32, v []word.ID) []code.Store {
	var list []code.Store
	for k, w := range v {
		piece := state
		if state != word.NoState {
			piece += int32(k)
		}
		list = append(list, code.Store{Value: w, Addr: s.addr + 8*uint32(k), State: piece})
	}
	return list
}

func (l *wordLowering) write(w Write) code.Write {
	m := l.place.memories[w.Mem]
	spare := l.n.Memories[w.Mem].Depth + 1
	return code.Write{Enable: l.bit(w.Enable), Addr: l.address(w.Mem, l.nets[w.Addr], l.widthOf(w.Addr), spare),
		Base: m.addr, Size: m.size, Values: l.nets[w.Data], State: m.state}
}
