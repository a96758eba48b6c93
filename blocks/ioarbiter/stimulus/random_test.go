package stimulus

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// sized is a configuration with the given number of SMs and depth of the FIFOs; 0 is the default depth.
func sized(t *testing.T, sms, depth int) ioarbiter.Config {
	c, err := ioarbiter.NewConfig(sms)
	require.NoError(t, err)
	if depth > 0 {
		c.Depth = depth
	}
	return c
}

// eachSize runs a test for numbers of SMs, with FIFOs of one entry and of the default depth.
func eachSize(t *testing.T, sms []int, f func(t *testing.T, c ioarbiter.Config, seed uint64)) {
	for n, sms := range sms {
		for k, depth := range []int{1, 0} {
			t.Run(fmt.Sprintf("%d SMs, depth %d", sms, depth), func(t *testing.T) {
				t.Parallel()
				f(t, sized(t, sms, depth), uint64(10*n+k))
			})
		}
	}
}

// exerciseConnector sends random requests to a connector with five units in Go, and changes the state objects now and then.
func exerciseConnector(t *testing.T, c ioarbiter.Config, seed uint64, requests int, opts ...bench.Option) *Connector {
	c, err := withEcho(c)
	require.NoError(t, err)
	k := NewConnector(t, c, Delays{0.2, 0.2}, seed, append(opts, bench.Seed(seed))...)
	x := NewRandom(k.Environment, rand.New(rand.NewPCG(seed, 2)), SmallTexels)
	const run = 250
	for done := 0; done < requests; done += run {
		k.Exercise(x, min(run, requests-done), 0)
		x.Renew()
		k.Set(k.connector.Invalidate, 1)
		k.Step()
		k.Set(k.connector.Invalidate, 0)
	}
	return k
}

// Every word of a response, every request to a unit and every word of its state equals the model's. Acknowledgements
// arrive in order, and after the last word is written. The power-on content of registers and memories without a reset
// has no effect.
func TestTheConnectorDoesWhatTheModelSays(t *testing.T) {
	eachSize(t, []int{2, 7}, func(t *testing.T, c ioarbiter.Config, seed uint64) {
		exerciseConnector(t, c, seed, 500, bench.PowerOn(seed+1))
	})
}

// With the units in hardware, their stores equal the model's.
func TestTheSystemDoesWhatTheModelSays(t *testing.T) {
	eachSize(t, []int{2, 7}, func(t *testing.T, c ioarbiter.Config, seed uint64) { ExerciseSystem(t, c, seed, 350, 0) })
}

// Both engines agree.
func TestTheReferenceEngineDoesSo(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	var digests []uint64
	for _, e := range []sim.Engine{sim.Compiled(), sim.Reference()} {
		digests = append(digests, ExerciseSystem(t, sized(t, 2, 0), 3, 20, 0, bench.Engine(e), bench.Digest()).Digest())
	}
	assert.Equal(t, digests[0], digests[1])
}

// A million requests, half of them for the connector alone.
func TestLongTheConnectorDoesWhatTheModelSays(t *testing.T) {
	long.Only(t)
	eachSize(t, []int{2, 5, 8}, func(t *testing.T, c ioarbiter.Config, seed uint64) { exerciseConnector(t, c, 100+seed, 84_000) })
}

// The other half.
func TestLongTheSystemDoesWhatTheModelSays(t *testing.T) {
	long.Only(t)
	eachSize(t, []int{2, 5, 8}, func(t *testing.T, c ioarbiter.Config, seed uint64) {
		for run := range uint64(10) {
			ExerciseSystem(t, c, 1000*(run+1)+seed, 8_400, 0)
		}
	})
}

// Hits and misses do not change responses: connectors with the smallest and with the largest cache answer alike.
func TestTheCacheDoesNotChangeResponses(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	for _, cache := range []ioarbiter.CacheConfig{{Objects: 1, Ways: 1, Misses: 1}, {Objects: 64, Ways: 4, Misses: 4}} {
		c := sized(t, 2, 0)
		c.Cache = cache
		k := NewConnector(t, c, Delays{0.2, 0.2}, 4)
		x := NewRandom(k.Environment, rand.New(rand.NewPCG(4, 2)), SmallTexels)
		x.Objects = 4
		k.Exercise(x, 300, 0)
		hits, misses := k.Get(k.connector.Counters.Data.Hits), k.Get(k.connector.Counters.Data.Misses)
		assert.Equal(t, cache.Objects > 1, hits > misses, "hits %d, misses %d", hits, misses)
	}
}

// Random sizes and delays: the FIFOs, records in a unit, slots and the cache are as small as possible, or larger.
func TestLongEveryConfigurationDoesWhatTheModelSays(t *testing.T) {
	long.Only(t)
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 99))
		c := sized(t, 2+rng.IntN(7), []int{1, 2, 3, 8, 16}[rng.IntN(5)])
		c.Context, c.Slots = 1+rng.IntN(8), 1+rng.IntN(5)
		ways := 1 << rng.IntN(3)
		c.Cache = ioarbiter.CacheConfig{Objects: ways << rng.IntN(4), Ways: ways, Misses: 1 + rng.IntN(4)}
		c, err := withEcho(c)
		require.NoError(t, err)
		k := NewConnector(t, c, Delays{rng.Float64() * 0.7, rng.Float64() * 0.7}, seed, bench.Seed(seed))
		x := NewRandom(k.Environment, rng, SmallTexels)
		x.Macros, x.Errors = rng.Float64()*0.3, rng.Float64()*0.3
		k.Exercise(x, 1500, 0)
	}
}
