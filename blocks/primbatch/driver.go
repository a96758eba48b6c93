package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Driver cuts primitives into batches. What comes between BEGIN and END is gathered, in groups that may not be parted, until one
// does not fit into the batch; that batch ends open, and what the next one needs of it is put into that again before the group.
// Methods outside primitives pass in their order, but for those that are the driver's own.
//
// Items go through two stages. In the first it is decided what an item is; its identifier is looked up in the table of records
// on the way to the second, where the element is stored and the group that it completes enters the batch or not. While vertices
// are put in again, no item is taken. A sender behind the stored elements makes the batches, while the next one is gathered.
type Driver struct {
	In     hdl.Sink[Item]    `doc:"what the application sends"`
	Out    hdl.Source[Item]  `doc:"what the processor gets"`
	Counts hdl.OutOf[Counts] `doc:"counters"`
	Error  hdl.Out           `doc:"the code of the first error, 0 before it"`
	Errors hdl.Out           `doc:"how many items were wrong, modulo 2^32"`
	config Config
}

// NewDriver makes a driver for a configuration.
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
	return "Cuts primitives into batches that draw as the whole: gathers vertices, finds the records that a batch has already,\nand sends batches behind what the processor needs to know of them."
}

// driverState is what the driver does with the next item.
type driverState uint8

const (
	driverIdle   driverState = iota // takes what may be outside primitives
	driverGather                    // takes vertices
	driverSend                      // puts vertices again into a batch
	driverSkip                      // waits for END
)

func (s driverState) String() string { return [...]string{"idle", "gather", "send", "skip"}[s] }

// endDepth is the depth of the queue of ends to the sender.
const endDepth = 4

// orderDepth is how many methods and batches wait while a batch is sent.
func (c Config) orderDepth() int {
	if c.proved() {
		return 3
	}
	return 16
}

// Describe joins the two stages, the store, the table and the sender.
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

// count builds the counters at the output, and that of vertices at the input.
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

// ofOp is a number of each topology.
func ofOp(op hdl.Bits, width int, of func(o isa.Op) int) hdl.Bits {
	var list []hdl.Bits
	for o := range isa.Op(isa.NumOps) {
		list = append(list, hdl.Const(width, of(o)))
	}
	return hdl.Select(op, list)
}
