package combineripu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// kinds are the names of packets.
func kinds(list []packetValue) (words []string) {
	for _, p := range list {
		words = append(words, [...]string{"pixel", "L", "block", "allocate"}[p.Kind])
	}
	return words
}

// The example of the protocol: pixel pixel L L pixel.
func TestTokensAroundAStateChange(t *testing.T) {
	for _, sets := range []int{1, 2, 4} {
		t.Run(fmt.Sprintf("%d sets", sets), func(t *testing.T) {
			b := newRasterBench(t, NewConfig(sets), 1, 0, 0)
			b.freeDelay = func() int { return 50 }
			b.pixel()
			b.pixel()
			b.load(isa.OffsetControl, 0x102)
			b.load(isa.OffsetInRGB+4, 7)
			b.pixel()
			b.run(200)
			assert.Equal(t, []string{"allocate", "pixel", "pixel", "block", "L", "L", "allocate", "pixel"}, kinds(b.out.Beats()))
			next := uint64(1 % sets)
			for k, set := range []uint64{0, 0, 0, 0, next, next, next, next} {
				if p := b.out.Beats()[k]; p.Kind != isa.LoadPacket {
					assert.Equal(t, set, p.Set, "packet %d", k)
				}
			}
			wait := b.out.Cycles()[4] - b.out.Cycles()[3] // from the block to the next load
			if sets == 1 {
				assert.EqualValues(t, 52, wait, "until the block returns, and two cycles")
			} else {
				assert.EqualValues(t, 2, wait)
			}
			b.checkWords()
		})
	}
}

func TestLoadsBeforeAnyPixelAreInPlace(t *testing.T) {
	b := newRasterBench(t, NewConfig(1), 1, 0, 0)
	for k := range 40 {
		b.load(isa.OffsetConstant0, uint32(k+1))
	}
	b.pixel()
	b.load(isa.OffsetConstant0, 3)
	b.load(isa.OffsetConstant0, 4) // the set has no pixels yet
	b.pixel()
	b.run(200)
	assert.Equal(t, 1, count(b, isa.BlockPacket))
	assert.Equal(t, 2, count(b, isa.AllocatePacket))
	b.checkWords()
}

func count(b *rasterBench, kind isa.PacketKind) (n int) {
	for _, p := range b.out.Beats() {
		if p.Kind == kind {
			n++
		}
	}
	return n
}

// Loads without a change and loads of other registers pass as they are.
func TestLoadsWithoutChangeCloseNothing(t *testing.T) {
	c := NewConfig(2)
	c.Stages = 3
	b := newRasterBench(t, c, 1, 0, 0)
	b.pixel()
	for _, offset := range isa.Offsets(c.Stages) {
		w := isa.ResetWords()
		b.load(offset, *w.At(offset))
	}
	b.load(0x0264+8, 5)              // IN_ALPHA(3), which is not built
	b.load(isa.OffsetControl+4, 5)   // of no combiner register
	b.load(isa.OffsetFinal0+1, 5)    // not a word's offset
	b.load(0x1fff, 5)                // the last offset
	b.load(isa.OffsetInRGB+4*7, 123) // a stage that is not built
	b.pixel()
	b.run(200)
	assert.Equal(t, 0, count(b, isa.BlockPacket))
	assert.Equal(t, 1, count(b, isa.AllocatePacket))
	b.checkWords()
}

func TestAChangeBackStaysDirty(t *testing.T) {
	b := newRasterBench(t, NewConfig(2), 1, 0, 0)
	b.pixel()
	b.load(isa.OffsetFinal1, 1)
	b.load(isa.OffsetFinal1, isa.ResetFinal1)
	b.pixel()
	b.load(isa.OffsetFinal1, isa.ResetFinal1)
	b.pixel()
	b.run(200)
	assert.Equal(t, []string{"allocate", "pixel", "block", "L", "L", "allocate", "pixel", "L", "pixel"}, kinds(b.out.Beats()))
}

// Clean pixels and loads without a change pass one per cycle.
func TestCleanPacketsPassOneACycle(t *testing.T) {
	b := newRasterBench(t, NewConfig(2), 1, 0, 0)
	for k := range 100 {
		b.pixel()
		if k%3 == 0 {
			b.load(isa.OffsetFinal0, isa.ResetFinal0)
		}
		if k%5 == 0 {
			b.load(0x100, 1)
		}
	}
	b.run(500)
	cycles := b.out.Cycles()
	for k := 2; k < len(cycles); k++ { // after the allocate
		require.EqualValues(t, 1, cycles[k]-cycles[k-1], "packet %d", k)
	}
}

