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

// gatherer is the second stage: it stores elements, lets groups enter the batch, and closes it.
//
// An element is stored behind those of the batch; it belongs to the batch when its group has entered. A batch that is not sent, and
// a group that has not entered, are written over.
type gatherer struct {
	*driverIntake
	m      *hdl.Module
	config Config
	move   hdl.Bits
	item   driverItem

	fan, carry, firstGroup, group, leastElements hdl.Bits // the rule of the topology

	start, accepted, write hdl.Bits // in the store: where the batch starts and ends, and where the next element goes
	waiting                hdl.Bits // stored elements of the group
	records, recordsAtOne  hdl.Bits // of the batch and the group; when one element was waiting
	openBegin              hdl.Bits
	closing                hdl.Bits // the loop's first vertex has been asked for again
	firstID                hdl.Bits
	empty                  hdl.Bits // the batch has no element, and a normal begin

	element, found      hdl.Bits // the item is an element; it has a record in the batch
	id                  hdl.Bits // its identifier
	recordsNow, stored  hdl.Bits // records with it; stored elements without it
	waitingNow          hdl.Bits // with it
	completes           hdl.Bits // it completes its group
	enters, refused     hdl.Bits // that group
	overflows, loops    hdl.Bits // what enters at an end does not fit; an end puts in the loop's first vertex again
	keep, kept          hdl.Bits // waiting elements that enter at an end; the end of the batch with them
	finishes            hdl.Bits // an end or restart ends the primitive
	closesOpen, closes  hdl.Bits // the batch ends open; the batch ends
	end, count          hdl.Bits // of the batch that ends
	draws, hidden, sent hdl.Bits // it has a primitive; all of it is out of sight; it is sent
	primitives, next    hdl.Bits // how many; where the next batch starts
	begun, begins       hdl.Bits // the sender knows of the batch; it is told now
}

// gather builds the second stage.
func (d *Driver) gather(m *hdl.Module, i *driverIntake, move hdl.Bits, item driverItem, store *elementStore, slots *slotTable, orders *lib.FIFO[driverOrder], ends *lib.FIFO[batchEnd]) {
	g := &gatherer{driverIntake: i, m: m, config: d.config, move: move, item: item}
	g.declare()
	g.takeElement(slots)
	g.takeEnd()
	g.endBatch()
	store.Published.Set(hdl.Mux(g.begun, g.accepted, g.start))
	g.moveOn()
	g.store(store, slots)
	g.replayVertices()
	g.order(orders)
	ends.Push.Send(move.And(g.closes).And(g.sent), batchEnd{g.end, g.closesOpen, item.is(driverEnd).And(g.finishes)})
}

func (g *gatherer) is(o isa.Op) hdl.Bits { return g.op.Eq(int(o)) }

// declare makes the registers, and looks up the rule.
func (g *gatherer) declare() {
	m, c := g.m, g.config
	rule := func(name string, width int, of func(o isa.Op) int) hdl.Bits {
		return m.Named("rule_"+name, ofOp(g.op, width, of))
	}
	g.fan = rule("fan", 1, func(o isa.Op) int { return bit(o.Rule().Fan) })
	g.carry = rule("carry", carryBits, func(o isa.Op) int { return o.Rule().Carry })
	g.firstGroup, g.group = rule("first", groupBits, func(o isa.Op) int { return o.Rule().First }), rule("group", groupBits, func(o isa.Op) int { return o.Rule().Group })
	g.leastElements = rule("least_elements", 4, leastElements)

	pointer := c.storePointer()
	g.start, g.accepted, g.write = m.Reg("batch_start", pointer), m.Reg("accepted", pointer), m.Reg("write", pointer)
	g.waiting = m.Reg("waiting", groupBits)
	g.records = m.Reg("records", hdl.CountWidth(c.Vertices+maxReplayed))
	g.recordsAtOne = m.Reg("records_at_one", g.records.Width(), hdl.NoReset())
	g.openBegin = m.Reg("open_begin", 1)
	g.closing = m.Reg("closing", 1)
	g.firstID = m.Reg("first_id", c.identifiers(), hdl.NoReset())
	elements := m.Named("elements", g.accepted.Sub(g.start)) // without the group
	g.empty = m.Named("batch_is_empty", elements.Eq(0).And(g.openBegin.Not()))
}

