package shaders

import (
	"math"
	"math/rand/v2"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/model"
)

// trial runs the program of a plan in the Go model, and the shader in float64.
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
	machine := model.Machine{Model: arithmetic, Registers: code.Config.Registers, Words: code.Config.Words,
		Program: code.Program.Words, Constants: code.Program.Constants, Call: drawing.Textures(g.Samplers)}
	return &trial{g, code, machine, precision.OutputStep(g.Output)}, nil
}

// killed is the number of pixels without a colour: of the shader and of its program.
type killed uint8

const (
	neither killed = iota
	one
	both
)

// distance is the distance of the program's colour from the shader's in steps of the output, if both have a colour.
func (tr *trial) distance(values [][4]float64) (steps float64, k killed) {
	each, k := tr.distances(values)
	return max(each[0], each[1], each[2], each[3]), k
}

// distances is the distance of each component.
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

// randomInputs draws values of a shader's variables in the range of their attributes.
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
