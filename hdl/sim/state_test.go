package sim_test

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// exercise runs n cycles of a fixed stimulus.
func (r rig) exercise(n int) {
	r.t.Helper()
	for range n {
		i := r.Cycle()
		r.set("enable", i%3&1)
		require.NoError(r.t, r.Set(r.port("wide"), i*0x9e3779b97f4a7c15, i&0xfff))
		r.tick(1)
	}
}

func TestInstancesOfOneModuleHaveStateOfTheirOwn(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Station())
		r.set("enable", 1)
		r.tick(6)
		assert.EqualValues(t, 6, r.peek("left.value"))
		assert.EqualValues(t, 3, r.peek("right.value"), "right counts the odd values of left")
		assert.EqualValues(t, 9, r.get("count"))
	})
}

func TestPeekSeesEveryName(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Station())
		r.exercise(20)
		for _, s := range r.Program().Signals() {
			_, err := r.PeekBig(s.String())
			require.NoError(t, err, s.String())
		}
		assert.Equal(t, r.peek("left.count"), r.peek("left_value"), "an instance's net is its port")
		r.set("enable", 1)
		assert.EqualValues(t, 1, r.peek("left.enable"), "a peek sees inputs settled")
		r.set("enable", 0)
		assert.EqualValues(t, 0, r.peek("left.enable"))
		assert.EqualValues(t, 2, r.peek("table[1]"))
		_, err := r.Peek("left.cuont")
		assert.EqualError(t, err, `station has no signal "left.cuont": did you mean left.count?`)
		_, err = r.Peek("nothing at all like it")
		assert.EqualError(t, err, `station has no signal "nothing at all like it"`)
		_, err = r.Peek("sum")
		assert.EqualError(t, err, "sum is 100 bits, more than Peek returns: use PeekBig")
		_, err = r.Peek("table")
		assert.EqualError(t, err, "table is a memory: peek at a word of it, table[0], or use DumpMemory")
		for _, bad := range []string{"table[3]", "table[-1]", "table[", "table[x]", "table[1", "table[1]]"} {
			_, err = r.Peek(bad)
			assert.EqualError(t, err, bad+" is not a word of table: the words are table[0] to table[2]")
		}
	})
}

func TestSnapshotRestoresTheWholeState(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p := compile(t, Station(), sim.WithEngine(e))
		r := rig{p.New(sim.WithStateDigest()), t}
		r.exercise(33)
		s := r.Snapshot()
		assert.EqualValues(t, 33, s.Cycle())
		through := rig{p.New(sim.WithStateDigest()), t} // the same run, with nothing restored into it
		through.exercise(83)
		require.NoError(t, r.Restore(s)) // the digest begins here
		r.exercise(50)
		assert.Equal(t, through.Snapshot(), r.Snapshot())
		b, err := s.MarshalBinary()
		require.NoError(t, err)
		var read sim.Snapshot
		require.NoError(t, read.UnmarshalBinary(b))
		for _, where := range []rig{r, {p.New(sim.WithStateDigest()), t}} {
			digest := r.Digest()
			require.NoError(t, where.Restore(&read))
			assert.EqualValues(t, 33, where.Cycle())
			where.exercise(50)
			assert.Equal(t, digest, where.Digest())
		}
	})
}

func TestSnapshotKeepsInputs(t *testing.T) {
	r := start(t, sim.Reference(), Counter(8))
	r.set("enable", 1)
	s := r.Snapshot()
	r.set("enable", 0)
	require.NoError(t, r.Restore(s))
	r.tick(3)
	assert.EqualValues(t, 3, r.get("value"))
}

func TestRestoreIsSeenAtOnce(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Station())
		begin := r.Snapshot()
		r.set("enable", 1)
		r.tick(6)
		require.EqualValues(t, 9, r.get("count"))
		later := r.Snapshot()
		require.NoError(t, r.Restore(begin))
		assert.EqualValues(t, 0, r.get("count"))
		require.NoError(t, r.Restore(later))
		assert.EqualValues(t, 9, r.get("count"))
	})
}

