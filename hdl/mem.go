package hdl

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// ReadMode says what a registered read returns when its word is written in the
// cycle of the read.
type ReadMode = ir.ReadMode

const (
	ReadFirst  = ir.ReadFirst  // the word before the write
	WriteFirst = ir.WriteFirst // the word as written
	Forbidden  = ir.Forbidden  // must not happen: a simulation fails, and no logic is spent on it
)

// Mem is a memory whose words have the shape of a bundle: one array of the
// leaves, packed as [Flatten] does. Reset does not change its contents.
type Mem[T any] struct {
	m      *Module
	shape  T
	name   string
	depth  int
	leaves []leaf
	mem    *ir.Memory // nil where the memory was refused: its words are stand-ins
	at     site
}

// leaf is the place of a leaf in a word.
type leaf struct {
	name      string // name_leaf, or the memory's own
	width, lo int
}

// MemOption is an option of [NewMem].
type MemOption func(*memOptions)

type memOptions struct{ noInit bool }

// NoInit makes a memory whose contents at power-on do not matter, so that any
// RAM can implement it: the Verilog gives it no initial contents. A simulation
// begins with 0, or with a random pattern on request.
func NoInit() MemOption { return func(o *memOptions) { o.noInit = true } }

// NewMem makes a memory of depth words, at least 1, of the given shape. Its
// contents at power-on are 0, or those given by [Mem.Init], except with
// [NoInit]. All memories of a design together have at most [ir.MaxMemoryWords].
func NewMem[T any](m *Module, name string, shape T, depth int, options ...MemOption) *Mem[T] {
	var o memOptions
	for _, option := range options {
		option(&o)
	}
	at := here()
	mem := &Mem[T]{m: m, at: at, name: m.named(name), depth: max(depth, 1)}
	fits := depth >= 1 && depth <= ir.MaxMemoryWords
	if !fits {
		report(at.errorf("memory %s has %s; it needs at least 1 and at most %d", mem.name, text.Count(depth, "word"), ir.MaxMemoryWords), m.d)
	}
	open := m.d.open(at, "a memory")
	x := &ir.Memory{Name: mem.name, Depth: mem.depth, NoInit: o.noInit, At: at.at}
	mem.shape = make_(m, shape, at, func(name string, b Bits) Bits {
		mem.leaves = append(mem.leaves, leaf{join(mem.name, name), b.Width(), x.Width})
		x.Width += b.Width()
		if name != "" {
			x.Fields = append(x.Fields, ir.Field{Name: name, Width: b.Width()})
		}
		return b
	})
	if len(mem.leaves) == 0 {
		return mem // a shape that is not a bundle gave stand-ins
	}
	switch message := wrongWidth(x.Width); {
	case !open || !fits:
	case message != "":
		report(at.errorf("memory %s: %s", mem.name, message), m.d)
	default:
		m.d.claim(mem.name, "memory", at)
		if len(x.Fields) > 0 {
			for _, l := range mem.leaves {
				m.d.claim(l.name, "memory", at)
			}
		}
		m.d.ir.Memories = append(m.d.ir.Memories, x)
		mem.mem = x
		return mem
	}
	mem.shape = fill(mem.shape, func(_ string, b Bits) Bits { return poisoned(b.Width()) })
	return mem
}

// AddrWidth is the width of an address: the bits of depth-1, at least 1.
func (mem *Mem[T]) AddrWidth() int { return IndexWidth(mem.depth) }

