package property_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
	"posedge/hdl/sim"
)

// cut is a skid buffer with statements about it: the example of docs/lib.md.
type cut struct {
	In   hdl.Sink[hdl.Bits]
	Out  hdl.Source[hdl.Bits]
	Mark hdl.In `doc:"free: which beats are followed"`
}

func (h *cut) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewSkidBuffer(hdl.Width(1)))
	dut.In.From(h.In)
	h.Out.From(dut.Out)

	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssertStable(m.Scope("at_out"), out)
	property.Queue(m, in, out, 2, h.Mark.Bits)
}

// The statements about a skid buffer hold in a random run.
func TestASkidBufferKeepsWhatIsStatedOfIt(t *testing.T) {
	c := &cut{In: hdl.NewSink(hdl.Width(1)), Out: hdl.NewSource(hdl.Width(1)), Mark: hdl.Input(2)}
	tb := bench.New(t, c)
	in, out := bench.Drive(tb, c.In, 0.3), bench.Collect[uint8](tb, c.Out, 0.3)
	want := make([]uint8, 200)
	for i := range want {
		want[i] = uint8(i / 3 % 2)
		in.Send(want[i])
	}
	for range 1000 {
		tb.Set(c.Mark, tb.Cycle()/7%4)
		tb.Tick()
	}
	assert.Equal(t, want, out.Beats())
}

// fault is a mistake that a stage makes.
type fault int

const (
	none fault = iota
	drops
	repeats
	swaps
	invents
	changes
	retracts
	hoards
)

// stage is a queue of two beats of 4 bits that can be wrong in one way, when Now
// is 1.
type stage struct {
	In   hdl.Sink[hdl.Bits]
	Out  hdl.Source[hdl.Bits]
	Mark hdl.In
	Now  hdl.In

	fault fault
}

func newStage(f fault) *stage {
	return &stage{In: hdl.NewSink(hdl.Width(4)), Out: hdl.NewSource(hdl.Width(4)), Mark: hdl.Input(2), Now: hdl.Input(1), fault: f}
}

func (s *stage) Describe(m *hdl.Module) {
	level := m.Reg("level", 2)
	head, tail := m.Reg("head", 4), m.Reg("tail", 4)
	is := func(f fault) hdl.Bits {
		if f == s.fault {
			return s.Now.Bits
		}
		return hdl.Const(1, 0)
	}
	room := level.Ne(2)
	if s.fault == hoards {
		room = room.Or(s.Now)
	}
	s.In.Ready.Set(room)
	s.Out.Send(level.Ne(0).And(is(retracts).Not()).Or(is(invents)), hdl.Mux(is(swaps).And(level.Eq(2)), tail, head.Xor(is(changes).ZeroExtend(4))))

	push, pop := s.In.Fire().And(is(drops).Not()), s.Out.Fire().And(is(repeats).Not())
	m.If(pop, func() { head.Set(hdl.Mux(is(swaps).And(level.Eq(2)), head, tail)) })
	m.If(push, func() {
		m.If(level.Eq(0).Or(level.Eq(1).And(pop)), func() { head.Set(s.In.Data) }).Else(func() { tail.Set(s.In.Data) })
	})
	m.If(push.Ne(pop), func() { level.Set(hdl.Mux(push, level.Add(1), level.Sub(1))) })

	in, out := property.OfSink(s.In), property.OfSource(s.Out)
	property.AssertStable(m.Scope("at_out"), out)
	fill := property.Queue(m, in, out, 2, s.Mark.Bits)
	property.Within(m.Scope("at_out"), fill.Ne(0), out.Valid, 0)
}

// run runs a stage at random and returns what stopped it.
func run(f fault, engine sim.Engine, seed uint64) error {
	return bench.Run(func(r bench.Reporter) {
		s := newStage(f)
		tb := bench.New(r, s, bench.Engine(engine), bench.Seed(seed))
		in := bench.Drive(tb, s.In, 0.3)
		rng := rand.New(rand.NewPCG(seed, 0))
		for range 400 {
			in.Send(rng.IntN(16))
		}
		for range 400 {
			tb.Set(s.Out.Ready, rng.IntN(2))
			tb.Set(s.Mark, rng.IntN(4)&rng.IntN(4)&rng.IntN(4))
			tb.Set(s.Now, rng.IntN(16)/15)
			tb.Tick()
		}
	})
}

// A correct stage passes every run; each fault is found in every engine, by an
// assert that says what is wrong.
func TestPropertiesFindWhatIsWrong(t *testing.T) {
	says := map[fault]string{
		drops: "in_time|item|within_capacity", repeats: "item|none_invented", swaps: "item|data_stays", invents: "none_invented|valid_stays",
		changes: "item|data_stays", retracts: "valid_stays|in_time", hoards: "within_capacity",
	}
	for _, e := range sim.Engines() {
		for seed := range uint64(4) {
			require.NoError(t, run(none, e, seed))
		}
		for f, pattern := range says {
			found := 0
			for seed := range uint64(4) {
				if err := run(f, e, seed); err != nil {
					assert.Regexp(t, pattern, err.Error())
					found++
				}
			}
			assert.Positive(t, found, "fault %d", f)
		}
	}
}

// wrong uses parts whose widths do not fit.
type wrong struct {
	In   hdl.Sink[hdl.Bits]
	Out  hdl.Source[hdl.Bits]
	Mark hdl.In
}

func (h *wrong) Describe(m *hdl.Module) {
	h.Out.From(h.In)
	property.Parts(m, property.OfSink(h.In), property.OfSource(h.Out), 2, 4, h.Mark.Bits)
}

func TestPartsThatDoNotFitAreRefused(t *testing.T) {
	w3 := hdl.Width(3)
	_, err := hdl.Elaborate(&wrong{hdl.NewSink(w3), hdl.NewSource(w3), hdl.Input(2)})
	assert.ErrorContains(t, err, "streams of 3 and 3 bits in parts of 2")
}