// From the last pixel of a program to the first of the next, k loads and n stages take at most k + n + 8 cycles if a
// set is free. With one set, whose block takes L cycles to return, they take L more.
func TestCyclesOfAStateChange(t *testing.T) {
	long.NotShort(t)
	for _, sets := range []int{1, 2, 4} {
		for _, n := range []int{1, 4, 8} {
			for _, k := range []int{1, 2, 17} {
				const L = 23
				b := newRasterBench(t, NewConfig(sets), 1, 0, 0)
				b.countDelay = func() int { return n + 3 }
				b.freeDelay = func() int { return L }
				b.pixel()
				for i := range k {
					b.load(isa.OffsetConstant0, uint32(i+1))
				}
				b.pixel()
				b.run(200)
				cycles := b.out.Cycles()
				limit, change := k+n+8, int(cycles[len(cycles)-1]-cycles[1])
				if sets == 1 {
					limit += L
				}
				assert.LessOrEqual(t, change, limit, "%d sets, %d stages, %d loads", sets, n, k)
				assert.Equal(t, limit-1, change, "%d sets, %d stages, %d loads: as it is built", sets, n, k)
				var counts [5]uint64
				b.tb.Read(b.f.Counts, &counts)
				stalled := uint64(0)
				if sets == 1 {
					stalled = L
				}
				assert.Equal(t, [5]uint64{2, 2, 1, stalled, uint64(2 * (n + 3))}, counts)
			}
		}
	}
}

// runRandomRaster runs a random stream, with gaps, stalls and delays, against the model.
func runRandomRaster(t testing.TB, c Config, seed uint64, packets int, options ...bench.Option) *rasterBench {
	b := newRasterBench(t, c, seed, 0.2, 0.3, options...)
	b.countDelay = func() int { return 2 + b.rng.IntN(12) }
	b.freeDelay = func() int { return 2 + b.rng.IntN(30*c.Sets) } // long enough that loads wait for a set, even with four
	offsets := append(isa.Offsets(c.Stages), 0, isa.OffsetControl+4, isa.OffsetInRGB+4*c.Stages, isa.OffsetFinal1+1)
	for range packets {
		switch {
		case b.rng.IntN(3) > 0:
			b.pixel()
		default:
			offset := offsets[b.rng.IntN(len(offsets))]
			word := b.rng.Uint32() & b.rng.Uint32()
			w := b.model.Words(b.model.Current())
			if stored := w.At(offset); stored != nil && b.rng.IntN(2) == 0 {
				word = *stored ^ uint32(b.rng.IntN(2))<<b.rng.IntN(32) // one bit, or no change
			}
			b.load(offset, word)
		}
	}
	b.run(100 * packets)
	b.checkWords()
	var counts [5]uint64
	b.tb.Read(b.f.Counts, &counts)
	assert.EqualValues(t, []int{count(b, isa.PixelPacket), count(b, isa.AllocatePacket), count(b, isa.BlockPacket)}, []int{int(counts[0]), int(counts[1]), int(counts[2])})
	return b
}

func TestRandomRasterStreams(t *testing.T) {
	long.NotShort(t)
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for _, c := range []Config{NewConfig(1), NewConfig(2), NewConfig(4), {Sets: 2, Stages: 1}, {Sets: 4, Stages: 3}} {
			for seed := range uint64(1) {
				runRandomRaster(t, c, seed, 400, bench.Engine(engine), bench.PowerOn(seed+1), bench.Cover(cover))
			}
		}
	}
	cover.Require(t)
}

func TestLongRandomRasterStreams(t *testing.T) {
	long.Only(t)
	for _, sets := range []int{1, 2, 4} {
		for seed := range uint64(20) {
			runRandomRaster(t, NewConfig(sets), 100+seed, 3000)
		}
	}
}

func TestLongTheRasterMachineAgreesOutside(t *testing.T) {
	long.Only(t)
	t.Parallel()
	var runs []*bench.TB
	for _, c := range []Config{{Sets: 1, Stages: 2}, NewConfig(2), {Sets: 4, Stages: 1}} {
		runs = append(runs, runRandomRaster(t, c, 1, 150, bench.Record()).tb)
	}
	bench.Outside(t, bench.Simulators, runs...)
}

func TestTheRasterMachineLeavesNothingUnread(t *testing.T) {
	for _, c := range []Config{NewConfig(1), NewConfig(2), {Sets: 4, Stages: 1}} {
		for _, x := range []hdl.Component{newControlStorage(c), newRasterMachine(c, PixelShape())} {
			d, err := hdl.Elaborate(x)
			require.NoError(t, err)
			assert.Empty(t, d.Notes, c.Name())
		}
	}
}
