package scenario

import (
	"fmt"
	"image"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
)

// arrow is an arrow as two strips of indices with a restart between them.
var arrow = struct {
	points  []image.Point
	indices []uint32
}{
	[]image.Point{{0, 6}, {14, 6}, {9, 1}, {9, 11}, {14, 6}},
	[]uint32{0, 1, 0xffff, 2, 1, 3},
}

// instances draws three instances of indexed strips with a restart. Vertex processing moves each by its InstanceID.
func instances(b *testbench.Bench, e *unit.Env, _ build) error {
	const width, height, count = 66, 14, 3
	var items []model.Item
	items = append(items, stimulus.Viewport(0, 0, width, height)...)
	items = append(items, stimulus.Stipple(1, 0x3333)...)
	items = append(items, stimulus.Limits(2, 2), model.Method(isa.VertexIDCopyAddress, 1), model.Method(isa.BaseVertexAddress, 100),
		model.Method(isa.RestartAddress, 1), model.Method(isa.RestartIndexAddress, 0xffff))
	for k := range count {
		mode := isa.NextInstance
		if k == 0 {
			mode = isa.FirstInstance
		}
		items = append(items, model.Method(isa.BeginAddress, isa.BeginWord(isa.LineStrip, false, mode, 0)))
		for _, i := range arrow.indices {
			var p image.Point
			if i < uint32(len(arrow.points)) {
				p = arrow.points[i]
			}
			items = append(items, model.VertexAt(p.X, p.Y, i, true))
		}
		items = append(items, stimulus.End())
	}
	b.Model.Shade = func(v model.Vertex) model.Shaded {
		return model.Shaded{X: v.X + 2 + 22*uint16(v.InstanceID), Y: v.Y}
	}
	b.Draw(items...)
	var rows [][]string
	for _, p := range b.Primitives {
		from, to := p.Vertices[0], p.Vertices[1]
		rows = append(rows, []string{
			fmt.Sprint(p.InstanceID), p.Text(), fmt.Sprintf("(%d,%d) to (%d,%d)", from.X, from.Y, to.X, to.Y), map[bool]string{true: "starts"}[p.Restart],
		})
	}
	e.Table([]string{"instance", "line", "from", "pattern"}, "RLLL", rows)
	seen := lit(b.Fragments)
	for y := range height {
		fmt.Fprintln(e.Out, dots(seen, y, width))
	}
	fmt.Fprintln(e.Out, "VertexID is the index + 100")
	e.Result("%d lines in %d instances; PrimitiveID starts at 0 in each instance and goes on over the restart", len(b.Primitives), b.Primitives[len(b.Primitives)-1].InstanceID+1)
	return nil
}
