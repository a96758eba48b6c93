package scenario

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/unit"
	"posedge/internal/table"
)

// The landscape of the cull scenario, and the viewport that moves over it.
const (
	landWidth, landHeight = 640, 96
	viewWidth, viewHeight = 160, 96
)

// ridge is a stippled ridge of mountains from the left to the right.
func ridge(number int) []point {
	var points []point
	for x := -20; x <= landWidth+20; x += 5 {
		u := float64(x) / 40
		y := 30 + 16*float64(number) - 11*math.Sin(u*(1+0.37*float64(number))+float64(number)) - 6*math.Sin(2.9*u+2*float64(number))
		points = append(points, point{x, int(math.Round(y))})
	}
	return points
}

// cull moves a viewport over a landscape: what lies beyond it is dropped, and what is seen stays the same.
func cull(e *unit.Env) error {
	const frames = 7
	var rows [][]string
	land := newCanvas(landWidth, landHeight)
	film := []*image.RGBA{}
	var counts primbatch.CountsValue
	x := driven(e)
	err := e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
		b := x.bench(r, Delays{}, opts...)
		b.Send(limits(8, 8), primbatch.Method(primbatch.BatchCullAddress, 1))
		b.Send(stipple(2, 0x7fd7)...)
		for k := range frames {
			left := k * (landWidth - viewWidth) / (frames - 1)
			first := len(b.Fragments)
			b.Send(viewport(left, 0, viewWidth, viewHeight)...)
			for n := range 4 {
				b.Send(path(primbatch.LineStrip, ridge(n)...)...)
			}
			b.Drain()
			before := counts
			c, seen := b.Counts(), b.Fragments[first:]
			rows = append(rows, []string{
				fmt.Sprintf("%d–%d", left, left+viewWidth-1), fmt.Sprint(c.VerticesIn - before.VerticesIn), fmt.Sprint(c.Records - before.Records),
				fmt.Sprint(c.Batches - before.Batches), fmt.Sprint(c.Dropped - before.Dropped), fmt.Sprint(len(seen)),
			})
			counts = c
			land.draw(seen, all([]color.RGBA{white, amber}[k%2]))
			if k%2 == 0 {
				shot := newCanvas(landWidth, landHeight).draw(seen, all(white))
				film = append(film, crop(shot.RGBA, image.Rect(left, 0, left+viewWidth, viewHeight)))
			}
			e.Step(k+1, frames)
		}
		return b.TB
	})
	if err != nil {
		return err
	}
	if err := table.Write(e.Out, []string{"viewport, x", "vertices", "sent", "batches", "dropped", "fragments"}, "LRRRRR", rows); err != nil {
		return err
	}
	fmt.Fprintln(e.Out, "four ridges of stippled lines in batches of 8; a first batch that is dropped leaves its BEGIN and END, and counts in both columns")
	e.Result("in %d frames, %d batches are dropped, and %d of %d vertices are sent", frames, counts.Dropped, counts.Records, counts.VerticesIn)
	return e.WritePicture("primbatch_cull.png", unit.Beside(2, film...))
}

// crop is a part of a picture.
func crop(p *image.RGBA, part image.Rectangle) *image.RGBA {
	c := image.NewRGBA(image.Rectangle{Max: part.Size()})
	for y := range part.Dy() {
		for x := range part.Dx() {
			c.SetRGBA(x, y, p.RGBAAt(part.Min.X+x, part.Min.Y+y))
		}
	}
	return c
}
