package primbatch

import (
	"fmt"

	"posedge/hdl"
)

// dataAssembler is the first part of a line. It gives vertices their identifiers, sends them to vertex processing, and keeps
// the results as records, for indices to name. Vertices continue to be processed while the line waits for its turn at the
// collector.
//
// The records are in a ring of twice Vertices. At most Vertices of them are in flight, sent but not yet left as elements, so
// that the Vertices before these, which an index may name, are not overwritten. An element leaves per cycle, two cycles after
// its vertex came back at the earliest.
type dataAssembler struct {
	Heads    hdl.Sink[batchHead]   `doc:"the batches"`
	In       hdl.Sink[lineBeat]    `doc:"their elements and ends"`
	Vertices hdl.Source[Vertex]    `doc:"to vertex processing"`
	Shaded   hdl.Sink[Shaded]      `doc:"from vertex processing, in the same order; always taken"`
	HeadsOut hdl.Source[batchHead] `doc:"the batches, each no later than its end"`
	Out      hdl.Source[element]   `doc:"elements with their processed vertices, and ends"`

	config Config
	depth  int // elements that can wait for their vertices or their turn; smaller only in proofs
}

func newDataAssembler(c Config) *dataAssembler {
	return &dataAssembler{
		Heads: hdl.NewSink(c.shapes().Head), In: hdl.NewSink(c.shapes().LineBeat), Vertices: hdl.NewSource(c.shapes().Vertex), Shaded: hdl.NewSink(c.shapes().Shaded),
		HeadsOut: hdl.NewSource(c.shapes().Head), Out: hdl.NewSource(c.shapes().Element), config: c, depth: max(2*c.Vertices, minLineDepth),
	}
}

// ModuleName is data_assembler with the number of records that an index can name.
func (a *dataAssembler) ModuleName() string {
	return fmt.Sprintf("data_assembler_v%d", a.config.Vertices) + a.config.narrow()
}

// ModuleDoc describes the part in its Verilog.
func (a *dataAssembler) ModuleDoc() string {
	return fmt.Sprintf("Data assembler of a line: sends vertices to be processed and keeps the last %d as records.", a.config.Vertices)
}

// waitingElement is an element that waits to leave.
type waitingElement struct {
	Kind  hdl.Bits `width:"element_kind" doc:"0 vertex, 1 index, 2 end"`
	Edge  hdl.Bits `width:"1"`
	Open  hdl.Bits `width:"1"`
	Place hdl.Bits `width:"ring" doc:"of its record in the ring"`
}

// Describe builds the ring with its three pointers: to the next vertex to send, the next to come back, and the next to leave.
func (a *dataAssembler) Describe(m *hdl.Module) {
	c := a.config
	ring := c.ringBits()
	in, head := a.In.Data, a.Heads.Data
	sent, returned, released := m.Reg("sent", ring), m.Reg("returned", ring), m.Reg("released", ring)
	identifiers := hdl.NewMem(m, "identifiers", hdl.Width(c.identifiers()), 2*c.Vertices, hdl.NoInit())
	positions := hdl.NewMem(m, "positions", c.shapes().Shaded, 2*c.Vertices, hdl.NoInit())
	waiting := hdl.Instance(m, "waiting", elementQueue(c.shapes().Waiting, a.depth))
	hdl.Unused(waiting.Level)

	// A head is passed on as soon as it arrives, and stays here until the end of its batch.
	passed := m.Reg("head_passed", 1)
	a.HeadsOut.Send(a.Heads.Valid.And(passed.Not()), head)

	// Elements are taken in order: all go into the queue, and vertices to vertex processing.
	isVertex, isIndex := in.Kind.Eq(int(vertexElement)), in.Kind.Eq(int(indexElement))
	isLast := in.Kind.Eq(int(lastElement))
	available := m.Named("available", a.In.Valid.And(a.Heads.Valid).And(waiting.Push.Ready))
	room := m.Named("room", sent.Sub(released).Ne(c.Vertices))
	counted := m.Reg("counted", c.identifiers()) // vertices of this batch
	identifier := m.Named("identifier", hdl.Mux(head.Copy, in.Data.Truncate(c.identifiers()), head.VertexID.Add(counted)))
	first := m.Reg("first", ring) // place of the first record of this batch
	a.Vertices.Send(available.And(isVertex).And(room), Vertex{VertexID: identifier, InstanceID: head.InstanceID, X: in.X, Y: in.Y})
	canPass := m.Named("can_pass", hdl.Mux(isVertex, room.And(a.Vertices.Ready), isLast.Not().Or(passed).Or(a.HeadsOut.Ready)))
	passes := m.Named("passes", available.And(canPass))
	place := hdl.Mux(isIndex, first.Add(in.Data.Truncate(ring)), sent)
	waiting.Push.Send(a.In.Valid.And(a.Heads.Valid).And(canPass), waitingElement{in.Kind, in.Edge, in.Open, place})
	a.In.Ready.Set(a.Heads.Valid.And(waiting.Push.Ready).And(canPass))
	a.Heads.Ready.Set(passes.And(isLast))
	m.If(passes.And(isVertex), func() {
		identifiers.Write(sent, identifier)
		sent.Set(sent.Add(1))
		counted.Set(counted.Add(1))
	}).ElseIf(passes.And(isLast), func() {
		first.Set(sent)
		counted.Set(0)
	})
	m.If(passes.And(isLast), func() { passed.Set(0) }).ElseIf(a.HeadsOut.Fire(), func() { passed.Set(1) })

	// A processed vertex goes to its place.
	a.Shaded.Ready.Set(1)
	m.Assume("shades_what_was_sent", a.Shaded.Valid.Not().Or(returned.Ne(sent)).Or(a.Vertices.Fire()))
	m.If(a.Shaded.Fire(), func() {
		positions.Write(returned, a.Shaded.Data)
		returned.Set(returned.Add(1))
	})

	// The head of the queue is read from the ring, and leaves.
	next := waiting.Pop.Data
	offered := m.Reg("offered", 1)
	read := m.Named("read", waiting.Pop.Valid.And(next.Kind.Ne(int(vertexElement)).Or(released.Ne(returned))).And(offered.Not().Or(a.Out.Ready)))
	waiting.Pop.Ready.Set(read)
	m.If(read.And(next.Kind.Eq(int(vertexElement))), func() { released.Set(released.Add(1)) })
	m.If(read, func() { offered.Set(1) }).ElseIf(a.Out.Ready, func() { offered.Set(0) })
	last, open, boundary := m.Reg("last", 1), m.Reg("open", 1), m.Reg("boundary", 1)
	m.If(read, func() {
		last.Set(next.Kind.Eq(int(lastElement)))
		open.Set(next.Open)
		boundary.Set(next.Edge)
	})
	wanted := read.And(next.Kind.Ne(int(lastElement)))
	position := positions.ReadReg("position", next.Place, wanted, hdl.Forbidden)
	a.Out.Send(offered, element{Last: last, Open: open, Edge: boundary, Corner: Corner{
		VertexID: identifiers.ReadReg("identifier_read", next.Place, wanted, hdl.Forbidden), X: position.X, Y: position.Y,
	}})
}