// takeElement decides whether the group that an element completes enters the batch.
func (g *gatherer) takeElement(slots *slotTable) {
	m, s, item, records := g.m, g.settings, g.item, g.records
	g.element = m.Named("element", item.is(driverElement))
	g.found = m.Named("found", slots.Found.And(s.Copied))
	g.recordsNow = m.Named("records_now", hdl.Mux(g.found, records, records.Add(1)))
	g.stored = m.Named("stored", g.write.Sub(g.start)) // with the group, without the element
	g.waitingNow = m.Named("waiting_now", g.waiting.Add(1))
	whole := hdl.Mux(g.empty, g.firstGroup, g.group)
	g.completes = m.Named("completes", g.element.And(item.Carried.Not()).And(g.waitingNow.Eq(whole)))
	recordFits := hdl.Mux(g.found, atMost(records, s.VertexLimit), below(records, s.VertexLimit)) // found comes late
	g.enters = m.Named("enters", g.completes.And(below(g.stored, s.ElementLimit)).And(recordFits))
	g.refused = m.Named("refused", g.completes.And(g.enters.Not()))
	g.id = resized(item.Data, g.config.identifiers())
}

// takeEnd is for an end or restart. Of an incomplete group, the elements that complete primitives enter; a loop that was split
// takes its first vertex again.
func (g *gatherer) takeEnd() {
	m, s, waiting := g.m, g.settings, g.waiting
	ending := m.Named("ending", g.item.is(driverEnd).Or(g.item.is(driverRestart)))
	adjacent := lib.Gate(g.is(isa.TriangleStripAdjacency).And(g.empty.Not()), hdl.Mux(waiting.Eq(2), 1, waiting))
	g.keep = m.Named("keep", hdl.Mux(g.is(isa.TriangleStrip), waiting, adjacent))
	g.kept = m.Named("kept", g.accepted.Add(resized(g.keep, g.accepted.Width())))
	keptRecords := m.Named("kept_records", hdl.Mux(waiting.Eq(2), g.recordsAtOne, g.records))
	fits := atMost(g.kept.Sub(g.start), s.ElementLimit).And(atMost(keptRecords, s.VertexLimit))
	g.overflows = m.Named("overflows", ending.And(g.keep.Ne(0)).And(fits.Not()))
	split := ending.And(g.is(isa.LineLoop)).And(g.openBegin)
	g.loops = m.Named("loops", split.And(g.closing.Not()))
	g.finishes = m.Named("finishes", ending.And(g.overflows.Or(g.loops).Not()))
}

// endBatch decides whether the batch ends, and whether it is sent. When vertices stream, the sender learns of a batch as soon as it
// has a primitive.
func (g *gatherer) endBatch() {
	m, c := g.m, g.config
	g.closesOpen = m.Named("closes_open", g.refused.Or(g.overflows))
	g.closes = m.Named("closes", g.closesOpen.Or(g.finishes))
	g.end = m.Named("batch_end", hdl.Mux(g.finishes, g.kept, g.accepted))
	g.count = m.Named("batch_elements", g.end.Sub(g.start))
	g.draws = m.Named("draws", g.least(g.count))
	g.hidden, g.primitives = hdl.Const(1, 0), hdl.Const(c.elementCount(), 0)
	if c.Embodiment == isa.FourModes {
		g.hidden = m.Named("hidden", g.settings.Cull.And(g.outOfSight()))
		g.primitives = g.countPrimitives()
	}
	g.sent = m.Named("batch_is_sent", g.draws.And(g.hidden.Not()))
	g.next = m.Named("next_start", hdl.Mux(g.sent, g.end, g.start))
	g.begun, g.begins = hdl.Const(1, 0), hdl.Const(1, 0)
	if c.Embodiment == isa.TwoModes {
		g.begun = m.Reg("begun", 1)
		unknown := g.element.And(g.joins()).And(g.begun.Not())
		g.begins = m.Named("begins", unknown.And(g.least(g.stored.Add(1))))
		m.If(g.move.And(g.begins), func() { g.begun.Set(1) })
	}
}

// least reports whether a batch of n elements has a primitive.
func (g *gatherer) least(n hdl.Bits) hdl.Bits {
	return g.openBegin.Or(n.Ge(resized(g.leastElements, n.Width())))
}

