package sim_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

func TestMemoryReadsWhatWasWritten(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, RAM(8, 5, ir.ReadFirst, Num(10), nil, Num(12)))
		r.set("ra", 2)
		assert.EqualValues(t, 12, r.get("now"), "contents at power-on")
		assert.EqualValues(t, 0, r.get("later"), "read data starts at 0")
		r.set("re", 1)
		r.tick(1)
		assert.EqualValues(t, 12, r.get("later"))
		r.set("re", 0)
		r.set("ra", 0)
		r.tick(1)
		assert.EqualValues(t, 12, r.get("later"), "read data holds without enable")
		r.set("we", 1)
		r.set("wa", 0)
		r.set("wd", 0x55)
		assert.EqualValues(t, 10, r.get("now"), "an asynchronous read sees the word before the write")
		r.tick(1)
		assert.EqualValues(t, 0x55, r.get("now"))
	})
}

func TestMemoryPastTheEndReadsZeroAndWritesNothing(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, mode := range []ir.ReadMode{ir.ReadFirst, ir.WriteFirst} {
			r := start(t, e, RAM(70, 5, mode, Num(1), Num(2), Num(3), Num(4), Num(5)))
			before, err := r.DumpMemoryBig("mem")
			require.NoError(t, err)
			r.set("we", 1)
			r.set("re", 1)
			r.set("wd", 99)
			for _, a := range []uint64{5, 6, 15} {
				r.set("wa", a)
				r.set("ra", a)
				assert.Zero(t, r.GetBig(r.port("now")).Sign())
				r.tick(1)
				assert.Zero(t, r.GetBig(r.port("later")).Sign(), "%v at %d", mode, a)
			}
			after, err := r.DumpMemoryBig("mem")
			require.NoError(t, err)
			assert.Equal(t, before, after)
		}
	})
}

func TestRegisteredReadOfTheWordBeingWritten(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for mode, want := range map[ir.ReadMode]uint64{ir.ReadFirst: 7, ir.WriteFirst: 9} {
			r := start(t, e, RAM(8, 16, mode, Num(0), Num(7)))
			r.set("we", 1)
			r.set("re", 1)
			r.set("wa", 1)
			r.set("ra", 1)
			r.set("wd", 9)
			r.tick(1)
			assert.Equal(t, want, r.get("later"), mode)
			r.set("ra", 2)
			r.tick(1)
			assert.EqualValues(t, 0, r.get("later"), "%v: another word is not touched", mode)
		}
	})
}

func TestForbiddenCollisionStopsAtItsSamplePoint(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		parent := Module("parent")
		child := RAM(8, 5, ir.Forbidden)
		nets := parent.Instance("bank", child)
		for _, p := range child.DataPorts() {
			if p.Kind == ir.Input {
				parent.Set(nets[p.Name], Ref(parent.In(p.Name, p.Width)))
			} else {
				parent.Drive(p.Name, Ref(nets[p.Name]))
			}
		}
		for _, option := range [][]sim.InstanceOption{nil, {sim.WithDigest()}} {
			r := start(t, e, parent, option...)
			r.set("we", 1)
			r.set("re", 1)
			r.set("wa", 3)
			r.set("wd", 1)
			r.tick(4)
			r.set("ra", 7)
			r.set("wa", 7)
			r.tick(1) // past the end nothing is written
			r.set("re", 0)
			r.set("ra", 3)
			r.set("wa", 3)
			r.set("wd", 2)
			r.tick(1) // no read
			r.set("re", 1)
			r.set("wd", 3)
			err := r.Tick(10)
			var collision *sim.CollisionError
			require.ErrorAs(t, err, &collision)
			assert.Equal(t, sim.CollisionError{Memory: "bank.mem", Cycle: 6, Addr: 3, At: ir.Pos{File: "test.go", Line: 7}}, *collision)
			assert.EqualError(t, err, "test.go:7: cycle 6: word 3 of bank.mem is read and written at once, which this read forbids")
			assert.EqualValues(t, 6, r.Cycle())
			assert.EqualValues(t, 2, r.peek("bank.mem[3]"), "the edge of that cycle has not come")
			assert.Error(t, r.Tick(1), "nothing has changed")
			r.set("we", 0)
			r.tick(1)
			assert.EqualValues(t, 2, r.get("later"))
		}
	})
}

