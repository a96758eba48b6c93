package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// frontEnd holds the processor's state. It turns methods into state, and vertices and indices into elements of batches. An
// item makes at most one beat, in the same cycle.
type frontEnd struct {
	In    hdl.Sink[Item]        `doc:"from the driver or the application"`
	Out   hdl.Source[frontBeat] `doc:"elements, ends of batches, and methods that change the DrawState"`
	Error hdl.Out               `doc:"error code of the item taken in this cycle, 0 if there is none"`

	config Config
}

func newFrontEnd(c Config) *frontEnd {
	return &frontEnd{In: hdl.NewSink(c.shapes().Item), Out: hdl.NewSource(c.shapes().Front), Error: hdl.Output(isa.ErrorBits), config: c}
}

// ModuleName is primitive_front_end with a processor's parameters.
func (f *frontEnd) ModuleName() string { return "primitive_front_end_" + f.config.processorName() }

// ModuleDoc describes the front end in its Verilog.
func (f *frontEnd) ModuleDoc() string {
	return "Front end of a primitive processor: methods become state, vertices and indices the elements of batches."
}

// frontState is the front end's position in the stream of items.
type frontState uint8

const (
	frontOutside  frontState = iota
	frontInside              // between BEGIN and END
	frontSkipping            // the same, in a primitive that cannot be drawn
)

func (s frontState) String() string { return [...]string{"outside", "inside", "skipping"}[s] }

// drawMethods set the state in the collector; only valid values are sent on.
var drawMethods = []int{isa.LineStippleAddress, isa.StippleParametersAddress, isa.PolygonModeAddress, isa.ViewportHorizontalAddress, isa.ViewportVerticalAddress}