// joins reports whether the element enters the batch: with the group that it completes, or because it was carried over.
func (g *gatherer) joins() hdl.Bits { return g.enters.Or(g.item.Carried) }

// moveOn sets the registers of the batch.
func (g *gatherer) moveOn() {
	m, start, write, move := g.m, g.start, g.write, g.move
	m.If(move.And(g.element), func() {
		write.Set(write.Add(1))
		g.records.Set(g.recordsNow)
		g.waiting.Set(g.waitingNow)
		m.If(g.waiting.Eq(0), func() { g.recordsAtOne.Set(g.recordsNow) })
		m.If(write.Eq(start), func() { g.firstID.Set(g.id) })
		m.If(g.joins(), func() {
			g.accepted.Set(write.Add(1))
			g.waiting.Set(0)
		})
	})
	m.If(move.And(g.closes), func() {
		start.Set(g.next)
		g.accepted.Set(g.next)
		write.Set(g.next)
		g.waiting.Set(0)
		g.records.Set(0)
		g.openBegin.Set(g.closesOpen)
		if g.config.Embodiment == isa.TwoModes {
			g.begun.Set(0)
		}
	})
	m.If(move.And(g.loops), func() { g.closing.Set(1) }).ElseIf(move.And(g.finishes), func() { g.closing.Set(0) })
}

// store drives the store of elements and the table of records.
func (g *gatherer) store(store *elementStore, slots *slotTable) {
	item, found := g.item, g.found
	store.Write.Set(g.move.And(g.element))
	store.At.Set(g.write)
	store.Element.Set(storedElement{
		Index: found, Data: hdl.Mux(found, resized(slots.Slot.Bits, store.Element.Data.Data.Width()), resized(g.id, store.Element.Data.Data.Width())),
		X: lib.Gate(found.Not(), item.X), Y: lib.Gate(found.Not(), item.Y), Edge: item.Edge, Resent: item.Resent,
	})
	slots.Enter.Set(g.move.And(g.element).And(found.Not()))
	slots.Record.Set(resized(g.records, g.config.slotBits()))
	begins := item.is(driverBegin).Or(item.is(driverRestart).And(g.finishes))
	slots.Forget.Set(g.move.And(begins.Or(g.closesOpen)))
}

// replayVertices requests a replay: after an open end of the carried vertices and the group, for a loop of its first vertex.
func (g *gatherer) replayVertices() {
	again := resized(hdl.Mux(g.overflows, g.keep, hdl.Mux(g.refused, g.waitingNow, 1)), g.replay.Count.Width())
	carried := lib.Gate(g.closesOpen, g.carry)
	waitingThen := hdl.Mux(g.completes.Or(g.item.Carried), 0, g.waitingNow)
	left := g.m.Named("waiting_next", hdl.Mux(g.element, waitingThen, g.waiting))
	hdl.Set(g.replay, driverReplay{
		Begins: g.move.And(g.closesOpen.Or(g.loops)), Count: again.Add(resized(carried, again.Width())), Carried: carried,
		Fan: g.fan.And(g.closesOpen), Closes: g.closing.Or(g.loops), Completes: g.overflows.Or(g.loops),
		Back: resized(left, historyBits).Add(resized(g.carry, historyBits)),
	})
}

// order tells the sender of methods and batches.
func (g *gatherer) order(orders *lib.FIFO[driverOrder]) {
	item := g.item
	copied := g.settings.Copied.Or(g.openBegin.And(g.fan))
	if g.config.Embodiment == isa.TwoModes {
		copied = copied.Or(g.openBegin.And(g.is(isa.LineLoop)))
	} else {
		copied = copied.Or(g.closing.And(g.finishes))
	}
	method := item.is(driverMethod)
	kind := func(k orderKind) hdl.Bits { return hdl.Const(orderKindBits, int(k)) }
	closed := hdl.Mux(g.draws.Not(), kind(emptyOrder), hdl.Mux(g.hidden, kind(droppedOrder), kind(batchOrder)))
	first := hdl.Mux(g.write.Eq(g.start), g.id, g.firstID)
	ordered := method.Or(g.begins).Or(g.closes.And(g.begun.Not()))
	orders.Push.Send(g.move.And(ordered), driverOrder{
		Kind:    hdl.Mux(method, kind(methodOrder), hdl.Mux(g.begins, kind(batchOrder), closed)),
		Address: item.Address, Data: hdl.Mux(method, item.Data, hdl.Mux(g.begins, first, g.firstID).ZeroExtend(32)),
		Op: g.op, Unchanged: g.unchanged, Instance: g.instance, OpenBegin: g.openBegin, OpenEnd: g.closesOpen, Copied: copied,
		Ends: item.is(driverEnd).And(g.finishes), Loads: g.load, Add: g.add, Primitives: g.primitives,
	})
}

