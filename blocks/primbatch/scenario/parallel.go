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

// The length of the strip, and the cycles of vertex processing per vertex.
const (
	parallelVertices = 4000
	parallelEach     = 4
)

// parallel measures a strip with one, two and four pipeline lines.
func parallel(own *testbench.Bench, e *unit.Env, x build) error {
	var points []image.Point
	for k := range parallelVertices {
		points = append(points, image.Pt(k/2, k%2))
	}
	items := append([]model.Item{stimulus.Limits(64, 64)}, stimulus.Path(isa.TriangleStrip, points...)...)
	var rows [][]string
	one, ownLines := 0, x.Lines
	add := func(b *testbench.Bench, c model.Counts) {
		cycles := int(b.Last())
		if one == 0 {
			one = cycles
		}
		rows = append(rows, []string{
			fmt.Sprint(x.Lines), fmt.Sprint(c.Batches), fmt.Sprint(c.Records), fmt.Sprint(cycles), fmt.Sprintf("%.2f", float64(one)/float64(cycles)),
		})
	}
	for _, x.Lines = range []int{1, 2, 4} {
		if x.Lines == ownLines {
			own.Draw(items...)
			add(own, own.Counts())
			continue
		}
		b, counts, err := testbench.Drawn(x, testbench.Delays{Each: parallelEach}, nil, items...)
		if err != nil {
			return err
		}
		add(b, counts)
	}
	e.Table([]string{"lines", "batches", "vertices", "cycles", "times as fast"}, "RRRRR", rows)
	fmt.Fprintf(e.Out, "a triangle strip of %d vertices, limits 64, vertex processing of %d cycles a vertex in each line\n", parallelVertices, parallelEach)
	two, four := rows[1], rows[2]
	e.Result("%s pipeline lines draw a strip %s times as fast as one, and %s lines %s times", two[0], two[4], four[0], four[4])
	return nil
}
