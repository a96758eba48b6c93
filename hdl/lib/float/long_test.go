package float_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/schollz/progressbar/v3"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// sweep casts one value after another, from First on, and folds the results
// into a checksum.
type sweep struct {
	First hdl.In
	Start hdl.In
	Sum   hdl.Out // of the results so far, in order
	Last  hdl.Out
}

func newSweep() *sweep {
	return &sweep{First: hdl.Input(32), Start: hdl.Input(1), Sum: hdl.Output(64), Last: hdl.Output(16)}
}

func (s *sweep) Describe(m *hdl.Module) {
	value, sum := m.Reg("value", 32), m.Reg("total", 64)
	result := float.Cast(m, float.Binary32, float.Binary16, value, float.Nearest())
	m.If(s.Start, func() {
		value.Set(s.First)
		sum.Set(0)
	}).Else(func() {
		value.Set(value.Add(1))
		sum.Set(hdl.Cat(sum.Slice(56, 0), sum.Slice(63, 57)).Add(result.ZeroExtend(64)))
	})
	s.Sum.Set(sum)
	s.Last.Set(result)
}

func fold(sum uint64, result uint16) uint64 { return (sum<<7 | sum>>57) + uint64(result) }

// steps are the bits of the fp32 values, without sign, at which the nearest
// fp16 value changes: step i is the first that becomes i. They come from the
// exact ties between neighbours and share nothing with the hardware.
func steps() []uint32 {
	from, to := ref.Binary32, ref.Binary16
	list := []uint32{0}
	for i := uint64(1); i <= 0x7c00; i++ {
		above := big.NewRat(1<<16, 1) // where the next exponent would begin
		if i < 0x7c00 {
			above = to.Decode(i, false).Exact
		}
		tie := new(big.Rat).Add(to.Decode(i-1, false).Exact, above)
		tie.Quo(tie, big.NewRat(2, 1))
		at := from.Round(tie, ref.Mode{TowardZero: true}) // ties have few bits: exact
		if i%2 == 1 {                                     // a tie stays with the even neighbour below
			at++
		}
		list = append(list, uint32(at))
	}
	return append(list, 0x7f800001) // NaN
}

const chunk = 1 << 16

// expected is the checksum that a chunk must give.
func expected(steps []uint32, first uint32) (sum uint64) {
	sign := uint16(first >> 31 << 15)
	magnitude := first &^ (1 << 31)
	i := 0
	for i+1 < len(steps) && steps[i+1] <= magnitude {
		i++
	}
	for range chunk {
		for i+1 < len(steps) && steps[i+1] <= magnitude {
			i++
		}
		result := sign | uint16(i)
		if i == len(steps)-1 {
			result = 0x7fff
		}
		sum = fold(sum, result)
		magnitude++
	}
	return sum
}

// sweeper runs chunks of a sweep.
type sweeper struct {
	*sim.Simulation
	first, start, sum sim.Port
}

func sweepers(t *testing.T) func() sweeper {
	d, err := hdl.Elaborate(newSweep())
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	port := func(name string) sim.Port {
		x, err := p.Port(name)
		require.NoError(t, err)
		return x
	}
	first, start, sum := port("first"), port("start"), port("sum")
	return func() sweeper { return sweeper{p.New(), first, start, sum} }
}

// chunk is the checksum of the results of a chunk.
func (s sweeper) chunk(first uint32) (uint64, error) {
	err := errors.Join(s.Set(s.first, uint64(first)), s.Set(s.start, 1), s.Tick(1), s.Set(s.start, 0), s.Tick(chunk))
	return s.Get(s.sum), err
}

// Chunks of fp32 values around every boundary are cast as the exact ties say.
func TestFp32ValuesAsFp16AroundBoundaries(t *testing.T) {
	s, list := sweepers(t)(), steps()
	for _, first := range []uint32{0, 0x33000000 - chunk/2, 0x38800000 - chunk/2, 0x3f800000 - chunk/2, 0x477fe000, 0x7f800000 - chunk/2, 0x80000000, 0xb8800000 - chunk/2, 0xff800000 - chunk/2} {
		want := expected(list, first)
		got, err := s.chunk(first)
		require.NoError(t, err)
		require.Equal(t, want, got, "%08x", first)
	}
}

// All values of fp32, cast by the hardware in the compiled engine, are the fp16
// values that the exact ties give.
func TestLongEveryFp32ValueAsFp16(t *testing.T) {
	long.Only(t)
	list, start := steps(), sweepers(t)
	bar := progressbar.NewOptions64(1<<32, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription("fp32 to fp16"),
		progressbar.OptionShowIts(), progressbar.OptionThrottle(time.Second))
	began := time.Now()
	sums := make([]uint64, 1<<32/chunk)
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			s := start()
			for n := next.Add(1) - 1; n < int64(len(sums)) && !t.Failed(); n = next.Add(1) - 1 {
				first := uint32(n * chunk)
				got, err := s.chunk(first)
				if want := expected(list, first); err != nil || got != want {
					t.Errorf("the values from %08x on: checksum %016x, want %016x, %v", first, got, want, err)
				}
				sums[n] = got
				_ = bar.Add(chunk)
			}
		})
	}
	all.Wait()
	_ = bar.Finish()
	h := xxhash.New()
	for _, x := range sums {
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
	seconds := time.Since(began).Seconds()
	fmt.Printf("\n2^32 values in %.0f s, %.1f million a second\ndigest: %016x\n", seconds, 4294.967296/seconds, h.Sum64())
}
