package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

const (
	carryBits = 3 // of a number of carried vertices
	groupBits = 3 // of a number of vertices of a group
)

// gather builds the second stage: it stores elements, lets groups enter the batch, and closes it.
//
// An element is stored behind those of the batch; it belongs to the batch when its group has entered. A batch that is not sent, and
// a group that has not entered, are written over.
func (d *Driver) gather(m *hdl.Module, i *driverIntake, move hdl.Bits, item driverItem, store *elementStore, slots *slotTable, orders *lib.FIFO[driverOrder], ends *lib.FIFO[batchEnd]) {
	c, s := d.config, i.settings
	pointer := c.storePointer()
	is := func(o isa.Op) hdl.Bits { return i.op.Eq(int(o)) }
	rule := func(name string, width int, of func(o isa.Op) int) hdl.Bits {
		return m.Named("rule_"+name, ofOp(i.op, width, of))
	}
	fan := rule("fan", 1, func(o isa.Op) int { return bit(o.Rule().Fan) })
	carry := rule("carry", carryBits, func(o isa.Op) int { return o.Rule().Carry })
	firstGroup, group := rule("first", groupBits, func(o isa.Op) int { return o.Rule().First }), rule("group", groupBits, func(o isa.Op) int { return o.Rule().Group })
	leastElements := rule("least_elements", 4, leastElements)

	// The batch.
	start, accepted, write := m.Reg("batch_start", pointer), m.Reg("accepted", pointer), m.Reg("write", pointer)
	waiting := m.Reg("waiting", groupBits) // stored elements of the group
	records := m.Reg("records", hdl.CountWidth(c.Vertices+maxRepeated))
	recordsAtOne := m.Reg("records_at_one", records.Width(), hdl.NoReset()) // when one element was waiting
	openBegin := m.Reg("open_begin", 1)
	closing := m.Reg("closing", 1) // the loop's first vertex is put in again
	firstID := m.Reg("first_id", c.identifiers(), hdl.NoReset())
	elements := m.Named("elements", accepted.Sub(start)) // without the group
	none := m.Named("batch_is_empty", elements.Eq(0).And(openBegin.Not()))

	// An element.
	element := m.Named("element", item.is(driverElement))
	found := m.Named("found", slots.Found.And(s.Copied))
	recordsNow := m.Named("records_now", hdl.Mux(found, records, records.Add(1)))
	stored := m.Named("stored", write.Sub(start)) // with the group, without it
	waitingNow := m.Named("waiting_now", waiting.Add(1))
	completes := m.Named("completes", element.And(item.Carried.Not()).And(waitingNow.Eq(hdl.Mux(none, firstGroup, group))))
	below := func(x, limit hdl.Bits) hdl.Bits {
		w := max(x.Width(), limit.Width())
		return x.ZeroExtend(w).Lt(limit.ZeroExtend(w))
	}
	within := func(x, limit hdl.Bits) hdl.Bits { return below(limit, x).Not() }
	recordFits := hdl.Mux(found, within(records, s.VertexLimit), below(records, s.VertexLimit)) // found comes late
	enters := m.Named("enters", completes.And(below(stored, s.ElementLimit)).And(recordFits))
	refused := m.Named("refused", completes.And(enters.Not()))
	id := resized(item.Data, c.identifiers())

	// An end or restart: of a group that is not complete, what completes primitives enters. A loop that has been split takes its
	// first vertex.
	end := m.Named("ending", item.is(driverEnd).Or(item.is(driverRestart)))
	keep := m.Named("keep", hdl.Mux(is(isa.TriangleStrip), waiting, lib.Gate(is(isa.TriangleStripAdjacency).And(none.Not()), hdl.Mux(waiting.Eq(2), 1, waiting))))
	kept := m.Named("kept", accepted.Add(resized(keep, pointer)))
	keptRecords := m.Named("kept_records", hdl.Mux(waiting.Eq(2), recordsAtOne, records))
	overflows := m.Named("overflows", end.And(keep.Ne(0)).And(within(kept.Sub(start), s.ElementLimit).And(within(keptRecords, s.VertexLimit)).Not()))
	loops := m.Named("loops", end.And(is(isa.LineLoop)).And(openBegin).And(closing.Not()))
	finishes := m.Named("finishes", end.And(overflows.Or(loops).Not()))

	// The end of a batch.
	closesOpen := m.Named("closes_open", refused.Or(overflows))
	closes := m.Named("closes", closesOpen.Or(finishes))
	batchEnds := m.Named("batch_end", hdl.Mux(finishes, kept, accepted))
	count := m.Named("batch_elements", batchEnds.Sub(start))
	least := func(n hdl.Bits) hdl.Bits { return openBegin.Or(n.Ge(resized(leastElements, pointer))) } // it has a primitive
	draws := m.Named("draws", least(count))
	hidden, primitives := hdl.Const(1, 0), hdl.Const(c.elementCount(), 0)
	if c.Embodiment == isa.FourModes {
		hidden = m.Named("hidden", s.Cull.And(d.hidden(m, i, move, item, hiddenEvents{element, enters.Or(item.Carried), closes, finishes, waiting, keep})))
		primitives = d.primitivesOf(m, i, move, countedBatch{resized(count, c.elementCount()), openBegin, closesOpen, enters, closes})
	}
	sent := m.Named("batch_is_sent", draws.And(hidden.Not()))
	next := m.Named("next_start", hdl.Mux(sent, batchEnds, start))

	begun := hdl.Const(1, 0) // the sender knows of the batch
	begins := hdl.Const(1, 0)
	if c.Embodiment == isa.TwoModes {
		begun = m.Reg("begun", 1)
		begins = m.Named("begins", element.And(enters.Or(item.Carried)).And(begun.Not()).And(least(stored.Add(1))))
		m.If(move.And(begins), func() { begun.Set(1) })
	}
	store.Published.Set(hdl.Mux(begun, accepted, start))

	m.If(move.And(element), func() {
		write.Set(write.Add(1))
		records.Set(recordsNow)
		waiting.Set(waitingNow)
		m.If(waiting.Eq(0), func() { recordsAtOne.Set(recordsNow) })
		m.If(write.Eq(start), func() { firstID.Set(id) })
		m.If(enters.Or(item.Carried), func() {
			accepted.Set(write.Add(1))
			waiting.Set(0)
		})
	})
	m.If(move.And(closes), func() {
		start.Set(next)
		accepted.Set(next)
		write.Set(next)
		waiting.Set(0)
		records.Set(0)
		openBegin.Set(closesOpen)
		if c.Embodiment == isa.TwoModes {
			begun.Set(0)
		}
	})
	m.If(move.And(loops), func() { closing.Set(1) }).ElseIf(move.And(finishes), func() { closing.Set(0) })

	store.Write.Set(move.And(element))
	store.At.Set(write)
	store.Element.Set(storedElement{
		Index: found, Data: hdl.Mux(found, resized(slots.Slot.Bits, store.Element.Data.Data.Width()), resized(id, store.Element.Data.Data.Width())),
		X: lib.Gate(found.Not(), item.X), Y: lib.Gate(found.Not(), item.Y), Edge: item.Edge, Resent: item.Resent,
	})
	slots.Enter.Set(move.And(element).And(found.Not()))
	slots.Record.Set(resized(records, c.slotBits()))
	slots.Forget.Set(move.And(item.is(driverBegin).Or(item.is(driverRestart).And(finishes)).Or(closesOpen)))

	// What is put in again: with an open end the carried vertices and the group; for a loop its first vertex.
	again := resized(hdl.Mux(overflows, keep, hdl.Mux(refused, waitingNow, 1)), i.repeat.Count.Width())
	carried := lib.Gate(closesOpen, carry)
	left := m.Named("waiting_next", hdl.Mux(element, hdl.Mux(completes.Or(item.Carried), 0, waitingNow), waiting))
	hdl.Set(i.repeat, driverRepeat{
		Begins: move.And(closesOpen.Or(loops)), Count: again.Add(resized(carried, again.Width())), Carried: carried,
		Fan: fan.And(closesOpen), Closes: closing.Or(loops), Completes: overflows.Or(loops),
		Back: resized(left, historyBits).Add(resized(carry, historyBits)),
	})

	copied := s.Copied.Or(openBegin.And(fan))
	if c.Embodiment == isa.TwoModes {
		copied = copied.Or(openBegin.And(is(isa.LineLoop)))
	} else {
		copied = copied.Or(closing.And(finishes))
	}
	method := item.is(driverMethod)
	kind := func(k orderKind) hdl.Bits { return hdl.Const(orderKindBits, int(k)) }
	first := hdl.Mux(write.Eq(start), id, firstID)
	orders.Push.Send(move.And(method.Or(begins).Or(closes.And(begun.Not()))), driverOrder{
		Kind: hdl.Mux(method, kind(methodOrder), hdl.Mux(begins, kind(batchOrder), hdl.Mux(draws.Not(), kind(emptyOrder),
			hdl.Mux(hidden, kind(droppedOrder), kind(batchOrder))))),
		Address: item.Address, Data: hdl.Mux(method, item.Data, hdl.Mux(begins, first, firstID).ZeroExtend(32)),
		Op: i.op, Unchanged: i.unchanged, Instance: i.instance, OpenBegin: openBegin, OpenEnd: closesOpen, Copied: copied,
		Ends: item.is(driverEnd).And(finishes), Loads: i.load, Add: i.add, Primitives: primitives,
	})
	ends.Push.Send(move.And(closes).And(sent), batchEnd{batchEnds, closesOpen, item.is(driverEnd).And(finishes)})
}

