package stimulus

import (
	"image"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// Begin begins a primitive as the first instance.
func Begin(op isa.Op) model.Item {
	return model.Method(isa.BeginAddress, isa.BeginWord(op, false, isa.FirstInstance, 0))
}

// End ends a primitive.
func End() model.Item { return model.Method(isa.EndAddress, 0) }

// Limits sets the batch limits.
func Limits(elements, vertices int) model.Item {
	return model.Method(isa.BatchLimitAddress, uint32(vertices)<<16|uint32(elements))
}

// Viewport sets a viewport whose corner is (x, y).
func Viewport(x, y, width, height int) []model.Item {
	return []model.Item{
		model.Method(isa.ViewportHorizontalAddress, uint32(width)<<16|uint32(x)),
		model.Method(isa.ViewportVerticalAddress, uint32(height)<<16|uint32(y)),
	}
}

// Stipple enables line stippling with a pattern.
func Stipple(factor int, pattern uint16) []model.Item {
	return []model.Item{
		model.Method(isa.LineStippleAddress, 1),
		model.Method(isa.StippleParametersAddress, uint32(pattern)<<8|uint32(factor-1)),
	}
}

// PolygonMode sets the polygon mode.
func PolygonMode(m isa.PolygonMode) model.Item {
	return model.Method(isa.PolygonModeAddress, isa.PolygonModeBase+uint32(m))
}

// Path is a primitive with vertices at these points.
func Path(op isa.Op, points ...image.Point) []model.Item {
	list := []model.Item{Begin(op)}
	for k, p := range points {
		list = append(list, model.VertexAt(p.X, p.Y, uint32(k), true))
	}
	return append(list, End())
}
