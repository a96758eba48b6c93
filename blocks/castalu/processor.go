package castalu

import (
	"fmt"

	"posedge/hdl"
)

// Item is a beat of a work item: the first beat's program, constants and tag count.
// Vector i, from 0 on, is register i of the thread that takes the item.
type Item struct {
	Start  hdl.Bits    `doc:"address of the program's first instruction"`
	Base   hdl.Bits    `doc:"the constant that the program calls c0"`
	Tag    hdl.Bits    `doc:"comes back with the results"`
	Vector [4]hdl.Bits `doc:"a register, x to w"` // 32 each
	Last   hdl.Bits    `doc:"1: the item has no more beats"`
}

// Beat is a beat of a work item's result.
type Beat struct {
	Tag    hdl.Bits    `doc:"of the item"`
	Index  hdl.Bits    `doc:"the number of the vector, from 0 on"` // 5
	Vector [4]hdl.Bits `doc:"the register, x to w; 0 of a killed item"`
	Last   hdl.Bits    `doc:"1: the item has no more vectors"`
	Killed hdl.Bits    `doc:"1: the item was killed; this is its only beat"`
}

// Call is a request to a fixed-function unit.
type Call struct {
	Thread hdl.Bits    `doc:"to be returned with the response"`
	Unit   hdl.Bits    `doc:"which unit"`                                  // 4
	Count  hdl.Bits    `doc:"words − 1"`                                   // 3
	Words  [8]hdl.Bits `doc:"the words; of those past the last, anything"` // 32 each
}

// Reply is the response to a [Call].
type Reply struct {
	Thread hdl.Bits    `doc:"of the call"`
	Status hdl.Bits    `doc:"is written to a register's x"` // 32
	Count  hdl.Bits    `doc:"words, 0 to 8"`                // 4
	Words  [8]hdl.Bits `doc:"the words"`                    // 32 each
}

// Store writes a word of the program or a constant. No item that uses it may be inside.
type Store[T any] struct {
	Enable  hdl.Bits `doc:"1: write"`
	Address hdl.Bits
	Data    T
}

// Processor runs programs on work items: a barrel of threads around an arithmetic unit.
type Processor struct {
	Items     hdl.Sink[Item]
	Results   hdl.Source[Beat]
	Calls     hdl.Source[Call]
	Replies   hdl.Sink[Reply]
	Program   hdl.InOf[Store[hdl.Bits]]
	Constants hdl.InOf[Store[[4]hdl.Bits]]

	Fault        hdl.Out `doc:"1 from the first instruction without meaning on"`
	FaultAddress hdl.Out `doc:"its address"`
	FaultWord    hdl.Out `doc:"the instruction"`

	config Config
	bits   int // of a component
}

// New makes the processor; it returns the error of [Config.Check].
func New(c Config) (*Processor, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newProcessor(c), nil
}

func vector(bits int) [4]hdl.Bits { return four(hdl.Width(bits)) }

func words(bits int) (w [8]hdl.Bits) {
	for k := range w {
		w[k] = hdl.Width(bits)
	}
	return w
}

func newProcessor(c Config) *Processor {
	bits := c.unit().bits()
	return &Processor{
		Items:        hdl.NewSink(Item{c.address(), c.constant(), hdl.Width(c.TagBits), vector(bits), hdl.Width(1)}),
		Results:      hdl.NewSource(Beat{hdl.Width(c.TagBits), hdl.Width(registerBits), vector(bits), hdl.Width(1), hdl.Width(1)}),
		Calls:        hdl.NewSource(Call{c.thread(), hdl.Width(4), hdl.Width(3), words(bits)}),
		Replies:      hdl.NewSink(Reply{c.thread(), hdl.Width(bits), hdl.Width(4), words(bits)}),
		Program:      hdl.InputOf(Store[hdl.Bits]{hdl.Width(1), c.address(), hdl.Width(WordBits)}),
		Constants:    hdl.InputOf(Store[[4]hdl.Bits]{hdl.Width(1), c.constant(), vector(bits)}),
		Fault:        hdl.Output(1),
		FaultAddress: hdl.Output(c.address().Width()),
		FaultWord:    hdl.Output(WordBits),
		config:       c,
		bits:         bits,
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

// Describe builds the barrel around an arithmetic unit and two queues of threads: of those whose turn comes, and of
// those whose results leave.
func (p *Processor) Describe(m *hdl.Module) {
	newBarrel(m, p, p.components(m)).describe()
}
