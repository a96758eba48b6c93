package isa

import (
	"fmt"
	"strings"

	"posedge/blocks/ioarbiter/isa/units"
)

// Numbers of the units of the graphics configuration.
const (
	RasterUnit = iota
	TextureUnit
	DepthUnit
	SurfaceUnit
)

// Numbers of the operations of the graphics configuration.
const (
	Triangle       = iota // coverage of a tile by a triangle
	Rectangle             // coverage of a tile by a rectangle
	Texture               // samples; coordinates in fp32
	TextureFixed          // samples; coordinates in 24.8
	TextureQuad           // quads of 4×4 samples
	Depth                 // depth test of a plane in a tile, under a mask
	DepthClear            // clears a tile, under a mask
	SurfaceFill           // writes a quad in one colour, under a mask
	Surface               // writes a quad in 16 colours, under a mask
	SurfaceYUV            // the same, converted to YUV
	TriangleFixed         // as Triangle, in 24.8
	RectangleFixed        // as Rectangle, in 24.8
)

// GraphicsOperations are the operations of the graphics configuration: the ABI of requests.
func GraphicsOperations() []Operation {
	mask := []Word{{Name: "low", Field: "Mask"}, {Name: "high", Field: "Mask", Low: 32}}
	tile := []Word{{Name: "tx", Field: "TileX"}, {Name: "ty", Field: "TileY"}}
	quad := []Word{{Name: "x", Field: "X"}, {Name: "y", Field: "Y"}, {Name: "mask", Field: "Mask"}}
	corners := func(n int, f Format) (list []Word) {
		for k := range n {
			list = append(list, Word{Name: fmt.Sprintf("x%d", k), Format: f, Field: fmt.Sprintf("Vertices[%d].X", k)},
				Word{Name: fmt.Sprintf("y%d", k), Format: f, Field: fmt.Sprintf("Vertices[%d].Y", k)})
		}
		return list
	}
	colours := func(n int, f Format) (list []Word) {
		for k := range n {
			list = append(list, Word{Name: fmt.Sprintf("colour%d", k), Format: f, Field: fmt.Sprintf("Colours[%d]", k)})
		}
		return list
	}
	named := func(f Format, list ...string) (words []Word) { // fields in upper case
		for _, n := range list {
			words = append(words, Word{Name: n, Format: f, Field: strings.ToUpper(n)})
		}
		return words
	}
	var components, texels []Word
	for k, name := range []string{"red", "green", "blue", "alpha"} {
		components = append(components, Word{Name: name, Format: Unorm, Field: "Texels[0]", Low: 8 * k})
	}
	for k := range units.QuadPixels {
		texels = append(texels, Word{Name: fmt.Sprintf("texel%d", k), Field: fmt.Sprintf("Texels[%d]", k)})
	}
	join := func(lists ...[]Word) (all []Word) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	on := func(field string) []Setting { return []Setting{{Field: field, Value: 1}} }
	return []Operation{
		Triangle:       {Name: "triangle", Unit: RasterUnit, Request: join(corners(3, Fixed), tile), Response: mask},
		Rectangle:      {Name: "rectangle", Unit: RasterUnit, Request: join(corners(2, Fixed), tile), Settings: on("Rectangle"), Response: mask},
		Texture:        {Name: "texture", Unit: TextureUnit, Request: named(Fixed, "u", "v"), Layout: Columns, Response: components, ResponseLayout: Columns},
		TextureFixed:   {Name: "texture_fixed", Unit: TextureUnit, Request: named(Integer, "u", "v"), Response: components},
		TextureQuad:    {Name: "texture_quad", Unit: TextureUnit, Request: named(Integer, "u", "v", "dudx", "dvdx", "dudy", "dvdy"), Settings: on("Quad"), Response: texels},
		Depth:          {Name: "depth", Unit: DepthUnit, Request: join(tile, named(Integer, "a", "b", "c"), mask), Response: mask},
		DepthClear:     {Name: "depth_clear", Unit: DepthUnit, Request: join(tile, mask), Settings: on("Clear")},
		SurfaceFill:    {Name: "surface_fill", Unit: SurfaceUnit, Request: join(quad, colours(1, Integer)), Settings: on("Fill")},
		Surface:        {Name: "surface", Unit: SurfaceUnit, Request: join(quad, colours(16, Integer))},
		SurfaceYUV:     {Name: "surface_yuv", Unit: SurfaceUnit, Request: join(quad, colours(16, YUV709))},
		TriangleFixed:  {Name: "triangle_fixed", Unit: RasterUnit, Request: join(corners(3, Integer), tile), Response: mask},
		RectangleFixed: {Name: "rectangle_fixed", Unit: RasterUnit, Request: join(corners(2, Integer), tile), Settings: on("Rectangle"), Response: mask},
	}
}
