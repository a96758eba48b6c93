package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// frontEnd keeps the processor's state. It turns methods into state, and vertices and indices into the elements of batches.
// An item makes at most one beat, in the same cycle.
type frontEnd struct {
	In    hdl.Sink[Item]        `doc:"from the driver or the application"`
	Out   hdl.Source[frontBeat] `doc:"elements, ends of batches, and methods that change the DrawState"`
	Error hdl.Out               `doc:"what was wrong with the item that is taken in this cycle, 0 if nothing"`

	config Config
}

func newFrontEnd(c Config) *frontEnd {
	return &frontEnd{In: hdl.NewSink(c.shapes().Item), Out: hdl.NewSource(c.shapes().Front), Error: hdl.Output(isa.ErrorBits), config: c}
}

// ModuleName is primitive_front_end with what a processor depends on.
func (f *frontEnd) ModuleName() string { return "primitive_front_end_" + f.config.processorName() }

// ModuleDoc describes the front end in its Verilog.
func (f *frontEnd) ModuleDoc() string {
	return "Front end of a primitive processor: methods become state, vertices and indices the elements of batches."
}

// frontState is where the front end is in the stream of items.
type frontState uint8

const (
	frontOutside  frontState = iota
	frontInside              // between BEGIN and END
	frontSkipping            // the same, of a primitive that cannot be drawn
)

func (s frontState) String() string { return [...]string{"outside", "inside", "skipping"}[s] }

// drawMethods are the methods that the collector keeps; only good values of them are sent on.
var drawMethods = []int{isa.LineStippleAddress, isa.StippleParametersAddress, isa.PolygonModeAddress, isa.ViewportHorizontalAddress, isa.ViewportVerticalAddress}

// frontItem is what the item at the input is, whatever the state.
type frontItem struct {
	method, vertex, index, unknown hdl.Bits
	begin, end, edgeFlag           hdl.Bits
	identifier                     hdl.Bits // a method that may follow BEGIN
	drawn, badMode                 hdl.Bits // a method for the collector, a polygon mode that there is not
	knownOp                        hdl.Bits // of a BEGIN
}

func (f *frontEnd) item(m *hdl.Module) (x frontItem) {
	in := f.In.Data
	kind := func(k isa.ItemKind) hdl.Bits { return in.Kind.Eq(int(k)) }
	x.method, x.vertex, x.index = kind(isa.MethodItem), kind(isa.VertexItem), kind(isa.IndexItem)
	x.unknown = in.Kind.Eq(1<<isa.ItemKindBits - 1)
	is := func(addresses ...int) hdl.Bits {
		some := hdl.Const(1, 0)
		for _, a := range addresses {
			some = some.Or(in.Address.Eq(a))
		}
		return x.method.And(some)
	}
	x.begin, x.end, x.edgeFlag = m.Named("is_begin", is(isa.BeginAddress)), m.Named("is_end", is(isa.EndAddress)), is(isa.EdgeFlagAddress)
	x.identifier = is(isa.VertexIDBaseAddress, isa.AddToVertexIDAddress, isa.LoadPrimitiveIDAddress, isa.AddToPrimitiveIDAddress)
	mode := in.Data.Sub(isa.PolygonModeBase)
	x.badMode = m.Named("bad_mode", is(isa.PolygonModeAddress).And(mode.Gt(int(isa.PolygonFill))))
	x.drawn = is(drawMethods...).And(x.badMode.Not())
	x.knownOp = in.Data.Slice(15, 0).Lt(isa.NumOps)
	return x
}