// frontItem classifies the item at the input, regardless of the state.
type frontItem struct {
	method, vertex, index, unknown hdl.Bits
	begin, end, edgeFlag           hdl.Bits
	identifier                     hdl.Bits // a method that sets an identifier, and may follow BEGIN
	drawn, badMode                 hdl.Bits // a method for the collector; an unknown polygon mode
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

// Describe builds the state that methods set, and tracks the current batch.
func (f *frontEnd) Describe(m *hdl.Module) {
	in := f.In.Data
	state := hdl.FSM(m, "state", frontOutside, frontInside, frontSkipping)
	outside, inside := state.Is(frontOutside), state.Is(frontInside)
	x := f.item(m)
	take := m.Named("take", f.In.Fire())
	now := frontNow{take, outside, inside}
	kept := f.settings(m, x, now)

	// The batch.
	op, openBegin := m.Reg("op", isa.OpBits), m.Reg("open_begin", 1)
	beforeFirst := m.Reg("before_first_vertex", 1) // no element or restart since BEGIN: identifiers may still be set
	hasElements := m.Reg("has_elements", 1)        // the batch has elements
	records, reachable := f.records(m)

	restarts := m.Named("restarts", inside.And(x.vertex).And(kept.copied).And(kept.restartOn).And(in.Data.Eq(kept.restartIndex)))
	vertex := m.Named("vertex", inside.And(x.vertex).And(restarts.Not()))
	index := m.Named("index", inside.And(x.index).And(reachable))
	element := m.Named("element", vertex.Or(index))
	begins := m.Named("begins", outside.And(x.begin).And(x.knownOp))
	ends := m.Named("ends", inside.And(x.end))
	identifier := m.Named("identifier", x.identifier.And(outside.Or(inside.And(beforeFirst))))

	wordOp, wordOpen := in.Data.Slice(isa.OpBits-1, 0), in.Data.Bit(30)
	starts := m.Named("starts", take.And(begins.Or(restarts)))
	startOp, startOpen := m.Named("start_op", hdl.Mux(restarts, op, wordOp)), m.Named("start_open", begins.And(wordOpen))
	count := countPrimitives(m, starts, startOp, startOpen, take.And(element), op, openBegin)
	endsOpen := f.openEnd(m, take.And(begins))
	closes := m.Named("closes", restarts.Or(ends).And(hasElements))
	normalEnd := m.Named("normal_end", restarts.Or(endsOpen.Not()))

	m.If(starts, func() {
		op.Set(startOp)
		openBegin.Set(startOpen)
		beforeFirst.Set(begins)
		hasElements.Set(0)
		records.Set(0)
	}).ElseIf(take.And(element), func() {
		beforeFirst.Set(0)
		hasElements.Set(1)
		m.If(vertex.And(records.Ne(f.recordsEnough())), func() { records.Set(records.Add(1)) })
	})

	head := f.head(m, headEvents{
		take: take, begins: begins, starts: starts, startOpen: startOpen, identifier: identifier,
		vertex: vertex, element: element, ends: closes.And(normalEnd), count: count,
	})
	head.Op, head.Open, head.LastProvokes, head.Copy = op, openBegin, kept.lastProvokes, kept.copied

	// The beat.
	method := m.Named("method", outside.And(x.drawn))
	sends := m.Named("sends", element.Or(closes).Or(method))
	f.Out.Send(f.In.Valid.And(sends), frontBeat{
		Method: method, First: element.And(hasElements.Not()),
		Head: head, Beat: f.beat(x, kept, closes, normalEnd),
		Address: in.Address, Data: in.Data,
	})
	f.In.Ready.Set(sends.Not().Or(f.Out.Ready))

	m.If(take, func() { f.follow(m, state, x, begins) })
	f.check(m, x, now, identifier, reachable)
}

// beat makes an element, or the end of a batch.
func (f *frontEnd) beat(x frontItem, kept frontSettings, closes, normalEnd hdl.Bits) lineBeat {
	in, id := f.In.Data, f.config.identifiers()
	kind := func(k elementKind) hdl.Bits { return hdl.Const(elementKindBits, int(k)) }
	beat := f.config.shapes().LineBeat
	identifierOf := in.Data.Truncate(id).Add(kept.baseVertex).ZeroExtend(beat.Data.Width())
	return lineBeat{
		Kind: hdl.Mux(closes, kind(lastElement), hdl.Mux(x.index, kind(indexElement), kind(vertexElement))),
		Data: hdl.Mux(x.index, in.Data.Truncate(f.config.ringBits()).ZeroExtend(beat.Data.Width()), identifierOf),
		X:    in.X, Y: in.Y, Edge: in.Edge.And(kept.edgeFlag), Open: normalEnd.Not(),
	}
}

// follow tracks BEGIN and END.
func (f *frontEnd) follow(m *hdl.Module, state hdl.State[frontState], x frontItem, begins hdl.Bits) {
	state.Switch().
		Case(frontOutside, func() {
			m.If(begins, func() { state.Goto(frontInside) }).ElseIf(x.begin, func() { state.Goto(frontSkipping) })
		}).
		Case(frontInside, func() { m.If(x.end, func() { state.Goto(frontOutside) }) }).
		Case(frontSkipping, func() { m.If(x.end, func() { state.Goto(frontOutside) }) })
}

// frontNow tells whether an item is taken, and in which state.
type frontNow struct{ take, outside, inside hdl.Bits }

// frontSettings is the state that methods set in the front end.
type frontSettings struct {
	edgeFlag, lastProvokes  hdl.Bits
	copied, baseVertex      hdl.Bits
	restartOn, restartIndex hdl.Bits
}

func (f *frontEnd) settings(m *hdl.Module, x frontItem, now frontNow) frontSettings {
	in, id := f.In.Data, f.config.identifiers()
	kept := func(name string, address int, width int, options ...hdl.RegOption) hdl.Bits {
		r := m.Reg(name, width, options...)
		allowed := now.outside
		if address == isa.EdgeFlagAddress {
			allowed = now.outside.Or(now.inside)
		}
		m.If(now.take.And(allowed).And(x.method).And(in.Address.Eq(address)), func() { r.Set(in.Data.Truncate(width)) })
		return r
	}
	return frontSettings{
		edgeFlag:     kept("edge_flag", isa.EdgeFlagAddress, 1, hdl.ResetTo(1)),
		lastProvokes: kept("last_provokes", isa.ProvokingVertexAddress, 1, hdl.ResetTo(1)),
		copied:       kept("vertex_id_copy", isa.VertexIDCopyAddress, 1),
		baseVertex:   kept("base_vertex", isa.BaseVertexAddress, id),
		restartOn:    kept("restart_on", isa.RestartAddress, 1),
		restartIndex: kept("restart_index", isa.RestartIndexAddress, 32),
	}
}

// headEvents are the events of this cycle that change identifiers. All but starts count only with take.
type headEvents struct {
	take, begins      hdl.Bits // begins: a valid BEGIN
	starts, startOpen hdl.Bits // a batch starts; with an open begin
	identifier        hdl.Bits // a method that may set an identifier
	vertex, element   hdl.Bits
	ends              hdl.Bits // a batch ends normally
	count             primitiveCount
}

// head keeps the identifiers of a batch, and whether anything has been drawn since the last normal begin.
func (f *frontEnd) head(m *hdl.Module, e headEvents) batchHead {
	in, id := f.In.Data, f.config.identifiers()
	vertexID, primitiveID, instanceID := m.Reg("vertex_id", id), m.Reg("primitive_id", id), m.Reg("instance_id", id)
	restart := m.Reg("restart", 1, hdl.ResetTo(1)) // nothing has been drawn since the last normal begin
	sets := func(address int) hdl.Bits { return e.take.And(e.identifier).And(in.Address.Eq(address)) }
	data := in.Data.Truncate(id)
	m.If(e.starts.And(e.startOpen.Not()), func() { vertexID.Set(0) }).
		ElseIf(sets(isa.VertexIDBaseAddress), func() { vertexID.Set(data) }).
		ElseIf(sets(isa.AddToVertexIDAddress), func() { vertexID.Set(vertexID.Add(data)) }).
		ElseIf(e.take.And(e.vertex), func() { vertexID.Set(vertexID.Add(1)) })
	advances := m.Named("advances_id", e.take.And(e.element.And(e.count.advances).Or(e.ends.And(e.count.endAdvances))))
	draws := m.Named("draws", e.take.And(e.element.And(e.count.draws).Or(e.ends.And(e.count.endDraws))))
	m.If(e.take.And(e.begins).And(in.Data.Bit(24).Not()), func() { primitiveID.Set(0) }).
		ElseIf(sets(isa.LoadPrimitiveIDAddress), func() { primitiveID.Set(data) }).
		ElseIf(sets(isa.AddToPrimitiveIDAddress), func() { primitiveID.Set(primitiveID.Add(data)) }).
		ElseIf(advances, func() { primitiveID.Set(primitiveID.Add(1)) })
	m.If(e.take.And(e.begins), func() {
		mode := in.Data.Slice(isa.InstanceShift+1, isa.InstanceShift)
		m.If(mode.Eq(int(isa.FirstInstance)), func() { instanceID.Set(0) }).
			ElseIf(mode.Eq(int(isa.NextInstance)), func() { instanceID.Set(instanceID.Add(1)) })
	})
	m.If(e.starts.And(e.startOpen.Not()), func() { restart.Set(1) }).
		ElseIf(draws, func() { restart.Set(0) })
	return batchHead{Restart: restart, VertexID: vertexID, PrimitiveID: primitiveID, InstanceID: instanceID}
}

// check makes the error code of the item.
func (f *frontEnd) check(m *hdl.Module, x frontItem, now frontNow, identifier, reachable hdl.Bits) {
	outside, inside := now.outside, now.inside
	wrong := m.Wire("wrong", isa.ErrorBits)
	wrong.Default(int(isa.NoError))
	allowedInside := x.edgeFlag.Or(identifier).Or(x.end)
	for _, e := range []struct {
		error isa.Error
		where hdl.Bits
		what  hdl.Bits
	}{
		{isa.MethodInside, inside, x.method.And(allowedInside.Not())},
		{isa.BeginInside, inside, x.begin},
		{isa.IndexWithoutVertex, inside, x.index.And(reachable.Not())},
		{isa.VertexOutside, outside, x.vertex.Or(x.index)},
		{isa.EndOutside, outside, x.end},
		{isa.UnknownPolygonMode, outside, x.badMode},
		{isa.UnknownPrimitive, outside, x.begin.And(x.knownOp.Not())},
		{isa.UnknownKind, outside.Or(inside), x.unknown},
	} {
		m.If(now.take.And(e.where).And(e.what), func() { wrong.Set(int(e.error)) })
	}
	f.Error.Set(wrong)
}

// openEnd is 1 if an END is open: the split mode of BEGIN says so, or END itself.
func (f *frontEnd) openEnd(m *hdl.Module, begins hdl.Bits) hdl.Bits {
	data := f.In.Data.Data
	if f.config.Embodiment == isa.TwoModes {
		return data.Bit(0)
	}
	open := m.Reg("open_end", 1)
	m.If(begins, func() { open.Set(data.Bit(isa.SplitModeShift).Xor(data.Bit(isa.SplitModeShift + 1))) })
	return open
}

// recordsEnough is where the count of records saturates: a 16-bit index then reaches none of those that are kept.
func (f *frontEnd) recordsEnough() int { return 1<<16 + f.config.Vertices }

// records counts the records of the batch; reachable is 1 if the index at the input names one of the last Vertices.
func (f *frontEnd) records(m *hdl.Module) (records, reachable hdl.Bits) {
	records = m.Reg("records", hdl.CountWidth(f.recordsEnough()))
	slot := f.In.Data.Data.Slice(15, 0).ZeroExtend(records.Width())
	return records, m.Named("reachable", slot.Lt(records).And(records.Sub(slot).Le(f.config.Vertices)))
}
