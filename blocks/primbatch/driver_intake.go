package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
)

// driverKind is the kind of an item in the second stage.
type driverKind uint8

const (
	driverNothing driverKind = iota // an item that ends in the first stage, or no item
	driverMethod                    // to be sent as it is
	driverBegin
	driverElement
	driverRestart // a normal end and a normal begin
	driverEnd

	driverKindBits = 3
)

// driverItem is an item in the second stage.
type driverItem struct {
	Kind    hdl.Bits `width:"driver_kind"`
	Address hdl.Bits `width:"address" doc:"of a method"`
	Data    hdl.Bits `width:"32" doc:"of a method: its word; of an element: its identifier"`
	X, Y    hdl.Bits `width:"coordinates"`
	Edge    hdl.Bits `width:"1"`
	Carried hdl.Bits `width:"1" doc:"1: replayed, carried over from the previous batch"`
	Resent  hdl.Bits `width:"1" doc:"1: an earlier batch already had it"`
}

func (i driverItem) is(k driverKind) hdl.Bits { return i.Kind.Eq(int(k)) }

const historyBits = 4 // the width of an address in the history of vertices

// driverReplay is a request by the second stage to replay vertices ahead of the next item.
type driverReplay struct {
	Begins    hdl.Bits `width:"1" doc:"1: the replay begins in this cycle"`
	Count     hdl.Bits `width:"replayed" doc:"number of vertices"`
	Carried   hdl.Bits `width:"carry" doc:"how many of them are carried over from the previous batch"`
	Fan       hdl.Bits `width:"1" doc:"1: the first of them is the primitive's first vertex"`
	Closes    hdl.Bits `width:"1" doc:"1: the last of them is the loop's first vertex, sent before; held during the replay"`
	Completes hdl.Bits `width:"1" doc:"1: the end or restart in the second stage comes again after them"`
	Back      hdl.Bits `width:"history" doc:"distance from the next vertex back to the first of them, if the replay begins in the next cycle"`
}

// driverIntake is the first stage: it classifies each item and tracks the primitive it belongs to. Its registers already
// include the effect of the item in the second stage.
type driverIntake struct {
	settings  driverSettings
	op        hdl.Bits
	unchanged hdl.Bits // PRIMITIVE_ID of BEGIN
	instance  hdl.Bits // INSTANCE_ID of BEGIN
	load      hdl.Bits // LOAD_PRIMITIVE_ID came after BEGIN
	add       hdl.Bits // the number that was loaded or added
	replay    driverReplay
	vertex    driverVertex // the next to enter the second stage
	arrives   hdl.Bits     // a vertex is taken
}

