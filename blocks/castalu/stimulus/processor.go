package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/hdl"
)

// The beats of the processor as Go values.
type (
	itemBeat struct {
		Start, Base, Tag uint64
		Vector           [4]uint32
		Last             bool
	}
	resultBeat struct {
		Tag, Index   uint64
		Vector       [4]uint32
		Last, Killed bool
	}
	call struct {
		Thread, Unit, Count uint64
		Words               [8]uint32
	}
	reply struct {
		Thread, Status, Count uint64
		Words                 [8]uint32
	}
)

// Work is a work item.
type Work struct {
	Start, Base int
	Vectors     [][4]uint32 // at least one
}

// Processor is a bench around a processor with fixed-function units, which respond after a
// random time. Results are compared with those of the machine.
type Processor struct {
	*bench.TB
	// Machine.Call answers the requests of both. Initially it is a small unit for tests.
	Machine model.Machine
	Config  castalu.Config
	Done    int // items whose last beat has arrived
	Killed  int // those among them that were killed
	// Trusting: results are not compared, which saves the machine's run time.
	Trusting bool

	r       bench.Reporter
	P       *castalu.Processor // nil if the bench was attached
	Ports   Ports
	items   *bench.Driver
	replies *bench.Driver
	tag     uint64
	inside  map[uint64]*work // by tag
	order   []uint64
}

type work struct {
	want *model.Ended // nil if unknown
	got  model.Ended
	done func(model.Ended)
}

// Ports are the ports of a processor, perhaps inside a component, through which a bench gives it programs and work.
type Ports struct {
	Items     hdl.Sink[castalu.Item]
	Results   hdl.Source[castalu.Beat]
	Program   hdl.InOf[castalu.Store[hdl.Bits]]
	Constants hdl.InOf[castalu.Store[[4]hdl.Bits]]
}

// PortsOf are the ports of a processor.
func PortsOf(p *castalu.Processor) Ports { return Ports{p.Items, p.Results, p.Program, p.Constants} }

// NewProcessor makes the bench and loads the program and its constants.
func NewProcessor(r bench.Reporter, c castalu.Config, program *isa.Program, arithmetic model.Model, gap, stall float64, opts ...bench.Option) *Processor {
	p, err := castalu.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return DriveProcessor(bench.New(r, p, opts...), p, c, program, arithmetic, gap, stall)
}

// DriveProcessor is [NewProcessor] on a bench of the processor.
func DriveProcessor(tb *bench.TB, p *castalu.Processor, c castalu.Config, program *isa.Program, arithmetic model.Model, gap, stall float64) *Processor {
	h := Attach(tb, PortsOf(p), c, model.Machine{Model: arithmetic, Registers: c.Registers, Words: c.Words, Call: answer}, gap, stall)
	h.P = p
	h.replies = bench.Drive(h.TB, p.Replies, 2*gap)
	bench.Collect[call](h.TB, p.Calls, stall).Each(h.call)
	h.Load(program)
	return h
}

// Attach drives a processor by its ports in a bench's component, which must answer its requests as the machine's Call
// does. It has no program yet.
func Attach(tb *bench.TB, ports Ports, c castalu.Config, machine model.Machine, gap, stall float64) *Processor {
	h := &Processor{TB: tb, Config: c, Machine: machine, r: tb.Reporter(), Ports: ports, inside: map[uint64]*work{}}
	h.items = bench.Drive(tb, ports.Items, gap)
	bench.Collect[resultBeat](tb, ports.Results, stall).Each(h.check)
	return h
}

// Load writes a program and its constants over the previous ones. No item may be in flight.
func (h *Processor) Load(program *isa.Program) {
	h.Machine.Program, h.Machine.Constants = program.Words, program.Constants
	for at, w := range program.Words {
		h.Set(h.Ports.Program.Data.Enable, 1)
		h.Set(h.Ports.Program.Data.Address, at)
		h.Set(h.Ports.Program.Data.Data, w.Big())
		h.Tick()
	}
	h.Set(h.Ports.Program.Data.Enable, 0)
	for at, v := range program.Constants {
		h.Set(h.Ports.Constants.Data.Enable, 1)
		h.Set(h.Ports.Constants.Data.Address, at)
		for k, x := range v {
			h.Set(h.Ports.Constants.Data.Data[k], x)
		}
		h.Tick()
	}
	h.Set(h.Ports.Constants.Data.Enable, 0)
}

