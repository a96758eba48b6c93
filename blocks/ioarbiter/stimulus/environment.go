package stimulus

import (
	"fmt"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/hdl"
)

// Ports are the ports of a connector, alone or with its units.
type Ports struct {
	SMs   []ioarbiter.SM
	Reads hdl.Source[hdl.Bits]
	Lines hdl.Sink[ioarbiter.ReadData]
}

// Delays are the probabilities, in each cycle, of a gap in a stream that the bench drives, and of a stall in one that it
// takes.
type Delays struct{ Gap, Stall float64 }

// Environment is everything around a connector except the units: SMs with their memories, and global memory. It compares
// each response with the model's.
type Environment struct {
	*bench.TB
	Model   *model.Model
	Objects []Object
	Done    int                                // requests acknowledged
	Counts  map[isa.Status]int                 // requests acknowledged, by status
	Answer  func(p *Pending)                   // if not nil, called with each acknowledgement
	Write   func(sm, address int, data uint32) // if not nil, called with each word written

	sms    []*sm
	lines  *bench.Driver
	grants []uint64 // cycles in which requests were taken
	ends   []end
	rng    *rand.Rand
}

// Object is a state object in global memory.
type Object struct {
	Words [isa.ObjectWords]uint32
	Bad   bool // reading it is an error
}

// cell is a word of SM memory.
type cell struct {
	data              uint32
	badRead, badWrite bool
}

// sm is an SM: its memory and its pending requests.
type sm struct {
	memory         []cell
	requests       *bench.Driver
	data, written  *bench.Driver
	queued         []*Pending            // not yet taken
	inside         map[uint64]*Pending   // taken, by tag
	lanes          map[string][]*Pending // taken, by lane, in order
	owners         map[int]*Pending      // by address, the request whose response is written there
	writes, passed int
}

// Pending is a request, from its sending on.
type Pending struct {
	model.Call
	SM       int
	Sent     uint64 // cycle
	Offered  uint64 // first cycle in which it is offered to the connector
	Taken    uint64 // cycle in which the connector took it
	Others   int    // requests of other SMs taken while it was offered
	Acked    uint64 // cycle
	Status   isa.Status
	lane     string
	expected map[int]uint32 // words that are not yet written, by address
	words    []model.Stored
	last     int // number of its last write among those of its SM
}

// NewEnvironment puts the environment around the ports of the bench's component.
func NewEnvironment(tb *bench.TB, p Ports, model *model.Model, delays Delays, seed uint64) *Environment {
	e := &Environment{TB: tb, Model: model, Objects: make([]Object, model.ABI.Objects), Counts: map[isa.Status]int{}, rng: rand.New(rand.NewPCG(seed, 7))}
	model.Object = func(n int) ([isa.ObjectWords]uint32, bool) { return e.Objects[n].Words, !e.Objects[n].Bad }
	for k, port := range p.SMs {
		s := &sm{
			memory: make([]cell, 1<<model.ABI.AddressBits), inside: map[uint64]*Pending{}, lanes: map[string][]*Pending{}, owners: map[int]*Pending{},
			requests: bench.Drive(tb, port.Requests, delays.Gap), data: bench.Drive(tb, port.Data, delays.Gap), written: bench.Drive(tb, port.Written, delays.Gap),
		}
		s.requests.When(func() bool {
			next := s.requests.Passed() - s.passed // index in queued, from which Step has yet to remove the requests just taken
			if e.rng.Float64() < delays.Gap || next == len(s.queued) {
				return false
			}
			s.queued[next].Offered = tb.Cycle() + 1
			return true
		})
		reads := bench.Collect[uint64](tb, port.Reads, delays.Stall)
		reads.Each(func(at uint64) {
			c := s.memory[at]
			s.data.Send(readBeat{c.data, c.badRead})
		})
		writes := bench.Collect[writeBeat](tb, port.Writes, delays.Stall)
		writes.Each(func(w writeBeat) { e.write(k, w) })
		acks := bench.Collect[ackBeat](tb, port.Acks, delays.Stall)
		acks.Each(func(a ackBeat) { e.ack(k, a) })
		e.sms = append(e.sms, s)
		e.ends = append(e.ends, end{atReads, reads}, end{atReads, s.data}, end{atWrites, writes}, end{atWrites, s.written}, end{atAcks, acks})
	}
	e.lines = bench.Drive(tb, p.Lines, delays.Gap)
	objects := bench.Collect[uint64](tb, p.Reads, delays.Stall)
	objects.Each(func(n uint64) {
		for _, w := range e.Objects[n].Words {
			e.lines.Send(readBeat{w, e.Objects[n].Bad})
		}
	})
	e.ends = append(e.ends, end{atObjects, objects}, end{atObjects, e.lines})
	return e
}

