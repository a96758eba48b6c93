package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Driver cuts primitives into batches. It gathers the vertices between BEGIN and END in indivisible groups until one does not
// fit into the batch. That batch then ends open, and the vertices that it carries over are replayed into the next one, followed
// by the group. Methods outside primitives pass in order, except for the driver's own, which end here.
//
// Items go through two stages. The first classifies an item, and looks its identifier up in the table of records on the way to
// the second. The second stores the element, and decides whether the group that it completes enters the batch. No item is taken
// while vertices are replayed. A sender reads the stored elements and sends a batch while the next one is gathered.
type Driver struct {
	In     hdl.Sink[Item]    `doc:"items from the application"`
	Out    hdl.Source[Item]  `doc:"items to the processor"`
	Counts hdl.OutOf[Counts] `doc:"counters"`
	Error  hdl.Out           `doc:"code of the first error, 0 if there was none"`
	Errors hdl.Out           `doc:"number of erroneous items, modulo 2^32"`
	config Config
}

// NewDriver makes a driver.
func NewDriver(c Config) *Driver {
	return &Driver{
		In: hdl.NewSink(c.shapes().Item), Out: hdl.NewSource(c.shapes().Item), Counts: hdl.OutputOf(c.shapes().Counts),
		Error: hdl.Output(isa.ErrorBits), Errors: hdl.Output(c.counters()), config: c,
	}
}

// ModuleName is primitive_driver with the configuration.
func (d *Driver) ModuleName() string { return "primitive_driver_" + d.config.driverName() }

// ModuleDoc describes the driver in its Verilog.
func (d *Driver) ModuleDoc() string {
	return "Cuts primitives into batches that draw exactly as the whole: gathers vertices, finds those that the batch already has,\nand sends each batch after the methods that it needs."
}

// driverState is the state of a driver's first stage.
type driverState uint8

const (
	driverIdle   driverState = iota // outside primitives
	driverGather                    // takes vertices
	driverSend                      // replays vertices into the next batch
	driverSkip                      // waits for END
)

func (s driverState) String() string { return [...]string{"idle", "gather", "send", "skip"}[s] }

// endDepth is the depth of the queue of ends to the sender.
const endDepth = 4

// orderDepth is the depth of the queue of orders: methods and batches that wait while a batch is sent.
func (c Config) orderDepth() int {
	if c.proved() {
		return 3
	}
	return 16
}

// Describe connects the two stages, the store, the table and the sender.
func (d *Driver) Describe(m *hdl.Module) {
	c := d.config
	if err := c.Check(); err != nil {
		m.Errorf("%v", err)
		return
	}
	store := hdl.Instance(m, "store", newElementStore(c))
	slots := hdl.Instance(m, "slots", newSlotTable(c))
	orders := hdl.Instance(m, "orders", lib.NewFIFO(c.shapes().DriverOrder, c.orderDepth(), lib.BlockRAM()))
	ends := hdl.Instance(m, "ends", lib.NewFIFO(c.shapes().BatchEnd, endDepth))
	send := hdl.Instance(m, "sender", newSender(c))
	send.Orders.From(orders.Pop)
	send.Ends.From(ends.Pop)
	send.Elements.From(store.Out)
	d.Out.From(send.Out)
	move := m.Named("move", store.Full.Not().And(orders.Level.Ne(c.orderDepth())).And(ends.Level.Ne(endDepth)))

	stage := hdl.RegOf(m, "stage", c.shapes().DriverItem)
	intake := d.takeItems(m, move, slots.Ready.Bits, stage)
	slots.Take.Set(move)
	slots.Identifier.Set(intake.vertex.Identifier)
	d.gather(m, intake, move, stage, store, slots, orders, ends)
	d.count(m, intake, send)
}

// count builds the counters: those at the output, and that of vertices at the input.
func (d *Driver) count(m *hdl.Module, intake *driverIntake, send *sender) {
	fires := m.Named("leaves", d.Out.Fire())
	is := func(k isa.ItemKind) hdl.Bits { return fires.And(d.Out.Data.Kind.Eq(int(k))) }
	method, record, index := is(isa.MethodItem), is(isa.VertexItem), is(isa.IndexItem)
	counter := func(name string, when hdl.Bits) hdl.Bits {
		n := m.Reg(name, d.config.counters())
		m.If(when, func() { n.Set(n.Add(1)) })
		return n
	}
	d.Counts.Set(Counts{
		VerticesIn: counter("vertices_in", intake.arrives),
		Elements:   counter("elements_out", record.Or(index)),
		Records:    counter("records_out", record),
		Resent:     counter("resent_out", fires.And(send.Resent)),
		Reused:     counter("reused_out", index),
		Methods:    counter("methods_out", method),
		Batches:    counter("batches_out", method.And(d.Out.Data.Address.Eq(isa.BeginAddress))),
		Dropped:    send.Dropped.Bits,
	})
}

// ofOp selects a constant by topology.
func ofOp(op hdl.Bits, width int, of func(o isa.Op) int) hdl.Bits {
	var list []hdl.Bits
	for o := range isa.Op(isa.NumOps) {
		list = append(list, hdl.Const(width, of(o)))
	}
	return hdl.Select(op, list)
}
