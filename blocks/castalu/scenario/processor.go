package scenario

import (
	"math/big"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/castalu"
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

// Processor is a bench around a processor with a small fixed-function unit, which
// answers after a random time. Results are compared with those of the machine.
type Processor struct {
	*bench.TB
	Machine castalu.Machine
	Done    int // items whose last beat has come

	// Result is told of every item's end, if it is set.
	Result func(tag uint64, e castalu.Ended)

	r       bench.Reporter
	p       *castalu.Processor
	items   *bench.Driver
	replies *bench.Driver
	tag     uint64
	inside  map[uint64]*work // by tag
	order   []uint64
}

type work struct {
	want castalu.Ended
	got  int
}

// NewProcessor makes the bench and loads the program and the constants.
func NewProcessor(r bench.Reporter, c castalu.Config, program *castalu.Program, model castalu.Model, gap, stall float64, opts ...bench.Option) *Processor {
	p, err := castalu.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	h := &Processor{TB: bench.New(r, p, opts...), r: r, p: p, inside: map[uint64]*work{}}
	h.Machine = castalu.Machine{Model: model, Config: c, Program: program.Words, Constants: program.Constants, Call: answer}
	h.items = bench.Drive(h.TB, p.Items, gap)
	h.replies = bench.Drive(h.TB, p.Replies, 2*gap)
	bench.Collect[resultBeat](h.TB, p.Results, stall).Each(h.check)
	bench.Collect[call](h.TB, p.Calls, stall).Each(h.call)
	for at, w := range program.Words {
		word := new(big.Int).SetUint64(w.High)
		word.Lsh(word, 64).Or(word, new(big.Int).SetUint64(w.Low))
		h.Set(p.Program.Data.Enable, 1)
		h.Set(p.Program.Data.Address, at)
		h.Set(p.Program.Data.Data, word)
		h.Tick()
	}
	h.Set(p.Program.Data.Enable, 0)
	for at, v := range program.Constants {
		h.Set(p.Constants.Data.Enable, 1)
		h.Set(p.Constants.Data.Address, at)
		for k, x := range v {
			h.Set(p.Constants.Data.Data[k], x)
		}
		h.Tick()
	}
	h.Set(p.Constants.Data.Enable, 0)
	return h
}

// answer is what the small fixed-function unit does: it returns as many words as its
// number says, made of those that it got.
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
	status, words := answer(int(c.Unit), c.Words[:c.Count+1])
	r := reply{Thread: c.Thread, Status: uint64(status), Count: uint64(len(words))}
	copy(r.Words[:], words)
	h.replies.Send(r)
}

// Send sends a work item; its tag says which it is, from 0 on.
func (h *Processor) Send(w Work) {
	want, ok := h.Machine.Run(w.Start, w.Base, w.Vectors, 10_000)
	if !ok {
		h.r.Fatalf("the program at %d does not end", w.Start)
	}
	tag := h.tag
	h.tag = (h.tag + 1) & (1<<h.Machine.Config.TagBits - 1)
	h.inside[tag] = &work{want: want}
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
		h.r.Errorf("cycle %d: a result of item %d, which is not inside", h.Cycle(), b.Tag)
		return
	}
	if h.Machine.Config.Ordered && b.Tag != h.order[0] {
		h.r.Errorf("cycle %d: a result of item %d, but item %d was first", h.Cycle(), b.Tag, h.order[0])
	}
	want := resultBeat{Tag: b.Tag, Index: uint64(w.got), Last: true, Killed: true}
	if !w.want.Killed {
		if w.got >= len(w.want.Vectors) {
			h.r.Errorf("cycle %d: item %d has %d vectors, and here is one more", h.Cycle(), b.Tag, w.got)
			return
		}
		want.Killed, want.Vector, want.Last = false, w.want.Vectors[w.got], w.got == len(w.want.Vectors)-1
	}
	if b != want {
		h.r.Errorf("cycle %d: a result is %+v\nnot %+v", h.Cycle(), b, want)
	}
	w.got++
	if b.Last {
		delete(h.inside, b.Tag)
		if h.Machine.Config.Ordered {
			h.order = h.order[1:]
		}
		h.Done++
		if h.Result != nil {
			h.Result(b.Tag, w.want)
		}
	}
}

// randomProgram writes programs of random instructions that use the first n registers,
// one behind the other, and says where they begin.
func randomProgram(rng *rand.Rand, c castalu.Config, programs, length, n int) (p *castalu.Program, starts []int) {
	p = &castalu.Program{}
	add := func(i castalu.Instruction) {
		w, err := i.Encode()
		if err != nil {
			panic(err)
		}
		p.Code, p.Words = append(p.Code, i), append(p.Words, w)
	}
	register := func() int { return rng.IntN(n) }
	for range programs {
		starts = append(starts, len(p.Words))
		for range 1 + rng.IntN(length) {
			op := castalu.Move + castalu.Op(rng.IntN(int(castalu.Kill)))
			switch {
			case rng.IntN(12) == 0:
				add(castalu.Instruction{Op: castalu.Request, Unit: rng.IntN(16), Count: 1 + rng.IntN(8), First: register(), Second: register(),
					Dest: register(), More: register(), Status: register()})
				continue
			case op == castalu.Kill && rng.IntN(2) == 0:
				op = castalu.Add
			}
			t := castalu.Type(rng.IntN(castalu.NumTypes))
			if op.Special() {
				t = castalu.Type(rng.IntN(2))
			}
			i := castalu.RandomInstruction(rng, op, t)
			for k := range i.In[:op.Inputs()] {
				if i.In[k].Constant {
					i.In[k].Index = rng.IntN(min(c.Constants, 1<<8))
				} else {
					i.In[k].Index = register()
				}
			}
			if op != castalu.Kill {
				i.Dest = register()
			}
			add(i)
			if rng.IntN(40) == 0 { // a word without meaning
				w := &p.Words[len(p.Words)-1]
				w.High |= 1 << 60
			}
		}
		first := register()
		add(castalu.Instruction{Op: castalu.End, Dest: first, Count: 1 + rng.IntN(n-first)})
	}
	for range c.Constants {
		var v [4]uint32
		for k := range v {
			v[k] = RandomOperand(rng, castalu.As(castalu.Type(rng.IntN(castalu.NumTypes))))
		}
		p.Constants = append(p.Constants, v)
	}
	return p, starts
}

// ExerciseProcessor runs random programs on random items.
func ExerciseProcessor(r bench.Reporter, c castalu.Config, model castalu.Model, seed uint64, items int, opts ...bench.Option) *Processor {
	rng := rand.New(rand.NewPCG(seed, 2))
	const n = 6 // registers in use
	program, starts := randomProgram(rng, c, 12, 20, n)
	h := NewProcessor(r, c, program, model, 0.2, 0.2, append(opts, bench.Seed(seed))...)
	for range items {
		var vectors [][4]uint32
		for range n {
			var v [4]uint32
			for k := range v {
				v[k] = RandomOperand(rng, castalu.As(castalu.Type(rng.IntN(castalu.NumTypes))))
			}
			vectors = append(vectors, v)
		}
		h.Send(Work{starts[rng.IntN(len(starts))], rng.IntN(c.Constants), vectors})
		h.Until(100_000, "room for an item", func() bool { return h.items.Waiting() < 4*n })
	}
	h.Finish(100_000)
	return h
}
