package examples

import "posedge/hdl"

// Point is a bundle.
type Point struct {
	X, Y hdl.Bits // 12
}

// Triangle is a bundle of an array of bundles.
type Triangle struct {
	Corner [3]Point
	Color  hdl.Bits // 24
}

// Box is the smallest rectangle around a triangle.
type Box struct {
	Min, Max Point
	Color    hdl.Bits
}

// BoundingBox turns triangles into boxes, one per cycle, one cycle later:
// nested bundles on ports, in registers and through a helper.
type BoundingBox struct {
	Triangle hdl.InOf[Triangle] `doc:"a triangle"`
	Box      hdl.OutOf[Box]     `doc:"the box around the triangle of the cycle before"`
}

// NewBoundingBox makes the component.
func NewBoundingBox() *BoundingBox {
	point := Point{X: hdl.Width(12), Y: hdl.Width(12)}
	return &BoundingBox{
		Triangle: hdl.InputOf(Triangle{Corner: [3]Point{point, point, point}, Color: hdl.Width(24)}),
		Box:      hdl.OutputOf(Box{Min: point, Max: point, Color: hdl.Width(24)}),
	}
}

// Describe compares the corners and keeps the result.
func (b *BoundingBox) Describe(m *hdl.Module) {
	t := b.Triangle.Data
	found := hdl.RegOf(m, "found", Box{Min: t.Corner[0], Max: t.Corner[0], Color: t.Color}, hdl.NoReset())
	least, most := t.Corner[0], t.Corner[0]
	for _, c := range t.Corner[1:] {
		least = Point{smaller(least.X, c.X), smaller(least.Y, c.Y)}
		most = Point{larger(most.X, c.X), larger(most.Y, c.Y)}
	}
	hdl.Set(found, Box{Min: least, Max: most, Color: t.Color})
	b.Box.Set(found)
}

func smaller(a, b hdl.Bits) hdl.Bits { return hdl.Mux(a.Lt(b), a, b) }
func larger(a, b hdl.Bits) hdl.Bits  { return hdl.Mux(a.Gt(b), a, b) }
