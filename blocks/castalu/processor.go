package castalu

import (
	"fmt"

	"posedge/blocks/castalu/isa"
	"posedge/hdl"
)

// Processor runs programs on work items: a barrel of threads around an arithmetic unit.
type Processor struct {
	Items     hdl.Sink[Item]
	Results   hdl.Source[Beat]
	Calls     hdl.Source[Call]
	Replies   hdl.Sink[Reply]
	Program   hdl.InOf[Store[hdl.Bits]]
	Constants hdl.InOf[Store[[4]hdl.Bits]]

	Fault        hdl.Out `doc:"1 once an illegal instruction has issued"`
	FaultAddress hdl.Out `doc:"address of the first illegal instruction"`
	FaultWord    hdl.Out `doc:"the first illegal instruction"`

	config Config
}

// New makes the processor; it returns the error of [Config.Check].
func New(c Config) (*Processor, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newProcessor(c), nil
}

func newProcessor(c Config) *Processor {
	s := c.shapes()
	return &Processor{
		Items:        hdl.NewSink(s.Item),
		Results:      hdl.NewSource(s.Beat),
		Calls:        hdl.NewSource(s.Call),
		Replies:      hdl.NewSink(s.Reply),
		Program:      hdl.InputOf(c.ProgramStore()),
		Constants:    hdl.InputOf(c.ConstantStore()),
		Fault:        hdl.Output(1),
		FaultAddress: hdl.Output(s.Turn.Address.Width()),
		FaultWord:    hdl.Output(isa.WordBits),
		config:       c,
	}
}

// ModuleName is castalu with the configuration.
func (p *Processor) ModuleName() string { return "castalu_" + p.config.Name() }

// ModuleDoc describes the processor in its Verilog.
func (p *Processor) ModuleDoc() string {
	c := p.config
	return fmt.Sprintf("Processor of casting-arithmetic instructions (US9477477): %d threads of %d registers, %d lanes, %v math function units.",
		c.Threads, c.Registers, c.Lanes, c.Embodiment)
}

// Describe builds the barrel around an arithmetic unit and two queues of threads: those that are ready, and those whose
// results leave next.
func (p *Processor) Describe(m *hdl.Module) {
	newBarrel(m, p, p.components(m)).describe()
}
