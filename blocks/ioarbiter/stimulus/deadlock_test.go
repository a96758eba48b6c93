package stimulus

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/internal/long"
)

// least is a configuration with the shortest queues, and with the unit echo if fifth is set.
func least(t *testing.T, sms int, fifth bool) ioarbiter.Config {
	c := sized(t, sms, 1)
	c.Context, c.Slots, c.Cache.Misses = 1, 1, 1
	if fifth {
		var err error
		c, err = withEcho(c)
		require.NoError(t, err)
	}
	return c
}

// queues is the number of entries of each full queue of a connector.
func queues(c ioarbiter.Config, path string) map[string]uint64 {
	full := map[string]uint64{
		"io_arbiter.order.level_count": uint64(c.Depth), "fetch.issued.level_count": uint64(max(2, c.Depth)), "fetch.whole.level_count": uint64(max(2, c.Depth)),
		"macro_fifo.level_count": uint64(c.Depth), "object_fifo.level_count": 1, "request_fifo.level_count": uint64(c.Depth), "state_fifo.level_count": uint64(max(1, c.Depth/4)),
		"response_fifo.level_count": uint64(c.Depth), "bypass.used": uint64(c.Slots),
	}
	for _, u := range c.Units {
		full[u.Name+"_interface.records.level_count"] = uint64(c.Context)
	}
	for k := range c.SMs {
		full[fmt.Sprintf("output_commit.sm_%d_ack_pending", k)] = 1
	}
	list := map[string]uint64{}
	for name, n := range full {
		list[path+name] = n
	}
	return list
}

// When every queue is full and every SM waits, everything still drains: each request gets its response and its
// acknowledgement.
func TestAllRequestsEndWhenEveryQueueWasFull(t *testing.T) {
	t.Parallel()
	const sms = 8
	c := least(t, sms, true)
	k := NewConnector(t, c, Delays{}, 1)
	rng := rand.New(rand.NewPCG(1, 2))
	x := NewRandom(k.Environment, rng, SmallTexels)
	x.Objects = 1
	stops := &Stops{Held: map[side]bool{atAcks: true, atAnswers: true}}
	k.Stop(stops, rng)
	k.Answer = nil
	var sent [sms]int
	send := func(sm, unit int, words ...uint32) {
		at := sent[sm] * 256
		k.Store(sm, at, words...)
		k.Send(sm, model.Call{Unit: unit, Address: at, Length: len(words), Response: at + 128, Tag: uint64(sent[sm])})
		sent[sm]++
		for range 100 {
			k.Step()
		}
	}
	request := func(sm, unit int) {
		words, kind := x.words(sm, unit)
		for unit == isa.TriangleMacro && (words[9] >= words[11] || words[10] >= words[12]) {
			words, kind = x.words(sm, unit)
		}
		send(sm, unit, append([]uint32{x.pointer(kind)}, words...)...)
	}
	for _, unit := range []int{isa.Triangle, isa.Texture, isa.Depth, isa.SurfaceFill, len(k.Model.ABI.Operations) - 1} {
		request(0, unit) // a record in each unit
	}
	request(1, isa.TriangleMacro) // takes the slots
	for n := 0; k.Peek("request_fifo.level_count") == 0; n++ {
		send(n%sms, len(k.Model.ABI.Operations), 0) // gets only an acknowledgement
	}
	request(2, isa.TriangleMacro) // waits for the expander
	for n := range 2 * sms {
		request(n%sms, isa.Triangle)
	}
	for name, full := range queues(c, "") {
		assert.Equal(t, full, k.Peek(name), name)
	}
	for sm, s := range k.sms {
		assert.NotEmpty(t, s.queued, "SM %d waits", sm)
	}
	assert.Zero(t, k.Done)
	stops.Held = nil
	k.Finish(100_000)
	all := 0
	for _, n := range sent {
		all += n
	}
	assert.Equal(t, all, k.Done)
}

// The environment pauses nearly always, or its parts stop at random, for hundreds of cycles each.
var stalls = []Stops{{Pause: 0.9}, {Pause: 0.1, Run: 50, Stop: 1000}, {Run: 500, Stop: 500}}

// With queues of one entry, one record per unit, and one slot, every request ends, whatever stalls.
func TestAllRequestsEndWhateverStalls(t *testing.T) {
	long.NotShort(t)
	for n, s := range stalls {
		for _, system := range []bool{false, true} {
			t.Run(fmt.Sprintf("%+v, system %t", s, system), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(uint64(n), 2))
				var e *Environment
				if system {
					e = NewSystem(t, least(t, 3, false), SmallStores, make([]uint32, SmallTexels), Delays{}, 1).Environment
				} else {
					e = NewConnector(t, least(t, 3, true), Delays{}, 1).Environment
				}
				e.Stop(&s, rng)
				x := NewRandom(e, rng, SmallTexels)
				x.Macros = 0.2
				e.Exercise(x, 20, 0)
				assert.Equal(t, 20, e.Done)
			})
		}
	}
}

// Requests without records that wait for acknowledgement do not consume the responses of later requests.
func TestARequestWithoutRecordsTakesNoResponse(t *testing.T) {
	t.Parallel()
	c := sized(t, 2, 1)
	k := NewConnector(t, c, Delays{}, 1)
	stops := &Stops{Held: map[side]bool{atAcks: true}}
	k.Stop(stops, rand.New(rand.NewPCG(1, 2)))
	const empty, all = 9, 12
	for n := range all {
		words := []uint32{0}
		if n >= empty {
			words = []uint32{0, 0, 0, 1, uint32(n)}
		}
		k.Store(0, 16*n, words...)
		k.Send(0, model.Call{Unit: isa.SurfaceFill, Address: 16 * n, Length: len(words), Response: 0x800, Tag: uint64(n)})
	}
	for range 300 {
		k.Step()
	}
	assert.Positive(t, k.units.list[isa.SurfaceUnit].responses.Waiting(), "a response waits behind requests without records")
	stops.Held = nil
	k.Finish(10_000)
	assert.Equal(t, all, k.Done)
}
