package primbatch

import (
	"fmt"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Processor draws primitives, whole or in batches: front end, distributor, 1, 2 or 4 pipeline lines, and collector. Vertex
// processing is outside, one for each line. Both streams of a line belong to it; the answers may take any time.
//
// It takes an item a cycle. A batch of any length passes; what limits it is that the elements behind the last Vertices
// that are being processed, or wait for the batches before them to leave, wait too.
type Processor struct {
	In         hdl.Sink[Item]        `doc:"from the driver, or from the application"`
	Vertices   []hdl.Source[Vertex]  `doc:"by line: vertices to process"`
	Shaded     []hdl.Sink[Shaded]    `doc:"by line: the same vertices in the same order; always taken"`
	Primitives hdl.Source[Primitive] `doc:"all primitives in order"`
	State      hdl.OutOf[DrawState]  `doc:"of the primitive that is offered"`
	Error      hdl.Out               `doc:"code of the first item in which something was wrong, 0 if nothing was"`
	Errors     hdl.Out               `doc:"items in which something was wrong, modulo 2^32"`

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

// ModuleName is primitive_processor with what it depends on.
func (p *Processor) ModuleName() string { return "primitive_processor_" + p.config.processorName() }

// ModuleDoc describes the processor in its Verilog.
func (p *Processor) ModuleDoc() string {
	return fmt.Sprintf("Primitive processor (US9589310): draws batches as the whole, with pipeline lines: %d.", p.config.Lines)
}

// batchOrderDepth is how many batches and methods the collector can be behind the distributor.
const batchOrderDepth = 16

// Describe joins the parts and counts errors.
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
