package hdl_test

import (
	"fmt"
	"strings"

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
	Unit hdl.Bits `width:"2"`
	Addr hdl.Bits `width:"addresses"`
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

var request = hdl.Shape[Request](hdl.Widths{"addresses": 12})

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

// A component is elaborated; the simulator and the Verilog exporter read its
// intermediate form.
func Example() {
	design, err := hdl.Elaborate(NewCounter(8))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(ir.Text(design.Top))
	// Output:
	// module counter
	//   input enable 1 doc "count this cycle"
	//   output value 8 doc "cycles counted"
	//   reg count 8 reset 0
	//   if enable
	//     count = (add count 8'1)
	//   end
	//   value = count
	// end
}

// A FIFO of bundles: each leaf is a signal; the memory has them side by side.
func ExampleNewMem() {
	design, err := hdl.Elaborate(NewFIFO(request, 2))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(ir.Text(design.Top))
	// Output:
	// module fifo
	//   input push_valid 1 doc "a beat is offered"
	//   output push_ready 1 doc "a beat is taken where valid is 1 too"
	//   input push_data_unit 2
	//   input push_data_addr 12
	//   output pop_valid 1 doc "a beat is offered"
	//   input pop_ready 1 doc "a beat is taken where valid is 1 too"
	//   output pop_data_unit 2
	//   output pop_data_addr 12
	//   reg wr 3 reset 0
	//   reg rd 3 reset 0
	//   memory mem 4x14 unit=2 addr=12
	//   %0 = (read mem rd[1:0])
	//   pop_data_unit = %0[1:0]
	//   pop_data_addr = %0[13:2]
	//   push_ready = (ne (sub wr rd) 3'4)
	//   pop_valid = (ne wr rd)
	//   if (and push_valid push_ready)
	//     mem[wr[1:0]] = (cat push_data_addr push_data_unit)
	//     wr = (add wr 3'1)
	//   end
	//   if (and pop_valid pop_ready)
	//     rd = (add rd 3'1)
	//   end
	// end
}

// A state machine with two children.
func ExampleFSM() {
	design, err := hdl.Elaborate(NewJob())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range ir.Modules(design.Top) {
		fmt.Println(m.Name, len(m.DataPorts()), "ports")
	}
	_, machine, _ := strings.Cut(ir.Text(design.Top), "ticks_enable = ")
	fmt.Print(machine)
	// Output:
	// fifo 8 ports
	// counter 2 ports
	// job 9 ports
	// (eq state 2'1)
	//   switch state
	//   case 0 3
	//     if start
	//       state = 2'1
	//     end
	//   case 1
	//     if (eq ticks_value 8'64)
	//       state = 2'2
	//     end
	//   case 2
	//     state = 2'0
	//   end
	//   if (gt state 2'2)
	//     state = 2'0
	//   end
	// end
}

// Accumulator has three mistakes.
type Accumulator struct {
	Step hdl.In
	Sum  hdl.Out
	Full hdl.Out
}

func (a *Accumulator) Describe(m *hdl.Module) {
	total := m.Reg("total", 12)
	total.Set(total.Add(a.Step))
	m.If(total.Ge(5000), func() {
		a.Full.Set(1)
	})
	a.Sum.Set(total)
}

// All mistakes are reported together, each with its line, the line of the other
// signal involved, and what to write instead.
func ExampleElaborate() {
	_, err := hdl.Elaborate(&Accumulator{Step: hdl.Input(8), Sum: hdl.Output(12), Full: hdl.Output(1)})
	fmt.Println(err)
	// Output:
	// posedge/hdl/example_test.go:198: Add: total is 12 bits (declared at example_test.go:197), step is 8 bits (declared at example_test.go:208); widths never change silently, extend or truncate one side
	// posedge/hdl/example_test.go:199: 5000 needs 13 bits and does not fit total of 12 bits (declared at example_test.go:197)
	// posedge/hdl/example_test.go:208: output full of Accumulator is not set where the If at example_test.go:199 is false, which would be a latch; set it on every path, or give it a Default
}
