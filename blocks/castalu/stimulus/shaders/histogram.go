package shaders

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/stimulus"
)

// ceilings are the upper ends of a histogram's first classes, in steps of the output. The first, half a thousandth, is for
// rounding in fp32.
var ceilings = [...]float64{0.0005, 0.25, 0.5, 1, 2, 4, 8, 16, 64}

// The classes after those of the ceilings.
const (
	beyond       = len(ceilings) + iota // above the last ceiling
	discarded                           // by both the shader and the program
	discardedOne                        // by only one of them
	numClasses
)

// Classes are the names of a histogram's classes.
var Classes = func() (names [numClasses]string) {
	for k, ceiling := range ceilings {
		names[k] = fmt.Sprintf("to %v", ceiling)
	}
	names[beyond] = fmt.Sprintf("above %v", ceilings[len(ceilings)-1])
	names[discarded], names[discardedOne] = "discarded", "discarded by one only"
	return names
}()

// Histogram counts inputs by the error of the output, in steps.
type Histogram struct {
	Count [numClasses]int
	Worst float64
}

// Measure runs the program of a plan in the Go model on random inputs.
func Measure(g *flow.Graph, p *precision.Plan, inputs int, seed uint64) (*Histogram, error) {
	arithmetic, err := stimulus.NewModel()
	if err != nil {
		return nil, err
	}
	tr, err := newTrial(g, p, arithmetic)
	if err != nil {
		return nil, err
	}
	h, rng := &Histogram{}, rand.New(rand.NewPCG(seed, 3))
	for range inputs {
		steps, killed := tr.distance(randomInputs(rng, g))
		h.Count[classOf(steps, killed)]++
		h.Worst = max(h.Worst, steps)
	}
	return h, nil
}

func classOf(steps float64, k killed) int {
	switch k {
	case both:
		return discarded
	case one:
		return discardedOne
	}
	for k, ceiling := range ceilings {
		if steps <= ceiling {
			return k
		}
	}
	return beyond
}

// String is "worst 2.56 steps; to 0.25: 1201, to 0.5: 13".
func (h *Histogram) String() string {
	var list []string
	for k, n := range h.Count {
		if n > 0 {
			list = append(list, fmt.Sprintf("%s: %d", Classes[k], n))
		}
	}
	return fmt.Sprintf("worst %.4g steps; %s", h.Worst, strings.Join(list, ", "))
}
