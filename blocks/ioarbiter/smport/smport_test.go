package smport_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/smport"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda/edatest"
)

// The beats as Go values.
type (
	callBeat struct {
		Thread, Unit, Count uint64
		Words               [8]uint32
	}
	replyBeat struct {
		Thread, Status, Count uint64
		Words                 [8]uint32
	}
	requestBeat struct{ Unit, Address, Length, Response, Tag uint64 }
	ackBeat     struct{ Tag, Status uint64 }
	readBeat    struct {
		Data  uint32
		Error bool
	}
	writeBeat struct {
		Address uint64
		Data    uint32
	}
	targetBeat struct{ Unit, Pointer, Words uint64 }
)

const threads = 8

// small is a connector's configuration with no more bits than the port of a small processor needs.
func small(t *testing.T) ioarbiter.Config {
	c, err := ioarbiter.NewConfig(2)
	require.NoError(t, err)
	c.AddressBits, c.TagBits = 8, 5
	return c
}

func newPort(t *testing.T, c ioarbiter.Config) *smport.SMPort {
	config := castalu.NewConfig(1, castalu.Shared)
	config.Threads = threads
	processor, err := castalu.New(config)
	require.NoError(t, err)
	p, err := smport.New(c, processor)
	require.NoError(t, err)
	return p
}

// environment is a processor and a connector around a port. The processor's threads make calls; the connector reads the
// blocks of requests, writes their responses and acknowledges them, in any order of requests.
type environment struct {
	*bench.TB
	t       *testing.T
	port    *smport.SMPort
	rng     *rand.Rand
	targets [16]targetBeat

	calls, acks, reads, writes *bench.Driver
	under                      [threads]*callBeat  // calls in flight
	answers                    [threads]*replyBeat // the replies that they must get
	asked                      map[uint64]bool     // threads whose request has arrived
	reading                    []uint64            // addresses, in the order of the reads
	want                       []uint32            // the words there
	work                       []func() bool       // for each request: a step, until it returns true
	written, wrote             int
	called, replied            int
}

// newEnvironment surrounds a port, and gives units their targets: unit n has n%9 words of response.
func newEnvironment(t *testing.T, gap, stall float64, seed uint64, opts ...bench.Option) *environment {
	p := newPort(t, small(t))
	e := &environment{TB: bench.New(t, p, append(opts, bench.Seed(seed))...), t: t, port: p, rng: rand.New(rand.NewPCG(seed, 5)), asked: map[uint64]bool{}}
	e.calls, e.acks = bench.Drive(e.TB, p.Calls, gap), bench.Drive(e.TB, p.SM.Acks, gap)
	e.reads, e.writes = bench.Drive(e.TB, p.SM.Reads, gap), bench.Drive(e.TB, p.SM.Writes, gap)
	bench.Collect[requestBeat](e.TB, p.SM.Requests, stall).Each(e.request)
	bench.Collect[readBeat](e.TB, p.SM.Data, stall).Each(e.data)
	bench.Collect[uint64](e.TB, p.SM.Written, stall).Each(func(err uint64) {
		assert.Zero(t, err)
		e.written++
	})
	bench.Collect[replyBeat](e.TB, p.Replies, stall).Each(e.reply)
	for n := range e.targets {
		e.targets[n] = targetBeat{e.rng.Uint64N(32), uint64(e.rng.Uint32()), uint64(n % 9)}
		e.Set(p.Targets.Data, struct {
			Enable, Address uint64
			Data            targetBeat
		}{1, uint64(n), e.targets[n]})
		e.Tick()
	}
	e.Set(p.Targets.Data.Enable, 0)
	return e
}

// call makes an idle thread call a unit.
func (e *environment) call(thread, unit, words int) {
	c := &callBeat{Thread: uint64(thread), Unit: uint64(unit), Count: uint64(words - 1)}
	for k := range c.Words {
		c.Words[k] = e.rng.Uint32()
	}
	e.under[thread] = c
	e.called++
	e.calls.Send(*c)
}

func (e *environment) request(r requestBeat) {
	c := e.under[r.Tag]
	if c == nil || e.asked[r.Tag] {
		e.t.Fatalf("cycle %d: a request of thread %d, which has no call in flight", e.Cycle(), r.Tag)
	}
	e.asked[r.Tag] = true
	target := e.targets[c.Unit]
	assert.Equal(e.t, requestBeat{target.Unit, 16 * c.Thread, c.Count + 2, 16 * c.Thread, c.Thread}, r)
	status := uint64(0)
	if e.rng.IntN(5) == 0 {
		status = 1 + e.rng.Uint64N(7)
	}
	block := append([]uint32{uint32(target.Pointer)}, c.Words[:c.Count+1]...)
	answer := &replyBeat{Thread: c.Thread, Status: status}
	if status == 0 {
		answer.Count = target.Words
	}
	e.answers[r.Tag] = answer
	at, last := 0, 0
	e.work = append(e.work, func() bool {
		switch { // after the last read was answered, the words; after the last was written, the acknowledgement
		case at < len(block):
			e.reading, e.want = append(e.reading, r.Address+uint64(at)), append(e.want, block[at])
			e.reads.Send(r.Address + uint64(at))
			last = len(e.reading)
		case e.waits(last):
			return false
		case at < len(block)+int(answer.Count):
			n := at - len(block)
			answer.Words[n] = e.rng.Uint32()
			e.writes.Send(writeBeat{r.Response + uint64(n), answer.Words[n]})
			e.wrote++
			last = -e.wrote
		default:
			e.acks.Send(ackBeat{r.Tag, status})
			return true
		}
		at++
		return false
	})
}

