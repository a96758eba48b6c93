package surface_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/surface"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib/property"
)

// quad is a request whose colours have one bit each: the lowest of green.
type quad struct {
	X, Y hdl.Bits `width:"8"`
	Mask hdl.Bits `width:"16"`
	Fill hdl.Bits `width:"1"`
	Bits hdl.Bits `width:"16"`
}

// watched asserts the properties of a unit's streams, and of one component of one pixel.
type watched struct {
	State   hdl.Sink[fixed.StateWrite]
	In      hdl.Sink[quad]
	Out     hdl.Source[surface.Response]
	Scan    hdl.Sink[surface.Scan]
	Scanned hdl.Source[hdl.Bits]

	unit *surface.Surface
}

func newWatched(u *surface.Surface) *watched {
	return &watched{
		State: hdl.NewSink(fixed.StateShape()), In: hdl.NewSink(hdl.Shape[quad](nil)), Out: hdl.NewSource(surface.ResponseShape()),
		Scan: hdl.NewSink(surface.ScanShape()), Scanned: hdl.NewSource(hdl.Width(1)), unit: u,
	}
}

func (h *watched) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", h.unit)
	dut.State.From(h.State)
	in := h.In.Data
	request := surface.Request{X: in.X, Y: in.Y, Mask: in.Mask, Fill: in.Fill}
	for k := range request.Colours {
		request.Colours[k] = hdl.Cat(hdl.Const(23, 0), in.Bits.Bit(k), hdl.Const(8, 0))
	}
	dut.In.Send(h.In.Valid, request)
	h.In.Ready.Set(dut.In.Ready)
	h.Out.From(dut.Out)
	dut.Scan.From(h.Scan)
	h.Scanned.Send(dut.Scanned.Valid, dut.Scanned.Data.Pixels[2].Bit(8))
	dut.Scanned.Ready.Set(h.Scanned.Ready)
	property.AssumeStable(m.Scope("in"), property.OfSink(h.In))
	property.AssumeStable(m.Scope("state"), property.OfSink(h.State))
	property.AssertStable(m.Scope("out"), property.OfSource(h.Out))
	property.AssertStable(m.Scope("scanned"), property.OfSource(h.Scanned))

	// One response for each request, and at most one request is pending.
	m.Assert("one_response", h.In.Fire().And(h.Out.Valid).Not())
	pending := m.Reg("pending", 1)
	pending.Set(pending.Xor(h.In.Fire()).Xor(h.Out.Fire()))
	m.Assert("a_response_for_a_request", h.Out.Valid.Eq(pending))

	// Green's lowest bit of the pixel at (6, 1): number 6 of the quad at (1, 0).
	const green = 1
	kept, protected := m.Reg("kept", 1), m.Reg("protects", 1)
	m.If(h.State.Fire().And(h.State.Data.Index.Eq(0)), func() { protected.Set(h.State.Data.Data.Bit(green)) })
	m.If(h.In.Fire().And(in.X.Eq(1)).And(in.Y.Eq(0)).And(in.Mask.Bit(6)).And(protected.Not()), func() {
		kept.Set(hdl.Mux(in.Fill, in.Bits.Bit(0), in.Bits.Bit(6)))
	})
	ours, want := m.Reg("ours", 1), m.Reg("want", 1)
	m.If(h.Scan.Ready, func() {
		ours.Set(h.Scan.Fire().And(h.Scan.Data.X.Eq(1)).And(h.Scan.Data.Y.Eq(1)).And(h.In.Valid.Not()))
		want.Set(kept)
	})
	m.Assert("component", h.Scanned.Valid.And(ours).And(h.Scanned.Data.Ne(want)).Not())
	m.Cover("a_written_component_is_seen", h.Scanned.Valid.And(ours).And(want))
}

func TestAPixelIsWhatWasWrittenLast(t *testing.T) {
	u, err := surface.New(8, 4)
	require.NoError(t, err)
	for _, p := range bench.Prove(t, newWatched(u), bench.ProofBudget(8*time.Second), bench.ProofDepth(10), bench.WithoutReset()) {
		t.Logf("%s: %s, %v %d", p.Property, p.Engine, p.Unbounded, p.Depth)
		assert.True(t, p.Unbounded || p.Kind == ir.Cover, p.Property)
	}
}
