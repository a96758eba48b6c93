package scenario

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// name is a build as a test's name: "four_l2_e256_v64", "two_l1_whole".
func (b build) name() string {
	if b.Whole {
		return fmt.Sprintf("%v_l%d_whole", b.Embodiment, b.Lines)
	}
	return fmt.Sprintf("%v_l%d_e%d_v%d", b.Embodiment, b.Lines, b.Elements, b.Vertices)
}

// builds returns both embodiments with every number of lines, with a driver and without.
func builds() (list []build) {
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for _, lines := range []int{1, 2, 4} {
			for _, whole := range []bool{false, true} {
				c := primbatch.NewConfig(lines)
				c.Embodiment = embodiment
				list = append(list, build{c, whole})
			}
		}
	}
	return list
}

// small returns builds with so few elements and records that their limits take effect.
func small() (list []build) {
	for _, x := range builds() {
		if !x.Whole {
			x.Elements, x.Vertices = 12, 16
			list = append(list, x)
		}
	}
	return list
}

// each runs a test for every build.
func each(t *testing.T, list []build, f func(t *testing.T, x build, seed uint64)) {
	for n, x := range list {
		t.Run(x.name(), func(t *testing.T) {
			t.Parallel()
			f(t, x, uint64(n))
		})
	}
}

// exercised is a random run of a build.
func exercised(t *testing.T, x build, seed uint64, draws int, opts ...bench.Option) *Bench {
	return Exercised(t, x.Config, x.Whole, seed, draws, 0, opts...)
}

// many divides draws among builds, in two runs each with different gaps and stalls.
func many(t *testing.T, list []build, seed uint64, draws int) {
	each(t, list, func(t *testing.T, x build, n uint64) {
		for run := range uint64(2) {
			exercised(t, x, seed+100*run+n, draws/len(list)/2+1).Close()
		}
	})
}

// Random draws, with indices, restarts, instances, flags, culling and mistakes, are drawn as the whole.
func TestRandomDrawsAreAsTheWhole(t *testing.T) {
	long.NotShort(t)
	many(t, append(builds(), small()...), 1, 5000)
}

func TestLongRandomDrawsAreAsTheWhole(t *testing.T) {
	long.Only(t)
	many(t, append(builds(), small()...), 10_000, 100_000)
}

// everyCount draws every topology with every number of vertices under every limit.
func everyCount(t *testing.T, counts, limit int) {
	each(t, builds(), func(t *testing.T, x build, _ uint64) {
		b := x.bench(t, Delays{})
		defer b.Close()
		b.Send(polygonMode(isa.PolygonLine))
		b.Send(stipple(1, 0x1cf7)...)
		for op := range isa.Op(isa.NumOps) {
			for n := range counts + 1 {
				for most := op.Rule().Least; most <= limit; most++ {
					if x.Whole && most > op.Rule().Least {
						break // nothing is cut
					}
					for _, last := range []uint32{0, 1} {
						b.Send(model.Method(isa.ProvokingVertexAddress, last), limits(most, most))
						var points []point
						for k := range n {
							points = append(points, point{k % 3, k % 2})
						}
						b.Send(path(op, points...)...)
					}
				}
			}
			b.Drain()
		}
		assert.Zero(t, b.Model.Errors)
	})
}

// Every topology, all counts under all limits, both provoking conventions: the processor alone and behind the driver, both
// embodiments, one, two and four lines.
func TestEveryCountUnderEveryLimit(t *testing.T) {
	long.NotShort(t)
	everyCount(t, 13, 12)
}

func TestLongEveryCountUnderEveryLimit(t *testing.T) {
	long.Only(t)
	everyCount(t, 60, 40)
}

// Both engines agree in every cycle.
func TestEnginesAgree(t *testing.T) {
	for _, x := range []build{builds()[2], builds()[6]} {
		digest := func(e sim.Engine) uint64 {
			return exercised(t, x, 3, 40, bench.Engine(e), bench.Digest()).Digest()
		}
		assert.Equal(t, digest(sim.Compiled()), digest(sim.Reference()))
	}
}

// Nothing depends on the power-on contents of unreset registers and memories.
func TestPowerOnDoesNotMatter(t *testing.T) {
	long.NotShort(t)
	for seed := range uint64(3) {
		exercised(t, small()[seed], seed, 60, bench.PowerOn(seed+1))
	}
}

// A reset while the unit is busy leaves nothing behind.
func TestResetStartsAgain(t *testing.T) {
	each(t, []build{small()[1], small()[5], builds()[3]}, func(t *testing.T, x build, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := x.bench(t, Delays{0.1, 0.3, 3})
		defer b.Close()
		inside := 0
		for wait := range 20 {
			random := stimulus.New(rng, !x.Whole)
			for range 3 {
				b.Send(random.Draw()...)
			}
			b.Until(20_000, "all items are taken", func() bool { return b.Waiting() == 0 })
			b.Ticks(2 * wait)
			inside += len(b.Model.Fragments) - len(b.Fragments)
			b.Restart()
			b.Send(path(isa.LineLoop, point{0, 0}, point{5, 0}, point{5, 5})...)
			b.Drain()
		}
		assert.Greater(t, inside, 30, "fragments in flight at the resets")
	})
}
