package sim_test

import (
	"math/big"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// onCompiled skips a test where wazero has no compiler.
func onCompiled(t *testing.T) {
	if sim.Engines()[0] != sim.Compiled() {
		t.Skip("wazero has no compiler here")
	}
}

func TestEnginesAreListedAndTheFirstIsTheDefault(t *testing.T) {
	list := sim.Engines()
	assert.Equal(t, sim.Reference(), list[len(list)-1])
	assert.Equal(t, list[0].Name(), compile(t, Counter(3)).Engine().Name())
	onCompiled(t)
	assert.Equal(t, []string{"compiled", "reference"}, []string{list[0].Name(), list[1].Name()})
}

func TestSnapshotOfOneEngineRestoresInTheOther(t *testing.T) {
	onCompiled(t)
	for _, engines := range [][2]sim.Engine{{sim.Reference(), sim.Compiled()}, {sim.Compiled(), sim.Reference()}} {
		var runs [2]rig
		for i, e := range engines {
			runs[i] = rig{compile(t, Station(), sim.WithEngine(e)).New(sim.WithStateDigest()), t}
		}
		runs[0].exercise(41)
		s := runs[0].Snapshot()
		require.NoError(t, runs[1].Restore(s))
		assert.Equal(t, s, runs[1].Snapshot())
		require.NoError(t, runs[0].Restore(s))
		for _, r := range runs {
			r.exercise(50)
		}
		assert.Equal(t, runs[0].Digest(), runs[1].Digest())
	}
}

// A run of many cycles takes many calls of the code; a reset in the middle
// switches to other code.
func TestLongRunsCountEveryCycle(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, Counter(40))
		r.set("enable", 1)
		r.tick(300_001)
		assert.EqualValues(t, 300_001, r.get("value"))
		r.set("rst", 1)
		r.tick(70)
		assert.EqualValues(t, 0, r.get("value"))
		r.set("rst", 0)
		r.tick(100_000)
		assert.EqualValues(t, 100_000, r.get("value"))
		assert.EqualValues(t, 400_071, r.Cycle())
	})
}

// A register file that is read by an index, while one of its registers is
// written in the same cycle.
func TestRegistersReadByIndex(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, width := range []int{7, 32, 33, 64, 65} {
			for _, n := range []int{3, 4, 5, 8} {
				m := Module("file")
				index, data := m.In("index", 4), m.In("data", width)
				var file []ir.Expr
				for i := range n {
					r := m.Reg("r"+string(rune('0'+i)), width, uint64(i+1))
					file = append(file, Ref(r))
					m.Add(When(Bin(ir.OpEq, Ref(index), Lit(4, uint64(i))), Put(r, Ref(data))))
				}
				old := m.Bare("old", width)
				m.Set(old, Pick(Ref(index), file...))
				m.Drive("now", Pick(Ref(index), file...))
				m.Drive("before", Ref(old))
				r := start(t, e, m)
				for i := range 16 {
					want := uint64(i + 1)
					if i >= n {
						want = 0
					}
					r.set("index", uint64(i))
					r.set("data", uint64(i+50))
					assert.Equal(t, Num(want).String(), r.GetBig(r.port("now")).String(), "%d of %d", i, n)
					r.tick(1)
					assert.Equal(t, Num(want).String(), r.GetBig(r.port("before")).String(), "%d of %d", i, n)
				}
			}
		}
	})
}

func TestAProductThatIsTooLargeIsRefused(t *testing.T) {
	onCompiled(t)
	m := Module("product")
	x := m.In("x", 8193)
	m.Drive("y", Bin(ir.OpMul, Ref(x), Ref(x)))
	_, err := sim.Compile(m.Module)
	assert.EqualError(t, err, "product: compiled engine: a product of 8193 and 8193 bits is more than it compiles (two of 8192 bits): use the reference engine")
	_, err = sim.Compile(m.Module, sim.WithEngine(sim.Reference()))
	assert.NoError(t, err)
}

func TestA300000NodeDesignRuns(t *testing.T) {
	long.NotShort(t)
	if testing.Short() {
		t.Skip("takes seconds")
	}
	m := mesh(300_000, 32)
	var digests []uint64
	for _, e := range engines {
		s := compile(t, m, sim.WithEngine(e)).New(sim.WithDigest())
		require.NoError(t, s.Tick(5))
		digests = append(digests, s.Digest())
	}
	for _, d := range digests {
		assert.Equal(t, digests[0], d)
	}
}

// Programs and their instances are made and run by many goroutines at once.
func TestProgramsAreCompiledInParallel(t *testing.T) {
	want := rig{compile(t, Station(), sim.WithEngine(sim.Reference())).New(sim.WithStateDigest()), t}
	want.exercise(30)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			p, err := sim.Compile(Station().Module)
			if !assert.NoError(t, err) {
				return
			}
			r := rig{p.New(sim.WithStateDigest()), t}
			r.exercise(30)
			assert.Equal(t, want.Digest(), r.Digest())
		})
	}
	wait.Wait()
}

// Instances that nobody holds release their memory.
func TestInstancesAreReleased(t *testing.T) {
	m := Module("large")
	x := m.Mem("mem", 64, 1<<21) // 16 MiB
	m.Drive("q", Read(x, Ref(m.In("addr", 21))))
	p := compile(t, m)
	for range 60 {
		s := p.New()
		require.NoError(t, s.Tick(1))
		runtime.GC()
	}
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	assert.Less(t, stats.HeapAlloc, uint64(400<<20), "60 instances take 960 MiB")
}

// A word wider than 64 bits is written with its own value.
func TestAWideWordIsWrittenFromItself(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		word := new(big.Int).Lsh(Num(0xabcdef), 64)
		word.Or(word, Num(0x1234567800000000))
		swapped := new(big.Int).Lsh(Num(0x1234567800000000), 64)
		swapped.Or(swapped, Num(0xabcdef))
		m := Module("swap")
		x := m.Mem("mem", 128, 2, word)
		old := Read(x, Lit(1, 0))
		m.Add(When(Ref(m.In("we", 1)), Write(x, Lit(1, 0), Cat(Slice(old, 63, 0), Slice(old, 127, 64)))))
		for _, without := range append(sim.PassNames(), "") {
			options := []sim.Option{sim.WithEngine(e)}
			if without != "" {
				options = append(options, sim.WithoutPass(without))
			}
			r := rig{compile(t, m, options...).New(), t}
			r.set("we", 1)
			r.tick(1)
			words, err := r.DumpMemoryBig("mem")
			require.NoError(t, err)
			require.Equal(t, swapped.String(), words[0].String(), "without %q", without)
		}
	})
}
