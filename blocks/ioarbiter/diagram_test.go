package ioarbiter

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
)

// The block diagram of the connector, docs/ioarbiter.svg: boxes at their places, and the streams between them.

const diagramFile = "../../docs/ioarbiter.svg"

type diagramKind int

const (
	aComponent diagramKind = iota
	aQueue
	anOutside // not of the connector
	aFrame    // around others, with its name at the left
)

// diagramBox is a box; its first line is the name of the instance, if it is one of the connector.
type diagramBox struct {
	kind       diagramKind
	x, y, w, h int
	lines      []string
}

type diagramLabel struct {
	x, y int
	text string
}

const diagramTitle = "ioarbiter: the connector between processors and fixed-function units"

// diagram returns the boxes, the paths of the streams and their labels.
func diagram(units []string) (boxes []diagramBox, paths []string, labels []diagramLabel) {
	box := func(k diagramKind, x, y, w, h int, lines ...string) {
		boxes = append(boxes, diagramBox{k, x, y, w, h, lines})
	}
	path := func(format string, a ...any) { paths = append(paths, fmt.Sprintf(format, a...)) }
	label := func(x, y int, text string) { labels = append(labels, diagramLabel{x, y, text}) }

	box(anOutside, 104, 48, 192, 44, "SM 0", "with its memory")
	box(anOutside, 656, 48, 192, 44, "SM N−1", "with its memory")
	label(440, 74, "2 to 8 SMs")
	box(aComponent, 64, 140, 912, 40, "io_arbiter", "takes requests in turn; owns the memory connections")
	for _, x := range []int{120, 672} {
		path("M%d 92V140", x)
		path("M%d 140V92", x+80)
		path("M%d 92V140", x+104)
		path("M%d 140V92", x+160)
	}
	label(62, 120, "requests")
	label(150, 120, "reads")
	label(288, 120, "writes")

	box(aComponent, 64, 228, 240, 48, "fetch", "reads words, record by record")
	box(aComponent, 424, 228, 168, 48, "state_cache", "objects of 16 words")
	box(anOutside, 664, 228, 112, 48, "global", "memory")
	path("M116 180V228")
	path("M200 228V180")
	path("M228 180V228")
	label(58, 208, "grants")
	label(154, 208, "reads")
	label(236, 208, "words")
	path("M304 242H424")
	label(312, 236, "state pointer")
	path("M424 262H304")
	label(312, 276, "state object")
	path("M592 242H664")
	path("M664 262H592")

	box(aComponent, 64, 324, 240, 48, "request_converter", "shared; a word a cycle")
	path("M116 276V324")
	label(124, 304, "words")
	box(aComponent, 64, 420, 240, 60, "dispatch", "to the queues or to the expander")
	path("M116 372V420")
	path("M270 276V304H328V436H304")
	label(334, 330, "states")

	box(aQueue, 392, 416, 128, 28, "macro_fifo")
	box(aQueue, 392, 456, 128, 28, "object_fifo")
	box(aComponent, 592, 420, 184, 60, "expander", "runs microcode:", "one request to many")
	path("M304 460H372V430H392")
	path("M372 460V470H392")
	path("M520 430H592")
	path("M520 470H592")
	path("M620 480V504H280V480")
	label(360, 520, "expanded requests, with state")

	box(aQueue, 64, 540, 120, 40, "request_fifo")
	box(aQueue, 200, 540, 120, 40, "state_fifo")
	box(aQueue, 592, 540, 184, 40, "bypass", "slots: words + response")
	path("M124 480V540")
	path("M236 480V540")
	path("M700 480V540")
	label(708, 520, "push")
	box(aComponent, 64, 620, 712, 40, "unit_arbiter", "the fixed function arbiter: to each unit's interface, with its state")
	path("M124 580V620")
	path("M260 580V620")
	path("M684 580V620")

	const top, pitch = 684, 64
	for k, u := range units {
		y := top + pitch*k
		box(aFrame, 200, y, 576, 56, u+"_interface")
		box(aComponent, 344, y+4, 144, 22, "request_converter")
		box(aComponent, 344, y+30, 144, 22, "shadow_state")
		box(anOutside, 520, y+6, 76, 44, u, "unit")
		box(aComponent, 628, y+16, 140, 24, "response_converter")
		path("M116 660V%dH200", y+28)
		path("M488 %dH520", y+15)
		path("M488 %dH520", y+41)
		path("M596 %dH628", y+28)
		path("M768 %dH832", y+28)
	}
	bottom := top + pitch*(len(units)-1) + 56

	box(aComponent, 832, 620, 144, bottom-620, "response_arbiter", "word by word,", "in turn")
	path("M776 650H832")
	label(782, 670, "none")
	box(aComponent, 832, 420, 144, 60, "response_converter", "shared")
	path("M904 620V480")
	box(aQueue, 832, 324, 144, 48, "response_fifo")
	path("M904 420V372")
	box(aComponent, 832, 228, 144, 48, "output_commit", "writes, then acks")
	path("M904 324V276")
	path("M904 228V180")
	label(850, 208, "writes")
	path("M976 252H1008V70H848")
	label(868, 62, "acks, to each SM")
	path("M832 434H776")
	path("M832 462H812V560H776")
	path("M776 466H792V632H832")
	label(760, 410, "responses")
	label(798, 604, "macro done")
	return boxes, paths, labels
}

