package hdl

import (
	"fmt"
	"math/big"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Collision says what a registered read returns when its word is written in the
// cycle of the read.
type Collision = ir.Collision

const (
	ReadFirst  = ir.ReadFirst  // the word before the write
	WriteFirst = ir.WriteFirst // the word as written
	Forbidden  = ir.Forbidden  // must not happen: a simulation fails, hardware spends no logic
)

// Mem is a memory whose words have the shape of a bundle: one array for each
// leaf. Reset leaves its contents.
type Mem[T any] struct {
	m     *Module
	shape T
	name  string
	depth int
	mems  []*ir.Memory
	at    site
}

// MaxDepth is the largest number of words of a memory.
const MaxDepth = 1 << 28

// NewMem makes a memory of depth words, at least 1 and at most [MaxDepth], of
// the given shape. Its contents are 0 at power-on, or what [Mem.Init] gives.
func NewMem[T any](m *Module, name string, shape T, depth int) *Mem[T] {
	at := here()
	mem := &Mem[T]{m: m, at: at, name: m.named(name), depth: min(max(depth, 1), MaxDepth)}
	if mem.depth != depth {
		report(at.errorf("memory %s has %s; it needs at least 1 and at most %d", mem.name, text.Count(depth, "word"), MaxDepth), m.d)
	}
	open := m.d.open(at, "a memory")
	mem.shape = make_(m, shape, at, func(leaf string, b Bits) Bits {
		if !open {
			return poisoned(b.Width())
		}
		x := &ir.Memory{Name: join(mem.name, leaf), Width: b.Width(), Depth: mem.depth, At: at.at}
		m.d.claim(x.Name, "memory", at)
		m.d.ir.Memories = append(m.d.ir.Memories, x)
		mem.mems = append(mem.mems, x)
		return b
	})
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
	if len(words) > mem.depth {
		report(at.errorf("memory %s has %s (declared at %s), %d are given", mem.name, text.Count(mem.depth, "word"), mem.at.at.Short(), len(words)), d)
		words = words[:mem.depth]
	}
	for _, x := range mem.mems {
		x.Init = make([]*big.Int, len(words))
	}
	for i, w := range words {
		leaves := leavesOf(w)
		if len(leaves) != len(mem.mems) && len(mem.mems) > 0 {
			report(at.errorf("memory %s has words of %d leaves (declared at %s), word %d of its contents has %d", mem.name, len(mem.mems), mem.at.at.Short(), i, len(leaves)), d)
			return
		}
		for k, x := range mem.mems {
			x.Init[i], _ = d.constant(leaves[k].Bits, x.Width, at, fmt.Sprintf("word %d of %s (declared at %s)", i, x.Name, mem.at.at.Short()))
		}
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
	at := here()
	k := 0
	return mem.each(func(string, Bits) Bits {
		x := mem.mems[k]
		k++
		o := &op{where: at, mod: mem.m.d}
		a := mem.address(o, addr)
		return o.result(x.Width, func() ir.Expr { return &ir.MemRead{Mem: x, Addr: a, At: at.at} })
	})
}

// each maps the leaves of the shape.
func (mem *Mem[T]) each(f func(string, Bits) Bits) T {
	if len(mem.mems) == 0 {
		return mem.shape // stand-ins
	}
	return fill(mem.shape, f)
}

// ReadReg is a registered read: at each edge the result takes the word at addr if
// enable (1 bit) is 1, and keeps its value if not. Its registers are named name,
// or name_leaf, and have no reset. The mode says what happens if the same word is
// written in the same cycle.
func (mem *Mem[T]) ReadReg(name string, addr, enable Operand, mode Collision) T {
	at := here()
	d := mem.m.d
	if mode > Forbidden {
		report(at.errorf("%d is not a read mode; choose ReadFirst, WriteFirst or Forbidden", mode), d)
		mode = ReadFirst
	}
	k := 0
	return mem.each(func(leaf string, b Bits) Bits {
		x := mem.mems[k]
		k++
		data := d.declare(&ir.Signal{Name: join(mem.m.named(name), leaf), Kind: ir.ReadData, Width: x.Width, At: at.at}, at)
		o := &op{where: at, mod: d}
		a := mem.address(o, addr)
		e := o.condition(constantCondition(enable))
		o.tell()
		if data.v.poison {
			return data
		}
		if o.fault != nil || o.poison || a == nil || e == nil {
			a, e = zero(mem.AddrWidth()), zero(1)
		}
		d.ir.Reads = append(d.ir.Reads, &ir.SyncRead{Mem: x, Addr: a, Enable: e, Mode: mode, Data: data.v.signal(), At: at.at})
		data.v.at = at.at
		return data
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
// writes nothing. Of several writes to one word the last in source order wins.
func (mem *Mem[T]) Write(addr Operand, data T) {
	at := here()
	d := mem.m.d
	o := &op{where: at, mod: d}
	a := mem.address(o, addr)
	rows := pairs(o, data)
	if o.fault == nil && len(rows) != len(mem.mems) {
		if len(mem.mems) == 0 {
			return // the shape was refused
		}
		o.fail("memory %s has words of %d leaves (declared at %s), %d are written", mem.name, len(mem.mems), mem.at.at.Short(), len(rows))
	}
	for k, row := range rows {
		if k >= len(mem.mems) {
			break
		}
		x := mem.mems[k]
		v := o.take(row[0])
		if v != nil && v.Width() != x.Width {
			o.fail("memory %s has words of %s (declared at %s), cannot be written with %s of %s%s; extend or truncate it", x.Name, text.InBits(x.Width), x.At.Short(), article(v), text.InBits(v.Width()), declared(v))
		}
		if o.fault != nil || o.poison || a == nil {
			continue
		}
		d.add(&ir.MemWrite{Mem: x, Addr: a, Data: v, At: at.at}, at)
	}
	o.tell()
}