func below(x, limit hdl.Bits) hdl.Bits {
	w := max(x.Width(), limit.Width())
	return x.ZeroExtend(w).Lt(limit.ZeroExtend(w))
}

func atMost(x, limit hdl.Bits) hdl.Bits { return below(limit, x).Not() }

// leastElements is how many elements a batch with a normal begin has at least, if it has a primitive.
func leastElements(o isa.Op) int {
	n := 1
	for o.Primitives(n, isa.NormalBeginNormalEnd) == 0 {
		n++
	}
	return n
}

// outOfSight reports whether all elements of the batch are beyond one side of the viewport.
func (g *gatherer) outOfSight() hdl.Bits {
	m := g.m
	sides := func(at, viewport hdl.Bits) []hdl.Bits {
		const w = 18 // so that signed positions and unsigned limits can be compared
		x := at.SignExtend(w).Signed()
		from := viewport.Slice(15, 0).ZeroExtend(w)
		return []hdl.Bits{x.Lt(from.Signed()), x.Ge(from.Add(viewport.Slice(31, 16).ZeroExtend(w)).Signed())}
	}
	beyond := m.Named("beyond", hdl.Pack(operands(append(sides(g.item.X, g.settings.Horizontal), sides(g.item.Y, g.settings.Vertical)...))...))
	n := beyond.Width()
	all := 1<<n - 1
	batch, group, one := m.Reg("batch_beyond", n, hdl.ResetTo(all)), m.Reg("group_beyond", n, hdl.ResetTo(all)), m.Reg("one_beyond", n, hdl.NoReset())
	now := m.Named("beyond_now", group.And(beyond))
	m.If(g.move.And(g.element), func() {
		group.Set(now)
		m.If(g.waiting.Eq(0), func() { one.Set(now) })
		m.If(g.joins(), func() { batch.Set(now) })
	})
	m.If(g.move.And(g.closes), func() {
		batch.Set(all)
		group.Set(all)
	})
	kept := hdl.Mux(g.waiting.Eq(2), one, group)
	return hdl.Mux(g.finishes.And(g.keep.Ne(0)), kept, batch).ReduceOr()
}

// countPrimitives is how many PrimitiveIDs the batch uses, if it has a primitive: see [isa.Op.Primitives].
func (g *gatherer) countPrimitives() hdl.Bits {
	m, elements := g.m, resized(g.count, g.config.elementCount())
	width := elements.Width()
	groups := m.Reg("groups", width)
	m.If(g.move.And(g.enters), func() { groups.Set(groups.Add(1)) })
	m.If(g.move.And(g.closes), func() { groups.Set(0) })
	open := g.openBegin.Or(g.closesOpen)
	wide := func(x hdl.Bits) hdl.Bits { return resized(x, width) }
	list := make([]hdl.Bits, isa.NumOps)
	for o := range isa.Op(isa.NumOps) {
		less := func(n int) hdl.Bits { return elements.Sub(n) }
		switch o {
		case isa.LineStrip:
			list[o] = less(1)
		case isa.LineLoop:
			list[o] = hdl.Mux(open, less(1), elements)
		case isa.TriangleStrip, isa.TriangleFan:
			list[o] = less(2)
		case isa.LineStripAdjacency:
			list[o] = less(3)
		case isa.QuadStrip:
			list[o] = elements.Shr(1).Sub(1)
		case isa.Polygon:
			list[o] = wide(g.closesOpen.Not())
		case isa.TriangleStripAdjacency:
			list[o] = hdl.Mux(g.closesOpen, less(5), less(4)).Shr(1).Sub(wide(g.openBegin))
		default:
			list[o] = groups
		}
	}
	return m.Named("primitives", hdl.Select(g.op, list))
}
