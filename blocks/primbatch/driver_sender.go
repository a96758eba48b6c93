package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// sender makes the items that leave a driver: for each batch, the methods that it needs, BEGIN, the elements and END. It sends
// an item per cycle without a pause between batches; a batch that sends nothing takes one cycle.
//
// It remembers what the processor must still be told. The number of primitives in dropped batches is added to PrimitiveID before
// the next BEGIN. The BEGIN and END of a primitive that has sent no batch stay pending, for what they reset: they are sent later
// unless the next primitive resets the same.
type sender struct {
	Orders   hdl.Sink[driverOrder]   `doc:"methods and batches"`
	Ends     hdl.Sink[batchEnd]      `doc:"where each batch with elements ends; arrives before the elements of the next"`
	Elements hdl.Sink[storedElement] `doc:"the elements of batches"`
	Out      hdl.Source[Item]        `doc:"items, from a register"`
	Resent   hdl.Out                 `doc:"1: the item at out is an element that an earlier batch already had"`
	Dropped  hdl.Out                 `doc:"batches dropped, modulo 2^32"`

	config Config
}

func newSender(c Config) *sender {
	return &sender{
		Orders: hdl.NewSink(c.shapes().DriverOrder), Ends: hdl.NewSink(c.shapes().BatchEnd), Elements: hdl.NewSink(c.shapes().StoredElement),
		Out: hdl.NewSource(c.shapes().Item), Resent: hdl.Output(1), Dropped: hdl.Output(c.counters()), config: c,
	}
}

// ModuleName is batch_sender with the driver's configuration.
func (s *sender) ModuleName() string { return "batch_sender_" + s.config.driverName() }

// ModuleDoc describes the sender in its Verilog.
func (s *sender) ModuleDoc() string {
	return "Sends batches: identifiers, BEGIN, elements, END, and methods between them."
}

// sendStep is a step of an order: one item, or all its elements. An order takes the steps that it needs, in this sequence.
type sendStep int

const (
	flushSum sendStep = iota // ADD_TO_PRIMITIVE_ID before a pending BEGIN
	flushBegin
	flushIdentifier // LOAD_ or ADD_TO_PRIMITIVE_ID behind a pending BEGIN
	flushEnd
	sendMethod
	sendCopy // SET_VERTEX_ID_COPY
	sendBase // SET_VERTEX_ID_BASE before an open BEGIN
	sendSum  // ADD_TO_PRIMITIVE_ID of dropped primitives
	sendBegin
	sendFirstBase  // SET_VERTEX_ID_BASE behind a normal BEGIN
	sendIdentifier // LOAD_ or ADD_TO_PRIMITIVE_ID behind BEGIN
	sendElements
	sendEnd

	numSendSteps
)

// pendingPrimitive describes a primitive that has sent no batch.
type pendingPrimitive struct {
	Op, Unchanged, Instance, Loads, Add hdl.Bits
}

// sendItem is the address and data of the item that a step sends: a method, except for elements.
type sendItem struct{ Address, Data hdl.Bits }

// Describe chooses the next step that the order needs, and puts its item into the output register.
func (s *sender) Describe(m *hdl.Module) {
	c, order := s.config, s.Orders.Data
	method, batch := m.Named("method", s.is(methodOrder)), m.Named("batch", s.is(batchOrder))
	begins := m.Named("begins", batch.Or(s.is(droppedOrder).And(order.OpenBegin.Not())))

	begun := m.Reg("primitive_begun", 1)
	copied := m.Reg("copy_mode", 1)
	dropped := hdl.Const(c.identifiers(), 0)
	if c.Embodiment == isa.FourModes {
		dropped = m.Reg("dropped_primitives", c.identifiers())
	}
	resetPending, pending := m.Reg("reset_pending", 1), hdl.RegOf(m, "pending", pendingPrimitive{order.Op, order.Unchanged, order.Instance, order.Loads, order.Add}, hdl.NoReset())

	o := &sentOrder{method: method, batch: batch, begins: begins, begun: begun, copied: copied, dropped: dropped, resetPending: resetPending, pending: pending}

	needs := s.needs(m, o)
	done := m.Reg("done", int(numSendSteps)) // the steps of this order that have been sent
	remaining := m.Named("remaining", hdl.Pack(operands(needs[:])...).And(done.Not()))
	choose := m.Named("step", lib.LowestOneHot(remaining))
	chosen := func(k sendStep) hdl.Bits { return choose.Bit(int(k)) }
	items := s.items(o)

	free, fires := s.offer(m, choose, items)
	last := m.Named("last", chosen(sendMethod).Or(chosen(sendEnd)))
	finished := m.Named("finished", hdl.Mux(remaining.ReduceOr(), fires.And(last), s.Orders.Valid))
	s.Orders.Ready.Set(finished)
	s.Elements.Ready.Set(free.And(chosen(sendElements)))
	s.Ends.Ready.Set(finished.And(batch))
	m.If(s.Elements.Fire(), func() { o.sent.Set(o.sent.Add(1)) })
	m.If(finished, func() { done.Set(0) }).
		ElseIf(fires.And(chosen(sendElements).Not()), func() { done.Set(done.Or(choose)) })
	s.track(m, o, fires, finished, chosen)
}

