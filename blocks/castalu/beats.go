package castalu

import (
	"posedge/blocks/castalu/isa"
	"posedge/hdl"
)

// Item is a beat of a work item: the first beat's program, constants and tag count.
// Vector i, from 0 on, is register i of the thread that takes the item.
type Item struct {
	Start  hdl.Bits    `width:"address" doc:"address of the program's first instruction"`
	Base   hdl.Bits    `width:"constant" doc:"the constant that the program calls c0"`
	Tag    hdl.Bits    `width:"tag" doc:"comes back with the results"`
	Vector [4]hdl.Bits `width:"component" doc:"a register, x to w"`
	Last   hdl.Bits    `width:"1" doc:"1: the item has no more beats"`
}

// Beat is a beat of a work item's result.
type Beat struct {
	Tag    hdl.Bits    `width:"tag" doc:"of the item"`
	Index  hdl.Bits    `width:"register" doc:"the number of the vector, from 0 on"`
	Vector [4]hdl.Bits `width:"component" doc:"the register, x to w; 0 of a killed item"`
	Last   hdl.Bits    `width:"1" doc:"1: the item has no more vectors"`
	Killed hdl.Bits    `width:"1" doc:"1: the item was killed; this is its only beat"`
}

// Call is a request to a fixed-function unit.
type Call struct {
	Thread hdl.Bits    `width:"thread" doc:"to be returned with the response"`
	Unit   hdl.Bits    `width:"4" doc:"which unit"`
	Count  hdl.Bits    `width:"3" doc:"words − 1"`
	Words  [8]hdl.Bits `width:"component" doc:"the words; of those past the last, anything"`
}

// Reply is the response to a [Call].
type Reply struct {
	Thread hdl.Bits    `width:"thread" doc:"of the call"`
	Status hdl.Bits    `width:"component" doc:"is written to a register's x"`
	Count  hdl.Bits    `width:"4" doc:"words, 0 to 8"`
	Words  [8]hdl.Bits `width:"component" doc:"the words"`
}

// Store writes a word of the program or a constant. No item that uses it may be inside.
type Store[T any] struct {
	Enable  hdl.Bits `doc:"1: write"`
	Address hdl.Bits
	Data    T
}

// Operation is an instruction with what its sources name.
type Operation struct {
	Word     hdl.Bits       `width:"word" doc:"the instruction"`
	Thread   hdl.Bits       `width:"thread" doc:"whose it is; of a thread at most one is inside"`
	Operands [3][4]hdl.Bits `width:"component" doc:"the register or constant of each input, x to w"`
}

// Result is what an instruction yields.
type Result struct {
	Thread hdl.Bits    `width:"thread" doc:"whose instruction it was"`
	Dest   hdl.Bits    `width:"register" doc:"the register to write"`
	Mask   hdl.Bits    `width:"4" doc:"bit i: component i is written"`
	Value  [4]hdl.Bits `width:"component" doc:"the components; 0 where the mask has no bit"`
	Killed hdl.Bits    `width:"1" doc:"1: a kill whose condition holds"`
	Fault  hdl.Bits    `width:"1" doc:"1: the word has no meaning; the components are zeros"`
}

// Shapes are the beats at the ports of a [Processor].
type Shapes struct {
	Item  Item
	Beat  Beat
	Call  Call
	Reply Reply
}

// Shapes returns the beats of a processor of this configuration.
func (c Config) Shapes() Shapes { return c.shapes().Shapes }

// ProgramStore is what writes a word of the program.
func (c Config) ProgramStore() Store[hdl.Bits] {
	return Store[hdl.Bits]{Enable: hdl.Width(1), Address: c.shapes().Turn.Address, Data: hdl.Width(isa.WordBits)}
}

// ConstantStore is what writes a constant.
func (c Config) ConstantStore() Store[[4]hdl.Bits] {
	item := c.shapes().Item
	return Store[[4]hdl.Bits]{Enable: hdl.Width(1), Address: item.Base, Data: item.Vector}
}

// shapes are the beats of a processor, and what goes through its inside.
type shapes struct {
	Shapes
	Turn     turn
	Write    write
	Response response
	Extent   extent
}

func (c Config) shapes() shapes {
	return hdl.Shape[shapes](hdl.Widths{
		"thread":    hdl.IndexWidth(c.Threads),
		"address":   hdl.IndexWidth(c.Words),
		"constant":  hdl.IndexWidth(c.Constants),
		"tag":       c.TagBits,
		"register":  isa.RegisterBits,
		"component": c.unit().bits(),
	})
}

// unitShapes are the beats of an arithmetic unit.
type unitShapes struct {
	Operation Operation
	Result    Result
}

func (c UnitConfig) shapes() unitShapes {
	return hdl.Shape[unitShapes](hdl.Widths{
		"word":      isa.WordBits,
		"thread":    hdl.IndexWidth(c.Threads),
		"register":  isa.RegisterBits,
		"component": c.bits(),
	})
}
