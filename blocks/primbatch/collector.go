package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// collector puts the primitives of the lines back into the order of their batches, and keeps the [DrawState] that methods set
// between them. A primitive passes in the cycle in which it is offered; an end that draws nothing takes a cycle of its own.
type collector struct {
	Order hdl.Sink[orderBeat]   `doc:"batches and methods, as they were distributed"`
	In    []hdl.Sink[packet]    `doc:"by line: its primitives"`
	Out   hdl.Source[Primitive] `doc:"all primitives in order"`
	State hdl.OutOf[DrawState]  `doc:"of the primitive on offer"`

	config Config
}

func newCollector(c Config) *collector {
	k := &collector{Order: hdl.NewSink(c.shapes().Order), Out: hdl.NewSource(c.shapes().Primitive), State: hdl.OutputOf(c.shapes().DrawState), config: c}
	for range c.Lines {
		k.In = append(k.In, hdl.NewSink(c.shapes().Packet))
	}
	return k
}

// ModuleName is primitive_collector with a processor's parameters.
func (k *collector) ModuleName() string { return "primitive_collector_" + k.config.processorName() }

// ModuleDoc describes the collector in its Verilog.
func (k *collector) ModuleDoc() string {
	return "Collector of a primitive processor: the primitives of all lines in order."
}

// Describe selects the line of the batch at the head of Order, and builds the state.
func (k *collector) Describe(m *hdl.Module) {
	order := k.Order.Data
	batch := m.Named("batch", k.Order.Valid.And(order.Batch))
	var packets []packet
	var valid []hdl.Bits
	for _, in := range k.In {
		packets, valid = append(packets, in.Data), append(valid, in.Valid.Bits)
	}
	line := order.Line
	p, offered := packets[0], valid[0]
	if len(packets) > 1 {
		p, offered = hdl.Select(line, packets), hdl.Select(line, valid)
	}
	moves := m.Named("moves", p.Drawn.Not().Or(k.Out.Ready))
	k.Out.Send(batch.And(offered).And(p.Drawn), p.Primitive)
	for n, in := range k.In {
		in.Ready.Set(batch.And(line.Eq(n)).And(moves))
	}
	k.Order.Ready.Set(hdl.Mux(order.Batch, offered.And(p.Last).And(moves), 1))
	k.State.Set(k.drawState(m, k.Order.Valid.And(order.Batch.Not())))
}

// drawState builds the registers that methods set.
func (k *collector) drawState(m *hdl.Module, method hdl.Bits) DrawState {
	order := k.Order.Data
	viewport := hdl.Const(32, isa.ResetViewport)
	state := hdl.RegOf(m, "draw", k.config.shapes().DrawState, hdl.ResetTo(DrawState{
		Stipple: hdl.Const(1, 0), Factor: hdl.Const(8, 0), Pattern: hdl.Const(16, 0xffff),
		Mode: hdl.Const(isa.PolygonModeBits, int(isa.PolygonFill)), Horizontal: viewport, Vertical: viewport,
	}))
	m.If(method, func() {
		m.Switch(order.Address).
			Case(isa.LineStippleAddress, func() { state.Stipple.Set(order.Data.Bit(0)) }).
			Case(isa.StippleParametersAddress, func() {
				state.Factor.Set(order.Data.Slice(7, 0))
				state.Pattern.Set(order.Data.Slice(23, 8))
			}).
			Case(isa.PolygonModeAddress, func() { state.Mode.Set(order.Data.Slice(isa.PolygonModeBits-1, 0)) }).
			Case(isa.ViewportHorizontalAddress, func() { state.Horizontal.Set(order.Data) }).
			Case(isa.ViewportVerticalAddress, func() { state.Vertical.Set(order.Data) }).
			Default(func() {})
	})
	return state
}
