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

// The number of the torus's quads around its axis and around its tube.
const (
	reuseAround = 32
	reuseTube   = 16
)

// torusTriangles are the torus's indexed triangles, in tiles of width × height quads.
func torusTriangles(width, height int) []model.Item {
	list := []model.Item{stimulus.Limits(192, 64), model.Method(isa.VertexIDCopyAddress, 1), stimulus.Begin(isa.Triangles)}
	vertex := func(x, y int) {
		x, y = x%reuseAround, y%reuseTube
		list = append(list, model.VertexAt(x, y, uint32(y*reuseAround+x), true))
	}
	for top := 0; top < reuseTube; top += height {
		for left := 0; left < reuseAround; left += width {
			for y := top; y < top+height; y++ {
				for x := left; x < left+width; x++ {
					vertex(x, y)
					vertex(x+1, y)
					vertex(x, y+1)
					vertex(x, y+1)
					vertex(x+1, y)
					vertex(x+1, y+1)
				}
			}
		}
	}
	return append(list, stimulus.End(), model.Method(isa.VertexIDCopyAddress, 0))
}

// quadStrips are quad strips with the given number of vertices each.
func quadStrips(strips, vertices, limit int) []model.Item {
	list := []model.Item{stimulus.Limits(limit, limit)}
	for s := range strips {
		var points []image.Point
		for k := range vertices {
			points = append(points, image.Pt(k/2, s+k%2))
		}
		list = append(list, stimulus.Path(isa.QuadStrip, points...)...)
	}
	return list
}

// reuse counts the vertices that need no processing, and those that are re-sent.
func reuse(b *testbench.Bench, e *unit.Env, _ build) error {
	list := []struct {
		name  string
		items []model.Item
	}{
		{"512 quads as triangles, by rows", torusTriangles(reuseAround, 1)},
		{"the same in tiles of 8×4 quads", torusTriangles(8, 4)},
		{"24 quad strips of 34, limits 8", quadStrips(24, 34, 8)},
		{"the same, limits 16", quadStrips(24, 34, 16)},
	}
	var rows [][]string
	var before model.Counts
	for _, x := range list {
		b.Draw(x.items...)
		c := b.Counts()
		row := []string{x.name}
		for _, n := range []uint32{
			c.VerticesIn - before.VerticesIn, c.Batches - before.Batches, c.Elements - before.Elements, c.Records - before.Records,
			c.Reused - before.Reused, c.Resent - before.Resent, c.Methods - before.Methods,
		} {
			row = append(row, fmt.Sprint(n))
		}
		rows, before = append(rows, row), c
	}
	e.Table([]string{"torus of 32×16 quads", "vertices", "batches", "elements", "records", "reused", "re-sent", "methods"}, "LRRRRRRR", rows)
	fmt.Fprintln(e.Out, "records go through vertex processing; elements are records and reused ones; re-sent were in the batch before")
	byRows, inTiles := rows[0], rows[1]
	e.Result("of %s vertices, %s go through vertex processing by rows, and %s in tiles of quads", byRows[1], byRows[4], inTiles[4])
	return nil
}
