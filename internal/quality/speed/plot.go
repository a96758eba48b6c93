package speed

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
)

// The plot has a panel for each design, in rows of panelColumns; both axes are
// logarithmic. Lengths are in pixels.
const (
	panelColumns         = 3
	panelWide, panelHigh = 300, 220
	plotLeft, plotTop    = 50, 30 // of the axes in a panel
	plotWide, plotHigh   = 235, 150
	legendHigh           = 44
	leastTime, mostTime  = -4.0, 5.0 // powers of ten of seconds
	leastRun, mostRun    = 3.0, 8.0  // powers of ten of cycles
)

// palette are colours that also the colour-blind tell apart (Okabe and Ito).
var palette = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"}

// WriteSVG draws the total time, build and run, of every engine over the length
// of the run, and the point from which the best Verilator is first.
func (r *Results) WriteSVG(w io.Writer) error {
	var engines []string
	for _, row := range r.Rows {
		if row.VCD == 0 && !slices.Contains(engines, row.Engine) {
			engines = append(engines, row.Engine)
		}
	}
	designs := r.designs()
	lines := (len(designs) + panelColumns - 1) / panelColumns
	wide, high := panelColumns*panelWide, legendHigh+lines*panelHigh

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="10">`+"\n", wide, high, wide, high)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", wide, high)
	fmt.Fprintf(&b, `<text x="10" y="16" font-size="12">Build and run together, in seconds, over the number of cycles; a dot is where Verilator becomes first</text>`+"\n")
	for i, e := range engines {
		x := 10 + i*120
		fmt.Fprintf(&b, `<line x1="%d" y1="31" x2="%d" y2="31" stroke="%s" stroke-width="2"/><text x="%d" y="35">%s</text>`+"\n",
			x, x+20, color(engines, e), x+25, escaped(e))
	}
	for i, design := range designs {
		left, top := i%panelColumns*panelWide+plotLeft, legendHigh+i/panelColumns*panelHigh+plotTop
		r.panel(&b, design, engines, float64(left), float64(top))
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func color(engines []string, engine string) string {
	return palette[slices.Index(engines, engine)%len(palette)]
}

// panel draws one design with its axes at left and top.
func (r *Results) panel(b *bytes.Buffer, design string, engines []string, left, top float64) {
	rows := r.of(design, false)
	across := func(cycles float64) float64 {
		return left + plotWide*(math.Log10(cycles)-leastRun)/(mostRun-leastRun)
	}
	up := func(seconds float64) float64 {
		at := min(max(math.Log10(seconds), leastTime), mostTime)
		return top + plotHigh*(mostTime-at)/(mostTime-leastTime)
	}
	title := design
	if len(rows) > 0 {
		title = fmt.Sprintf("%s, %d nodes", design, rows[0].Nodes)
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="12" font-weight="bold">%s</text>`+"\n", left, top-8, escaped(title))
	for p := leastRun; p <= mostRun; p++ {
		x := across(math.Pow(10, p))
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#dddddd"/><text x="%.1f" y="%.1f" text-anchor="middle">1e%.0f</text>`+"\n",
			x, top, x, top+plotHigh, x, top+plotHigh+14, p)
	}
	for p := leastTime; p <= mostTime; p++ {
		y := up(math.Pow(10, p))
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#dddddd"/>`, left, y, left+plotWide, y)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end">1e%.0f</text>`+"\n", left-5, y+3, p)
	}
	for _, row := range rows {
		fmt.Fprintf(b, `<polyline fill="none" stroke="%s" stroke-width="2" points="`, color(engines, row.Engine))
		for p := leastRun; p <= mostRun; p += 0.25 {
			n := math.Pow(10, p)
			fmt.Fprintf(b, "%.1f,%.1f ", across(n), up(row.Seconds(n)))
		}
		b.WriteString(`"/>` + "\n")
	}
	for _, row := range rows {
		n := breakEven(row, verilators(rows))
		if row.Ours && n >= math.Pow(10, leastRun) && n <= math.Pow(10, mostRun) {
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`+"\n", across(n), up(row.Seconds(n)), color(engines, row.Engine))
		}
	}
}

// escaped is text inside XML.
func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}
