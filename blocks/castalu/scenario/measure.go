package scenario

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
)

// trial runs the program of a plan in the Go model beside the shader in float64.
type trial struct {
	graph   *flow.Graph
	code    *compiler.Code
	machine model.Machine
	step    float64
}

func newTrial(g *flow.Graph, p *precision.Plan, arithmetic model.Model) (*trial, error) {
	code, err := compiler.Generate(p, castalu.NewConfig(4, castalu.Separate))
	if err != nil {
		return nil, err
	}
	tr := &trial{graph: g, code: code, step: precision.OutputStep(g.Output)}
	tr.machine = model.Machine{Model: arithmetic, Registers: code.Config.Registers, Words: code.Config.Words, Program: code.Program.Words, Constants: code.Program.Constants,
		Call: drawing.Textures(g.Samplers)}
	return tr, nil
}

// killed is how many of the shader and the program end a pixel without a colour.
type killed uint8

const (
	neither killed = iota
	one
	both
)

// distance is the distance of the program's colour from the shader's, in steps of the output,
// if both have one.
func (tr *trial) distance(values [][4]float64) (steps float64, k killed) {
	each, k := tr.distances(values)
	return max(each[0], each[1], each[2], each[3]), k
}

// distances is distance, component by component.
func (tr *trial) distances(values [][4]float64) (steps [4]float64, k killed) {
	want := tr.graph.Evaluate(values)
	got, ok := tr.machine.Run(0, 0, drawing.Vectors(tr.code, values), len(tr.machine.Program))
	if !ok {
		panic("the program does not end")
	}
	switch {
	case want.Killed && got.Killed:
		return steps, both
	case want.Killed || got.Killed:
		return steps, one
	}
	for k, x := range got.Vectors[0] {
		d := math.Abs(float64(math.Float32frombits(x)) - want.Color[k])
		if math.IsNaN(d) {
			d = math.Inf(1)
		}
		steps[k] = d / tr.step
	}
	return steps, neither
}

// randomInputs draws values of a shader's variables within their attributes.
func randomInputs(rng *rand.Rand, g *flow.Graph) [][4]float64 {
	values := make([][4]float64, len(g.Variables))
	for n, v := range g.Variables {
		most := math.Ldexp(1, v.Exponent)
		if v.Exponent == flow.Unbounded {
			most = math.Ldexp(1, rng.IntN(16)-8)
		}
		length := 0.0
		for k := range v.Width {
			x := rng.Float64()
			if rng.IntN(8) == 0 {
				x = float64(rng.IntN(3)) / 2
			}
			switch v.Sign {
			case flow.Negative:
				x = -x
			case flow.AnySign:
				x = 2*x - 1
			}
			x *= most
			switch {
			case v.Source.Kind == flow.Fixed && !v.Declared:
				x = v.Source.Value[k]
			case v.Source.Kind == flow.Random && !v.Declared:
				x = v.Source.Low + rng.Float64()*(v.Source.High-v.Source.Low)
			case (v.Source.Kind == flow.SphereNormal || v.Source.Kind == flow.SpherePosition) && k == 2:
				x = math.Abs(x)
			}
			values[n][k] = float64(float32(x))
			length += x * x
		}
		if v.Source.Kind == flow.SphereNormal {
			if length == 0 {
				values[n][2], length = 1, 1
			}
			for k := range values[n] {
				values[n][k] = float64(float32(values[n][k] / math.Sqrt(length)))
			}
		}
	}
	return values
}

// histogram counts inputs by their error in steps of the output.
type histogram struct {
	within [len(ceilings)]int
	beyond int // above the last ceiling
	killed int // by both the shader and the program
	differ int // killed by only one of them
	worst  float64
}

// ceilings are the upper ends of a histogram's classes, in steps; the first, half a
// thousandth, is for rounding in fp32.
var ceilings = [...]float64{0.0005, 0.25, 0.5, 1, 2, 4, 8, 16, 64}

func (h *histogram) add(steps float64) {
	h.worst = max(h.worst, steps)
	for k, ceiling := range ceilings {
		if steps <= ceiling {
			h.within[k]++
			return
		}
	}
	h.beyond++
}

func (h *histogram) inputs() int {
	sum := h.beyond + h.killed + h.differ
	for _, n := range h.within {
		sum += n
	}
	return sum
}

// String is "worst 2.56 steps; to 0.25: 1201, to 0.5: 13".
func (h *histogram) String() string {
	list := []string{}
	for k, n := range h.within {
		if n > 0 {
			list = append(list, fmt.Sprintf("to %v: %d", ceilings[k], n))
		}
	}
	for _, c := range []struct {
		n    int
		what string
	}{{h.beyond, "beyond"}, {h.killed, "killed"}, {h.differ, "killed by one only"}} {
		if c.n > 0 {
			list = append(list, fmt.Sprintf("%s: %d", c.what, c.n))
		}
	}
	return fmt.Sprintf("worst %.4g steps; %s", h.worst, strings.Join(list, ", "))
}

// measure runs the program of a plan in the Go model on random inputs.
func measure(g *flow.Graph, p *precision.Plan, inputs int, seed uint64) (*histogram, error) {
	arithmetic, err := stimulus.NewModel()
	if err != nil {
		return nil, err
	}
	tr, err := newTrial(g, p, arithmetic)
	if err != nil {
		return nil, err
	}
	h, rng := &histogram{}, rand.New(rand.NewPCG(seed, 3))
	for range inputs {
		d, killed := tr.distance(randomInputs(rng, g))
		switch killed {
		case both:
			h.killed++
		case one:
			h.differ++
		default:
			h.add(d)
		}
	}
	return h, nil
}