// takeItems builds the first stage: the settings, the state machine, and a history of recent vertices to replay.
// No index is taken before the table of records is cleared.
func (d *Driver) takeItems(m *hdl.Module, move, cleared hdl.Bits, stage driverItem) *driverIntake {
	c, in, id := d.config, d.In.Data, d.config.identifiers()
	state := hdl.FSM(m, "state", driverIdle, driverGather, driverSend, driverSkip)
	i := &driverIntake{
		settings: newDriverSettings(m, c),
		op:       m.Reg("op", isa.OpBits), unchanged: m.Reg("unchanged", 1), instance: m.Reg("instance_mode", 2),
		load: m.Reg("primitive_id_load", 1), add: m.Reg("primitive_id_operand", id),
		replay: hdl.WireOf(m, "replay_request", c.shapes().DriverReplay), arrives: m.Wire("arrives", 1),
	}
	s, r := i.settings, i.replay
	nextID, beforeFirst, nextIsFirst := m.Reg("next_vertex_id", id), m.Reg("before_first_vertex", 1), m.Reg("next_is_first", 1)

	// The replay. Its first vertex is read ahead of the request.
	top := m.Reg("history_next", historyBits) // where the next vertex goes
	history := hdl.NewMem(m, "history", c.shapes().DriverVertex, 1<<historyBits, hdl.NoInit())
	first := hdl.RegOf(m, "first_vertex", c.shapes().DriverVertex, hdl.NoReset())
	left, carried := m.Reg("replay_left", r.Count.Width()), m.Reg("replay_carried", carryBits)
	at, completes := m.Reg("replay_address", historyBits), m.Reg("replay_completes", driverKindBits) // at: the address that was read
	leftNow, carriedNow := m.Named("replay_left_now", hdl.Mux(r.Begins, r.Count, left)), m.Named("replay_carried_now", hdl.Mux(r.Begins, r.Carried, carried))
	replays := m.Named("replays", r.Begins.Or(state.Is(driverSend).And(left.Ne(0))))
	closing := m.Named("replays_first_vertex", r.Closes.And(leftNow.Eq(1)))
	next := m.Named("replay_next", hdl.Mux(replays.And(leftNow.Ne(1)), at.Add(1), top.Sub(r.Back)))
	// Address top is never read, as it may be written in this cycle. A vertex replayed from there is still in the second stage.
	reads := replays.And(leftNow.Ne(1)).Or(r.Back.Ne(0))
	recent := history.ReadReg("recent", next, move.And(reads), hdl.Forbidden)
	same := driverVertex{resized(stage.Data, id), stage.X, stage.Y, stage.Edge}
	replayed := hdl.MuxOf(r.Begins.And(r.Fan).Or(closing), first, hdl.MuxOf(i.op.Eq(int(isa.Points)), same, recent))
	completesNow := m.Named("replay_completes_now", hdl.Mux(r.Begins.And(r.Completes), stage.Kind, completes))

	// The item at the input.
	word, given := in.Data, resized(in.Data, id)
	arriving := driverVertex{hdl.Mux(s.Copied, given.Add(s.Base), nextID), in.X, in.Y, in.Edge.And(s.EdgeFlag)}
	i.vertex = hdl.WireOf(m, "vertex", c.shapes().DriverVertex)
	hdl.Set(i.vertex, hdl.MuxOf(replays, replayed, arriving))
	waits := m.Named("waits_for_table", s.Copied.And(state.Is(driverGather)).And(cleared.Not()))
	d.In.Ready.Set(move.And(r.Begins.Or(state.Is(driverSend)).Or(waits).Not()))

	kind, wrong := m.Wire("kind", driverKindBits), m.Wire("wrong", isa.ErrorBits)
	kind.Default(int(driverNothing))
	wrong.Default(int(isa.NoError))
	i.arrives.Default(0)
	m.If(move, func() {
		at.Set(next)
		hdl.Set(stage, driverItem{
			Kind: kind, Address: in.Address, Data: hdl.Mux(kind.Eq(int(driverMethod)), word, i.vertex.Identifier.ZeroExtend(32)),
			X: i.vertex.X, Y: i.vertex.Y, Edge: i.vertex.Edge,
			Carried: replays.And(carriedNow.Ne(0)), Resent: replays.And(carriedNow.Ne(0).Or(closing)),
		})
	})

	own := m.Named("own_method", isOwn(in.Address))
	least := m.Named("least_limit", ofOp(word.Truncate(isa.OpBits), 4, func(o isa.Op) int { return o.Rule().Least }))
	t := &itemTaker{
		driverIntake: i, m: m, config: c, in: in, given: given, state: state, kind: kind, wrong: wrong, own: own, least: least,
		nextID: nextID, beforeFirst: beforeFirst, nextIsFirst: nextIsFirst, top: top, history: history, first: first, arriving: arriving,
	}
	m.If(replays.And(move), func() {
		kind.Set(int(driverElement))
		left.Set(leftNow.Sub(1))
		carried.Set(hdl.Mux(carriedNow.Eq(0), 0, carriedNow.Sub(1)))
		completes.Set(completesNow)
		t.nextState(leftNow.Eq(1).And(completesNow.Eq(int(driverNothing))))
	}).ElseIf(state.Is(driverSend).And(move), func() {
		kind.Set(completes)
		completes.Set(int(driverNothing))
		m.If(completes.Eq(int(driverRestart)), func() { state.Goto(driverGather) }).Else(func() { state.Goto(driverIdle) })
	}).ElseIf(d.In.Fire(), t.take)
	d.countErrors(m, wrong)
	return i
}

