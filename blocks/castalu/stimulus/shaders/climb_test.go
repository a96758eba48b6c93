package shaders

import (
	"math"
	"math/rand/v2"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
)

// climber moves the inputs of a trial towards a greater share of the bound.
type climber struct {
	*trial
	bound  precision.Bound
	rng    *rand.Rand
	at     [][4]float64 // the inputs with the greatest share so far
	worst  float64      // the greatest share of any component
	killed int          // pixels that only one of shader and program discards
}

// newClimber begins at the worst of several random inputs.
func newClimber(tr *trial, b precision.Bound, rng *rand.Rand, inputs int) *climber {
	c := &climber{trial: tr, bound: b, rng: rng, at: randomInputs(rng, tr.graph)}
	for range inputs {
		c.try(randomInputs(rng, tr.graph))
	}
	return c
}

func (c *climber) try(values [][4]float64) {
	each, dead := c.distances(values)
	if dead == one {
		c.killed++
	}
	for k, d := range each {
		if d > 0 && d/c.bound.Of[k] > c.worst {
			c.worst, c.at = d/c.bound.Of[k], values
		}
	}
}

// climb moves the inputs the given number of times.
func (c *climber) climb(moves int) {
	for range moves {
		c.try(c.moved())
	}
}

// moved returns inputs near the worst: one component is moved, by little or by much, or all are moved towards random ones.
func (c *climber) moved() [][4]float64 {
	other, part := randomInputs(c.rng, c.graph), c.rng.Float64()*c.rng.Float64()
	var inputs [][2]int
	for n, v := range c.graph.Variables {
		for k := range v.Width {
			switch {
			case v.Source.Kind == flow.SphereNormal: // it would leave the sphere
			case v.Uniform: // part of the program
			default:
				inputs = append(inputs, [2]int{n, k})
			}
		}
	}
	out := make([][4]float64, len(c.at))
	copy(out, c.at)
	if len(inputs) == 0 {
		return other
	}
	if c.rng.IntN(3) > 0 {
		inputs, part = inputs[c.rng.IntN(len(inputs)):][:1], math.Ldexp(c.rng.Float64(), -c.rng.IntN(20))
	}
	for _, i := range inputs {
		x := &out[i[0]][i[1]]
		*x = float64(float32(*x + part*(other[i[0]][i[1]]-*x)))
	}
	return out
}
