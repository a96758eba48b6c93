package primbatch

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// driverProof states the rules for a driver's output, for any items, gaps and stalls, under any limits, which are set first.
type driverProof struct {
	In     hdl.Sink[proofItem]
	Limits hdl.In `doc:"elements and vertices; constant"`
	Out    hdl.Source[Item]

	config Config
	copied bool
}

// proofItem is the part of an item that affects the rules.
type proofItem struct {
	Kind   hdl.Bits `width:"item_kind"`
	Method hdl.Bits `width:"2" doc:"0 BEGIN, 1 END, 2 LOAD_PRIMITIVE_ID, 3 another"`
	Op     hdl.Bits `width:"op" doc:"of BEGIN"`
	Again  hdl.Bits `width:"1" doc:"of BEGIN, 1: PRIMITIVE_ID UNCHANGED, INSTANCE_ID SUBSEQUENT"`
	Data   hdl.Bits `width:"identifiers" doc:"of a vertex: its identifier, if identifiers are copied"`
}

func newDriverProof(c Config, copied bool) *driverProof {
	item := hdl.Shape[proofItem](hdl.Widths{"item_kind": isa.ItemKindBits, "op": isa.OpBits, "identifiers": c.identifiers()})
	return &driverProof{
		In: hdl.NewSink(item), Limits: hdl.Input(2 * proofLimitBits), Out: hdl.NewSource(c.shapes().Item), config: c, copied: copied,
	}
}

const proofLimitBits = 4