// is is 1 for a valid order of this kind.
func (s *sender) is(k orderKind) hdl.Bits { return s.Orders.Valid.And(s.Orders.Data.Kind.Eq(int(k))) }

// sentOrder is the order being sent, and what the processor has been told.
type sentOrder struct {
	method, batch, begins hdl.Bits // begins: a BEGIN is sent
	loads, sent           hdl.Bits // the method is LOAD_PRIMITIVE_ID; the number of elements sent

	begun, copied hdl.Bits // a batch of this primitive has been sent; SET_VERTEX_ID_COPY as last sent
	dropped       hdl.Bits // dropped primitives that have not been added
	resetPending  hdl.Bits // the BEGIN and END of pending have not been sent
	pending       pendingPrimitive
}

// needs returns the steps that the order needs.
func (s *sender) needs(m *hdl.Module, o *sentOrder) (needs [numSendSteps]hdl.Bits) {
	order, method, batch, begins := s.Orders.Data, o.method, o.batch, o.begins
	copied, dropped, resetPending, pending := o.copied, o.dropped, o.resetPending, o.pending
	addresses := func(a int) hdl.Bits { return order.Address.Eq(a) }
	o.loads = m.Named("loads", method.And(addresses(isa.LoadPrimitiveIDAddress)))
	resets := m.Named("resets_all", order.Unchanged.Or(order.Instance.ReduceOr()).Not()) // all that a pending BEGIN would
	flushes := m.Named("flushes", resetPending.And(o.loads.Or(method.And(addresses(isa.AddToPrimitiveIDAddress))).Or(s.Orders.Valid.And(method.Or(resets).Not()))))
	o.sent = m.Reg("elements_sent", s.Ends.Data.End.Width())
	complete := m.Named("complete", s.Ends.Valid.And(s.Ends.Data.End.Eq(o.sent)))
	changes := func(load, add hdl.Bits) hdl.Bits { return load.Or(add.ReduceOr()) }
	counted := batch.And(order.Copied.Not())
	needs[flushSum] = flushes.And(dropped.ReduceOr())
	needs[flushBegin] = flushes
	needs[flushIdentifier] = flushes.And(changes(pending.Loads, pending.Add))
	needs[flushEnd] = flushes
	needs[sendMethod] = method
	needs[sendCopy] = batch.And(order.Copied.Ne(copied))
	needs[sendBase] = counted.And(order.OpenBegin)
	needs[sendSum] = begins.And(dropped.ReduceOr())
	needs[sendBegin] = begins
	needs[sendFirstBase] = counted.And(order.OpenBegin.Not()).And(order.Data.ReduceOr())
	needs[sendIdentifier] = begins.And(o.begun.Not()).And(changes(order.Loads, order.Add))
	needs[sendElements] = batch.And(complete.Not())
	needs[sendEnd] = begins
	return needs
}

// items returns the item of each step.
func (s *sender) items(o *sentOrder) [numSendSteps]sendItem {
	c, order := s.config, s.Orders.Data
	batch, begun, dropped, pending := o.batch, o.begun, o.dropped, o.pending
	id := func(x hdl.Bits) hdl.Bits { return x.ZeroExtend(32) }
	identifier := func(load, add hdl.Bits) sendItem {
		return sendItem{hdl.Mux(load, hdl.Const(isa.AddressBits, isa.LoadPrimitiveIDAddress), isa.AddToPrimitiveIDAddress), id(add)}
	}
	to := func(address int, data hdl.Bits) sendItem { return sendItem{hdl.Const(isa.AddressBits, address), data} }
	begin := func(op, unchanged, instance, open, openEnd hdl.Bits) sendItem {
		mode := hdl.Cat(open, hdl.Const(1, 0))
		if c.Embodiment == isa.FourModes {
			mode = hdl.Cat(open, open.Xor(openEnd)) // encoded as in isa.SplitMode
		}
		return to(isa.BeginAddress, hdl.Cat(hdl.Const(1, 0), mode, hdl.Const(1, 0), instance, hdl.Const(1, 0), unchanged, hdl.Const(24-isa.OpBits, 0), op))
	}
	none, follows := hdl.Const(1, 0), begun.Or(order.OpenBegin)
	endOpen := hdl.Const(32, 0)
	if c.Embodiment == isa.TwoModes {
		endOpen = s.Ends.Data.Open.And(batch).ZeroExtend(32)
		hdl.Unused(order.OpenEnd)
	} else {
		hdl.Unused(s.Ends.Data.Open)
	}
	sum := to(isa.AddToPrimitiveIDAddress, id(dropped))
	return [numSendSteps]sendItem{
		flushSum:        sum,
		flushBegin:      begin(pending.Op, pending.Unchanged, pending.Instance, none, none),
		flushIdentifier: identifier(pending.Loads, pending.Add),
		flushEnd:        to(isa.EndAddress, hdl.Const(32, 0)),
		sendMethod:      {order.Address, order.Data},
		sendCopy:        to(isa.VertexIDCopyAddress, order.Copied.ZeroExtend(32)),
		sendBase:        to(isa.VertexIDBaseAddress, order.Data),
		sendSum:         sum,
		sendBegin: begin(order.Op, order.Unchanged.Or(follows), hdl.Mux(follows, int(isa.UnchangedInstance), order.Instance),
			order.OpenBegin, order.OpenEnd),
		sendFirstBase:  to(isa.VertexIDBaseAddress, order.Data),
		sendIdentifier: identifier(order.Loads, order.Add),
		sendElements:   {hdl.Const(isa.AddressBits, 0), s.Elements.Data.Data.ZeroExtend(32)},
		sendEnd:        to(isa.EndAddress, endOpen),
	}
}