// The beats as Go values.
type (
	readBeat struct {
		Data  uint32
		Error bool
	}
	writeBeat struct {
		Address uint64
		Data    uint32
	}
	ackBeat     struct{ Tag, Status uint64 }
	requestBeat struct{ Unit, Address, Length, Response, Tag uint64 }
)

// Store writes words to an SM's memory.
func (e *Environment) Store(sm, address int, words ...uint32) {
	for k, w := range words {
		e.sms[sm].memory[(address+k)&(len(e.sms[sm].memory)-1)].data = w
	}
}

// Load reads words from an SM's memory.
func (e *Environment) Load(sm, address, n int) (words []uint32) {
	for k := range n {
		words = append(words, e.sms[sm].memory[(address+k)&(len(e.sms[sm].memory)-1)].data)
	}
	return words
}

// Spoil decides whether reads and writes of an address in an SM's memory fail.
func (e *Environment) Spoil(sm, address int, reads, writes bool) {
	c := &e.sms[sm].memory[address&(len(e.sms[sm].memory)-1)]
	c.badRead, c.badWrite = reads, writes
}

// Send makes an SM send a request. Its tag must differ from those of the SM's pending requests.
func (e *Environment) Send(sm int, c model.Call) *Pending {
	p := &Pending{Call: c, SM: sm, Sent: e.Cycle()}
	s := e.sms[sm]
	s.queued = append(s.queued, p)
	s.requests.Send(requestBeat{uint64(c.Unit), uint64(c.Address), uint64(c.Length), uint64(c.Response), c.Tag})
	return p
}

// Step runs one cycle, and gives the model the request that the connector has taken, if any. The order of the requests
// determines the results.
func (e *Environment) Step() {
	e.Tick()
	for k, s := range e.sms {
		for s.passed < s.requests.Passed() {
			s.passed++
			p := s.queued[0]
			s.queued = s.queued[1:]
			p.Taken = e.Cycle() - 1
			for n := len(e.grants) - 1; n >= 0 && e.grants[n] >= p.Offered; n-- {
				p.Others++
			}
			e.grants = append(e.grants, p.Taken)
			if n := len(e.sms); p.Others >= n {
				e.Reporter().Fatalf("cycle %d: %d requests of other SMs were taken while %s of SM %d was offered, with %d SMs", p.Taken, p.Others, p, k, n)
			}
			e.expect(k, p)
		}
	}
}

// expect asks the model for the result of a request.
func (e *Environment) expect(k int, p *Pending) {
	s := e.sms[k]
	if s.inside[p.Tag] != nil {
		e.Reporter().Fatalf("two requests of SM %d have the tag %d", k, p.Tag)
	}
	p.lane = e.lane(p.Unit)
	p.Status, p.words = e.Model.Do(p.Call, func(at int) (uint32, bool) { return s.memory[at].data, !s.memory[at].badRead })
	p.expected = map[int]uint32{}
	for _, w := range p.words {
		p.expected[w.Address] = w.Data
		if owner := s.owners[w.Address]; owner != nil && owner != p {
			e.Reporter().Fatalf("two requests of SM %d write to %d", k, w.Address)
		}
		s.owners[w.Address] = p
		if s.memory[w.Address].badWrite && p.Status == isa.OK {
			p.Status = isa.MemoryError
		}
	}
	s.inside[p.Tag] = p
	s.lanes[p.lane] = append(s.lanes[p.lane], p)
}

