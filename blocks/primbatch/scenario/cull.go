package scenario

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
)

// The landscape of the cull scenario, and the viewport that moves over it.
const (
	landWidth, landHeight = 640, 96
	viewWidth, viewHeight = 160, 96
	ridges                = 4
)

// ridge is a ridge of mountains from left to right.
func ridge(number int) []image.Point {
	var points []image.Point
	for x := -20; x <= landWidth+20; x += 5 {
		u := float64(x) / 40
		y := 30 + 16*float64(number) - 11*math.Sin(u*(1+0.37*float64(number))+float64(number)) - 6*math.Sin(2.9*u+2*float64(number))
		points = append(points, image.Pt(x, int(math.Round(y))))
	}
	return points
}

// A frame is the drawing for one position of the viewport.
type frame struct {
	left   int // of the viewport
	counts model.Counts
	seen   []model.Fragment
}

// frameItems are the application's items for a frame.
func frameItems(left int) []model.Item {
	items := stimulus.Viewport(left, 0, viewWidth, viewHeight)
	for n := range ridges {
		items = append(items, stimulus.Path(isa.LineStrip, ridge(n)...)...)
	}
	return items
}

// cull moves a viewport over a landscape: batches beyond it are dropped, and the visible part stays the same.
func cull(b *testbench.Bench, e *unit.Env, x build) error {
	const number = 7
	frames := make([]frame, number)
	var all model.Counts
	b.Send(culling()...)
	for k := range frames {
		f := &frames[k]
		f.left = k * (landWidth - viewWidth) / (number - 1)
		first, before := len(b.Fragments), all
		b.Send(frameItems(f.left)...)
		b.Drain()
		all, f.seen = b.Counts(), b.Fragments[first:]
		f.counts.VerticesIn, f.counts.Records = all.VerticesIn-before.VerticesIn, all.Records-before.Records
		f.counts.Batches, f.counts.Dropped = all.Batches-before.Batches, all.Dropped-before.Dropped
		e.Step(k+1, number)
	}
	var rows [][]string
	for _, f := range frames {
		c := f.counts
		rows = append(rows, []string{
			fmt.Sprintf("%d–%d", f.left, f.left+viewWidth-1), fmt.Sprint(c.VerticesIn), fmt.Sprint(c.Records),
			fmt.Sprint(c.Batches), fmt.Sprint(c.Dropped), fmt.Sprint(len(f.seen)),
		})
	}
	e.Table([]string{"viewport, x", "vertices", "sent", "batches", "dropped", "fragments"}, "LRRRRR", rows)
	fmt.Fprintln(e.Out, "four ridges of stippled lines in batches of 8; a first batch that is dropped leaves its BEGIN and END, and counts in both columns")
	e.Result("in %d frames, %d batches are dropped, and %d of %d vertices are sent", number, all.Dropped, all.Records, all.VerticesIn)
	film, err := filmOf(x, frames[0], frames[number/2], frames[number-1])
	if err != nil {
		return err
	}
	return e.WritePicture("primbatch_cull.png", film)
}

// culling are the settings of every frame.
func culling() []model.Item {
	return append([]model.Item{stimulus.Limits(8, 8), model.Method(isa.BatchCullAddress, 1)}, stimulus.Stipple(2, 0x7fd7)...)
}

// filmOf stacks frames: each shows the whole landscape with the viewport, and which batches were sent or dropped.
func filmOf(x build, frames ...frame) (*image.RGBA, error) {
	const scale = 2
	const pitch = landHeight*scale + unit.LineHeight + unit.PictureFrame
	film := unit.Background(landWidth*scale+2*unit.PictureFrame, len(frames)*pitch+2*unit.PictureFrame)
	for k, f := range frames {
		batches, err := testbench.Cut(x.Config, append(culling(), frameItems(f.left)...)...)
		if err != nil {
			return nil, err
		}
		at := image.Pt(unit.PictureFrame, unit.PictureFrame+k*pitch)
		unit.Enlarge(film, at, f.draw(batches), image.Pt(scale, scale))
		unit.Label(film, at.Add(image.Pt(0, landHeight*scale+2)), fmt.Sprintf(
			"window x %d to %d: %d of %d vertices are sent, in batches that are amber and blue by turns; dropped batches are red; fragments are white",
			f.left, f.left+viewWidth-1, f.counts.Records, f.counts.VerticesIn))
	}
	return film, nil
}

// draw draws the landscape of a frame, with the batches that the driver sent.
func (f frame) draw(batches []model.Item) *image.RGBA {
	land := newCanvas(landWidth, landHeight)
	for n := range ridges {
		points := ridge(n)
		for k := range points[1:] {
			land.line(points[k], points[k+1], red)
		}
	}
	var last *image.Point // in the batch
	number := 0
	for _, i := range batches {
		if i.Kind != isa.VertexItem {
			if last != nil {
				number++
			}
			last = nil
			continue
		}
		p := image.Pt(int(int16(i.X)), int(int16(i.Y)))
		if last != nil {
			land.line(*last, p, []color.RGBA{amber, blue}[number%2])
		}
		last = &p
	}
	land.draw(f.seen, all(white))
	for _, edge := range [][2]image.Point{
		{{f.left, 0}, {f.left + viewWidth - 1, 0}}, {{f.left, viewHeight - 1}, {f.left + viewWidth - 1, viewHeight - 1}},
		{{f.left, 0}, {f.left, viewHeight - 1}}, {{f.left + viewWidth - 1, 0}, {f.left + viewWidth - 1, viewHeight - 1}},
	} {
		land.line(edge[0], edge[1], grey)
	}
	return land.RGBA
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