// offer puts the item of the chosen step into the output register when it is free.
func (s *sender) offer(m *hdl.Module, choose hdl.Bits, items [numSendSteps]sendItem) (free, fires hdl.Bits) {
	c := s.config
	elements := func() hdl.Bits { return choose.Bit(int(sendElements)) }
	offered, item, resent := m.Reg("offered", 1), hdl.RegOf(m, "item", c.shapes().Item, hdl.NoReset()), m.Reg("item_resent", 1, hdl.NoReset())
	s.Out.Send(offered, item)
	s.Resent.Set(resent)
	free = m.Named("free", offered.Not().Or(s.Out.Ready))
	sends := m.Named("sends", choose.ReduceOr().And(elements().Not().Or(s.Elements.Valid)))
	fires = m.Named("fires", sends.And(free))
	m.If(free, func() {
		offered.Set(sends)
		chosenItem, element := lib.OneHotMux(choose, items[:]), s.Elements.Data
		kind := hdl.Mux(element.Index, hdl.Const(isa.ItemKindBits, int(isa.IndexItem)), int(isa.VertexItem))
		gate := func(x hdl.Bits) hdl.Bits { return lib.Gate(elements(), x) }
		hdl.Set(item, Item{gate(kind), chosenItem.Address, chosenItem.Data, gate(element.X), gate(element.Y), gate(element.Edge)})
		resent.Set(gate(element.Resent))
	})
	return free, fires
}

// track records what the processor has been told, and what is pending.
func (s *sender) track(m *hdl.Module, o *sentOrder, fires, finished hdl.Bits, chosen func(sendStep) hdl.Bits) {
	c, order, method, batch, begins := s.config, s.Orders.Data, o.method, o.batch, o.begins
	begun, copied, dropped, resetPending, pending := o.begun, o.copied, o.dropped, o.resetPending, o.pending
	m.If(fires.And(chosen(sendCopy)), func() { copied.Set(order.Copied) })
	m.If(fires.And(chosen(flushEnd)), func() { resetPending.Set(0) })
	if c.Embodiment == isa.FourModes {
		m.If(fires.And(chosen(flushSum).Or(chosen(sendSum)).Or(chosen(sendMethod).And(o.loads))), func() { dropped.Set(0) })
		count := m.Reg("dropped_batches", c.counters())
		s.Dropped.Set(count)
		m.If(finished.And(s.is(droppedOrder)), func() {
			dropped.Set(dropped.Add(resized(order.Primitives, c.identifiers())))
			count.Set(count.Add(1))
		})
	} else {
		s.Dropped.Set(0)
		hdl.Unused(order.Primitives)
	}
	ends := hdl.Mux(batch, s.Ends.Data.Ends, order.Ends)
	m.If(finished.And(method.Not()), func() {
		begun.Set(begun.Or(begins).And(ends.Not()))
		m.If(begins, func() { resetPending.Set(0) }).ElseIf(s.is(emptyOrder).And(ends).And(begun.Not()), func() {
			resetPending.Set(1)
			hdl.Set(pending, pendingPrimitive{order.Op, order.Unchanged, order.Instance, order.Loads, order.Add})
		})
	})
}

// resized is x zero-extended or truncated to a width.
func resized(x hdl.Bits, width int) hdl.Bits {
	return x.ZeroExtend(max(x.Width(), width)).Truncate(width)
}

func operands(list []hdl.Bits) (all []hdl.Operand) {
	for _, x := range list {
		all = append(all, x)
	}
	return all
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