func TestSnapshotOfAnotherDesignIsRefused(t *testing.T) {
	r := start(t, sim.Reference(), Counter(8))
	r.set("enable", 1)
	r.tick(5)
	other := start(t, sim.Reference(), Counter(9))
	assert.EqualError(t, r.Restore(other.Snapshot()),
		"the snapshot is not of counter, or of counter when it had other registers, memories or inputs")
	assert.Error(t, r.Restore(nil))
	assert.Error(t, r.Restore(&sim.Snapshot{}))
	assert.EqualValues(t, 5, r.get("value"), "a refused restore changes nothing")
}

func TestDamagedSnapshotIsRefused(t *testing.T) {
	r := start(t, sim.Reference(), Station())
	b, err := r.Snapshot().MarshalBinary()
	require.NoError(t, err)
	for n := range len(b) {
		var s sim.Snapshot
		require.Error(t, s.UnmarshalBinary(b[:n]), "cut off at %d", n)
		c := append([]byte(nil), b...)
		c[n] ^= 4
		require.Error(t, s.UnmarshalBinary(c), "changed at %d", n)
	}
}

// The digest is as docs/simulator.md says, computed here by hand.
func TestDigestHashesDeclaredPortsAtEachSamplePoint(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Counter(12), sim.WithDigest())
		var trace []byte
		for cycle := range uint64(600) {
			enable := cycle % 2
			r.set("enable", enable)
			trace = binary.LittleEndian.AppendUint64(trace, cycle)
			trace = append(trace, byte(enable))
			trace = binary.LittleEndian.AppendUint16(trace, uint16(cycle/2))
			r.tick(1)
		}
		assert.Equal(t, xxhash.Sum64(trace), r.Digest())
	})
}

func TestDigestDoesNotDependOnHowTicksAreGrouped(t *testing.T) {
	p := compile(t, Station())
	one, many := rig{p.New(sim.WithDigest()), t}, rig{p.New(sim.WithDigest()), t}
	one.set("enable", 1)
	many.set("enable", 1)
	for range 20 {
		one.tick(1)
	}
	many.tick(20)
	assert.Equal(t, one.Digest(), many.Digest())
	many.tick(1)
	assert.NotEqual(t, one.Digest(), many.Digest())
}

func TestStateDigestSeesWhatPortsDoNotShow(t *testing.T) {
	p := compile(t, Station())
	ports := func(options ...sim.InstanceOption) (digests []uint64) {
		for _, word := range []uint64{0, 5} {
			r := rig{p.New(options...), t}
			require.NoError(t, r.LoadMemory("table", 2, word))
			r.tick(1)
			digests = append(digests, r.Digest())
		}
		return digests
	}
	hidden, seen := ports(sim.WithDigest()), ports(sim.WithStateDigest())
	assert.Equal(t, hidden[0], hidden[1], "no port reads the word")
	assert.NotEqual(t, seen[0], seen[1])
}

func TestInstancesRunInParallel(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p := compile(t, Station(), sim.WithEngine(e))
		digests := make([]uint64, 8)
		var wait sync.WaitGroup
		for i := range digests {
			wait.Add(1)
			go func() {
				defer wait.Done()
				traced, err := p.Traced()
				if !assert.NoError(t, err) {
					return
				}
				q := []*sim.Program{p, traced}[i%2]
				r := rig{q.New(sim.WithStateDigest()), t}
				r.exercise(100)
				r.peek("left.count")
				digests[i] = r.Digest()
			}()
		}
		wait.Wait()
		for _, d := range digests {
			assert.Equal(t, digests[0], d)
		}
	})
}

func TestPowerOnRandomisesOnlyWhatIsNotDefined(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		p := compile(t, Station(), sim.WithEngine(e))
		state := func(options ...sim.InstanceOption) (free, fixed string) {
			r := rig{p.New(options...), t}
			big := func(path string) *big.Int {
				v, err := r.PeekBig(path)
				require.NoError(t, err)
				require.LessOrEqual(t, v.BitLen(), 100)
				return v
			}
			log, err := r.DumpMemoryBig("log")
			require.NoError(t, err)
			table, err := r.DumpMemory("table")
			require.NoError(t, err)
			return fmt.Sprint(big("sum"), big("old"), log), fmt.Sprint(big("left.count"), big("right.count"), table)
		}
		free, fixed := state()
		assert.Equal(t, "0 0 [0 0 0 0 0 0]", free)
		assert.Equal(t, "0 0 [1 2 0]", fixed)
		free1, fixed1 := state(sim.PowerOn(1))
		again, _ := state(sim.PowerOn(1))
		free2, fixed2 := state(sim.PowerOn(2))
		assert.NotEqual(t, free, free1)
		assert.NotEqual(t, free1, free2)
		assert.Equal(t, free1, again, "a seed gives one pattern")
		assert.Equal(t, fixed, fixed1)
		assert.Equal(t, fixed, fixed2)
	})
}

