package testbench

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// small returns builds with so few elements and records that their limits take effect.
func small() (list []Build) {
	for _, x := range Builds() {
		if !x.Whole {
			x.Elements, x.Vertices = 12, 16
			list = append(list, x)
		}
	}
	return list
}

// each runs a test for every Build.
func each(t *testing.T, list []Build, f func(t *testing.T, x Build, seed uint64)) {
	for n, x := range list {
		t.Run(x.Name(), func(t *testing.T) {
			t.Parallel()
			f(t, x, uint64(n))
		})
	}
}

// many divides draws among builds, in two runs each with different gaps and stalls.
func many(t *testing.T, list []Build, seed uint64, draws int) {
	each(t, list, func(t *testing.T, x Build, n uint64) {
		for run := range uint64(2) {
			Exercised(t, x, seed+100*run+n, draws/len(list)/2+1, 0).Close()
		}
	})
}

// Random draws, with indices, restarts, instances, flags, culling and mistakes, are drawn as the whole.
func TestRandomDrawsAreAsTheWhole(t *testing.T) {
	long.NotShort(t)
	many(t, append(Builds(), small()...), 1, 5000)
}

func TestLongRandomDrawsAreAsTheWhole(t *testing.T) {
	long.Only(t)
	many(t, append(Builds(), small()...), 10_000, 100_000)
}

// everyCount draws every topology with every number of vertices under every limit.
func everyCount(t *testing.T, counts, limit int) {
	each(t, Builds(), func(t *testing.T, x Build, _ uint64) {
		b := New(t, x, Delays{})
		defer b.Close()
		b.Send(stimulus.PolygonMode(isa.PolygonLine))
		b.Send(stimulus.Stipple(1, 0x1cf7)...)
		for op := range isa.Op(isa.NumOps) {
			for n := range counts + 1 {
				for most := op.Rule().Least; most <= limit; most++ {
					if x.Whole && most > op.Rule().Least {
						break // nothing is cut
					}
					for _, last := range []uint32{0, 1} {
						b.Send(model.Method(isa.ProvokingVertexAddress, last), stimulus.Limits(most, most))
						var points []image.Point
						for k := range n {
							points = append(points, image.Pt(k%3, k%2))
						}
						b.Send(stimulus.Path(op, points...)...)
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
	for _, x := range []Build{Builds()[2], Builds()[6]} {
		digest := func(e sim.Engine) uint64 {
			return Exercised(t, x, 3, 40, 0, bench.Engine(e), bench.Digest()).Digest()
		}
		assert.Equal(t, digest(sim.Compiled()), digest(sim.Reference()))
	}
}

// Nothing depends on the power-on contents of unreset registers and memories.
func TestPowerOnDoesNotMatter(t *testing.T) {
	long.NotShort(t)
	for seed := range uint64(3) {
		Exercised(t, small()[seed], seed, 60, 0, bench.PowerOn(seed+1))
	}
}

// A reset while the unit is busy leaves nothing behind.
func TestResetStartsAgain(t *testing.T) {
	each(t, []Build{small()[1], small()[5], Builds()[3]}, func(t *testing.T, x Build, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		b := New(t, x, Delays{0.1, 0.3, 3})
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
			b.Send(stimulus.Path(isa.LineLoop, image.Pt(0, 0), image.Pt(5, 0), image.Pt(5, 5))...)
			b.Drain()
		}
		assert.Greater(t, inside, 30, "fragments in flight at the resets")
	})
}