// Describe builds the state that methods set, and what follows the elements of a batch.
func (f *frontEnd) Describe(m *hdl.Module) {
	c, in := f.config, f.In.Data
	id := c.identifiers()
	state := hdl.FSM(m, "state", frontOutside, frontInside, frontSkipping)
	outside, inside := state.Is(frontOutside), state.Is(frontInside)
	x := f.item(m)
	take := m.Named("take", f.In.Fire())

	// State that methods set.
	kept := func(name string, address int, width int, options ...hdl.RegOption) hdl.Bits {
		r := m.Reg(name, width, options...)
		allowed := outside
		if address == isa.EdgeFlagAddress {
			allowed = outside.Or(inside)
		}
		m.If(take.And(allowed).And(x.method).And(in.Address.Eq(address)), func() { r.Set(in.Data.Truncate(width)) })
		return r
	}
	edgeFlag := kept("edge_flag", isa.EdgeFlagAddress, 1, hdl.ResetTo(1))
	lastProvokes := kept("last_provokes", isa.ProvokingVertexAddress, 1, hdl.ResetTo(1))
	copied := kept("vertex_id_copy", isa.VertexIDCopyAddress, 1)
	baseVertex := kept("base_vertex", isa.BaseVertexAddress, id)
	restartOn := kept("restart_on", isa.RestartAddress, 1)
	restartIndex := kept("restart_index", isa.RestartIndexAddress, 32)

	// The batch.
	op, openBegin := m.Reg("op", isa.OpBits), m.Reg("open_begin", 1)
	fresh := m.Reg("fresh", 1) // nothing has come since BEGIN that forbids identifiers
	some := m.Reg("some", 1)   // it has elements
	records, reachable := f.records(m)

	cuts := m.Named("cuts", inside.And(x.vertex).And(copied).And(restartOn).And(in.Data.Eq(restartIndex)))
	vertex := m.Named("vertex", inside.And(x.vertex).And(cuts.Not()))
	index := m.Named("index", inside.And(x.index).And(reachable))
	element := m.Named("element", vertex.Or(index))
	begins := m.Named("begins", outside.And(x.begin).And(x.knownOp))
	ends := m.Named("ends", inside.And(x.end))
	identifier := m.Named("identifier", x.identifier.And(outside.Or(inside.And(fresh))))

	wordOp, wordOpen := in.Data.Slice(isa.OpBits-1, 0), in.Data.Bit(30)
	starts := m.Named("starts", take.And(begins.Or(cuts)))
	startOp, startOpen := m.Named("start_op", hdl.Mux(cuts, op, wordOp)), m.Named("start_open", begins.And(wordOpen))
	count := countPrimitives(m, starts, startOp, startOpen, take.And(element), op, openBegin)
	endsOpen := f.openEnd(m, take.And(begins))
	closes := m.Named("closes", cuts.Or(ends).And(some))
	normalEnd := m.Named("normal_end", cuts.Or(endsOpen.Not()))

	m.If(starts, func() {
		op.Set(startOp)
		openBegin.Set(startOpen)
		fresh.Set(begins)
		some.Set(0)
		records.Set(0)
	}).ElseIf(take.And(element), func() {
		fresh.Set(0)
		some.Set(1)
		m.If(vertex.And(records.Ne(f.recordsEnough())), func() { records.Set(records.Add(1)) })
	})

	// Identifiers.
	vertexID, primitiveID, instanceID := m.Reg("vertex_id", id), m.Reg("primitive_id", id), m.Reg("instance_id", id)
	restart := m.Reg("restart", 1, hdl.ResetTo(1)) // nothing has been drawn since the last normal begin
	said := func(address int) hdl.Bits { return take.And(identifier).And(in.Address.Eq(address)) }
	data := in.Data.Truncate(id)
	m.If(starts.And(startOpen.Not()), func() { vertexID.Set(0) }).
		ElseIf(said(isa.VertexIDBaseAddress), func() { vertexID.Set(data) }).
		ElseIf(said(isa.AddToVertexIDAddress), func() { vertexID.Set(vertexID.Add(data)) }).
		ElseIf(take.And(vertex), func() { vertexID.Set(vertexID.Add(1)) })
	normally := closes.And(normalEnd)
	numbers := m.Named("numbers", take.And(element.And(count.numbers).Or(normally.And(count.endNumbers))))
	draws := m.Named("draws", take.And(element.And(count.draws).Or(normally.And(count.endDraws))))
	m.If(take.And(begins).And(in.Data.Bit(24).Not()), func() { primitiveID.Set(0) }).
		ElseIf(said(isa.LoadPrimitiveIDAddress), func() { primitiveID.Set(data) }).
		ElseIf(said(isa.AddToPrimitiveIDAddress), func() { primitiveID.Set(primitiveID.Add(data)) }).
		ElseIf(numbers, func() { primitiveID.Set(primitiveID.Add(1)) })
	m.If(take.And(begins), func() {
		mode := in.Data.Slice(isa.InstanceShift+1, isa.InstanceShift)
		m.If(mode.Eq(int(isa.FirstInstance)), func() { instanceID.Set(0) }).
			ElseIf(mode.Eq(int(isa.NextInstance)), func() { instanceID.Set(instanceID.Add(1)) })
	})
	m.If(starts.And(startOpen.Not()), func() { restart.Set(1) }).
		ElseIf(draws, func() { restart.Set(0) })

	// The beat.
	method := m.Named("method", outside.And(x.drawn))
	sends := m.Named("sends", element.Or(closes).Or(method))
	kind := func(k elementKind) hdl.Bits { return hdl.Const(elementKindBits, int(k)) }
	beat := c.shapes().LineBeat
	identifierOf := in.Data.Truncate(id).Add(baseVertex).ZeroExtend(beat.Data.Width())
	f.Out.Send(f.In.Valid.And(sends), frontBeat{
		Method: method, First: element.And(some.Not()),
		Head: batchHead{Op: op, Open: openBegin, Restart: restart, LastProvokes: lastProvokes, Copy: copied, VertexID: vertexID, PrimitiveID: primitiveID, InstanceID: instanceID},
		Beat: lineBeat{
			Kind: hdl.Mux(closes, kind(lastElement), hdl.Mux(x.index, kind(indexElement), kind(vertexElement))),
			Data: hdl.Mux(x.index, in.Data.Truncate(c.ringBits()).ZeroExtend(beat.Data.Width()), identifierOf),
			X:    in.X, Y: in.Y, Edge: in.Edge.And(edgeFlag), Open: normalEnd.Not(),
		},
		Address: in.Address, Data: in.Data,
	})
	f.In.Ready.Set(sends.Not().Or(f.Out.Ready))

	m.If(take, func() {
		state.Switch().
			Case(frontOutside, func() {
				m.If(begins, func() { state.Goto(frontInside) }).ElseIf(x.begin, func() { state.Goto(frontSkipping) })
			}).
			Case(frontInside, func() { m.If(x.end, func() { state.Goto(frontOutside) }) }).
			Case(frontSkipping, func() { m.If(x.end, func() { state.Goto(frontOutside) }) })
	})

	wrong := m.Wire("wrong", isa.ErrorBits)
	wrong.Default(int(isa.NoError))
	inner := x.edgeFlag.Or(identifier).Or(x.end)
	for _, e := range []struct {
		error isa.Error
		where hdl.Bits
		what  hdl.Bits
	}{
		{isa.MethodInside, inside, x.method.And(inner.Not())},
		{isa.BeginInside, inside, x.begin},
		{isa.IndexWithoutVertex, inside, x.index.And(reachable.Not())},
		{isa.VertexOutside, outside, x.vertex.Or(x.index)},
		{isa.EndOutside, outside, x.end},
		{isa.UnknownPolygonMode, outside, x.badMode},
		{isa.UnknownPrimitive, outside, x.begin.And(x.knownOp.Not())},
		{isa.UnknownKind, outside.Or(inside), x.unknown},
	} {
		m.If(take.And(e.where).And(e.what), func() { wrong.Set(int(e.error)) })
	}
	f.Error.Set(wrong)
}

// openEnd says whether an END is open: BEGIN has said it, or END itself does.
func (f *frontEnd) openEnd(m *hdl.Module, begins hdl.Bits) hdl.Bits {
	data := f.In.Data.Data
	if f.config.Embodiment == isa.TwoModes {
		return data.Bit(0)
	}
	open := m.Reg("open_end", 1)
	m.If(begins, func() { open.Set(data.Bit(isa.SplitModeShift).Xor(data.Bit(isa.SplitModeShift + 1))) })
	return open
}

// recordsEnough is where the number of records stops: an index can then name none of them that is kept.
func (f *frontEnd) recordsEnough() int { return 1<<16 + f.config.Vertices }

// records is the number of records of the batch, and says whether the index at the input names one of the last Vertices.
func (f *frontEnd) records(m *hdl.Module) (records, reachable hdl.Bits) {
	records = m.Reg("records", hdl.CountWidth(f.recordsEnough()))
	slot := f.In.Data.Data.Slice(15, 0).ZeroExtend(records.Width())
	return records, m.Named("reachable", slot.Lt(records).And(records.Sub(slot).Le(f.config.Vertices)))
}
