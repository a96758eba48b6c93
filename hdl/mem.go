package hdl

import (
	"math/big"

	"posedge/hdl/ir"
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
}

// NewMem makes a memory of depth words, at least 1, of the given shape. Its
// contents are 0 at power-on, or what [Mem.Init] gives.
func NewMem[T any](m *Module, name string, shape T, depth int) *Mem[T] {
	at := here()
	mem := &Mem[T]{m: m, name: m.named(name), depth: max(depth, 1)}
	if depth < 1 {
		m.d.ctx.report(at.errorf("memory %s has %d words; it needs at least 1", mem.name, depth))
	}
	mem.shape = make_(m, shape, at, func(leaf string, b Bits) Bits {
		x := &ir.Memory{Name: join(mem.name, leaf), Width: b.Width(), Depth: mem.depth, Domain: ir.DefaultDomain, At: at.at}
		m.d.claim(x.Name, "memory", at)
		m.d.ir.Memories = append(m.d.ir.Memories, x)
		mem.mems = append(mem.mems, x)
		return b
	})
	return mem
}

// AddrWidth is the width of an address: the bits of depth-1, at least 1.
func (mem *Mem[T]) AddrWidth() int { return IndexWidth(mem.depth) }

// Init gives the contents at power-on, word 0 first: bundles of [Const]s, at
// most depth of them; the rest is 0.
func (mem *Mem[T]) Init(words []T) {
	at := here()
	d := mem.m.d
	if len(words) > mem.depth {
		d.ctx.report(at.errorf("memory %s has %d words, %d are given", mem.name, mem.depth, len(words)))
		words = words[:mem.depth]
	}
	for _, x := range mem.mems {
		x.Init = make([]*big.Int, len(words))
	}
	for i, w := range words {
		for k, l := range leavesOf(w) {
			if k < len(mem.mems) {
				mem.mems[k].Init[i] = d.constant(l.Bits, mem.mems[k].Width, at, "contents of "+mem.name)
			}
		}
	}
}

// address checks an address operand.
func (mem *Mem[T]) address(o *op, addr Operand) ir.Expr {
	a := o.operand(addr, mem.AddrWidth())
	if a != nil && a.Width() != mem.AddrWidth() {
		o.fail("memory %s has %d words and takes an address of %d bits, %s is %d bits%s", mem.name, mem.depth, mem.AddrWidth(), name(a), a.Width(), declared(a))
	}
	return a
}

// Read is the word at addr before this cycle's writes (asynchronous), or 0
// where addr is depth or more.
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
	out, _ := mapBundle(mem.shape, site{}, f)
	return out
}

// ReadReg is a registered read: at each edge where enable (1 bit) is 1 the
// result takes the word at addr, else it holds. Its registers are named name,
// or name_leaf, and have no reset. The mode says what a write of the same word
// in the same cycle does.
func (mem *Mem[T]) ReadReg(name string, addr, enable Operand, mode Collision) T {
	at := here()
	d := mem.m.d
	k := 0
	return mem.each(func(leaf string, b Bits) Bits {
		x := mem.mems[k]
		k++
		data := d.declare(&ir.Signal{Name: join(mem.m.named(name), leaf), Kind: ir.ReadData, Width: x.Width, Domain: ir.DefaultDomain, At: at.at}, at)
		o := &op{where: at, mod: d}
		a := mem.address(o, addr)
		e := o.condition(constantCondition(enable))
		if o.fault != nil {
			d.ctx.report(o.fault)
		}
		if o.fault != nil || o.poison || a == nil || e == nil {
			a, e = zero(mem.AddrWidth()), zero(1)
		}
		d.ir.Reads = append(d.ir.Reads, &ir.SyncRead{Mem: x, Addr: a, Enable: e, Mode: mode, Data: data.v.sig, At: at.at})
		data.v.at = at.at
		return data
	})
}

// constantCondition lets a Go 1 stand for «always enabled».
func constantCondition(enable Operand) Operand {
	if v, ok := integer(enable); ok && v.IsInt64() && (v.Int64() == 0 || v.Int64() == 1) {
		return Const(1, v)
	}
	return enable
}

// Write writes data at addr at the next edge; where addr is depth or more it
// writes nothing. Of several writes to one word the last in source order wins.
func (mem *Mem[T]) Write(addr Operand, data T) {
	at := here()
	d := mem.m.d
	o := &op{where: at, mod: d}
	a := mem.address(o, addr)
	rows := pairs(o, data)
	if o.fault == nil && len(rows) != len(mem.mems) {
		o.fail("memory %s has words of %d leaves, %d are written", mem.name, len(mem.mems), len(rows))
	}
	for k, row := range rows {
		if k >= len(mem.mems) {
			break
		}
		x := mem.mems[k]
		v := o.take(row[0])
		if v != nil && v.Width() != x.Width {
			o.fail("%s is %d bits wide (declared at %s), cannot be written with %s of %d bits%s", x.Name, x.Width, x.At.Short(), article(v), v.Width(), declared(v))
		}
		if o.fault != nil || o.poison || a == nil {
			continue
		}
		d.add(&ir.MemWrite{Mem: x, Addr: a, Data: v, At: at.at}, at)
	}
	if o.fault != nil {
		d.ctx.report(o.fault)
	}
}