// packed is a value in a frame.
func packed(frame []byte, width int) *big.Int {
	size := 8 * ((width + 63) / 64)
	for _, small := range []int{4, 2, 1} {
		if width <= 8*small {
			size = small
		}
	}
	bytes := slices.Clone(frame[:size])
	slices.Reverse(bytes)
	return new(big.Int).SetBytes(bytes)
}

func TestTracedProgramSamplesAllSignals(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		plain := compile(t, Station(), sim.WithEngine(e))
		traced, err := plain.Traced()
		require.NoError(t, err)
		again, err := plain.Traced()
		require.NoError(t, err)
		require.Same(t, traced, again, "it is compiled once")
		assert.Equal(t, plain.Signals(), traced.Signals())
		assert.Zero(t, plain.FrameSize())
		assert.Zero(t, traced.FrameSize()%8)

		r, q := rig{traced.New(sim.WithDigest()), t}, rig{plain.New(sim.WithDigest()), t}
		sample := make([]byte, traced.FrameSize())
		for range 30 {
			require.NoError(t, r.Sample(sample))
			for i, s := range traced.Signals() {
				want, err := q.PeekBig(s.String())
				require.NoError(t, err)
				require.Equal(t, want.String(), packed(sample[traced.FrameOffsets()[i]:], s.Width).String(), s.String())
			}
			r.exercise(1)
			q.exercise(1)
		}
		assert.Equal(t, q.Digest(), r.Digest())
		require.NoError(t, q.Restore(r.Snapshot()), "a traced program has the same state")
		assert.EqualError(t, q.Sample(sample), "station is not traced: take the instance from Program.Traced")
		assert.Error(t, r.Sample(sample[1:]))
		words := make([]byte, 96)
		require.NoError(t, r.SampleMemory(0, words))
		log, err := r.DumpMemoryBig("log")
		require.NoError(t, err)
		for i, v := range log {
			assert.Equal(t, v.String(), packed(words[16*i:], 128).String())
		}
		assert.EqualError(t, r.SampleMemory(0, words[:3]), "a sample of log has 96 bytes, not 3")
		assert.EqualError(t, r.SampleMemory(2, words), "station has 2 memories, no memory 2")
	})
}

func TestSignalsAreInHierarchyOrder(t *testing.T) {
	var names []string
	p := compile(t, Station())
	for _, s := range p.Signals() {
		names = append(names, fmt.Sprintf("%s:%d", s, s.Width))
	}
	assert.Equal(t, []string{"rst:1", "enable:1", "wide:100", "total:100", "count:5", "past:100", "entry:9",
		"sum:100", "old:100", "left_enable:1", "left_value:5", "right_enable:1", "right_value:5",
		"left.enable:1", "left.value:5", "left.count:5", "right.enable:1", "right.value:5", "right.count:5"}, names)
	memories := p.Memories()
	require.Len(t, memories, 2)
	assert.Equal(t, "log", memories[0].String())
}

func TestAPortInAChildIsTheParentsNet(t *testing.T) {
	list := compile(t, Station()).Signals()
	index := map[string]int{}
	for i, s := range list {
		index[s.String()] = i
		assert.LessOrEqual(t, s.Same, i)
		assert.Equal(t, s.Same, list[s.Same].Same)
	}
	assert.Equal(t, list[index["left_value"]].Same, list[index["left.value"]].Same)
	assert.Equal(t, list[index["left_enable"]].Same, list[index["left.enable"]].Same)
	assert.NotEqual(t, list[index["left.count"]].Same, list[index["right.count"]].Same)
}
