package primbatch

import (
	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Ports are the ports towards the application and the environment, with a driver or without.
type Ports struct {
	In         hdl.Sink[Item]        `doc:"items from the application, or from a driver"`
	Vertices   []hdl.Source[Vertex]  `doc:"to vertex processing, by line"`
	Shaded     []hdl.Sink[Shaded]    `doc:"from vertex processing, in the order of Vertices"`
	Primitives hdl.Source[Primitive] `doc:"assembled primitives, in the application's order"`
	Fragments  hdl.Source[Fragment]  `doc:"pixels of points, lines and outlines"`

	Counted hdl.Out `doc:"fragments of lines in the viewport, lit or not, modulo 2^32"`
	Error   hdl.Out `doc:"code of the first error, 0 if there was none"`
	Errors  hdl.Out `doc:"number of errors, modulo 2^32"`
}

func (c Config) ports() Ports {
	p := Ports{
		In: hdl.NewSink(c.shapes().Item), Primitives: hdl.NewSource(c.shapes().Primitive), Fragments: hdl.NewSource(c.shapes().Fragment),
		Counted: hdl.Output(c.counters()), Error: hdl.Output(isa.ErrorBits), Errors: hdl.Output(c.counters()),
	}
	for range c.Lines {
		p.Vertices = append(p.Vertices, hdl.NewSource(c.shapes().Vertex))
		p.Shaded = append(p.Shaded, hdl.NewSink(c.shapes().Shaded))
	}
	return p
}

// Pipeline is a processor followed by an outline unit. It draws the items of a driver, or of an application without one.
type Pipeline struct {
	Ports
	config Config
}

// NewPipeline makes a pipeline; it returns the error of [Config.Check].
func NewPipeline(c Config) (*Pipeline, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newPipeline(c), nil
}

func newPipeline(c Config) *Pipeline { return &Pipeline{c.ports(), c} }

// ModuleName is pipeline with its parameters.
func (p *Pipeline) ModuleName() string { return "pipeline_" + p.config.processorName() }

// ModuleDoc describes the pipeline in its Verilog.
func (p *Pipeline) ModuleDoc() string { return "Draws batches of primitives: processor and outlines." }

// Describe connects the processor and the outline unit.
func (p *Pipeline) Describe(m *hdl.Module) {
	processor := hdl.Instance(m, "processor", newProcessor(p.config))
	processor.In.From(p.In)
	for k := range p.Vertices {
		p.Vertices[k].From(processor.Vertices[k])
		processor.Shaded[k].From(p.Shaded[k])
	}
	p.Error.Set(processor.Error)
	p.Errors.Set(processor.Errors)

	copies := hdl.Instance(m, "copies", lib.NewBroadcast(p.config.shapes().Primitive, 2))
	copies.In.From(processor.Primitives)
	p.Primitives.From(copies.Out[0])

	outline := hdl.Instance(m, "outline", NewOutline(p.config))
	outline.In.From(copies.Out[1])
	outline.State.Set(processor.State.Data)
	p.Fragments.From(outline.Out)
	p.Counted.Set(outline.Counted)
}