// drawing is the diagram as SVG.
func drawing(units []string) string {
	boxes, paths, labels := diagram(units)
	var b strings.Builder
	last := boxes[0]
	for _, x := range boxes {
		if x.y+x.h > last.y+last.h {
			last = x
		}
	}
	w, h := 1040, last.y+last.h+24
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="12">`+"\n", w, h)
	fmt.Fprintf(&b, "<title>%s</title>\n", diagramTitle)
	b.WriteString(`<desc>The IO arbiter takes requests of the SMs; the fetch unit reads their words, the state cache their state; the request converter converts the words. Dispatch sends a request to the request FIFO and its state to the state FIFO, or both to the expander, whose requests come back to dispatch or wait in the bypass for a response. The unit arbiter sends each request to the interface of its unit. The response arbiter takes the words of the responses to the response converter, and from there they go to the bypass, to the expander, or through the response FIFO to output commit, which writes them to SM memory and acknowledges.</desc>` + "\n")
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="#1f2328"/></marker></defs>` + "\n")
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%d" height="%d" rx="6" fill="#ffffff" stroke="#d0d7de"/>`+"\n", w-1, h-1)
	fmt.Fprintf(&b, `<text x="16" y="26" font-size="14" font-weight="bold" fill="#1f2328">%s</text>`+"\n<g>\n", diagramTitle)
	style := map[diagramKind]string{
		aComponent: `fill="#ddf4ff" stroke="#0969da"`, aQueue: `fill="#fff8c5" stroke="#9a6700"`,
		anOutside: `fill="#ffffff" stroke="#59636e" stroke-dasharray="4 3"`, aFrame: `fill="#f6f8fa" stroke="#59636e"`,
	}
	for _, x := range boxes {
		fmt.Fprintf(&b, `<rect x="%d.5" y="%d.5" width="%d" height="%d" rx="4" %s/>`+"\n", x.x, x.y, x.w, x.h, style[x.kind])
	}
	b.WriteString("</g>\n" + `<g stroke="#1f2328" fill="none">` + "\n")
	for _, p := range paths {
		fmt.Fprintf(&b, `<path d="%s" marker-end="url(#arrow)"/>`+"\n", p)
	}
	b.WriteString("</g>\n" + `<g fill="#1f2328" text-anchor="middle">` + "\n")
	for _, x := range boxes {
		for k, line := range x.lines {
			at, y := x.x+x.w/2, 2*x.y+x.h-15*(len(x.lines)-1)+30*k+8 // y in halves
			if x.kind == aFrame {
				at = x.x + 8 + letters(line)/2
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d.%d">%s</text>`+"\n", at, y/2, y%2*5, line)
		}
	}
	b.WriteString("</g>\n" + `<g fill="#59636e">` + "\n")
	for _, l := range labels {
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", l.x, l.y, l.text)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// letters is the width of a text in the font, in pixels.
func letters(s string) int { return len([]rune(s)) * 29 / 4 }

func TestTheDiagramIsTheConnector(t *testing.T) {
	c, err := NewConfig(2)
	require.NoError(t, err)
	var units []string
	for _, u := range c.Units {
		units = append(units, u.Name)
	}
	want := drawing(units)
	if *update {
		require.NoError(t, os.WriteFile(diagramFile, []byte(want), 0o666))
	}
	got, err := os.ReadFile(diagramFile)
	require.NoError(t, err)
	assert.Equal(t, want, string(got), "go test ./blocks/ioarbiter -run TheDiagram -update draws it again")

	d, err := hdl.Elaborate(must(New(c)))
	require.NoError(t, err)
	boxes, _, _ := diagram(units)
	drawn := map[string]bool{}
	for _, b := range boxes {
		drawn[b.lines[0]], drawn[strings.Join(b.lines[:min(2, len(b.lines))], "")] = true, true
		if b.kind == aFrame {
			continue
		}
		for _, line := range b.lines {
			assert.LessOrEqual(t, letters(line)+6, b.w, "%q has room in its box", line)
		}
		assert.LessOrEqual(t, 15*len(b.lines)+4, b.h, "%q have room in their box", b.lines)
	}
	require.NotEmpty(t, d.Top.Instances)
	for _, i := range d.Top.Instances {
		assert.True(t, drawn[i.Name], "%s stands in the diagram", i.Name)
	}
}
