package hdl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
)

// Counter counts the cycles in which Enable is high, modulo 2^width.
type Counter struct {
	Enable hdl.In  `doc:"count this cycle"`
	Value  hdl.Out `doc:"cycles counted"`
}

func NewCounter(width int) *Counter {
	return &Counter{Enable: hdl.Input(1), Value: hdl.Output(width)}
}

func (c *Counter) Describe(m *hdl.Module) {
	count := m.Reg("count", c.Value.Width())
	m.If(c.Enable, func() {
		count.Set(count.Add(1))
	})
	c.Value.Set(count)
}

// FIFO is a queue of 1<<logSize entries between two valid/ready streams.
type FIFO[T any] struct {
	Push hdl.Sink[T]   // this component consumes
	Pop  hdl.Source[T] // this component produces

	shape   T
	logSize int
}

func NewFIFO[T any](shape T, logSize int) *FIFO[T] {
	return &FIFO[T]{Push: hdl.NewSink(shape), Pop: hdl.NewSource(shape), shape: shape, logSize: logSize}
}

func (f *FIFO[T]) Describe(m *hdl.Module) {
	mem := hdl.NewMem(m, "mem", f.shape, 1<<f.logSize)
	wr, rd := m.Reg("wr", f.logSize+1), m.Reg("rd", f.logSize+1)

	f.Push.Ready.Set(wr.Sub(rd).Ne(1 << f.logSize))
	f.Pop.Send(wr.Ne(rd), mem.Read(rd.Slice(f.logSize-1, 0)))

	m.If(f.Push.Fire(), func() {
		mem.Write(wr.Slice(f.logSize-1, 0), f.Push.Data)
		wr.Set(wr.Add(1))
	})
	m.If(f.Pop.Fire(), func() { rd.Set(rd.Add(1)) })
}

type Request struct {
	Unit hdl.Bits
	Addr hdl.Bits
}

type state uint8

const (
	idle state = iota
	busy
	done
)

func (s state) String() string { return [...]string{"idle", "busy", "done"}[s] }

type Job struct {
	Start    hdl.In
	Requests hdl.Sink[Request]
	Out      hdl.Source[Request]
}

var request = Request{Unit: hdl.Width(2), Addr: hdl.Width(12)}

func NewJob() *Job {
	return &Job{hdl.Input(1), hdl.NewSink(request), hdl.NewSource(request)}
}

func (j *Job) Describe(m *hdl.Module) {
	queue := hdl.Instance(m, "queue", NewFIFO(request, 2))
	ticks := hdl.Instance(m, "ticks", NewCounter(8))
	st := hdl.FSM(m, "state", idle, busy, done)

	queue.Push.From(j.Requests)
	j.Out.From(queue.Pop)
	ticks.Enable.Set(st.Is(busy))
	st.Switch().
		Case(idle, func() { m.If(j.Start, func() { st.Goto(busy) }) }).
		Case(busy, func() { m.If(ticks.Value.Eq(100), func() { st.Goto(done) }) }).
		Case(done, func() { st.Goto(idle) })
}

func TestTheDesignPageElaborates(t *testing.T) {
	d, err := hdl.Elaborate(NewJob())
	require.NoError(t, err)
	for _, m := range ir.Modules(d.Top) {
		t.Log("\n" + ir.Text(m))
	}
	t.Log(d.Notes)
}

func textOf(d *hdl.Design) string { return ir.Text(d.Top) }
