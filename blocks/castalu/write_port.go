package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// write is a write to the registers of a thread.
type write struct {
	Thread   hdl.Bits    `width:"thread"`
	Register hdl.Bits    `width:"register"`
	Mask     hdl.Bits    `width:"4"` // bit i: component i
	Vector   [4]hdl.Bits `width:"component"`
}

// load is the loading of an item's beat into a register.
type load struct {
	Now      hdl.Bits // 1: a beat is taken
	Begin    hdl.Bits // 1: it is the item's first
	Full     hdl.Bits // 1: it is the item's last
	Thread   hdl.Bits
	Register hdl.Bits // if past the last, the beat's vector is dropped
	Start    hdl.Bits // the address at which the thread begins
}

// takeReplies takes a reply in three writes, each in a cycle in which the unit has no result.
func (b *barrel) takeReplies() {
	m := b.m
	part := m.Reg("reply_part", 2)
	b.replying = m.Named("replying", b.Replies.Valid.And(b.unit.Out.Valid.Not()))
	b.replyDone = m.Named("reply_done", b.replying.And(part.Eq(2)))
	b.Replies.Ready.Set(b.replyDone)
	m.If(b.replying, func() { part.Set(hdl.Mux(b.replyDone, 0, part.Add(1))) })
	b.part = part
}

// takeItems loads an item into the free thread with the lowest number, one beat in each cycle in which neither the unit
// nor a reply needs the write port.
func (b *barrel) takeItems() {
	m, c, turn, item := b.m, b.config, b.shapes.Turn, b.Items.Data
	loading, register := m.Reg("loading", 1), m.Reg("load_register", isa.RegisterBits+1)
	loader := m.Reg("load_thread", turn.Thread.Width(), hdl.NoReset())
	start := m.Reg("load_start", turn.Address.Width(), hdl.NoReset())
	lowest, some := lib.PriorityEncoder(b.free)
	who := m.Named("item_thread", hdl.Mux(loading, loader, lowest.Truncate(loader.Width())))
	b.Items.Ready.Set(b.unit.Out.Valid.Or(b.Replies.Valid).Not().And(loading.Or(some)))
	now := m.Named("load", b.Items.Fire())
	m.If(now, func() {
		loading.Set(item.Last.Not())
		loader.Set(who)
		m.If(loading.Not(), func() { start.Set(item.Start) })
		register.Set(lib.Gate(item.Last.Not(), register.Add(register.Lt(c.Registers).ZeroExtend(isa.RegisterBits+1))))
	})
	begin := now.And(loading.Not())
	m.If(begin, func() {
		b.tags.Write(who, item.Tag)
		b.bases.Write(who, item.Base)
	})
	b.loading, b.loader = loading, loader
	b.load = load{now, begin, now.And(item.Last), who, register, hdl.Mux(loading, start, item.Start)}
}

// writeRegisters writes a result of the unit, part of a reply, or a beat of an item: at most one, with priority in that
// order.
func (b *barrel) writeRegisters() {
	m, result := b.m, b.unit.Out.Data
	b.unit.Out.Ready.Set(1)
	hdl.Set(b.write, write{result.Thread, result.Dest, lib.Gate(b.unit.Out.Valid.Bits, result.Mask), result.Value})
	m.If(b.replying, func() { hdl.Set(b.write, hdl.Select(b.part, b.replyParts())) })
	m.If(b.load.Now, func() {
		there := b.load.Register.Lt(b.config.Registers)
		hdl.Set(b.write, write{b.load.Thread, b.load.Register.Truncate(isa.RegisterBits), there.Repeat(4), b.Items.Data.Vector})
	})
}

// replyParts returns the writes of a reply: words 0 to 3 and words 4 to 7, as far as there are any, and the status.
func (b *barrel) replyParts() []write {
	reply := b.Replies.Data
	to := b.responses.Read(reply.Thread)
	counted := func(k int) hdl.Bits { return reply.Count.Gt(k) }
	first := hdl.Cat(counted(3), counted(2), counted(1), counted(0))
	second := hdl.Cat(counted(7), counted(6), counted(5), counted(4))
	zero := hdl.Const(reply.Status.Width(), 0)
	return []write{
		{reply.Thread, to.Dest, first, [4]hdl.Bits(reply.Words[:4])},
		{reply.Thread, to.More, second, [4]hdl.Bits(reply.Words[4:])},
		{reply.Thread, to.Status, hdl.Const(4, 1), [4]hdl.Bits{reply.Status, zero, zero, zero}},
	}
}

// becomeReady queues a thread for its next turn when its last register is written.
func (b *barrel) becomeReady() {
	done := b.unit.Out.Fire().And(b.unit.Out.Data.Killed.Not())
	back := hdl.Mux(b.unit.Out.Valid, b.unit.Out.Data.Thread, b.Replies.Data.Thread)
	ready := done.Or(b.replyDone).Or(b.load.Full)
	b.turns.Push.Send(ready, hdl.MuxOf(b.load.Full, turn{b.load.Thread, b.load.Start}, turn{back, b.next.Read(back)}))
	b.m.Assert("room_for_turns", b.turns.Push.Valid.Not().Or(b.turns.Push.Ready))
}