// leastElements is how many elements a batch with a normal begin has at least, if it has a primitive.
func leastElements(o isa.Op) int {
	n := 1
	for o.Primitives(n, isa.NormalBeginNormalEnd) == 0 {
		n++
	}
	return n
}

// hiddenEvents are what happens to the batch in this cycle.
type hiddenEvents struct {
	element, enters, closes, finishes hdl.Bits
	waiting, keep                     hdl.Bits
}

// hidden says that all elements of the batch are beyond one side of the viewport.
func (d *Driver) hidden(m *hdl.Module, i *driverIntake, move hdl.Bits, item driverItem, e hiddenEvents) hdl.Bits {
	sides := func(at, viewport hdl.Bits) []hdl.Bits {
		const w = 18 // so that signed positions and unsigned limits can be compared
		x := at.SignExtend(w).Signed()
		from := viewport.Slice(15, 0).ZeroExtend(w)
		return []hdl.Bits{x.Lt(from.Signed()), x.Ge(from.Add(viewport.Slice(31, 16).ZeroExtend(w)).Signed())}
	}
	beyond := m.Named("beyond", hdl.Pack(operands(append(sides(item.X, i.settings.Horizontal), sides(item.Y, i.settings.Vertical)...))...))
	n := beyond.Width()
	all := 1<<n - 1
	batch, group, one := m.Reg("batch_beyond", n, hdl.ResetTo(all)), m.Reg("group_beyond", n, hdl.ResetTo(all)), m.Reg("one_beyond", n, hdl.NoReset())
	now := m.Named("beyond_now", group.And(beyond))
	m.If(move.And(e.element), func() {
		group.Set(now)
		m.If(e.waiting.Eq(0), func() { one.Set(now) })
		m.If(e.enters, func() { batch.Set(now) })
	})
	m.If(move.And(e.closes), func() {
		batch.Set(all)
		group.Set(all)
	})
	kept := hdl.Mux(e.waiting.Eq(2), one, group)
	return hdl.Mux(e.finishes.And(e.keep.Ne(0)), kept, batch).ReduceOr()
}

