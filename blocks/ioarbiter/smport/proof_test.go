package smport_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/smport"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// provedThreads is the number of threads of the port in the proof: the fewest that a processor can have.
const provedThreads = 4

// proved is a port whose data is abstracted away: it tracks only which thread is where. A thread's call is in flight
// until its reply. The connector acknowledges only requests that it was sent, and writes only to the blocks of their
// threads.
type proved struct {
	Call    hdl.Sink[provedCall]
	Target  hdl.InOf[provedTarget]
	Request hdl.Source[hdl.Bits]
	Ack     hdl.Sink[provedAck]
	Write   hdl.Sink[hdl.Bits] // to which thread's block
	Reply   hdl.Source[provedReply]

	port *smport.SMPort
}

type (
	provedCall struct {
		Thread hdl.Bits `width:"2"`
		Count  hdl.Bits `width:"3"`
	}
	provedTarget struct {
		Enable hdl.Bits `width:"1"`
		Words  hdl.Bits `width:"4"`
	}
	provedAck struct {
		Thread hdl.Bits `width:"2"`
		Status hdl.Bits `width:"status"`
	}
	provedReply struct {
		Thread hdl.Bits `width:"2"`
		Status hdl.Bits `width:"status"`
		Count  hdl.Bits `width:"4"`
	}
)

func newProved(t *testing.T) *proved {
	c, err := ioarbiter.NewConfig(2)
	require.NoError(t, err)
	c.AddressBits, c.TagBits = 6, 2
	config := castalu.NewConfig(1, castalu.Shared)
	config.Threads = provedThreads
	processor, err := castalu.New(config)
	require.NoError(t, err)
	p, err := smport.New(c, processor)
	require.NoError(t, err)
	thread, status := hdl.Width(2), hdl.Widths{"status": isa.StatusBits}
	return &proved{
		Call: hdl.NewSink(hdl.Shape[provedCall](nil)), Target: hdl.InputOf(hdl.Shape[provedTarget](nil)), Request: hdl.NewSource(thread),
		Ack: hdl.NewSink(hdl.Shape[provedAck](status)), Write: hdl.NewSink(thread), Reply: hdl.NewSource(hdl.Shape[provedReply](status)), port: p,
	}
}

// zeros is the zero value of a shape.
func zeros[T any](shape T) T { return hdl.Unflatten(shape, hdl.Const(hdl.WidthOf(shape), 0)) }

func (h *proved) Describe(m *hdl.Module) {
	p := hdl.Instance(m, "dut", h.port)
	call := zeros(p.Calls.Data)
	call.Thread, call.Count = h.Call.Data.Thread, h.Call.Data.Count
	p.Calls.Send(h.Call.Valid.Bits, call)
	h.Call.Ready.Set(p.Calls.Ready)
	target := zeros(p.Targets.Data)
	target.Enable, target.Data.Words = h.Target.Data.Enable, h.Target.Data.Words
	hdl.Set(p.Targets.Data, target)
	h.Request.Send(p.SM.Requests.Valid, p.SM.Requests.Data.Tag)
	p.SM.Requests.Ready.Set(h.Request.Ready)
	p.SM.Acks.Send(h.Ack.Valid.Bits, ioarbiter.Ack{Tag: h.Ack.Data.Thread, Status: h.Ack.Data.Status})
	h.Ack.Ready.Set(p.SM.Acks.Ready)
	p.SM.Writes.Send(h.Write.Valid.Bits, ioarbiter.Write{Address: hdl.Cat(h.Write.Data, hdl.Const(4, 0)), Data: hdl.Const(32, 0)})
	h.Write.Ready.Set(p.SM.Writes.Ready)
	p.SM.Written.Ready.Set(1)
	p.SM.Reads.Send(hdl.Const(1, 0), hdl.Const(6, 0))
	p.SM.Data.Ready.Set(1)
	reply := p.Replies.Data
	h.Reply.Send(p.Replies.Valid, provedReply{reply.Thread, reply.Status.Truncate(isa.StatusBits), reply.Count})
	p.Replies.Ready.Set(h.Reply.Ready)
	hdl.Unused(p.SM.Written.Valid, p.SM.Written.Data, p.SM.Data.Valid, p.SM.Data.Data, p.SM.Reads.Ready, reply.Words, reply.Status,
		p.SM.Requests.Data.Unit, p.SM.Requests.Data.Length)

	// Where each thread's call is: written, requested, acknowledged, and whether it failed.
	written, asked, acked, failed := m.Reg("written", provedThreads), m.Reg("asked", provedThreads), m.Reg("acked", provedThreads), m.Reg("failed", provedThreads)
	bit := func(when, thread hdl.Bits) hdl.Bits { return lib.Gate(when, lib.OneHot(thread, provedThreads)) }
	of := func(set, thread hdl.Bits) hdl.Bits { return set.At(thread) }
	called := bit(h.Call.Fire(), h.Call.Data.Thread)
	requested := bit(h.Request.Fire(), h.Request.Data)
	answered := bit(h.Ack.Fire(), h.Ack.Data.Thread)
	replied := bit(h.Reply.Fire(), h.Reply.Data.Thread)
	written.Set(written.Or(called).And(requested.Not()))
	asked.Set(asked.Or(requested).And(answered.Not()))
	acked.Set(acked.Or(answered).And(replied.Not()))
	bad := h.Ack.Data.Status.Ne(int(isa.OK))
	failed.Set(hdl.Mux(bad, failed.Or(answered), failed.And(answered.Not())))

	m.If(h.Call.Valid.Bits, func() {
		m.Assume("a_thread_waits_for_its_reply", of(written.Or(asked).Or(acked), h.Call.Data.Thread).Not())
	})
	m.If(h.Ack.Valid.Bits, func() { m.Assume("acks_follow_requests", of(asked, h.Ack.Data.Thread)) })
	m.If(h.Write.Valid.Bits, func() { m.Assume("writes_follow_requests", of(asked, h.Write.Data)) })
	property.AssumeStable(m.Scope("call"), property.OfSink(h.Call))

	m.Cover("a_reply", h.Reply.Fire())
	m.If(h.Request.Valid.Bits, func() { m.Assert("a_request_a_call", of(written, h.Request.Data)) })
	m.If(h.Ack.Valid.Bits, func() { m.Assert("acks_have_room", h.Ack.Ready.Bits) })
	m.If(h.Write.Valid.Bits, func() { m.Assert("writes_have_room", h.Write.Ready.Bits) })
	m.If(h.Reply.Valid.Bits, func() {
		m.Assert("a_reply_an_ack", of(acked, h.Reply.Data.Thread))
		m.Assert("none_after_an_error", of(failed, h.Reply.Data.Thread).Not().Or(h.Reply.Data.Count.Eq(0)))
	})
	property.AssertStable(m.Scope("request"), property.OfSource(h.Request))
	property.AssertStable(m.Scope("reply"), property.OfSource(h.Reply))
}

// Each call has one request, and each acknowledgement one reply: in runs of any length, with resets at any time.
func TestLongAReplyACallIsProved(t *testing.T) {
	long.Only(t)
	for _, p := range bench.Prove(t, newProved(t), bench.ProofBy(formal.ABC), bench.ProofBudget(20*time.Second), bench.ProofDepth(12)) {
		if p.Kind == ir.Assert {
			assert.True(t, p.Unbounded, "%s is proved for %d cycles only", p.Property, p.Depth)
		}
	}
}
