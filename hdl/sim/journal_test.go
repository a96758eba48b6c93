package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

func sample(t *testing.T, s *sim.Simulation) []byte {
	t.Helper()
	row := make([]byte, s.Program().FrameSize())
	require.NoError(t, s.Sample(row))
	return row
}

// The last cycles run again as they ran: inputs, loads and restores included,
// across segments of the journal. The watched twin is traced all the time.
func TestReplayRunsTheLastCyclesAgain(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, cycles := range []int{0, 1, 50, 4095, 4096, 4097, 8300, 9000} {
			p := compile(t, Station(), sim.WithEngine(e))
			traced, err := p.Traced()
			require.NoError(t, err)
			s, watched := rig{p.New(sim.WithJournal(10), sim.PowerOn(1)), t}, rig{traced.New(sim.PowerOn(1)), t}
			rng := rand.New(rand.NewPCG(uint64(cycles), 1))
			var want [][]byte
			for cycle := range cycles {
				enable, low, high := rng.Uint64N(2), rng.Uint64(), rng.Uint64N(1<<36)
				for _, r := range []rig{s, watched} {
					r.set("enable", enable)
					if enable == 1 {
						require.NoError(t, r.Set(r.port("wide"), low, high))
					} else {
						// The upper word is left out: 0.
						require.NoError(t, r.Set(r.port("wide"), low>>(low%2*40)))
					}
					switch cycle {
					case 4100:
						require.NoError(t, r.LoadMemory("table", 1, 77, 78))
					case 8400:
						require.NoError(t, r.Restore(r.Snapshot()))
					}
				}
				want = append(want, sample(t, watched.Simulation))
				s.tick(1)
				watched.tick(1)
			}
			want = append(want, sample(t, watched.Simulation))
			var got [][]byte
			require.NoError(t, s.Replay(1000, func(x *sim.Simulation) error {
				got = append(got, sample(t, x))
				return nil
			}))
			held := min(len(want), 1000)
			if cycles == 9000 {
				held = 601 // a restore begins the journal anew
			}
			require.Len(t, got, held, "%d cycles", cycles)
			assert.Equal(t, want[len(want)-held:], got, "%d cycles", cycles)
			assert.EqualValues(t, cycles, s.Cycle(), "the instance itself goes on where it was")
		}
	})
}

func TestReplayAfterALongTick(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		s := start(t, e, Station(), sim.WithJournal(50))
		s.set("enable", 1)
		s.tick(5000)
		var cycles []uint64
		require.NoError(t, s.Replay(50, func(x *sim.Simulation) error {
			cycles = append(cycles, x.Cycle())
			return nil
		}))
		require.Len(t, cycles, 50)
		assert.EqualValues(t, 4951, cycles[0])
		assert.EqualValues(t, 5000, cycles[49])
	})
}

func TestReplayNeedsAJournal(t *testing.T) {
	assert.ErrorContains(t, start(t, sim.Reference(), Station()).Replay(5, nil), "WithJournal")
}