func (h *driverProof) Describe(m *hdl.Module) {
	c := h.config
	d := hdl.Instance(m, "dut", NewDriver(c))
	hdl.Unused(d.Counts, d.Error, d.Errors)

	// Limits and copying are set before anything else.
	started, kept, copies := m.Reg("started", 1), m.Reg("kept", h.Limits.Width()), m.Reg("copies", 1)
	m.If(started.Not(), func() { kept.Set(h.Limits) })
	limits := m.Named("limits_now", hdl.Mux(started, kept, h.Limits))
	elements, vertices := limits.Slice(proofLimitBits-1, 0), limits.Slice(2*proofLimitBits-1, proofLimitBits)
	in := h.In.Data
	address := hdl.Select(in.Method, []hdl.Bits{hdl.Const(isa.AddressBits, isa.BeginAddress), hdl.Const(isa.AddressBits, isa.EndAddress),
		hdl.Const(isa.AddressBits, isa.LoadPrimitiveIDAddress), hdl.Const(isa.AddressBits, isa.LineStippleAddress)})
	zero := func(n int) hdl.Bits { return hdl.Const(n, 0) }
	begin := hdl.Cat(zero(5), in.Again, zero(1), in.Again, zero(20), in.Op)
	is := func(k isa.ItemKind) hdl.Bits { return in.Kind.Eq(int(k)) }
	data := hdl.Mux(is(isa.MethodItem), hdl.Mux(in.Method.Eq(0), begin, hdl.Mux(in.Method.Eq(1), 0, in.Data.ZeroExtend(32))), in.Data.ZeroExtend(32))
	x := in.Data.Truncate(1).ZeroExtend(c.coordinates())
	item := Item{in.Kind, address, data, x, x, hdl.Const(1, 1)}
	first := Item{zero(isa.ItemKindBits), hdl.Mux(copies, hdl.Const(isa.AddressBits, isa.VertexIDCopyAddress), isa.BatchLimitAddress),
		hdl.Mux(copies, 1, hdl.Cat(vertices.ZeroExtend(16), elements.ZeroExtend(16))), zero(c.coordinates()), zero(c.coordinates()), zero(1)}
	d.In.Send(started.Not().Or(h.In.Valid), hdl.MuxOf(started, item, first))
	h.In.Ready.Set(started.And(d.In.Ready))
	m.If(started.Not().And(d.In.Ready), func() {
		copies.Set(1)
		if h.copied {
			started.Set(copies)
		} else {
			started.Set(1)
		}
	})
	moved := m.Reg("moved", 1)
	moved.Set(1)
	last := m.Reg("last_limits", h.Limits.Width())
	last.Set(h.Limits)
	m.Assume("limits_stay", moved.Not().Or(last.Eq(h.Limits)))
	property.AssumeStable(m.Scope("at_in"), property.OfSink(h.In))

	// What leaves.
	h.Out.From(d.Out)
	property.AssertStable(m.Scope("at_out"), property.OfSource(h.Out))
	out := h.Out.Data
	method := h.Out.Fire().And(out.Kind.Eq(int(isa.MethodItem)))
	at := func(a int) hdl.Bits { return method.And(out.Address.Eq(a)) }
	begins, ends := m.Named("begins", at(isa.BeginAddress)), m.Named("ends", at(isa.EndAddress))
	vertex, index := m.Named("is_vertex", h.Out.Fire().And(out.Kind.Eq(int(isa.VertexItem)))), m.Named("is_index", h.Out.Fire().And(out.Kind.Eq(int(isa.IndexItem))))

	inside := m.Reg("in_batch", 1)
	n, records := m.Reg("elements", 5), m.Reg("records", 5)
	chained := m.Reg("left_open", 1) // the previous batch had an open end
	opened, openMode := m.Reg("opened", 1), m.Reg("open_mode", 1)
	op := m.Reg("op", isa.OpBits)
	openBegin, openEnd := out.Data.Bit(30), openMode
	if c.Embodiment == isa.TwoModes {
		openEnd = out.Data.Bit(0)
		hdl.Unused(openMode)
	}
	m.If(begins, func() {
		inside.Set(1)
		n.Set(0)
		records.Set(0)
		op.Set(out.Data.Truncate(isa.OpBits))
		opened.Set(openBegin)
		openMode.Set(out.Data.Bit(30).Xor(out.Data.Bit(29)))
	})
	m.If(vertex.Or(index), func() { n.Set(n.Add(1)) })
	m.If(vertex, func() { records.Set(records.Add(1)) })
	m.If(ends, func() {
		inside.Set(0)
		chained.Set(openEnd)
	})
	limit := func(x hdl.Bits, built int) hdl.Bits {
		return hdl.Mux(x.Eq(0).Or(x.Gt(min(built, 1<<proofLimitBits-1))), built, x.ZeroExtend(5))
	}
	// A single assertion of all rules takes a single search.
	sound := hdl.Const(1, 1)
	states := func(name string, holds hdl.Bits) { sound = sound.And(m.Named(name, holds)) }
	states("begins_outside", implies(begins, inside.Not()))
	states("ends_inside", implies(ends, inside))
	states("elements_inside", implies(vertex.Or(index), inside))
	states("within_elements", implies(inside, n.Le(limit(elements, c.Elements))))
	states("within_records", implies(inside, records.Le(limit(vertices, c.Vertices))))
	states("indices_name_records", implies(index, out.Data.Slice(4, 0).Lt(records)))
	states("chain", implies(begins, openBegin.Eq(chained)))
	states("same_topology", implies(begins.And(openBegin), out.Data.Truncate(isa.OpBits).Eq(op)))
	states("not_cut_by_methods", implies(chained.And(method), begins.Or(inside).Or(at(isa.VertexIDBaseAddress)).Or(at(isa.VertexIDCopyAddress)).Or(at(isa.AddToPrimitiveIDAddress))))
	least := ofOp(op, 5, leastElements)
	empty := opened.Not().And(openEnd.Not()).And(n.Eq(0)) // the pending BEGIN and END of a primitive without a batch
	states("none_empty", implies(ends, n.Ge(least).Or(empty).Or(opened.And(n.Gt(0)))))
	if !h.copied {
		states("no_indices", index.Not())
	}
	m.Assert("sound", sound)
	m.Cover("a_second_batch", begins.And(openBegin))
	m.Cover("an_empty_pair", ends.And(empty))
	if h.copied {
		m.Cover("reused", index)
	}
}

// The output keeps the rules of streams in runs of any length. In the first 12 cycles of all runs, in which the second batch
// begins, batches are within the limits, none is empty but for a pending pair of BEGIN and END, and split modes are chained.
func TestLongBatchesOfTheDriverAreProved(t *testing.T) {
	long.Only(t)
	for _, c := range []struct {
		embodiment isa.Embodiment
		copied     bool
	}{{isa.FourModes, false}, {isa.TwoModes, true}} {
		t.Run(fmt.Sprintf("%v, copied %v", c.embodiment, c.copied), func(t *testing.T) {
			t.Parallel()
			config := Config{Embodiment: c.embodiment, Lines: 1, Elements: 4, Vertices: 4, identifier: 2, coordinate: 1, counter: 1}
			for _, p := range bench.Prove(t, newDriverProof(config, c.copied), bench.ProofBy(formal.ABC), bench.ProofBudget(time.Minute), bench.ProofDepth(12)) {
				t.Logf("%s: unbounded %v, depth %d, %s", p.Property, p.Unbounded, p.Depth, p.Engine)
				assert.True(t, p.Unbounded || p.Kind == ir.Cover || p.Property == "sound" && p.Depth == 12, "%s is proved for %d cycles only", p.Property, p.Depth)
			}
		})
	}
}
