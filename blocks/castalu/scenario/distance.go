package scenario

import (
	"fmt"
	"io"
	"math"

	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/internal/text"
)

// exact has the colour of each pixel in real arithmetic, nil for a transparent one.
type exact []*[4]float64

// exactly evaluates a shader in real arithmetic for each pixel.
func exactly(g *flow.Graph, width, height int) exact {
	out := make(exact, width*height)
	for at := range out {
		inputs, covered := drawing.Viewpoint{X: at % width, Y: at / width, Width: width, Height: height}.Inputs(g.Variables)
		if !covered {
			continue
		}
		if v := g.Evaluate(drawing.InReal(inputs)); !v.Killed {
			out[at] = &v.Color
		}
	}
	return out
}

// colours converts a picture, without rounding.
func colours(p *drawing.Picture) exact {
	out := make(exact, len(p.Colors))
	for at, c := range p.Colors {
		if p.Drawn[at] {
			out[at] = &[4]float64{float64(c[0]), float64(c[1]), float64(c[2]), float64(c[3])}
		}
	}
	return out
}

// apart is the distance of two pictures where both have a colour, in steps of a shader's output. The distance of a pixel is
// the greatest of its components.
type apart struct {
	greatest, mean float64
	one            int // pixels that have a colour in only one of the pictures
}

func (p exact) from(q exact, step float64) (a apart) {
	both := 0
	for at := range p {
		switch {
		case (p[at] == nil) != (q[at] == nil):
			a.one++
		case p[at] != nil:
			d := 0.0
			for k, x := range p[at] {
				d = max(d, math.Abs(x-q[at][k])/step) // NaN wins
			}
			a.greatest, a.mean = max(a.greatest, d), a.mean+d
			both++
		}
	}
	a.mean /= float64(max(both, 1))
	return a
}

// distances prints the distances of both programs' pictures from each other and from the shader in real arithmetic.
func distances(w io.Writer, g *flow.Graph, transformed, float *rendered) {
	step := precision.OutputStep(g.Output)
	p, q := colours(transformed.picture), colours(float.picture)
	shader := exactly(g, float.picture.Width, float.picture.Height)
	var rows [][]string
	var notes []string
	add := func(a, b, bound string, d apart) {
		rows = append(rows, []string{a, b, fmt.Sprintf("%.4g", d.greatest), fmt.Sprintf("%.4g", d.mean), bound})
		if d.one > 0 {
			notes = append(notes, fmt.Sprintf("%s and %s: only one discards %s", a, b, text.Count(d.one, "pixel")))
		}
	}
	add(transformed.name, float.name, "", p.from(q, step))
	add(transformed.name, "real arithmetic", transformed.bound.String(), p.from(shader, step))
	add(float.name, "real arithmetic", float.bound.String(), q.from(shader, step))
	fmt.Fprintf(w, "\ndistance of the pictures, in steps of 1/%.6g, %s:\n", 1/step, declared(g.Output))
	writeTable(w, []string{"picture", "from", "greatest", "mean", "at most"}, "LLRRL", rows)
	for _, note := range notes {
		fmt.Fprintln(w, note)
	}
}
