package fuzz_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/long"
	"posedge/internal/quality/fuzz"
)

// Where no bit of an input is said to reach a bit of an output, no value of the
// input changes it. In many designs bits are told apart.
func TestWhatIsSaidNotToDependDoesNotChange(t *testing.T) {
	long.NotShort(t)
	doesNotChange(t, 0, 200)
}

func TestLongWhatIsSaidNotToDependDoesNotChange(t *testing.T) {
	long.Only(t)
	doesNotChange(t, 200, 2000)
}

// doesNotChange draws designs from first to before end.
func doesNotChange(t *testing.T, first, end uint64) {
	judged, partly, apart := 0, 0, 0
	for seed := first; seed < end; seed++ {
		e, err := hdl.Elaborate(fuzz.Generate(seed).Component())
		require.NoError(t, err)
		sums, loop, _ := ir.Paths(e.Top)
		require.Empty(t, loop)
		p, err := sim.Compile(e.Top, sim.WithEngine(sim.Reference()))
		require.NoError(t, err)
		s := p.New(sim.PowerOn(seed))
		r := rand.New(rand.NewPCG(seed, 1))
		ports := e.Top.Ports
		port := func(x *ir.Signal) sim.Port {
			q, err := p.Port(x.Name)
			require.NoError(t, err)
			return q
		}
		random := func(in *ir.Signal) {
			words := make([]uint64, (in.Width+63)/64)
			for i := range words {
				words[i] = r.Uint64()
			}
			words[len(words)-1] >>= -in.Width & 63
			require.NoError(t, s.Set(port(in), words...))
		}
		for out := range ports {
			for _, in := range sums[e.Top][out] {
				d := ir.Depends(e.Top, ports[out], ports[in])
				if d == nil {
					apart++
					d = &ir.Dependence{Bits: new(big.Int)}
				} else {
					assert.Same(t, ports[out], d.Path[0].Signal)
					assert.Same(t, ports[in], d.Path[len(d.Path)-1].Signal)
					assert.Same(t, ports[out], d.First.Target)
				}
				if d.Bits.BitLen() < ports[out].Width || d.Bits.TrailingZeroBits() > 0 {
					partly++
				}
				judged++
				for range 10 {
					for _, x := range ports {
						if x.Kind == ir.Input {
							random(x)
						}
					}
					before := s.GetBig(port(ports[out]))
					random(ports[in])
					changed := new(big.Int).Xor(before, s.GetBig(port(ports[out])))
					require.Zero(t, changed.AndNot(changed, d.Bits).Sign(), "seed %d: %s changes %s in more than %x", seed, ports[in].Name, ports[out].Name, d.Bits)
				}
			}
		}
	}
	t.Logf("%d pairs, %d with bits apart, %d wholly", judged, partly, apart)
	assert.Greater(t, partly, apart)
	assert.Positive(t, apart)
}
