package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// beatControl is a beat of a result without its vector.
type beatControl struct {
	Tag, Number, Last, Killed hdl.Bits
}

// sendResults sends the vectors of stopped threads, in the order of their items or in the order in which they stopped.
// A thread is free again once the last of its vectors is read.
func (b *barrel) sendResults() {
	m, c := b.m, b.config
	thread := b.issue.Of.Turn.Thread
	stop := m.Named("stop", b.killing.Or(b.ending))
	stopped := hdl.Mux(b.killing, b.unit.Out.Data.Thread, thread)
	enters, who := stop, stopped
	if c.Ordered {
		enters, who = b.load.Full, b.load.Thread
	}
	b.order.Push.Send(enters, who)
	m.Assert("room_in_order", enters.Not().Or(b.order.Push.Ready))

	head := b.order.Pop.Data
	leaving := b.order.Pop.Valid.Bits
	if c.Ordered {
		b.finished = m.Reg("finished", c.Threads)
		leaving = leaving.And(b.finished.At(head))
	}
	b.sendVectors(head, leaving)
	b.order.Pop.Ready.Set(b.lastRead)
	frees := b.oneHot(b.lastRead, head)
	b.free.Set(b.free.And(b.oneHot(b.load.Begin, b.load.Thread).Not()).Or(frees))
	b.killed.Set(b.killed.And(frees.Not()).Or(b.oneHot(b.killing, b.unit.Out.Data.Thread)))
	if c.Ordered {
		b.finished.Set(b.finished.And(frees.Not()).Or(b.oneHot(stop, stopped)))
	}
}

// sendVectors sends the vectors of thread head while leaving is 1, or the single beat of a killed item.
func (b *barrel) sendVectors(head, leaving hdl.Bits) {
	m := b.m
	of := b.extents.Read(head)
	dead := b.killed.At(head)
	number := m.Reg("vector_number", isa.RegisterBits)
	last := m.Named("vector_last", dead.Or(number.Eq(of.Last)))
	offered := m.Reg("result_offered", 1)
	read := m.Named("result_read", leaving.And(offered.Not().Or(b.Results.Ready)))
	now := beatControl{b.tags.Read(head), number, last, dead}
	beat := hdl.RegOf(m, "result", now, hdl.NoReset())
	m.If(read, func() {
		number.Set(lib.Gate(last.Not(), number.Add(1)))
		hdl.Set(beat, now)
	})
	offered.Set(leaving.Or(offered.And(b.Results.Ready.Not())))
	value := b.registers("out").ReadReg("result_vector", b.registerAddress(head, of.First.Add(number)), read.And(dead.Not()), hdl.Forbidden)
	for k := range value {
		value[k] = lib.Gate(beat.Killed.Not(), value[k])
	}
	b.Results.Send(offered, Beat{beat.Tag, beat.Number, value, beat.Last, beat.Killed})
	b.number, b.offered, b.beat = number, offered, beat
	b.lastRead = m.Named("last_vector_read", read.And(last))
}
