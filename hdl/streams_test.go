package hdl_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl"
)

func quote(s string) string { return regexp.QuoteMeta(s) }

// router sends what comes in to one of two sources, through a queue.
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
