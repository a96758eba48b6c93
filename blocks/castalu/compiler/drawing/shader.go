package drawing

import (
	"fmt"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/shader"
)

// Shader is a fragment shader and its program.
type Shader struct {
	Graph *flow.Graph
	Code  *compiler.Code
}

// Compile compiles the text of a shader to casting-arithmetic instructions, as posedge castalu compile does. image
// returns a sampler's image, which must have a method Fetch like that of
// [posedge/blocks/castalu/compiler/texture.Image]. Errors begin with name.
func Compile(name, text string, image func(flow.Sampler) (flow.Image, error)) (*Shader, error) {
	g, err := shader.Parse(name, text, shader.Options{Image: image})
	if err != nil {
		return nil, err
	}
	result, err := precision.Transform(g, precision.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	code, err := compiler.Generate(result.Plan, castalu.NewConfig(4, castalu.Separate))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Shader{g, code}, nil
}

// Call returns a [posedge/blocks/castalu/model.Machine].Call that responds to the shader's requests as castalu's texture
// units do.
func (s Shader) Call() func(unit int, words []uint32) (status uint32, answer []uint32) {
	return Textures(s.Graph.Samplers)
}

// Vectors returns the initial vectors of a pixel's work item. There are none if an input belongs to the sphere and the
// pixel is beside it.
func (s Shader) Vectors(x, y, width, height int) [][4]uint32 {
	values, covered := Viewpoint{x, y, width, height}.Inputs(s.Graph.Variables)
	if !covered {
		return nil
	}
	return Vectors(s.Code, InReal(values))
}

// Pixels returns the vectors of the pixels of one picture.
func (s Shader) Pixels(width, height int) func(x, y int) [][4]uint32 {
	return func(x, y int) [][4]uint32 { return s.Vectors(x, y, width, height) }
}