// answer is a small fixed-function unit for tests: unit n returns n mod 9 words, which
// depend on those it received.
func answer(unit int, words []uint32) (status uint32, out []uint32) {
	sum := uint32(unit)
	for _, w := range words {
		sum = sum*31 + w
	}
	for k := range unit % 9 {
		out = append(out, sum+uint32(k)*0x01000193)
	}
	return sum ^ uint32(len(words)), out
}

func (h *Processor) call(c call) {
	status, words := h.Machine.Call(int(c.Unit), c.Words[:c.Count+1])
	r := reply{Thread: c.Thread, Status: uint64(status), Count: uint64(len(words))}
	copy(r.Words[:], words)
	h.replies.Send(r)
}

// Slowest is an upper bound of the cycles that the items in flight take; each executes every
// word of the program at most once.
func (h *Processor) Slowest() int {
	const instruction = 200 // cycles, waiting for the other threads included
	return 100_000 + instruction*len(h.Machine.Program)*h.Config.Threads
}

// Send sends a work item; tags count the items, from 0.
func (h *Processor) Send(w Work) { h.SendFor(w, func(model.Ended) {}) }

// Waiting is the number of item beats that wait to be taken.
func (h *Processor) Waiting() int { return h.items.Waiting() }

// Inside is the number of items without a result yet.
func (h *Processor) Inside() int { return len(h.inside) }

// Room waits until fewer than n item beats wait to be taken.
func (h *Processor) Room(n int) {
	if h.items.Waiting() >= n {
		h.Until(h.Slowest(), "room for an item", func() bool { return h.items.Waiting() < n })
	}
}

// SendFor is Send; done is called with the item's end as the processor reported it.
func (h *Processor) SendFor(w Work, done func(model.Ended)) {
	inside := &work{done: done}
	if !h.Trusting {
		want, ok := h.Machine.Run(w.Start, w.Base, w.Vectors, MaxInstructions)
		if !ok {
			h.r.Fatalf("the program at %d does not end within %d instructions", w.Start, MaxInstructions)
		}
		inside.want = &want
	}
	tag := h.tag
	h.tag = (h.tag + 1) & (1<<h.Config.TagBits - 1)
	h.inside[tag] = inside
	h.order = append(h.order, tag)
	for k, v := range w.Vectors {
		h.items.Send(itemBeat{uint64(w.Start), uint64(w.Base), tag, v, k == len(w.Vectors)-1})
	}
}

// Finish waits for the results of all items.
func (h *Processor) Finish(limit int) {
	h.Until(limit, "the last result", func() bool { return len(h.inside) == 0 })
}

func (h *Processor) check(b resultBeat) {
	w := h.inside[b.Tag]
	if w == nil {
		h.r.Errorf("cycle %d: a result of item %d, which is not in flight", h.Cycle(), b.Tag)
		return
	}
	if h.Config.Ordered && b.Tag != h.order[0] {
		h.r.Errorf("cycle %d: a result of item %d, but item %d was first", h.Cycle(), b.Tag, h.order[0])
	}
	if w.want != nil {
		if want := w.next(b.Tag); b != want {
			h.r.Errorf("cycle %d: a result is %+v\nnot %+v", h.Cycle(), b, want)
		}
	}
	if w.got.Killed = b.Killed; !b.Killed {
		w.got.Vectors = append(w.got.Vectors, b.Vector)
	}
	if b.Last {
		delete(h.inside, b.Tag)
		if h.Config.Ordered {
			h.order = h.order[1:]
		}
		h.Done++
		if b.Killed {
			h.Killed++
		}
		w.done(w.got)
	}
}

// next is the beat that the machine expects next.
func (w *work) next(tag uint64) resultBeat {
	n := len(w.got.Vectors)
	b := resultBeat{Tag: tag, Index: uint64(n), Killed: w.want.Killed, Last: true}
	if !b.Killed && n < len(w.want.Vectors) {
		b.Vector, b.Last = w.want.Vectors[n], n == len(w.want.Vectors)-1
	}
	return b
}

