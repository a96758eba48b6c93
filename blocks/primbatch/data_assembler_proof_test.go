package primbatch

import (
	"fmt"
	"testing"
	"time"

	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// assemblerPorts are the ports of a data assembler with arbitrary batches at its input.
type assemblerPorts struct {
	Heads    hdl.Sink[batchHead]
	In       hdl.Sink[lineBeat] `doc:"an index counts back from the last vertex, which is 0"`
	Vertices hdl.Source[Vertex]
	Shaded   hdl.Sink[Shaded]
	HeadsOut hdl.Source[batchHead]
	Out      hdl.Source[element]

	config Config
	depth  int // of the queue of waiting elements
}

func newAssemblerPorts(vertices, depth int) assemblerPorts {
	c := narrow(1, vertices)
	return assemblerPorts{
		hdl.NewSink(c.shapes().Head), hdl.NewSink(c.shapes().LineBeat), hdl.NewSource(c.shapes().Vertex), hdl.NewSink(c.shapes().Shaded),
		hdl.NewSource(c.shapes().Head), hdl.NewSource(c.shapes().Element), c, depth,
	}
}

// batchInput is the beat at the input.
type batchInput struct {
	takes, vertex, index, last hdl.Bits
	ago                        hdl.Bits // of an index: the number of vertices after its own
	identifier                 hdl.Bits // of a vertex
}

// connect connects the ports to an assembler. An index names one of the last records of its batch.
func (h assemblerPorts) connect(m *hdl.Module) (x batchInput) {
	c := h.config
	a := newDataAssembler(c)
	a.depth = h.depth
	hdl.Instance(m, "dut", a)
	a.Heads.From(h.Heads)
	h.Vertices.From(a.Vertices)
	a.Shaded.From(h.Shaded)
	h.HeadsOut.From(a.HeadsOut)
	h.Out.From(a.Out)
	property.AssumeStable(m.Scope("at_in"), property.OfSink(h.In))
	property.AssumeStable(m.Scope("at_heads"), property.OfSink(h.Heads))
	in, ring := h.In.Data, c.ringBits()
	is := func(k elementKind) hdl.Bits { return in.Kind.Eq(int(k)) }
	x.vertex, x.index, x.last = is(vertexElement), is(indexElement), is(lastElement)
	x.takes, x.ago = m.Named("takes", h.In.Fire()), in.Data.Truncate(ring)
	m.Assume("known_kind", implies(h.In.Valid.Bits, in.Kind.Ne(3)))

	sent, first, kept := m.Reg("records_sent", ring), m.Reg("first_of_batch", ring), m.Reg("kept", hdl.CountWidth(c.Vertices))
	number := m.Reg("number", c.identifiers())
	m.Assume("an_index_of_a_kept_record", implies(h.In.Valid.And(x.index), x.ago.Lt(kept.ZeroExtend(ring))))
	m.If(x.takes.And(x.last), func() {
		first.Set(sent)
		kept.Set(0)
		number.Set(0)
	}).ElseIf(x.takes.And(x.vertex), func() {
		sent.Set(sent.Add(1))
		number.Set(number.Add(1))
		m.If(kept.Ne(c.Vertices), func() { kept.Set(kept.Add(1)) })
	})
	slot := sent.Sub(first).Sub(1).Sub(x.ago)
	x.identifier = m.Named("its_identifier", hdl.Mux(h.Heads.Data.Copy, in.Data.Truncate(c.identifiers()), h.Heads.Data.VertexID.Add(number)))
	in.Data = hdl.Mux(x.index, slot, x.ago).ZeroExtend(in.Data.Width())
	a.In.Send(h.In.Valid.Bits, in)
	h.In.Ready.Set(a.In.Ready)
	return x
}

// elementsProof states that each vertex is sent once, in order, with its identifier; that elements and ends leave once, in
// order; and that the assembler never stalls of its own accord.
type elementsProof struct {
	assemblerPorts
	Mark hdl.In
}

func newElementsProof(vertices, depth int) *elementsProof {
	return &elementsProof{newAssemblerPorts(vertices, depth), hdl.Input(2)}
}

func (h *elementsProof) Describe(m *hdl.Module) {
	x := h.connect(m)
	in, head, vertices := h.In.Data, h.Heads.Data, property.OfSource(h.Vertices)
	property.AssumeStable(m.Scope("at_shaded"), property.OfSink(h.Shaded))
	property.AssertStable(m.Scope("at_out"), property.OfSource(h.Out))
	property.AssertStable(m.Scope("at_vertices"), vertices)
	property.AssertStable(m.Scope("at_heads_out"), property.OfSource(h.HeadsOut))

	m.Assert("each_vertex_is_sent_once", vertices.Fire().Eq(x.takes.And(x.vertex)))
	m.Assert("as_it_came", implies(vertices.Valid, hdl.Flatten(vertices.Data).Eq(hdl.Flatten(Vertex{x.identifier, head.InstanceID, in.X, in.Y}))))
	m.Assert("takes_what_comes_back", h.Shaded.Ready.Bits)
	count := hdl.CountWidth(2 * h.config.Vertices)
	outstanding := m.Reg("outstanding", count)
	outstanding.Set(outstanding.Add(vertices.Fire().ZeroExtend(count)).Sub(h.Shaded.Valid.ZeroExtend(count)))
	m.Assert("no_more_than_are_kept", outstanding.Le(h.config.Vertices))

	// A head stays until the end of its batch, and is passed on once, no later than that.
	passed, passes := m.Reg("passed", 1), h.HeadsOut.Fire()
	m.If(x.takes.And(x.last), func() { passed.Set(0) }).ElseIf(passes, func() { passed.Set(1) })
	m.Assert("only_in_a_batch", implies(x.takes, h.Heads.Valid.Bits))
	m.Assert("heads_stay_for_their_batch", h.Heads.Fire().Eq(x.takes.And(x.last)))
	m.Assert("a_head_once", implies(passes, passed.Not()))
	m.Assert("a_head_by_the_end", implies(x.takes.And(x.last), passed.Or(passes)))
	m.Assert("its_head", implies(h.HeadsOut.Valid.Bits, h.Heads.Valid.And(hdl.Flatten(h.HeadsOut.Data).Eq(hdl.Flatten(head)))))

	// Elements are compared by kind, end or not, and by their flag.
	of := func(last, flag hdl.Bits) hdl.Bits { return hdl.Cat(last, flag) }
	out := property.OfSource(h.Out)
	waiting := property.Queue(m.Scope("elements"),
		property.Stream[hdl.Bits]{Valid: h.In.Valid.Bits, Ready: h.In.Ready.Bits, Data: of(x.last, hdl.Mux(x.last, in.Open, in.Edge))},
		property.Stream[hdl.Bits]{Valid: out.Valid, Ready: out.Ready, Data: of(out.Data.Last, hdl.Mux(out.Data.Last, out.Data.Open, out.Data.Edge))},
		h.depth+1, h.Mark.Bits)
	property.Within(m.Scope("leaves"), waiting.Ne(0).And(outstanding.Eq(0)).And(out.Valid.Not()), out.Valid, 2)
	m.Assert("takes_an_element", implies(h.In.Valid.And(h.Heads.Valid).And(h.Vertices.Ready).And(h.HeadsOut.Ready).And(waiting.Lt(h.config.Vertices)), x.takes))
}

// recordsProof tracks an arbitrary vertex: every element that names it leaves with the position that came back for it. The
// edge flag, which the assembler only passes on, marks the elements that name it.
type recordsProof struct {
	assemblerPorts
	Follow hdl.In `doc:"1: track the vertex at the input"`
}

func newRecordsProof(vertices, depth int) *recordsProof {
	return &recordsProof{newAssemblerPorts(vertices, depth), hdl.Input(1)}
}

func (h *recordsProof) Describe(m *hdl.Module) {
	c := h.config
	x := h.connect(m)
	hdl.Unused(h.HeadsOut, h.Vertices.Data)
	ring := c.ringBits()
	sent, back := m.Reg("place_sent", ring), m.Reg("place_back", ring)
	m.If(x.takes.And(x.vertex), func() { sent.Set(sent.Add(1)) })
	m.If(h.Shaded.Valid, func() { back.Set(back.Add(1)) })

	known, shaded, reachable := m.Reg("known", 1), m.Reg("shaded_it", 1), m.Reg("reachable", 1)
	place, corner := m.Reg("place", ring), hdl.RegOf(m, "corner", c.shapes().Corner)
	follow := m.Named("follows", x.takes.And(x.vertex).And(h.Follow).And(known.Not()))
	since := sent.Sub(place).Sub(1) // vertices after it
	m.If(follow, func() {
		known.Set(1)
		reachable.Set(1)
		place.Set(sent)
		corner.VertexID.Set(x.identifier)
	}).ElseIf(x.takes.And(x.last).Or(x.takes.And(x.vertex).And(since.Eq(c.Vertices-1))), func() { reachable.Set(0) })
	m.If(h.Shaded.Valid.And(hdl.Mux(known, shaded.Not().And(back.Eq(place)), follow.And(back.Eq(sent)))), func() {
		shaded.Set(1)
		corner.X.Set(h.Shaded.Data.X)
		corner.Y.Set(h.Shaded.Data.Y)
	})
	names := follow.Or(x.index.And(known).And(reachable).And(since.Eq(x.ago)))
	m.Assume("the_flag_marks_it", implies(x.takes, h.In.Data.Edge.Eq(names.And(x.last.Not()))))
	out := h.Out.Data
	named := m.Named("named", h.Out.Valid.And(out.Last.Not()).And(out.Edge))
	m.Assert("with_what_came_back", implies(named, shaded.And(hdl.Flatten(out.Corner).Eq(hdl.Flatten(corner)))))
	m.Cover("an_old_vertex", named.And(reachable.Not()))
}

func TestLongTheElementsOfALineAreProved(t *testing.T) {
	long.Only(t)
	for _, depth := range []int{2, 3} {
		t.Run(fmt.Sprintf("%d wait", depth), func(t *testing.T) { proved(t, newElementsProof(2, depth), 3*time.Minute) })
	}
}

func TestLongTheRecordsOfALineAreProved(t *testing.T) {
	long.Only(t)
	proved(t, newRecordsProof(2, 2), 5*time.Minute)
}
