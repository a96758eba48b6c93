package ioarbiter

import (
	"testing"

	"posedge/internal/blockdiagram"
)

const diagramDescription = "The IO arbiter takes requests of the SMs; the fetch unit reads their words, the state cache their state; the request converter converts the words. Dispatch sends a request to the request FIFO and its state to the state FIFO, or both to the expander, whose requests come back to dispatch or wait in the bypass for a response. The unit arbiter sends each request to the interface of its unit. The response arbiter takes the words of the responses to the response converter, and from there they go to the bypass, to the expander, or through the response FIFO to output commit, which writes them to SM memory and acknowledges."

// diagram is the block diagram of the connector, docs/ioarbiter.svg.
func diagram(c Config) *blockdiagram.Diagram {
	d := &blockdiagram.Diagram{
		Title:       "ioarbiter: the connector between processors and fixed-function units",
		Description: diagramDescription,
		Width:       1040,
	}
	box, path, label := d.Box, d.Path, d.Label

	box(blockdiagram.Outside, 104, 48, 192, 44, "SM 0", "with its memory")
	box(blockdiagram.Outside, 656, 48, 192, 44, "SM N−1", "with its memory")
	label(440, 74, "2 to 8 SMs")
	box(blockdiagram.Component, 64, 140, 912, 40, "io_arbiter", "takes requests in turn; owns the memory connections")
	for _, x := range []int{120, 672} {
		path("M%d 92V140", x)
		path("M%d 140V92", x+80)
		path("M%d 92V140", x+104)
		path("M%d 140V92", x+160)
	}
	label(62, 120, "requests")
	label(150, 120, "reads")
	label(288, 120, "writes")

	box(blockdiagram.Component, 64, 228, 240, 48, "fetch", "reads words, record by record")
	box(blockdiagram.Component, 424, 228, 168, 48, "state_cache", "objects of 16 words")
	box(blockdiagram.Outside, 664, 228, 112, 48, "global", "memory")
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

	box(blockdiagram.Component, 64, 324, 240, 48, "request_converter", "shared; a word a cycle")
	path("M116 276V324")
	label(124, 304, "words")
	box(blockdiagram.Component, 64, 420, 240, 60, "dispatch", "to the queues or to the expander")
	path("M116 372V420")
	path("M270 276V304H328V436H304")
	label(334, 330, "states")

	box(blockdiagram.Queue, 392, 416, 128, 28, "macro_fifo")
	box(blockdiagram.Queue, 392, 456, 128, 28, "object_fifo")
	box(blockdiagram.Component, 592, 420, 184, 60, "expander", "runs microcode:", "one request to many")
	path("M304 460H372V430H392")
	path("M372 460V470H392")
	path("M520 430H592")
	path("M520 470H592")
	path("M604 480V496H292V480")
	path("M352 496V620")
	label(368, 509, "the macro's state object")
	path("M620 480V516H276V480")
	label(368, 532, "expanded requests, with state")

	box(blockdiagram.Queue, 64, 540, 120, 40, "request_fifo")
	box(blockdiagram.Queue, 200, 540, 120, 40, "state_fifo")
	box(blockdiagram.Queue, 592, 540, 184, 40, "bypass", "slots: words + response")
	path("M124 480V540")
	path("M236 480V540")
	path("M700 480V540")
	label(708, 520, "push")
	box(blockdiagram.Component, 64, 620, 712, 40, "unit_arbiter", "the fixed function arbiter: to each unit's interface, with its state")
	path("M124 580V620")
	path("M260 580V620")
	path("M684 580V620")

	const top, pitch = 684, 64
	for k, u := range c.Units {
		y := top + pitch*k
		box(blockdiagram.Frame, 200, y, 576, 56, u.Name+"_interface")
		box(blockdiagram.Component, 344, y+4, 144, 22, "request_converter")
		box(blockdiagram.Component, 344, y+30, 144, 22, "shadow_state")
		box(blockdiagram.Outside, 520, y+6, 76, 44, u.Name, "unit")
		box(blockdiagram.Component, 628, y+16, 140, 24, "response_converter")
		path("M116 660V%dH200", y+28)
		path("M488 %dH520", y+15)
		path("M488 %dH520", y+41)
		path("M596 %dH628", y+28)
		path("M768 %dH832", y+28)
	}
	bottom := top + pitch*(len(c.Units)-1) + 56

	box(blockdiagram.Component, 832, 620, 144, bottom-620, "response_arbiter", "word by word,", "in turn")
	path("M776 650H832")
	label(782, 670, "none")
	box(blockdiagram.Component, 832, 420, 144, 60, "response_converter", "shared")
	path("M904 620V480")
	box(blockdiagram.Queue, 832, 324, 144, 48, "response_fifo")
	path("M904 420V372")
	box(blockdiagram.Component, 832, 228, 144, 48, "output_commit", "writes, then acks")
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
	return d
}

func TestTheDiagramIsTheConnector(t *testing.T) { page.CheckDiagram(t) }