// Init gives the contents at power-on, word 0 first: bundles of [Const]s of the
// leaves' widths, at most depth of them; the rest is 0.
func (mem *Mem[T]) Init(words []T) {
	at := here()
	d := mem.m.d
	if !d.open(at, "Init of memory "+mem.name) {
		return
	}
	if mem.mem == nil {
		return // it was refused
	}
	if len(words) > mem.depth {
		report(at.errorf("memory %s has %s (declared at %s), %d are given", mem.name, text.Count(mem.depth, "word"), mem.at.at.Short(), len(words)), d)
		words = words[:mem.depth]
	}
	if mem.mem.NoInit {
		report(at.errorf("memory %s has the option NoInit (declared at %s): it has no contents at power-on; leave out one of the two", mem.name, mem.at.at.Short()), d)
		return
	}
	mem.mem.Init = make([]*big.Int, len(words))
	for i, w := range words {
		leaves := leavesOf(w)
		if len(leaves) != len(mem.leaves) {
			report(at.errorf("memory %s has words of %d leaves (declared at %s), word %d of its contents has %d", mem.name, len(mem.leaves), mem.at.at.Short(), i, len(leaves)), d)
			return
		}
		word := new(big.Int)
		for k, l := range mem.leaves {
			v, _ := d.constant(leaves[k].Bits, l.width, at, fmt.Sprintf("word %d of %s (declared at %s)", i, l.name, mem.at.at.Short()))
			word.Or(word, new(big.Int).Lsh(v, uint(l.lo)))
		}
		mem.mem.Init[i] = word
	}
}

// address checks an address operand.
func (mem *Mem[T]) address(o *op, addr Operand) ir.Expr {
	if _, ok := integer(addr); ok {
		o.limit = fmt.Sprintf("an address of memory %s of %s (declared at %s)", mem.name, text.Count(mem.depth, "word"), mem.at.at.Short())
	}
	a := o.operand(addr, mem.AddrWidth())
	o.limit = ""
	if c, ok := a.(*ir.Const); ok && c.Value.Cmp(big.NewInt(int64(mem.depth))) >= 0 {
		o.fail("memory %s has the words 0 to %d (declared at %s), there is no word %v", mem.name, mem.depth-1, mem.at.at.Short(), c.Value)
	}
	if a != nil && a.Width() != mem.AddrWidth() {
		o.fail("memory %s of %s (declared at %s) takes an address of %s, %s is %s%s; extend or truncate it", mem.name, text.Count(mem.depth, "word"), mem.at.at.Short(), text.InBits(mem.AddrWidth()), name(a), text.InBits(a.Width()), declared(a))
	}
	return a
}

// Read is the word at addr before this cycle's writes (asynchronous), or 0
// if addr is depth or more.
func (mem *Mem[T]) Read(addr Operand) T {
	if mem.mem == nil {
		return mem.shape // stand-ins
	}
	at := here()
	o := &op{where: at, mod: mem.m.d}
	a := mem.address(o, addr)
	return mem.parts(o.result(mem.mem.Width, func() ir.Expr { return &ir.MemRead{Mem: mem.mem, Addr: a, At: at.at} }),
		func(_ leaf, b Bits) Bits { return b })
}

// parts cuts a word into its leaves and calls f for each.
func (mem *Mem[T]) parts(word Bits, f func(leaf, Bits) Bits) T {
	k := 0
	return fill(mem.shape, func(string, Bits) Bits {
		l := mem.leaves[k]
		k++
		b := Bits{v: &value{kind: computedValue, width: l.width, mod: word.v.mod, at: word.v.at, fault: word.v.fault, poison: word.v.poison}}
		if word.v.expr != nil {
			b.v.expr = slice(word.v.expr, l.lo+l.width-1, l.lo, word.v.at)
		}
		return f(l, b)
	})
}