// isOwn is 1 for a method that ends at the driver.
func isOwn(address hdl.Bits) hdl.Bits {
	own := hdl.Const(1, 0)
	for _, a := range ownMethods {
		own = own.Or(address.Eq(a))
	}
	return own
}

// countErrors keeps the code of the first error and counts all errors.
func (d *Driver) countErrors(m *hdl.Module, wrong hdl.Bits) {
	c := d.config
	code, errors := m.Reg("first_error", isa.ErrorBits), m.Reg("error_count", c.counters())
	m.If(wrong.Ne(int(isa.NoError)), func() {
		errors.Set(errors.Add(1))
		m.If(code.Eq(0), func() { code.Set(wrong) })
	})
	d.Error.Set(code)
	d.Errors.Set(errors)
}

// itemTaker classifies the item that is taken, and updates the first stage.
type itemTaker struct {
	*driverIntake
	m      *hdl.Module
	config Config
	in     Item
	given  hdl.Bits // its Data as an identifier
	state  hdl.State[driverState]

	kind, wrong hdl.Bits // its kind in the second stage; its error
	own, least  hdl.Bits // a method that ends at the driver; the least limit for a BEGIN's topology

	nextID, beforeFirst, nextIsFirst hdl.Bits // the next VertexID; no vertex since BEGIN; the next vertex is the primitive's first
	top                              hdl.Bits // where the next vertex goes
	history                          *hdl.Mem[driverVertex]
	first, arriving                  driverVertex // the primitive's first vertex; the vertex at the input
}

// nextState chooses the state after a replayed vertex; done: the replay is over.
func (t *itemTaker) nextState(done hdl.Bits) {
	m, state := t.m, t.state
	again := func() { state.Goto(driverSend) }
	state.Switch().
		Case(driverIdle, again). // after an END
		Cases([]driverState{driverGather, driverSend}, func() {
			m.If(done, func() { state.Goto(driverGather) }).Else(again)
		}).
		Default(func() {})
}

// take handles an item from the input.
func (t *itemTaker) take() {
	m, in, state, wrong := t.m, t.in, t.state, t.wrong
	method := func(address int) hdl.Bits { return in.Kind.Eq(int(isa.MethodItem)).And(in.Address.Eq(address)) }
	known := in.Kind.Le(int(isa.IndexItem))
	state.Switch().
		Case(driverIdle, func() {
			m.If(known.Not(), func() { wrong.Set(int(isa.UnknownKind)) }).
				ElseIf(in.Kind.Ne(int(isa.MethodItem)), func() { wrong.Set(int(isa.VertexOutside)) }).
				Else(t.idle)
		}).
		Case(driverGather, func() {
			m.If(known.Not(), func() { wrong.Set(int(isa.UnknownKind)) }).
				ElseIf(in.Kind.Eq(int(isa.IndexItem)), func() { wrong.Set(int(isa.IndexWithoutVertex)) }).
				ElseIf(in.Kind.Eq(int(isa.VertexItem)), t.vertex).
				Else(t.inside)
		}).
		Case(driverSkip, func() { m.If(method(isa.EndAddress), func() { state.Goto(driverIdle) }) }).
		Default(func() {})
}

