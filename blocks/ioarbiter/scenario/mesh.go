package scenario

import (
	"image/color"
	"math"
	"slices"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
)

// A vector is a point or a direction. In a scene, x goes to the right, y up and z away from the viewer.
type vector struct{ x, y, z float64 }

func (v vector) plus(w vector) vector   { return vector{v.x + w.x, v.y + w.y, v.z + w.z} }
func (v vector) minus(w vector) vector  { return v.plus(w.times(-1)) }
func (v vector) times(f float64) vector { return vector{v.x * f, v.y * f, v.z * f} }
func (v vector) dot(w vector) float64   { return v.x*w.x + v.y*w.y + v.z*w.z }
func (v vector) unit() vector           { return v.times(1 / math.Sqrt(v.dot(v))) }
func (v vector) cross(w vector) vector {
	return vector{v.y*w.z - v.z*w.y, v.z*w.x - v.x*w.z, v.x*w.y - v.y*w.x}
}
func normal(a, b, c vector) vector          { return b.minus(a).cross(c.minus(a)).unit() }
func mix(v, w vector, share float64) vector { return v.plus(w.minus(v).times(share)) }

// shade is a colour, each component from 0 to 1.
type shade = vector

// rgba8 is a shade in 8 bits per component.
func rgba8(s shade) uint32 {
	level := func(x float64) uint8 { return uint8(math.Round(255 * min(max(x, 0), 1))) }
	return rgba(color.RGBA{level(s.x), level(s.y), level(s.z), 255})
}

// A triangle is a triangle as the units draw it, with all numbers in 24.8: the vertices, and the plane of its depth, with
// slopes a and b in x and y, and c at (0, 0).
type triangle struct {
	x, y    [3]int64
	a, b, c int64
	colour  uint32
}

// onScreen makes a triangle from points on the screen: x and y in pixels, y down, and z a depth.
func onScreen(p [3]vector, colour uint32) triangle {
	t := triangle{colour: colour}
	for k, v := range p {
		t.x[k], t.y[k] = int64(math.Round(v.x*256)), int64(math.Round(v.y*256))
		p[k].x, p[k].y = float64(t.x[k])/256, float64(t.y[k])/256
	}
	v, w := p[1].minus(p[0]), p[2].minus(p[0])
	a, b := 0.0, 0.0
	if area := v.x*w.y - v.y*w.x; area != 0 {
		a, b = (v.z*w.y-v.y*w.z)/area, (v.x*w.z-v.z*w.x)/area
	}
	if max(math.Abs(a), math.Abs(b)) > units.MaxDepth/8 { // it is seen edge-on: the slopes do not fit 24.8
		a, b = 0, 0
	}
	steps := func(x float64) int64 { return int64(float32(math.Round(x*256)/256) * 256) } // rounded to fp32
	t.a, t.b = steps(a), steps(b)
	x, y, z := (p[0].x+p[1].x+p[2].x)/3, (p[0].y+p[1].y+p[2].y)/3, (p[0].z+p[1].z+p[2].z)/3
	t.c = steps(z - float64(t.a)/256*x - float64(t.b)/256*y)
	return t
}

// tiles is the range of tiles that the triangle may overlap in a picture: [tx0, tx1) × [ty0, ty1).
func (t triangle) tiles(side int) (tx0, ty0, tx1, ty1 uint32) {
	box := func(v [3]int64) (first, after uint32) {
		const steps = units.TileSide * 256
		low, high := max(slices.Min(v[:]), 0), max(slices.Max(v[:]), 0)
		return uint32(low / steps), uint32(min((high+steps-1)/steps, int64(side/units.TileSide)))
	}
	tx0, tx1 = box(t.x)
	ty0, ty1 = box(t.y)
	return tx0, ty0, tx1, ty1
}

// request is a request to draw the triangle by a macro, triangle or zonly.
func (t triangle) request(macro, object, side int) request {
	var words []uint32
	for k := range t.x {
		words = append(words, steps24(t.x[k]), steps24(t.y[k]))
	}
	tx0, ty0, tx1, ty1 := t.tiles(side)
	words = append(words, steps24(t.a), steps24(t.b), steps24(t.c), tx0, ty0, tx1, ty1)
	if macro == isa.TriangleMacro {
		words = append(words, t.colour)
	}
	return request{macro, object, words}
}

// steps24 converts a number in 24.8 to fp32.
func steps24(x int64) uint32 { return isa.Float(float64(x) / 256) }

// inPicture returns the triangles that overlap tiles of a picture.
func inPicture(list []triangle, side int) (shown []triangle) {
	for _, t := range list {
		if tx0, ty0, tx1, ty1 := t.tiles(side); tx0 < tx1 && ty0 < ty1 {
			shown = append(shown, t)
		}
	}
	return shown
}

// requests makes a request for each triangle; see [triangle.request].
func requests(list []triangle, macro, object, side int) (all []request) {
	for _, t := range list {
		all = append(all, t.request(macro, object, side))
	}
	return all
}
