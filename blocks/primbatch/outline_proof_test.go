package primbatch

import (
	"testing"
	"time"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// walkerHarness states the number of pixels that a line walker makes of any line, with gaps and stalls, and that each line ends.
type walkerHarness struct {
	In  hdl.Sink[segment]
	Out hdl.Source[position]

	config Config
}

func newWalkerHarness(c Config) *walkerHarness {
	return &walkerHarness{hdl.NewSink(c.shapes().Segment), hdl.NewSource(c.shapes().Position), c}
}

func (h *walkerHarness) Describe(m *hdl.Module) {
	n := h.config.coordinates()
	dut := hdl.Instance(m, "dut", newLineWalker(h.config))
	h.Out.From(dut.Out)
	out := property.OfSource(h.Out)
	property.AssertStable(m.Scope("at_out"), out)

	// A line is held, with its number of pixels, until the walker has taken it.
	extent := func(from, to hdl.Bits) hdl.Bits {
		d := to.SignExtend(n + 1).Sub(from.SignExtend(n + 1))
		return hdl.Mux(d.Bit(n), d.Not().Add(1), d)
	}
	busy, line, pixels := m.Reg("busy", 1), hdl.RegOf(m, "line", h.config.shapes().Segment), m.Reg("pixels", n+1)
	takes := dut.In.Fire()
	dut.In.Send(busy, line)
	h.In.Ready.Set(busy.Not().Or(takes))
	m.If(h.In.Fire(), func() {
		busy.Set(1)
		hdl.Set(line, h.In.Data)
		dx, dy := extent(h.In.Data.From.X, h.In.Data.To.X), extent(h.In.Data.From.Y, h.In.Data.To.Y)
		pixels.Set(hdl.Mux(h.In.Data.Dot, 1, hdl.Mux(dx.Lt(dy), dy, dx)))
	}).ElseIf(takes, func() { busy.Set(0) })

	k := m.Reg("k", n+1) // earlier pixels of this line
	done := k.Add(out.Fire().ZeroExtend(n + 1))
	k.Set(hdl.Mux(takes, 0, done))
	m.Assert("none_without_a_line", implies(out.Valid, busy))
	m.Assert("right_number", implies(takes, done.Eq(pixels)))
	m.Assert("no_more", implies(out.Valid, k.Lt(pixels)))

	// Apart from stalls, a line takes two cycles more than it has pixels.
	waits := m.Reg("waits", 2)
	m.If(takes, func() { waits.Set(0) }).ElseIf(busy.And(out.Valid.Not()), func() { waits.Set(waits.Add(1)) })
	m.Assert("ends", implies(busy, waits.Lt(2).Or(out.Valid)))
	m.Cover("a_line_of_three", takes.And(done.Eq(3)))
}

// outlineHarness states that the fragments of any primitives obey the rules of streams, have their primitive's number, and end.
type outlineHarness struct {
	In    hdl.Sink[Primitive]
	State hdl.InOf[DrawState]
	Out   hdl.Source[Fragment]

	config Config
}

func newOutlineHarness(c Config) *outlineHarness {
	return &outlineHarness{hdl.NewSink(c.shapes().Primitive), hdl.InputOf(c.shapes().DrawState), hdl.NewSource(c.shapes().Fragment), c}
}

func (h *outlineHarness) Describe(m *hdl.Module) {
	n := h.config.coordinates()
	dut := hdl.Instance(m, "dut", NewOutline(h.config))
	dut.In.From(h.In)
	h.Out.From(dut.Out)
	dut.State.Set(h.State.Data)
	hdl.Unused(dut.Counted)
	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssumeStable(m.Scope("at_state"), property.Stream[DrawState]{Valid: in.Valid, Ready: in.Ready, Data: h.State.Data})
	property.AssertStable(m.Scope("at_out"), out)
	m.Assert("of_its_primitive", implies(out.Valid, in.Valid.And(out.Data.PrimitiveID.Eq(in.Data.PrimitiveID))))

	// At most two cycles more an edge than its pixels, which are fewer than 2^n.
	width := n + 4
	cycles := m.Reg("cycles", width)
	stalled := out.Valid.And(out.Ready.Not())
	m.If(in.Fire(), func() { cycles.Set(0) }).
		ElseIf(in.Valid.And(stalled.Not()), func() { cycles.Set(cycles.Add(1)) })
	edges := in.Data.Edges.PopCount().ZeroExtend(width)
	kind := in.Data.Kind
	edges = hdl.Mux(kind.Eq(int(isa.Point)).Or(kind.Eq(int(isa.Line))).Or(kind.Eq(int(isa.LineAdjacency))), 1, edges)
	most := edges.Mul(hdl.Const(width, 1<<n+1)).Truncate(width)
	m.Assert("ends", implies(in.Valid, cycles.Lt(hdl.Mux(edges.Eq(0), 1, most))))
	m.Cover("draws", out.Fire().And(in.Fire()))
}

// narrowCoordinates is a configuration for proofs.
func narrowCoordinates(bits int) Config {
	c := testConfig
	c.coordinate, c.identifier, c.counter = bits, 1, 1
	return c
}

// Lines between coordinates of 3 bits.
func TestTheLineWalkerIsProved(t *testing.T) {
	proved(t, newWalkerHarness(narrowCoordinates(3)), time.Minute)
}

// Primitives in coordinates of 2 bits.
func TestLongTheOutlineIsProved(t *testing.T) {
	long.Only(t)
	proved(t, newOutlineHarness(narrowCoordinates(2)), 2*time.Minute)
}