// lane names the part that acknowledges the requests to a unit number in order: a unit, the expander, or the lane of
// numbers without a unit.
func (e *Environment) lane(unit int) string {
	switch c := e.Model.ABI; {
	case unit >= isa.FirstMacro:
		return "macros"
	case unit >= len(c.Operations):
		return "none"
	default:
		return c.Units[c.Operations[unit].Unit].Name
	}
}

func (e *Environment) write(k int, w writeBeat) {
	s := e.sms[k]
	p := s.owners[int(w.Address)]
	if p == nil {
		e.Reporter().Fatalf("cycle %d: SM %d: %08x is written to %d, which belongs to no response", e.Cycle(), k, w.Data, w.Address)
	}
	if want := p.expected[int(w.Address)]; want != w.Data {
		e.Reporter().Fatalf("cycle %d: SM %d: %08x is written to %d, not %08x, in response to %s", e.Cycle(), k, w.Data, w.Address, want, p)
	}
	delete(p.expected, int(w.Address))
	delete(s.owners, int(w.Address))
	c := &s.memory[w.Address]
	s.writes++
	p.last = s.writes
	s.written.Send(c.badWrite)
	if !c.badWrite {
		c.data = w.Data
	}
	if e.Write != nil {
		e.Write(k, int(w.Address), w.Data)
	}
}

func (e *Environment) ack(k int, a ackBeat) {
	s := e.sms[k]
	p := s.inside[a.Tag]
	switch {
	case p == nil:
		e.Reporter().Fatalf("cycle %d: SM %d: an acknowledgement with tag %d, which no pending request has", e.Cycle(), k, a.Tag)
	case s.lanes[p.lane][0] != p:
		e.Reporter().Fatalf("cycle %d: SM %d: %s is acknowledged before %s", e.Cycle(), k, p, s.lanes[p.lane][0])
	case len(p.expected) > 0:
		e.Reporter().Fatalf("cycle %d: SM %d: %s is acknowledged before %d of its words are written", e.Cycle(), k, p, len(p.expected))
	case s.written.Passed() < p.last:
		e.Reporter().Fatalf("cycle %d: SM %d: %s is acknowledged before its last write is done", e.Cycle(), k, p)
	case isa.Status(a.Status) != p.Status:
		e.Reporter().Fatalf("cycle %d: SM %d: the status of %s is %q, not %q", e.Cycle(), k, p, isa.Status(a.Status), p.Status)
	}
	delete(s.inside, a.Tag)
	s.lanes[p.lane] = s.lanes[p.lane][1:]
	p.Acked = e.Cycle()
	e.Done++
	e.Counts[p.Status]++
	if e.Answer != nil {
		e.Answer(p)
	}
}

// String names a request in messages.
func (p *Pending) String() string {
	return fmt.Sprintf("the request to %d with tag %d, %d words at %d", p.Unit, p.Tag, p.Length, p.Address)
}

// Waiting is the number of an SM's pending requests.
func (e *Environment) Waiting(sm int) int { return len(e.sms[sm].queued) + len(e.sms[sm].inside) }

// Finish runs until every request is acknowledged.
func (e *Environment) Finish(limit int) {
	for range limit {
		waiting := 0
		for k := range e.sms {
			waiting += e.Waiting(k)
		}
		if waiting == 0 {
			return
		}
		e.Step()
	}
	for k, s := range e.sms {
		for _, p := range s.queued {
			e.Reporter().Errorf("SM %d: %s was not taken", k, p)
		}
		for _, p := range s.inside {
			e.Reporter().Errorf("SM %d: %s was not acknowledged", k, p)
		}
	}
	e.Reporter().Fatalf("requests are pending after %d cycles", limit)
}
