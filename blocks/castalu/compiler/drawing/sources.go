package drawing

import (
	"hash/fnv"
	"math"
	"math/rand/v2"

	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/flow"
)

// Viewpoint is a pixel of a picture that a shader draws.
type Viewpoint struct {
	X, Y, Width, Height int
}

// Inputs returns the values of a shader's inputs at a pixel, by variable, in fp32. Those of
// uniforms are 0. If an input belongs to the sphere and the pixel is beside it, covered is
// false.
func (p Viewpoint) Inputs(variables []flow.Variable) (values [][4]float32, covered bool) {
	values = make([][4]float32, len(variables))
	for n, v := range variables {
		if v.Uniform {
			continue
		}
		var real [4]float64
		switch v.Source.Kind {
		case flow.UV:
			real = [4]float64{(float64(p.X) + 0.5) / float64(p.Width), (float64(p.Y) + 0.5) / float64(p.Height)}
		case flow.SphereNormal, flow.SpherePosition:
			if real, covered = p.sphere(); !covered {
				return nil, false
			}
		case flow.Random:
			real = p.random(v)
		case flow.Fixed:
			real = v.Source.Value
		}
		for k, x := range real[:v.Width] {
			values[n][k] = float32(x)
		}
	}
	return values, true
}

// sphere is the point where the pixel's ray meets a sphere of radius 1 around 0, which fills
// the picture's shorter side. y points up, and z towards the viewer.
func (p Viewpoint) sphere() (at [4]float64, hit bool) {
	side := float64(min(p.Width, p.Height))
	x := float64(2*p.X+1-p.Width) / side
	y := float64(p.Height-2*p.Y-1) / side
	z := 1 - x*x - y*y
	return [4]float64{x, y, math.Sqrt(max(z, 0))}, z >= 0
}

// random returns numbers that depend on the pixel and on the variable's name.
func (p Viewpoint) random(v flow.Variable) (out [4]float64) {
	h := fnv.New64a()
	h.Write([]byte(v.Name))
	rng := rand.New(rand.NewPCG(h.Sum64(), uint64(p.Y)<<32|uint64(p.X)))
	for k := range out {
		out[k] = v.Source.Low + (v.Source.High-v.Source.Low)*rng.Float64()
	}
	return out
}

// InReal converts fp32 values of variables to float64, which stands for real arithmetic.
func InReal(values [][4]float32) [][4]float64 {
	out := make([][4]float64, len(values))
	for n, v := range values {
		for k, x := range v {
			out[n][k] = float64(x)
		}
	}
	return out
}

// Vectors returns the initial vectors of a pixel's work item, given the values of the shader's
// variables. A shader without inputs has one vector, too, which nothing reads.
func Vectors(c *compiler.Code, values [][4]float64) [][4]uint32 {
	list := make([][4]uint32, max(1, len(c.Inputs)))
	for n, v := range c.Inputs {
		for k, x := range values[v] {
			list[n][k] = math.Float32bits(float32(x))
		}
	}
	return list
}