// MaxInstructions is the most instructions that an item may execute: programs have no jumps.
const MaxInstructions = 100_000

// randomProgram draws programs of random instructions that use the first n registers,
// one after the other, and returns their addresses. If these are all of a thread's
// registers, some instructions name one that does not exist.
func randomProgram(rng *rand.Rand, c castalu.Config, programs, length, n int) (p *isa.Program, starts []int) {
	p = &isa.Program{}
	add := func(i isa.Instruction) {
		w, err := i.Encode()
		if err != nil {
			panic(err)
		}
		p.Code, p.Words = append(p.Code, i), append(p.Words, w)
	}
	register := func() int { return rng.IntN(n) }
	maybe := func() int {
		if n == c.Registers && rng.IntN(8) == 0 {
			return rng.IntN(32)
		}
		return register()
	}
	for range programs {
		starts = append(starts, len(p.Words))
		for range 1 + rng.IntN(length) {
			op := isa.Move + isa.Op(rng.IntN(int(isa.Kill)))
			switch {
			case rng.IntN(12) == 0:
				add(isa.Instruction{Op: isa.Request, Unit: rng.IntN(16), Count: 1 + rng.IntN(8), First: register(), Second: register(),
					Dest: register(), More: register(), Status: register()})
				continue
			case op == isa.Kill && rng.IntN(2) == 0:
				op = isa.Add
			}
			t := isa.Type(rng.IntN(isa.NumTypes))
			if op.Special() {
				t = isa.Type(rng.IntN(2))
			}
			i := RandomInstruction(rng, op, t)
			for k := range i.In[:op.Inputs()] {
				if i.In[k].Constant {
					i.In[k].Index = rng.IntN(min(c.Constants, 1<<8))
				} else {
					i.In[k].Index = maybe()
				}
			}
			if op != isa.Kill {
				i.Dest = maybe()
			}
			add(i)
			if rng.IntN(40) == 0 { // an illegal word
				w := &p.Words[len(p.Words)-1]
				w.High |= 1 << 60
			}
		}
		first := register()
		add(isa.Instruction{Op: isa.End, Dest: first, Count: 1 + rng.IntN(n-first)})
	}
	for range c.Constants {
		var v [4]uint32
		for k := range v {
			v[k] = RandomOperand(rng, isa.As(isa.Type(rng.IntN(isa.NumTypes))))
		}
		p.Constants = append(p.Constants, v)
	}
	return p, starts
}

// ExerciseProcessor runs random programs on at least the given number of random items, for
// at least the given number of cycles.
func ExerciseProcessor(r bench.Reporter, c castalu.Config, arithmetic model.Model, seed uint64, items, cycles int, opts ...bench.Option) *Processor {
	p, err := castalu.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return Exercise(bench.New(r, p, append(opts, bench.Seed(seed))...), p, c, arithmetic, seed, items, cycles)
}

// Exercise is [ExerciseProcessor] on a bench of the processor.
func Exercise(tb *bench.TB, p *castalu.Processor, c castalu.Config, arithmetic model.Model, seed uint64, items, cycles int) *Processor {
	rng := rand.New(rand.NewPCG(seed, 2))
	n := 6 // registers in use
	if c.Registers <= 18 {
		n = c.Registers
	}
	program, starts := randomProgram(rng, c, 12, 20, n)
	h := DriveProcessor(tb, p, c, program, arithmetic, 0.2, 0.2)
	for sent := 0; sent < items || h.Cycle() < uint64(cycles); sent++ {
		var vectors [][4]uint32
		for range n {
			var v [4]uint32
			for k := range v {
				v[k] = RandomOperand(rng, isa.As(isa.Type(rng.IntN(isa.NumTypes))))
			}
			vectors = append(vectors, v)
		}
		h.Send(Work{starts[rng.IntN(len(starts))], rng.IntN(c.Constants), vectors})
		h.Room(4 * n)
	}
	h.Finish(100_000)
	return h
}
