package scenario

import (
	"fmt"
	"image"
	"math"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
)

const polygonSide = 128

// polygons are three convex polygons, one inside the other.
func polygons(side int) (list []model.Item) {
	for k, n := range []int{19, 12, 7} {
		var points []image.Point
		radius := float64(side) * (0.47 - 0.13*float64(k))
		for j := range n {
			a := 2*math.Pi*float64(j)/float64(n) + 0.4*float64(k)
			points = append(points, image.Pt(side/2+int(math.Round(radius*math.Cos(a))), side/2+int(math.Round(radius*math.Sin(a)))))
		}
		list = append(list, stimulus.Path(isa.Polygon, points...)...)
	}
	return list
}

// polygon draws outlines of polygons in batches: as lines and as points with interior edges marked, and as lines without marks.
func polygon(marked *testbench.Bench, e *unit.Env, x build) error {
	const side = polygonSide
	items := func(mode isa.PolygonMode, pattern bool) []model.Item {
		list := append(stimulus.Viewport(0, 0, side, side), stimulus.Limits(5, 5), stimulus.PolygonMode(mode))
		if pattern {
			list = append(list, stimulus.Stipple(2, 0x3f3f)...)
		}
		return append(list, polygons(side)...)
	}
	lines := items(isa.PolygonLine, true)
	marked.Draw(lines...)
	dots, _, err := testbench.Drawn(x, testbench.Delays{}, nil, items(isa.PolygonPoint, false)...)
	if err != nil {
		return err
	}
	sent, err := testbench.Cut(x.Config, lines...)
	if err != nil {
		return err
	}
	unmarked, _, err := testbench.Drawn(build{Config: x.Config, Whole: true}, testbench.Delays{}, (*testbench.Bench).Free, asNormal(sent)...)
	if err != nil {
		return err
	}
	defect, different := apart(side, side, marked.Fragments, unmarked.Fragments)
	e.Table([]string{"polygons of 19, 12 and 7 vertices", "fragments", "pixels apart"}, "LRR", [][]string{
		{"outlines in batches of 5", fmt.Sprint(len(marked.Fragments)), "0"},
		{"as points", fmt.Sprint(len(dots.Fragments)), ""},
		{"each batch NORMAL, without interior marks", fmt.Sprint(len(unmarked.Fragments)), fmt.Sprint(different)},
	})
	e.Result("%d fragments, each that of the whole polygons; without marks of interior edges, %d pixels differ", len(marked.Fragments), different)
	return e.WritePicture("primbatch_polygon.png", unit.Captioned(2,
		unit.Panel{Caption: "outlines in batches of 5", Picture: newCanvas(side, side).draw(marked.Fragments, all(white)).RGBA},
		unit.Panel{Caption: "as points", Picture: newCanvas(side, side).draw(dots.Fragments, all(white)).RGBA},
		unit.Panel{Caption: fmt.Sprintf("without interior marks: %d differ", different), Picture: defect.RGBA},
	))
}
