package primbatch

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// line is a pipeline line: it has the vertices of its batches processed, and assembles them into primitives.
type line struct {
	Heads    hdl.Sink[batchHead] `doc:"batches, each no later than its first element"`
	In       hdl.Sink[lineBeat]  `doc:"their elements and ends"`
	Vertices hdl.Source[Vertex]  `doc:"to vertex processing"`
	Shaded   hdl.Sink[Shaded]    `doc:"from vertex processing, in the same order; always taken"`
	Out      hdl.Source[packet]  `doc:"primitives"`

	config Config
}

func newLine(c Config) *line {
	return &line{
		Heads: hdl.NewSink(c.shapes().Head), In: hdl.NewSink(c.shapes().LineBeat), Vertices: hdl.NewSource(c.shapes().Vertex), Shaded: hdl.NewSink(c.shapes().Shaded),
		Out: hdl.NewSource(c.shapes().Packet), config: c,
	}
}

// ModuleName is primitive_line with the number of records that an index can name.
func (l *line) ModuleName() string {
	return fmt.Sprintf("primitive_line_v%d", l.config.Vertices) + l.config.narrow()
}

// ModuleDoc describes the line in its Verilog.
func (l *line) ModuleDoc() string {
	return "Pipeline line of a primitive processor: turns vertices into records, and records into primitives."
}

const (
	// lineHeads is the depth of each queue of batch heads: to a line, and on to its primitive assembler.
	lineHeads = 4
	// minLineDepth is the least depth of a queue for elements.
	minLineDepth = 16
)

// elementQueue is a queue for elements of a line; a large one is in block RAM.
func elementQueue[T any](shape T, depth int) *lib.FIFO[T] {
	if depth <= minLineDepth {
		return lib.NewFIFO(shape, depth)
	}
	return lib.NewFIFO(shape, depth, lib.BlockRAM())
}

// Describe connects the parts. The queue for elements holds a batch of Vertices records, so that the distributor can go on to
// the next line while this one processes them.
func (l *line) Describe(m *hdl.Module) {
	c := l.config
	heads := hdl.Instance(m, "heads", lib.NewFIFO(c.shapes().Head, lineHeads))
	elements := hdl.Instance(m, "elements", elementQueue(c.shapes().LineBeat, max(c.Vertices, minLineDepth)))
	data := hdl.Instance(m, "data", newDataAssembler(c))
	assembled := hdl.Instance(m, "assembled", lib.NewFIFO(c.shapes().Head, lineHeads))
	primitives := hdl.Instance(m, "primitives", newPrimitiveAssembler(c))
	hdl.Unused(heads.Level, elements.Level, assembled.Level)

	heads.Push.From(l.Heads)
	elements.Push.From(l.In)
	data.Heads.From(heads.Pop)
	data.In.From(elements.Pop)
	l.Vertices.From(data.Vertices)
	data.Shaded.From(l.Shaded)
	assembled.Push.From(data.HeadsOut)
	primitives.Heads.From(assembled.Pop)
	primitives.In.From(data.Out)
	l.Out.From(primitives.Out)
}