// idle handles a method outside a primitive.
func (t *itemTaker) idle() {
	m, c, i, s, in, word := t.m, t.config, t.driverIntake, t.settings, t.in, t.in.Data
	state, kind, wrong, own, least := t.state, t.kind, t.wrong, t.own, t.least
	nextID, beforeFirst, nextIsFirst := t.nextID, t.beforeFirst, t.nextIsFirst
	s.set(m, c, in.Address, word)
	unknownMode := in.Address.Eq(isa.PolygonModeAddress).And(word.Lt(isa.PolygonModeBase).Or(word.Gt(isa.PolygonModeBase + int(isa.PolygonFill))))
	splits := word.Bit(30)
	if c.Embodiment == isa.FourModes {
		splits = word.Slice(30, 29).ReduceOr()
	}
	below := func(limit hdl.Bits) hdl.Bits {
		return resized(limit, max(limit.Width(), 4)).Lt(least.ZeroExtend(max(limit.Width(), 4)))
	}
	m.If(in.Address.Eq(isa.BeginAddress), func() {
		m.If(word.Slice(15, 0).Ge(isa.NumOps), func() {
			wrong.Set(int(isa.UnknownPrimitive))
			state.Goto(driverSkip)
		}).ElseIf(below(s.ElementLimit).Or(below(s.VertexLimit)), func() {
			wrong.Set(int(isa.LimitBelowLeast))
			state.Goto(driverSkip)
		}).Else(func() {
			m.If(splits, func() { wrong.Set(int(isa.SplitModeAtDriver)) })
			kind.Set(int(driverBegin))
			i.op.Set(word.Truncate(isa.OpBits))
			i.unchanged.Set(word.Bit(24))
			i.instance.Set(word.Slice(27, 26))
			i.load.Set(0)
			i.add.Set(0)
			nextID.Set(0)
			beforeFirst.Set(1)
			nextIsFirst.Set(1)
			state.Goto(driverGather)
		})
	}).ElseIf(in.Address.Eq(isa.EndAddress), func() { wrong.Set(int(isa.EndOutside)) }).
		ElseIf(unknownMode, func() { wrong.Set(int(isa.UnknownPolygonMode)) }).
		ElseIf(own.Not(), func() { kind.Set(int(driverMethod)) })
}

// inside handles a method inside a primitive.
func (t *itemTaker) inside() {
	m, c, i, s, in, word := t.m, t.config, t.driverIntake, t.settings, t.in, t.in.Data
	state, kind, wrong, beforeFirst, nextID, given := t.state, t.kind, t.wrong, t.beforeFirst, t.nextID, t.given
	cases := m.Switch(in.Address).
		Case(isa.BeginAddress, func() { wrong.Set(int(isa.BeginInside)) }).
		Case(isa.EndAddress, func() {
			if c.Embodiment == isa.TwoModes {
				m.If(word.Bit(0), func() { wrong.Set(int(isa.SplitModeAtDriver)) })
			}
			kind.Set(int(driverEnd))
			state.Goto(driverIdle)
		}).
		Case(isa.EdgeFlagAddress, func() { s.EdgeFlag.Set(word.Bit(0)) })
	identifier := func(address int, set func()) {
		cases.Case(address, func() { m.If(beforeFirst, set).Else(func() { wrong.Set(int(isa.MethodInside)) }) })
	}
	identifier(isa.VertexIDBaseAddress, func() { nextID.Set(given) })
	identifier(isa.AddToVertexIDAddress, func() { nextID.Set(nextID.Add(given)) })
	identifier(isa.LoadPrimitiveIDAddress, func() {
		i.load.Set(1)
		i.add.Set(given)
	})
	identifier(isa.AddToPrimitiveIDAddress, func() { i.add.Set(i.add.Add(given)) })
	cases.Default(func() { wrong.Set(int(isa.MethodInside)) })
}

// vertex handles a vertex inside a primitive, or the restart index.
func (t *itemTaker) vertex() {
	m, i, s, kind := t.m, t.driverIntake, t.settings, t.kind
	nextID, beforeFirst, nextIsFirst, arriving, history, top, first := t.nextID, t.beforeFirst, t.nextIsFirst, t.arriving, t.history, t.top, t.first
	beforeFirst.Set(0)
	m.If(s.Copied.And(s.Restart).And(t.in.Data.Eq(s.RestartIndex)), func() {
		kind.Set(int(driverRestart))
		nextIsFirst.Set(1)
	}).Else(func() {
		kind.Set(int(driverElement))
		i.arrives.Set(1)
		nextID.Set(nextID.Add(1))
		history.Write(top, arriving)
		top.Set(top.Add(1))
		nextIsFirst.Set(0)
		m.If(nextIsFirst, func() { hdl.Set(first, arriving) })
	})
}