// ReadReg is a registered read: at each edge the result takes the word at addr
// if enable (1 bit) is 1, and keeps its value if not. Its register is named
// name and has no reset. For a bundle it holds the packed word, and the leaves
// are wires named name_leaf. The mode says what happens if the same word is
// written in the same cycle.
func (mem *Mem[T]) ReadReg(name string, addr, enable Operand, mode ReadMode) T {
	at := here()
	d := mem.m.d
	if mode > Forbidden {
		report(at.errorf("%d is not a read mode; choose ReadFirst, WriteFirst or Forbidden", mode), d)
		mode = ReadFirst
	}
	if mem.mem == nil {
		return mem.shape // stand-ins
	}
	name = mem.m.named(name)
	data := d.declare(&ir.Signal{Name: name, Kind: ir.ReadData, Width: mem.mem.Width, At: at.at}, at)
	o := &op{where: at, mod: d}
	a := mem.address(o, addr)
	e := o.condition(constantCondition(enable))
	o.tell()
	if !data.v.poison {
		if o.fault != nil || o.poison || a == nil || e == nil {
			a, e = zero(mem.AddrWidth()), zero(1)
		}
		d.ir.Reads = append(d.ir.Reads, &ir.SyncRead{Mem: mem.mem, Addr: a, Enable: e, Mode: mode, Data: data.v.signal(), At: at.at})
	}
	if len(mem.mem.Fields) == 0 {
		return mem.parts(data, func(leaf, Bits) Bits { return data })
	}
	return mem.parts(data, func(l leaf, b Bits) Bits {
		if data.v.poison {
			return b
		}
		wire := d.declare(&ir.Signal{Name: name + strings.TrimPrefix(l.name, mem.name), Kind: ir.Wire, Width: l.width, At: at.at}, at)
		// It always holds, even if the read is in a branch.
		d.ir.Body = append(d.ir.Body, &ir.Set{Target: wire.v.signal(), Value: b.v.expr, At: at.at})
		d.of(wire.v.signal()).set = true
		wire.v.kind = computedValue // nobody else sets it
		return wire
	})
}

// constantCondition lets the Go integer 1 stand for "always enabled".
func constantCondition(enable Operand) Operand {
	if v, ok := integer(enable); ok && v.IsInt64() && (v.Int64() == 0 || v.Int64() == 1) {
		return Const(1, v)
	}
	return enable
}

// Write writes data at addr at the next edge; if addr is depth or more it
// writes nothing. If several write the same word, the last in source order wins.
func (mem *Mem[T]) Write(addr Operand, data T) { mem.write(here(), addr, data, nil) }

// WriteMasked is [Mem.Write] of the lanes whose mask bit is 1: a mask of n bits
// divides the word (a bundle's as [Flatten] packs it) into n lanes of equal width,
// the least significant first. A 4-bit mask for a 32-bit word selects bytes.
func (mem *Mem[T]) WriteMasked(addr Operand, data T, mask Bits) { mem.write(here(), addr, data, &mask) }

func (mem *Mem[T]) write(at site, addr Operand, data T, mask *Bits) {
	d := mem.m.d
	o := &op{where: at, mod: d}
	a := mem.address(o, addr)
	rows := pairs(o, data)
	if mem.mem == nil {
		return // it was refused
	}
	if o.fault == nil && len(rows) != len(mem.leaves) {
		o.fail("memory %s has words of %d leaves (declared at %s), %d are written", mem.name, len(mem.leaves), mem.at.at.Short(), len(rows))
	}
	parts := make([]ir.Expr, len(mem.leaves)) // the most significant first
	for k, row := range rows {
		if k >= len(mem.leaves) {
			break
		}
		l := mem.leaves[k]
		v := o.take(row[0])
		if v != nil && v.Width() != l.width {
			o.fail("memory %s has words of %s (declared at %s), cannot be written with %s of %s%s; extend or truncate it", l.name, text.InBits(l.width), mem.at.at.Short(), article(v), text.InBits(v.Width()), declared(v))
		}
		parts[len(parts)-1-k] = v
	}
	var lanes ir.Expr
	if mask != nil {
		lanes = o.take(*mask)
		if lanes != nil && o.fault == nil && mem.mem.Width%lanes.Width() != 0 {
			o.fail("memory %s has words of %s (declared at %s), which a mask of %s does not divide into lanes of equal width", mem.name, text.InBits(mem.mem.Width), mem.at.at.Short(), text.InBits(lanes.Width()))
		}
	}
	o.tell()
	if o.fault != nil || o.poison || a == nil {
		return
	}
	word := parts[0]
	if len(parts) > 1 {
		word = &ir.Concat{Parts: parts, At: at.at}
	}
	d.add(&ir.MemWrite{Mem: mem.mem, Addr: a, Data: word, Mask: lanes, At: at.at}, at)
}
