package combineripu

import (
	"testing"

	"posedge/internal/blockdiagram"
)

// diagram is the block diagram of the system, docs/combineripu.svg.
func diagram() *blockdiagram.Diagram {
	d := &blockdiagram.Diagram{
		Title:       "combineripu: the combiner IPU, and the shader behind it",
		Description: "The rasterizer sends register loads and pixels to the raster state machine. It compares loads with control storage, triggers register allocation, and puts block and allocate tokens between the packets, which go through a queue to the shader. Allocation and the instruction emulator read the words in control storage; allocation tells the emulator which programs there are and which results are live, and gives the remap stage its tables. Instructions and tokens go through the remap stage to the shader's instruction processor. The shader sends program triggers and blocks to the emulator, which passes on to the raster state machine which sets are free again.",
		Width:       1184,
	}
	const component, queue, outside, area = blockdiagram.Component, blockdiagram.Queue, blockdiagram.Outside, blockdiagram.Area
	d.Box(area, 144, 48, 620, 346, "unit")
	d.Box(area, 868, 136, 300, 258, "shader")

	d.Box(outside, 16, 84, 96, 44, "rasterizer")
	d.Box(component, 184, 84, 184, 56, "raster_machine", "tokens between packets")
	d.Path("M112 98H184")
	d.Path("M368 98H1028")
	d.Label(16, 146, "loads, pixels")
	d.Label(384, 90, "pixels with their set, loads, block, allocate")
	d.Box(queue, 1028, 76, 124, 44, "queue", "64 packets")

	d.Box(component, 184, 244, 184, 56, "storage", "53 words for each set")
	d.Path("M220 140V244")
	d.Path("M300 244V140")
	d.Label(226, 196, "load, next")
	d.Label(306, 220, "changed, dirty")

	d.Box(component, 456, 148, 284, 56, "allocator", "live results, counts, tables")
	d.Path("M368 112H440V162H456")
	d.Path("M456 176H424V126H368")
	d.Label(446, 128, "trigger")
	d.Label(446, 142, "count, table")
	d.Path("M368 258H432V190H456")
	d.Label(374, 252, "words")

	d.Box(component, 456, 252, 136, 56, "emulator", "plan, sequencer")
	d.Path("M368 288H456")
	d.Label(374, 304, "words")
	d.Path("M484 204V252")
	d.Path("M560 204V252")
	d.Label(490, 232, "programs")
	d.Label(566, 232, "live")
	d.Box(component, 648, 252, 92, 56, "remap", "codes: R0 …")
	d.Path("M592 280H648")
	d.Path("M694 204V252")
	d.Label(700, 232, "table")

	d.Box(component, 888, 256, 108, 48, "instructions", "8, or all")
	d.Path("M740 280H888")
	d.Label(772, 256, "instructions")
	d.Label(772, 270, "and tokens")
	d.Box(component, 1028, 164, 124, 40, "loader", "a value a cycle")
	d.Path("M1090 120V164")
	d.Box(component, 1028, 248, 124, 48, "registers", "64 × 4 × 9 bits")
	d.Path("M1090 204V248")
	d.Box(component, 1028, 336, 124, 44, "lane", "castalu, or own")
	d.Path("M1064 296V336")
	d.Path("M1116 336V296")
	d.Path("M942 304V358H1028")

	d.Path("M868 352H524V308")
	d.Label(568, 344, "program triggers, blocks")
	d.Path("M484 308V372H164V124H184")
	d.Label(170, 366, "sets that are free again")
	d.Box(outside, 1008, 424, 144, 30, "raster operations")
	d.Path("M1152 272H1160V439H1152")
	d.Label(1062, 414, "x, y, RGBA8")
	return d
}

func TestTheDiagramIsTheSystem(t *testing.T) { page.CheckDiagram(t) }
