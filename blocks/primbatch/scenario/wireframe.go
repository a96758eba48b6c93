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

const wireframeSide = 256

// torus is a torus as line loops: circles around its tube, and circles around its axis.
func torus(side int) (list []model.Item) {
	const (
		tubes, rings  = 18, 6
		major, minor  = 0.70, 0.26
		tilt, spin    = 1.05, 0.35
		around, about = 16, 48 // vertices of a tube's circle, and of a ring
	)
	at := func(u, v float64) image.Point {
		r := major + minor*math.Cos(v)
		x, y, z := r*math.Cos(u), r*math.Sin(u), minor*math.Sin(v)
		y, z = y*math.Cos(tilt)-z*math.Sin(tilt), y*math.Sin(tilt)+z*math.Cos(tilt)
		x, y = x*math.Cos(spin)-y*math.Sin(spin), x*math.Sin(spin)+y*math.Cos(spin)
		scale := float64(side) * 0.49 / (1 - 0.12*z)
		return image.Pt(int(math.Round(float64(side)/2+scale*x)), int(math.Round(float64(side)/2+scale*y)))
	}
	turn := func(k, n int) float64 { return 2 * math.Pi * float64(k) / float64(n) }
	loop := func(n int, of func(k int) image.Point) {
		var points []image.Point
		for k := range n {
			points = append(points, of(k))
		}
		list = append(list, stimulus.Path(isa.LineLoop, points...)...)
	}
	for t := range tubes {
		loop(around, func(k int) image.Point { return at(turn(t, tubes), turn(k, around)) })
	}
	for r := range rings {
		loop(about, func(k int) image.Point { return at(turn(k, about), turn(r, rings)) })
	}
	return list
}

// asNormal turns every batch in a driver's items into a primitive of its own, as drawn by a processor without split modes.
func asNormal(items []model.Item) (list []model.Item) {
	for _, i := range items {
		if i.Kind == isa.MethodItem {
			switch i.Address {
			case isa.BeginAddress:
				i.Data &^= 3 << 29
			case isa.EndAddress:
				i.Data = 0
			}
		}
		list = append(list, i)
	}
	return list
}

// wireframe draws a torus of stippled loops: whole, in batches, and in batches without split modes.
func wireframe(cutUp *testbench.Bench, e *unit.Env, x build) error {
	const side = wireframeSide
	items := append(stimulus.Viewport(0, 0, side, side), stimulus.Stipple(2, 0x0fcf)...)
	items = append(append(items, stimulus.Limits(7, 7)), torus(side)...)
	cutUp.Draw(items...)
	whole, _, err := testbench.Drawn(build{Config: x.Config, Whole: true}, testbench.Delays{}, nil, items...)
	if err != nil {
		return err
	}
	sent, err := testbench.Cut(x.Config, items...)
	if err != nil {
		return err
	}
	normal, _, err := testbench.Drawn(build{Config: x.Config, Whole: true}, testbench.Delays{}, (*testbench.Bench).Free, asNormal(sent)...)
	if err != nil {
		return err
	}
	_, same := apart(side, side, whole.Fragments, cutUp.Fragments)
	defect, different := apart(side, side, whole.Fragments, normal.Fragments)
	e.Table([]string{"loops", "fragments", "pixels apart"}, "LRR", [][]string{
		{"whole", fmt.Sprint(len(whole.Fragments)), ""},
		{"in batches of 7", fmt.Sprint(len(cutUp.Fragments)), fmt.Sprint(same)},
		{"in batches of 7, each NORMAL", fmt.Sprint(len(normal.Fragments)), fmt.Sprint(different)},
	})
	if same != 0 {
		return fmt.Errorf("%d pixels of the batches are not those of the whole", same)
	}
	e.Result("in batches, 0 of %d fragments differ from the whole; without split modes, %d pixels do", len(whole.Fragments), different)
	return e.WritePicture("primbatch_wireframe.png", unit.Captioned(1,
		unit.Panel{Caption: "whole", Picture: newCanvas(side, side).draw(whole.Fragments, all(white)).RGBA},
		unit.Panel{Caption: fmt.Sprintf("in batches of 7: 0 of %d differ", len(whole.Fragments)), Picture: newCanvas(side, side).draw(cutUp.Fragments, all(white)).RGBA},
		unit.Panel{Caption: fmt.Sprintf("without split modes: %d differ", different), Picture: defect.RGBA},
	))
}
