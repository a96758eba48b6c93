package hdl_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl"
)

func quote(s string) string { return regexp.QuoteMeta(s) }

// router sends incoming beats to one of two sources, through a queue.
type router struct {
	In   hdl.Sink[pair]
	Outs [2]hdl.Source[pair]
}

func (r *router) Describe(m *hdl.Module) {
	q := hdl.Instance(m, "q", newQueue())
	q.Push.From(r.In)
	left := q.Pop.Data.X.Bit(0)
	q.Pop.Ready.Set(hdl.Mux(left, r.Outs[0].Ready, r.Outs[1].Ready))
	for i, out := range r.Outs {
		m.If(left.Eq(1-i), func() { out.Send(q.Pop.Valid, q.Pop.Data) })
	}
	m.If(r.Outs[1].Fire(), func() { r.Outs[0].Send(1, r.In.Data) })
}

// Where no Send is reached a stream is not valid; the first payload is also the
// default of the data, which costs nothing; later ones are set.
func TestStreams(t *testing.T) {
	r := &router{In: hdl.NewSink(pairShape), Outs: [2]hdl.Source[pair]{hdl.NewSource(pairShape), hdl.NewSource(pairShape)}}
	text := textOf(elaborate(t, r))
	for _, l := range []string{
		"instance q queue push_valid=q_push_valid push_ready=q_push_ready push_data_x=q_push_data_x push_data_y=q_push_data_y " +
			"pop_valid=q_pop_valid pop_ready=q_pop_ready pop_data_x=q_pop_data_x pop_data_y=q_pop_data_y",
		"q_push_valid = in_valid", "q_push_data_y = in_data_y", "in_ready = q_push_ready",
		"outs_0_valid = 1'0", "outs_0_data_x = q_pop_data_x", "outs_1_data_y = q_pop_data_y",
		"  outs_0_valid = q_pop_valid", "  outs_0_data_x = in_data_x",
		`input in_data_x 8`, `output outs_1_valid 1 doc "a beat is offered"`,
	} {
		assert.Regexp(t, `(?m)^ +`+quote(l)+`$`, text)
	}
	assert.NotRegexp(t, `(?m)^    outs_1_data`, text)
	assert.Regexp(t, `(?m)^  if \(and outs_1_valid outs_1_ready\)$`, text)
}

// The bits that make Valid may share a signal with Ready, or be set under a
// condition that tests Ready and leaves Valid as it is.
func TestValidBesideReadyDoesNotWait(t *testing.T) {
	for name, describe := range map[string]func(m *hdl.Module, p *pins){
		"another bit of a wire": func(m *hdl.Module, p *pins) {
			both := m.Named("both", hdl.Cat(p.Out.Ready, p.C))
			p.Out.Send(both.Bit(0), p.Pair.Data)
		},
		"below the carry": func(m *hdl.Module, p *pins) {
			sum := m.Named("sum", hdl.Cat(p.Out.Ready, p.A.Slice(2, 0)).Add(p.B))
			p.Out.Send(sum.Bit(2), p.Pair.Data)
		},
		"moved by a constant": func(m *hdl.Module, p *pins) {
			up := hdl.Cat(p.A.Slice(2, 0), p.Out.Ready).Shl(2)
			p.Out.Send(up.Bit(1).Or(up.Bit(3)), p.Pair.Data)
		},
		"shut off by a constant": func(m *hdl.Module, p *pins) {
			p.Out.Send(p.C.Or(p.Out.Ready.And(m.Named("low_power", hdl.Const(1, 0)))), p.Pair.Data)
		},
		"offered in both arms": func(m *hdl.Module, p *pins) {
			m.If(p.Out.Ready, func() { p.Out.Send(1, p.Pair.Data) }).Else(func() { p.Out.Send(1, p.In.Data) })
		},
		"the same in both arms": func(m *hdl.Module, p *pins) {
			m.If(p.Out.Fire(), func() { p.Out.Data.X.Set(1) })
			p.Out.Send(hdl.Mux(p.Out.Ready, p.C, p.C), p.Pair.Data)
		},
		"in a state": func(m *hdl.Module, p *pins) {
			st := hdl.FSM(m, "state", red, green)
			st.Switch().
				Case(red, func() { p.Out.Send(1, p.Pair.Data); m.If(p.Out.Ready, func() { st.Goto(green) }) }).
				Case(green, func() { st.Goto(red) })
		},
		"through a child that is shut": func(m *hdl.Module, p *pins) {
			g := hdl.Instance(m, "gate", newGate())
			g.Open.Set(0)
			g.In.Send(p.Out.Ready, p.In.Data)
			p.In.Ready.Set(g.In.Ready)
			p.Out.From(g.Out)
		},
		"what it sends and what it takes": func(m *hdl.Module, p *pins) {
			p.In.Ready.Set(p.Out.Ready.And(p.C))
			p.Out.Send(p.In.Valid.And(p.C), p.Pair.Data)
			p.Q.Set(p.Out.Fire().ZeroExtend(8))
		},
	} {
		assert.NoError(t, in(describe), name)
	}
}
