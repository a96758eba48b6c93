package primbatch

import (
	"fmt"
	"testing"

	"posedge/internal/blockdiagram"
)

// diagram is the block diagram of the unit, docs/primbatch.svg.
func diagram(c Config) *blockdiagram.Diagram {
	d := &blockdiagram.Diagram{
		Title:       "primbatch: the driver, and the pipeline behind it",
		Description: "The application sends items to the driver. Its two stages, called gather, look identifiers up in the table slots, write elements into the store, and tell the sender through the queues orders and ends what comes next and where each batch ends. The sender sends the batches. In the pipeline the processor's front end turns items into batches, which the distributor gives to the lines in turn. A line has queues for batches and elements, a data assembler, which sends vertices to vertex processing and receives the results, and a primitive assembler. The collector takes the lines' batches in the order given by the distributor. One copy of each primitive leaves the unit, and another goes to the outline unit, which makes fragments.",
		Width:       1184,
	}
	const component, queue, outside, area = blockdiagram.Component, blockdiagram.Queue, blockdiagram.Outside, blockdiagram.Area
	d.Box(area, 120, 48, 268, 364, "driver")
	d.Box(area, 432, 48, 740, 440, "pipeline")
	d.Box(area, 444, 84, 716, 328, "processor")
	d.Box(area, 596, 112, 432, 124, "line_0")

	d.Box(outside, 8, 164, 88, 44, "application")
	d.Path("M96 186H124")
	d.Box(component, 208, 80, 160, 40, "slots", fmt.Sprintf("%d lines", c.tableLines()))
	d.Box(component, 124, 164, 244, 44, "gather", "idle, gather, send, skip")
	d.Path("M252 164V120")
	d.Path("M324 120V164")
	d.Label(174, 146, "identifier")
	d.Label(330, 146, "record")
	for k, q := range []struct{ name, depth, of string }{
		{"store", fmt.Sprint(c.storeDepth()), "elements"}, {"orders", fmt.Sprint(c.orderDepth()), "in order"}, {"ends", fmt.Sprint(endDepth), "batches"},
	} {
		x := 124 + 84*k
		d.Box(queue, x, 256, 76, 56, q.name, q.depth, q.of)
		d.Path("M%d 208V256", x+38)
		d.Path("M%d 312V352", x+38)
	}
	d.Box(component, 124, 352, 244, 44, "sender", "COPY, BASE, ADD, BEGIN … END")
	d.Path("M368 374H456")
	d.Label(392, 366, "items")

	d.Box(component, 456, 352, 92, 44, "front", "state")
	d.Path("M502 352V288")
	d.Box(component, 456, 140, 92, 148, "distributor", "batches", "in turn")
	d.Path("M548 160H608")
	d.Path("M548 204H608")
	d.Path("M548 270H596")
	d.Box(queue, 608, 140, 76, 36, "heads", fmt.Sprint(lineHeads))
	d.Box(queue, 608, 188, 76, 36, "elements", fmt.Sprint(max(c.Vertices, minLineDepth)))
	d.Path("M684 160H712")
	d.Path("M684 204H712")
	d.Box(component, 712, 152, 84, 60, "data", "records,", "VertexIDs")
	d.Path("M796 160H824")
	d.Path("M796 204H932")
	d.Label(836, 198, "elements")
	d.Box(queue, 824, 140, 80, 36, "assembled", fmt.Sprint(lineHeads))
	d.Path("M904 160H932")
	d.Box(component, 932, 152, 84, 60, "primitives", "order,", "edges")
	d.Box(outside, 686, 8, 136, 30, "vertex processing")
	d.Path("M736 152V38")
	d.Path("M772 38V152")
	d.Label(672, 78, "Vertices")
	d.Label(778, 78, "Shaded")
	d.Box(component, 596, 252, 432, 36, "line_1", "the same, with vertex processing of its own")
	d.Box(queue, 596, 316, 432, 36, "order", fmt.Sprintf("%d batches and methods", batchOrderDepth))
	d.Path("M530 288V334H596")
	d.Box(component, 1064, 140, 80, 212, "collector", "batches", "in order", "again")
	d.Path("M1016 182H1064")
	d.Path("M1028 270H1064")
	d.Path("M1028 334H1064")

	d.Path("M1076 352V440H1016")
	d.Label(1034, 432, "State")
	d.Path("M1124 352V428")
	d.Box(component, 1092, 428, 64, 44, "copies")
	d.Path("M1092 460H1016")
	d.Box(component, 804, 428, 212, 44, "outline", "points, lines, stipple")
	d.Path("M1124 472V520")
	d.Label(1048, 508, "Primitives")
	d.Path("M910 472V520")
	d.Label(840, 508, "Fragments")
	d.Box(outside, 1060, 520, 100, 30, "rasterizer")
	d.Box(outside, 832, 520, 156, 30, "raster operations")
	return d
}

func TestTheDiagramIsTheUnit(t *testing.T) { page.CheckDiagram(t) }