// countedBatch is a batch whose primitives are counted, and what happens to it in this cycle.
type countedBatch struct {
	elements, openBegin, openEnd hdl.Bits
	enters, closes               hdl.Bits
}

// primitivesOf is by how many PrimitiveIDs the batch moves on, if it has one at all: see [isa.Op.Primitives].
func (d *Driver) primitivesOf(m *hdl.Module, i *driverIntake, move hdl.Bits, b countedBatch) hdl.Bits {
	width := b.elements.Width()
	groups := m.Reg("groups", width)
	m.If(move.And(b.enters), func() { groups.Set(groups.Add(1)) })
	m.If(move.And(b.closes), func() { groups.Set(0) })
	open := b.openBegin.Or(b.openEnd)
	wide := func(x hdl.Bits) hdl.Bits { return resized(x, width) }
	list := make([]hdl.Bits, isa.NumOps)
	for o := range isa.Op(isa.NumOps) {
		less := func(n int) hdl.Bits { return b.elements.Sub(n) }
		switch o {
		case isa.LineStrip:
			list[o] = less(1)
		case isa.LineLoop:
			list[o] = hdl.Mux(open, less(1), b.elements)
		case isa.TriangleStrip, isa.TriangleFan:
			list[o] = less(2)
		case isa.LineStripAdjacency:
			list[o] = less(3)
		case isa.QuadStrip:
			list[o] = b.elements.Shr(1).Sub(1)
		case isa.Polygon:
			list[o] = wide(b.openEnd.Not())
		case isa.TriangleStripAdjacency:
			list[o] = hdl.Mux(b.openEnd, less(5), less(4)).Shr(1).Sub(wide(b.openBegin))
		default:
			list[o] = groups
		}
	}
	return m.Named("primitives", hdl.Select(i.op, list))
}
