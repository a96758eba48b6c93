package sim_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// peeked counts the changes of every signal by looking at each in each cycle.
type peeked struct {
	last    []*big.Int
	changes []uint64
}

func (p *peeked) look(t *testing.T, s *sim.Simulation) {
	list := s.Program().Signals()
	if p.changes == nil {
		p.changes = make([]uint64, len(list))
	}
	var now []*big.Int
	for i, x := range list {
		v, err := s.PeekBig(x.String())
		require.NoError(t, err)
		if p.last != nil {
			for _, w := range new(big.Int).Xor(v, p.last[i]).Bits() {
				p.changes[i] += uint64(bits.OnesCount64(uint64(w)))
			}
		}
		now = append(now, v)
	}
	p.last = now
}

// Both engines count what somebody sees who looks at each signal in each cycle, however
// the cycles are grouped.
func TestActivityCountsTheBitsThatChangeBetweenSamplePoints(t *testing.T) {
	m := Station()
	for _, e := range engines {
		t.Run(e.Name(), func(t *testing.T) {
			p, err := sim.Compile(m.Module, sim.WithEngine(e))
			require.NoError(t, err)
			_, err = sim.NewActivity(p)
			assert.EqualError(t, err, "station is not traced: take Program.Traced")
			p, err = p.Traced()
			require.NoError(t, err)
			a, err := sim.NewActivity(p)
			require.NoError(t, err)
			one, many := p.New(), p.New()
			random := rand.New(rand.NewPCG(1, 2))
			var seen peeked
			for range 50 {
				stimulate(t, random, []*sim.Simulation{one, many})
				n := 1 + random.IntN(5)
				for range n {
					seen.look(t, one)
					require.NoError(t, one.Tick(1))
				}
				require.NoError(t, many.Trace(n, a.Count))
			}
			assert.Equal(t, seen.changes, a.Changes())
			assert.Positive(t, slices.Max(seen.changes))
			var total uint64
			var names [][]string
			for _, x := range a.Instances() {
				names = append(names, x.Path)
				total += x.Total()
			}
			assert.Equal(t, [][]string{nil, {"left"}, {"right"}}, names)
			assert.Positive(t, total)
			assert.EqualError(t, a.Count(make([]byte, 3)), fmt.Sprintf("frames of station have %d bytes each, not 3 in all", p.FrameSize()))
		})
	}
}

func TestActivitySamplesWithoutAllocating(t *testing.T) {
	p, err := sim.Compile(Station().Module)
	require.NoError(t, err)
	p, err = p.Traced()
	require.NoError(t, err)
	a, err := sim.NewActivity(p)
	require.NoError(t, err)
	s := p.New()
	assert.Zero(t, testing.AllocsPerRun(100, func() { require.NoError(t, a.Sample(s)) }))
	assert.EqualValues(t, 100, a.Steps())
}

// An activity is printed as a line for the design and one for each instance.
func TestActivityReadsWell(t *testing.T) {
	p, err := sim.Compile(Station().Module)
	require.NoError(t, err)
	p, err = p.Traced()
	require.NoError(t, err)
	a, err := sim.NewActivity(p)
	require.NoError(t, err)
	assert.Regexp(t, "^station: 0 changes of bits in 0 cycles, 0.00 a cycle\n  top: ", a.String())
	frame := make([]byte, p.FrameSize())
	require.NoError(t, a.Count(frame))
	for i, s := range p.Signals() { // each lowest bit rises
		if s.Same == i {
			frame[p.FrameOffsets()[i]] = 1
		}
	}
	require.NoError(t, a.Count(frame))
	lines := strings.Split(fmt.Sprint(a), "\n")
	list := a.Instances()
	require.Len(t, lines, 1+len(list))
	sum := uint64(0)
	for i, x := range list {
		assert.Equal(t, fmt.Sprintf("  %v", x), lines[1+i])
		sum += x.Total()
	}
	assert.Positive(t, sum)
	assert.Equal(t, fmt.Sprintf("station: %d changes of bits in 1 cycle, %d.00 a cycle", sum, sum), lines[0])
	assert.Equal(t, "queue.slot: 34 bits, 1 change (1 of registers, 0 of ports, 0 of wires)",
		fmt.Sprint(sim.InstanceActivity{Path: []string{"queue", "slot"}, Bits: 34, Registers: 1}))
}