// waits reports whether read n has no answer yet or, if n is negative, whether write −n is not done.
func (e *environment) waits(n int) bool {
	if n < 0 {
		return e.written < -n
	}
	return len(e.reading)-len(e.want) < n
}

func (e *environment) data(d readBeat) {
	at := e.reading[len(e.reading)-len(e.want)]
	assert.Equal(e.t, readBeat{Data: e.want[0]}, d, "cycle %d: the word at %d", e.Cycle(), at)
	e.want = e.want[1:]
}

func (e *environment) reply(r replyBeat) {
	want := e.answers[r.Thread]
	if want == nil {
		e.t.Fatalf("cycle %d: a reply to thread %d, which does not wait for one", e.Cycle(), r.Thread)
	}
	for k := want.Count; k < 8; k++ {
		r.Words[k] = 0 // anything
	}
	assert.Equal(e.t, *want, r)
	e.under[r.Thread], e.answers[r.Thread] = nil, nil
	delete(e.asked, r.Thread)
	e.replied++
}

// step is a cycle in which one random request makes a step.
func (e *environment) step() {
	if len(e.work) > 0 {
		n := e.rng.IntN(len(e.work))
		if e.work[n]() {
			e.work = append(e.work[:n], e.work[n+1:]...)
		}
	}
	e.Tick()
}

// exercise makes the given number of random calls and waits for their replies.
func exercise(t *testing.T, calls int, gap, stall float64, seed uint64, opts ...bench.Option) *environment {
	e := newEnvironment(t, gap, stall, seed, opts...)
	most := 0
	for limit := 200 * calls; e.replied < calls; limit-- {
		if limit == 0 {
			t.Fatalf("%d calls of %d have a reply", e.replied, calls)
		}
		if n := e.rng.IntN(threads); e.under[n] == nil && e.called < calls {
			e.call(n, e.rng.IntN(16), 1+e.rng.IntN(8))
		}
		most = max(most, e.called-e.replied)
		e.step()
	}
	assert.Equal(t, calls, e.called)
	assert.Greater(t, most, threads/2, "calls in flight")
	return e
}

// Each call becomes a block and a request, and each acknowledgement the reply of its thread, whatever stalls.
func TestEachCallHasItsReply(t *testing.T) {
	for k, delay := range []float64{0, 0.3, 0.7} {
		exercise(t, 500, delay, delay, uint64(k), bench.PowerOn(uint64(k+1)))
		exercise(t, 60, delay, 0.7-delay, uint64(k), bench.Engine(sim.Reference()))
	}
}

// A call of n words takes n+1 cycles, and the next one follows without a gap.
func TestCallsFollowEachOther(t *testing.T) {
	e := newEnvironment(t, 0, 0, 1)
	for n := range threads {
		e.call(n, n, n+1)
	}
	e.Tick()
	began := e.Cycle()
	for e.calls.Waiting() > 0 {
		e.Tick()
	}
	cycles := uint64(0)
	for n := range threads {
		cycles += uint64(n + 2)
	}
	assert.Equal(t, cycles, e.Cycle()-began)
}

func TestThePortAgreesOutside(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	t.Parallel()
	bench.Outside(t, bench.Simulators, exercise(t, 300, 0.3, 0.3, 1, bench.Record()).TB)
}

func TestNothingIsLeftUnread(t *testing.T) {
	d, err := hdl.Elaborate(newPort(t, small(t)))
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	processor, err := castalu.New(castalu.NewConfig(1, castalu.Shared))
	require.NoError(t, err)
	for _, x := range []struct {
		change  func(c *ioarbiter.Config)
		message string
	}{
		{func(c *ioarbiter.Config) { c.AddressBits = 8 }, "smport: the blocks of 32 threads take 9 bits of address, and SM memory has 8"},
		{func(c *ioarbiter.Config) { c.TagBits = 4 }, "smport: 32 threads take tags of 5 bits, and a request has 4"},
		{func(c *ioarbiter.Config) {
			c.Operations = []isa.Operation{{Name: "many", Request: make([]isa.Word, 2), Response: make([]isa.Word, 5)}}
		}, "smport: a call for many may have 20 words of response, and a thread's block has 16"},
	} {
		c, err := ioarbiter.NewConfig(2)
		require.NoError(t, err)
		x.change(&c)
		_, err = smport.New(c, processor)
		assert.EqualError(t, err, x.message)
	}
}
