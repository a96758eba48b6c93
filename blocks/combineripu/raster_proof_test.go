package combineripu

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// The raster state machine and its storage are proved separately: what the proof of one assumes of the other is
// asserted in the other's.

// rasterHarness states the properties of a raster state machine with any rasterizer, any allocator that counts when
// asked to, any shader that returns the blocks it was sent, and a storage with any words.
type rasterHarness struct {
	In      hdl.Sink[Input[hdl.Bits]]
	Out     hdl.Source[Packet[hdl.Bits]]
	Changed hdl.In
	Trigger hdl.Source[SetBeat]
	Counted hdl.Sink[Allocation]
	Freed   hdl.Sink[SetBeat]

	config Config
}

func newRasterHarness(sets int) *rasterHarness {
	c, one := Config{Sets: sets, Stages: 1}, hdl.Width(1)
	set := c.shapes().SetBeat
	return &rasterHarness{
		In: hdl.NewSink(InputShape(one)), Out: hdl.NewSource(PacketShape(c, one)), Changed: hdl.Input(1),
		Trigger: hdl.NewSource(set), Counted: hdl.NewSink(commonShapes().Allocation), Freed: hdl.NewSink(set),
		config: c,
	}
}

func (h *rasterHarness) Describe(m *hdl.Module) {
	c, n := h.config, h.config.Sets
	r := hdl.Instance(m, "dut", newRasterMachine(c, hdl.Width(1)))
	r.In.From(h.In)
	h.Out.From(r.Out)
	h.Trigger.From(r.Trigger)
	r.Counted.From(h.Counted)
	r.Freed.From(h.Freed)
	hdl.Unused(r.Pixels, r.Programs, r.Blocks, r.Stalled, r.Counting)
	in, out, trigger := property.OfSink(h.In), property.OfSource(h.Out), property.OfSource(h.Trigger)
	counted, freed := property.OfSink(h.Counted), property.OfSink(h.Freed)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssumeStable(m.Scope("at_counted"), counted)
	property.AssertStable(m.Scope("at_out"), out)
	property.AssertStable(m.Scope("at_trigger"), trigger)
	is := func(kind isa.PacketKind) hdl.Bits { return out.Data.Kind.Eq(int(kind)) }
	offers := func(kind isa.PacketKind) hdl.Bits { return out.Valid.And(is(kind)) }
	fires := func(kind isa.PacketKind) hdl.Bits { return out.Fire().And(is(kind)) }

	// The storage.
	dirty, current := m.Reg("dirty", 1, hdl.ResetTo(1)), hdl.Const(c.setWidth(), 0)
	next := current
	if n > 1 {
		current = m.Reg("current", c.setWidth())
		next = current.Add(1)
		m.If(r.Next, func() { current.Set(next) })
	}
	m.If(r.Write.And(h.Changed), func() { dirty.Set(1) }).ElseIf(r.Allocated, func() { dirty.Set(0) })
	r.Changed.Set(h.Changed)
	r.Dirty.Set(dirty)
	r.Current.Set(current)
	m.Assert("write_or_next", r.Write.And(r.Next).Not())
	m.Assert("loads_are_written", r.Write.Eq(in.Fire().And(in.Data.Load).And(h.Changed)))
	m.Assert("forwards_the_load", implies(in.Valid, hdl.Flatten(r.Load.Data).Eq(hdl.Cat(in.Data.Word, in.Data.Offset))))
	waiting, before := m.Reg("waiting", 1), m.Reg("changed_before", 1)
	waiting.Set(in.Valid.And(in.Ready.Not()))
	before.Set(h.Changed)
	m.Assume("changed_is_stable", implies(waiting, h.Changed.Eq(before)))

	// What comes in leaves in the same cycle; everything else that leaves is a token.
	token := m.Named("token", is(isa.BlockPacket).Or(is(isa.AllocatePacket)))
	m.Assert("each_once_in_order", in.Fire().Eq(out.Fire().And(token.Not())))
	m.If(in.Fire(), func() {
		m.Assert("same_kind", is(isa.LoadPacket).Eq(in.Data.Load))
		m.Assert("same_pixel", out.Data.Pixel.Eq(in.Data.Pixel))
		m.Assert("same_load", hdl.Cat(out.Data.Offset, out.Data.Word).Eq(hdl.Cat(in.Data.Offset, in.Data.Word)))
	})

	// Between a trigger and its count only the allocate token is sent, with that count.
	pending := m.Reg("pending", 1)
	m.If(trigger.Fire(), func() { pending.Set(1) }).ElseIf(counted.Fire(), func() { pending.Set(0) })
	m.Assume("counts_after_a_trigger", implies(counted.Valid, pending))
	m.Assert("one_trigger_at_a_time", implies(trigger.Valid, pending.Not()))
	m.Assert("count_is_sent", fires(isa.AllocatePacket).Eq(counted.Fire()))
	m.Assert("as_counted", implies(offers(isa.AllocatePacket), hdl.Flatten(out.Data.Allocation).Eq(hdl.Flatten(counted.Data))))
	m.Assert("nothing_before_the_count", implies(pending.And(out.Valid), is(isa.AllocatePacket)))

	// Each set as the shader sees it.
	var busy, open, blocks []hdl.Bits
	for k := range n {
		s := m.Scope(fmt.Sprintf("set_%d", k))
		mine := out.Data.Set.Eq(k)
		uses := s.Reg("busy", 1)   // from the trigger until its block returns
		opened := s.Reg("open", 1) // from allocate to block
		block := s.Reg("block", 1) // from the block until it returns
		comes := freed.Valid.And(freed.Data.Set.Eq(k))
		triggered := trigger.Valid.And(trigger.Data.Set.Eq(k))
		m.If(triggered.And(trigger.Ready), func() { uses.Set(1) }).ElseIf(comes, func() { uses.Set(0) })
		m.If(fires(isa.AllocatePacket).And(mine), func() { opened.Set(1) }).ElseIf(fires(isa.BlockPacket).And(mine), func() { opened.Set(0) })
		m.If(fires(isa.BlockPacket).And(mine), func() { block.Set(1) }).ElseIf(comes, func() { block.Set(0) })
		s.Assume("returns_blocks_it_was_sent", implies(comes, block))
		s.Assert("triggered_when_free", implies(triggered, uses.Not()))
		s.Assert("unchanged_while_out", implies(uses, r.Write.And(current.Eq(k)).Or(r.Next.And(next.Eq(k))).Not()))
		busy, open, blocks = append(busy, uses), append(open, opened), append(blocks, block)
	}
	of := func(list []hdl.Bits) hdl.Bits { return hdl.Select(out.Data.Set, list) }
	m.Assert("of_the_current_set", implies(out.Valid.And(is(isa.LoadPacket).Not()), out.Data.Set.Eq(current)))
	m.Assert("pixels_are_clean", implies(offers(isa.PixelPacket), dirty.Not()))
	m.Assert("pixels_behind_allocate", implies(offers(isa.PixelPacket), of(open)))
	m.Assert("block_closes", implies(offers(isa.BlockPacket), of(open)))
	m.Assert("allocated_when_free", implies(offers(isa.AllocatePacket), of(open).Not().And(of(blocks).Not()).And(of(busy))))
	someOpen, someBlock := hdl.Const(1, 0), hdl.Const(1, 0)
	for k := range n {
		m.Assert(fmt.Sprintf("only_%d_is_open", k), implies(open[k], someOpen.Not()))
		someOpen, someBlock = someOpen.Or(open[k]), someBlock.Or(blocks[k])
	}

	// Progress: a packet waits only for a neighbour to take a beat, for a count, for a block, or for a single cycle.
	idle := m.Named("idle", in.Valid.And(out.Valid.Or(trigger.Valid).Or(pending).Or(someBlock).Not()))
	idled, tokens := m.Reg("idled", 1), m.Reg("tokens", 2)
	idled.Set(idle)
	m.Assert("makes_progress", idle.And(idled).Not())
	m.Assert("sends_a_count", implies(pending.And(counted.Valid), offers(isa.AllocatePacket)))
	m.Assert("takes_blocks", implies(freed.Valid, freed.Ready))
	m.If(in.Fire(), func() { tokens.Set(0) }).ElseIf(out.Fire(), func() { tokens.Set(tokens.Add(1)) })
	m.Assert("one_token_at_most", tokens.Le(1))
	m.Cover("waits_for_a_set", in.Valid.And(out.Valid.Or(trigger.Valid).Or(pending).Or(r.Next).Not()))
	blocked := m.Reg("blocked", 1)
	m.If(fires(isa.BlockPacket), func() { blocked.Set(1) })
	m.Cover("a_program_behind_another", blocked.And(offers(isa.PixelPacket)))
}

func implies(a, b hdl.Bits) hdl.Bits { return a.Not().Or(b) }

// proved proves all asserts for runs of any length, with resets at any time, and reaches all covers.
func proved(t *testing.T, c hdl.Component, budget time.Duration) {
	t.Helper()
	provedWithin(t, c, budget, 16)
}

// provedWithin searches no deeper than depth cycles before it attempts proofs.
func provedWithin(t *testing.T, c hdl.Component, budget time.Duration, depth int) {
	t.Parallel()
	for _, p := range bench.Prove(t, c, bench.ProofBy(formal.ABC), bench.ProofBudget(budget), bench.ProofDepth(depth)) {
		assert.True(t, p.Unbounded || p.Kind == ir.Cover, "%s is proved for %d cycles only", p.Property, p.Depth)
	}
}

func TestTheRasterMachineIsProved(t *testing.T) { proved(t, newRasterHarness(2), 3*time.Minute) }

func TestLongTheRasterMachineIsProved(t *testing.T) {
	long.Only(t)
	for _, sets := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d sets", sets), func(t *testing.T) { proved(t, newRasterHarness(sets), 5*time.Minute) })
	}
}