func TestLastOfSeveralWritesWins(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := Module("writes")
		a, b := m.In("a", 2), m.In("b", 2)
		x := m.Mem("mem", 8, 4)
		m.Add(Write(x, Ref(a), Lit(8, 1)), Write(x, Ref(b), Lit(8, 2)))
		m.Drive("q", Ref(m.ReadReg("data", x, ir.WriteFirst, Ref(a), Lit(1, 1))))
		r := start(t, e, m)
		r.set("a", 3)
		r.set("b", 3)
		r.tick(1)
		assert.EqualValues(t, 2, r.get("q"), "write-first returns the last write")
		r.set("b", 0)
		r.tick(1)
		words, err := r.DumpMemory("mem")
		require.NoError(t, err)
		assert.Equal(t, []uint64{2, 0, 0, 1}, words)
	})
}

func TestLoadMemoryRefusesWhatDoesNotFit(t *testing.T) {
	r := start(t, sim.Reference(), RAM(8, 5, ir.ReadFirst))
	require.NoError(t, r.LoadMemory("mem", 3, 1, 255))
	words, err := r.DumpMemory("mem")
	require.NoError(t, err)
	assert.Equal(t, []uint64{0, 0, 0, 1, 255}, words)
	r.set("ra", 4)
	assert.EqualValues(t, 255, r.get("now"), "a load is seen in the current cycle")
	require.NoError(t, r.LoadMemory("mem", 4, 254))
	assert.EqualValues(t, 254, r.get("now"))
	assert.EqualError(t, r.LoadMemory("mem", 4, 1, 2), "mem has 5 words: 2 values from word 4 do not fit")
	assert.EqualError(t, r.LoadMemory("mem", -1, 1), "mem has 5 words: 1 values from word -1 do not fit")
	assert.EqualError(t, r.LoadMemory("mem", 0, 1, 256), "mem has words of 8 bits, the value 256 for word 1 does not fit")
	assert.EqualError(t, r.LoadMemory("men", 0, 1), `ram has no memory "men": did you mean mem?`)
	assert.EqualError(t, r.LoadMemory("ra", 0, 1), "ra is not a memory: use Peek")
	after, err := r.DumpMemory("mem")
	require.NoError(t, err)
	assert.Equal(t, []uint64{0, 0, 0, 1, 254}, after, "a refused load writes nothing")
	wide := start(t, sim.Reference(), RAM(65, 5, ir.ReadFirst))
	_, err = wide.DumpMemory("mem")
	assert.EqualError(t, err, "mem has words of 65 bits, more than DumpMemory returns: use DumpMemoryBig")
}

func TestFieldsOfAMemoryArePeekedLoadedAndDumped(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := Module("fields")
		x := m.Mem("mem", 75, 4, new(big.Int).Lsh(Num(5), 72))
		x.Fields = []ir.Field{{Name: "low", Width: 3}, {Name: "wide", Width: 69}, {Name: "top", Width: 3}}
		m.Drive("q", Slice(Read(x, Lit(2, 1)), 71, 64))
		r := start(t, e, m)
		assert.EqualValues(t, 5, r.peek("mem_top[0]"))
		require.NoError(t, r.LoadMemory("mem_low", 0, 7, 6))
		wide := new(big.Int).Lsh(Num(0xab), 61)
		require.NoError(t, r.LoadMemoryBig("mem_wide", 1, []*big.Int{wide}))
		assert.EqualValues(t, 0xab, r.get("q"))
		low, err := r.DumpMemory("mem_low")
		require.NoError(t, err)
		assert.Equal(t, []uint64{7, 6, 0, 0}, low)
		all, err := r.DumpMemoryBig("mem_wide")
		require.NoError(t, err)
		assert.Zero(t, wide.Cmp(all[1]))
		whole, err := r.PeekBig("mem[0]")
		require.NoError(t, err)
		assert.Equal(t, new(big.Int).Or(new(big.Int).Lsh(Num(5), 72), Num(7)), whole, "the fields beside the one that is loaded stay")
		assert.EqualError(t, r.LoadMemory("mem_low", 0, 8), "mem_low has words of 3 bits, the value 8 for word 0 does not fit")
		_, err = r.Peek("mem_low[4]")
		assert.EqualError(t, err, "mem_low[4] is not a word of mem_low: the words are mem_low[0] to mem_low[3]")
	})
}
