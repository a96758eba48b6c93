package primbatch

import (
	"fmt"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Processor draws primitives, whole or in batches: front end, distributor, 1, 2 or 4 pipeline lines, and collector. Each line
// has its own pair of streams to vertex processing, which is outside and may take any time.
//
// It takes an item per cycle. A batch may have any length, but a line has at most Vertices vertices in flight: being
// processed, or waiting for earlier batches to leave.
type Processor struct {
	In         hdl.Sink[Item]        `doc:"from the driver, or from the application"`
	Vertices   []hdl.Source[Vertex]  `doc:"by line: vertices to process"`
	Shaded     []hdl.Sink[Shaded]    `doc:"by line: the same vertices in the same order; always taken"`
	Primitives hdl.Source[Primitive] `doc:"all primitives in order"`
	State      hdl.OutOf[DrawState]  `doc:"of the primitive on offer"`
	Error      hdl.Out               `doc:"code of the first error, 0 if there was none"`
	Errors     hdl.Out               `doc:"number of erroneous items, modulo 2^32"`

	config Config
}

// NewProcessor makes the processor; it returns the error of [Config.Check].
func NewProcessor(c Config) (*Processor, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newProcessor(c), nil
}

func newProcessor(c Config) *Processor {
	p := &Processor{
		In: hdl.NewSink(c.shapes().Item), Primitives: hdl.NewSource(c.shapes().Primitive), State: hdl.OutputOf(c.shapes().DrawState),
		Error: hdl.Output(isa.ErrorBits), Errors: hdl.Output(c.counters()), config: c,
	}
	for range c.Lines {
		p.Vertices = append(p.Vertices, hdl.NewSource(c.shapes().Vertex))
		p.Shaded = append(p.Shaded, hdl.NewSink(c.shapes().Shaded))
	}
	return p
}

// ModuleName is primitive_processor with its parameters.
func (p *Processor) ModuleName() string { return "primitive_processor_" + p.config.processorName() }

// ModuleDoc describes the processor in its Verilog.
func (p *Processor) ModuleDoc() string {
	return fmt.Sprintf("Primitive processor (US9589310): draws batches exactly as the whole. Pipeline lines: %d.", p.config.Lines)
}

// batchOrderDepth is how far the collector can lag behind the distributor, in batches and methods.
const batchOrderDepth = 16

// Describe connects the parts and counts errors.
func (p *Processor) Describe(m *hdl.Module) {
	c := p.config
	front := hdl.Instance(m, "front", newFrontEnd(c))
	distributor := hdl.Instance(m, "distributor", newDistributor(c))
	order := hdl.Instance(m, "order", lib.NewFIFO(c.shapes().Order, batchOrderDepth, lib.BlockRAM()))
	collector := hdl.Instance(m, "collector", newCollector(c))
	hdl.Unused(order.Level)

	front.In.From(p.In)
	distributor.In.From(front.Out)
	order.Push.From(distributor.Order)
	collector.Order.From(order.Pop)
	for k := range c.Lines {
		line := hdl.Instance(m, fmt.Sprintf("line_%d", k), newLine(c))
		line.Heads.From(distributor.Heads[k])
		line.In.From(distributor.Elements[k])
		p.Vertices[k].From(line.Vertices)
		line.Shaded.From(p.Shaded[k])
		collector.In[k].From(line.Out)
	}
	p.Primitives.From(collector.Out)
	p.State.Set(collector.State.Data)

	wrong := m.Named("wrong", front.Error.Ne(int(isa.NoError)))
	first, count := m.Reg("first_error", isa.ErrorBits), m.Reg("error_count", c.counters())
	m.If(wrong, func() { count.Set(count.Add(1)) })
	m.If(wrong.And(first.Eq(int(isa.NoError))), func() { first.Set(front.Error) })
	p.Error.Set(first)
	p.Errors.Set(count)
}
